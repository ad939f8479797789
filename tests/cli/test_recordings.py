"""Recordings tied to moments from the command line: times as people write them, who is heard, who has agreed."""

from io import BytesIO
from pathlib import Path

import pytest

from domain.kernel.journal.attached.terms import FileRole
from domain.kernel.journal.files import AttachFile
from ledger.answers import Ruled, Submission
from tests.cli.conftest import Campaign
from wiring.library import open_library

SOUND = b"OggS" + bytes(200)


@pytest.fixture
def evening(campaign: Campaign, cave: str, database: Path) -> str:
    """The sample campaign with a recording attached."""
    library = open_library(str(database))
    staged = library.ledger.files.stage(library.ledger.find(cave).id, BytesIO(SOUND))
    command = AttachFile(
        digest=staged.digest, media="audio/ogg", size=staged.size, name="evening.ogg", role=FileRole.RECORDING
    )
    assert isinstance(library.ledger.rule(cave, Submission(command=command, by="anna")), Ruled)
    library.close()
    return cave


def test_a_recording_is_tied_agreed_to_and_shown(campaign: Campaign, evening: str) -> None:
    assert "evening.ogg" in campaign("recording", evening).out
    assert "tied to no moment yet" in campaign("recording", evening, "1").out
    tied = campaign(
        "recording", evening, "1", "--tie", "1:02:03.5=9", "--tie", "40=3", "--heard", "Anna", "--heard", "ben"
    )
    assert tied.status == 0, tied.err
    assert tied.out == "evening.ogg is tied to 2 moments; Anna, Ben have still to agree.\n"
    agreed = campaign("recording", evening, "1", "--agree", "--by", "Ben")
    assert agreed.out == "evening.ogg is tied to 2 moments; Anna has still to agree.\n"
    known = campaign("recording", evening, "1", "--tie", "40=3", "--agree", "--json").json
    assert known["ties"] == [{"position": 3, "seconds": 40.0}]
    assert sorted(known["heard"]) == sorted(known["agreed"]) == ["anna", "ben"]
    assert len(known["rulings"]) == 2
    assert campaign("recording", evening, "1").out == "evening.ogg is tied to 1 moment; all agreed.\n"
    (listed,) = campaign("recording", evening, "--json").json["recordings"]
    assert listed["file"] == 1


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("1", "--tie", "40"), 2, "is no tie"),
        (("1", "--tie", "a:b=3", "--heard", "ben"), 2, "is no tie"),
        (("1", "--tie", "1:2:3:4=3", "--heard", "ben"), 2, "is no tie"),
        (("1", "--tie", "inf=3", "--heard", "ben"), 2, "is no tie"),
        (("1", "--tie", "40=3"), 2, "Say both at first"),
        (("--agree",), 2, "Say which recording"),
        (("7",), 2, "File 7 is no recording"),
        (("1", "--agree"), 3, "not among those heard in evening.ogg"),
        (("1", "--tie", "40=999", "--heard", "ben"), 3, "999"),
    ],
)
def test_what_says_nothing_about_a_recording_is_said_so(
    campaign: Campaign, evening: str, words: tuple[str, ...], status: int, said: str
) -> None:
    ran = campaign("recording", evening, *words)
    assert ran.status == status
    assert said in ran.err


def test_where_there_is_no_recording_it_says_so(campaign: Campaign, cave: str) -> None:
    assert campaign("recording", cave).out == "There are no recordings here.\n"


def test_those_heard_are_listed_by_their_names(campaign: Campaign, evening: str) -> None:
    tied = campaign(
        "recording", evening, "1", "--tie", "40=3", "--heard", "Anna", "--heard", "ben", "--agree", "--by", "Anna"
    )
    assert tied.status == 0, tied.err
    assert "Anna, Ben" in campaign("recording", evening).out
