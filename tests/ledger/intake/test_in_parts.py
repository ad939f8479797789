"""An intake that is decided in parts and stored whole: beside others who record, and where it is refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kernel.journal.notes import WriteNote
from domain.kernel.logged.chapters.entries import LogEntry
from domain.kernel.logged.chapters.evenings import CloseEvening, OpenEvening
from domain.kernel.logged.chapters.intakes import BeginIntake, EndIntake
from domain.kernel.messages import Command
from domain.kernel.terms import PersonId
from ledger.answers import Refused, Ruled, Submission
from ledger.care.verify import verify
from ledger.ledger import Ledger
from ledger.recording import in_parts
from projections.read_models import ReadModels
from tests.ledger.intake.conftest import salt_in
from tests.support.toy import GAME

ENTRIES = 11


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a ledger that several can open."""
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_address"))
    return f"sqlite:///{tmp_path / 'salt.sqlite3'}"


@pytest.fixture
def both(address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Ledger, Ledger]]:
    """The ledger as the one who takes in has it open, in parts of four rulings, and as somebody else has."""
    monkeypatch.setattr(in_parts, "RULINGS_AT_ONCE", 4)
    for mine in salt_in(address):
        theirs = Ledger({GAME.key: GAME}, {"SQLALCHEMY_URL": address})
        for each in (mine, theirs):
            each.followers.append(ReadModels(each))
        yield mine, theirs
        theirs.close()


def intake(*last: Command) -> Iterator[Submission]:
    commands: list[Command] = [BeginIntake(source="Chat", file="chat", sum="0" * 64), OpenEvening(title="One")]
    for number in range(ENTRIES):
        said = {"source_id": f"{number}", "form": "speech", "voice": PersonId("ada"), "speaker": "Ada"}
        commands.append(LogEntry.model_validate({**said, "text": f"line {number}"}))
    for command in (*commands, CloseEvening(), EndIntake(), *last):
        yield Submission(command=command)


def problems(ledger: Ledger) -> list[str]:
    views = ledger.followers[-1]
    assert isinstance(views, ReadModels)
    return [*map(str, verify(ledger, "salt").problems), *views.problems("salt")]


def test_it_lies_in_one_piece_beside_what_others_record_meanwhile(both: tuple[Ledger, Ledger]) -> None:
    mine, theirs = both
    asked = list[int]()

    def submissions() -> Iterator[Submission]:
        asked.append(0)
        for each in intake():
            asked[-1] += 1
            if asked == [9]:  # two parts are decided, and the third is being asked for
                assert isinstance(theirs.rule("salt", Submission(command=WriteNote(text="Meanwhile"))), Ruled)
            yield each

    assert mine.rule_in_parts("salt", submissions) is None
    assert asked == [ENTRIES + 4] * 2
    tags = [it.record.envelope.type for it in mine.told("salt")]
    first = tags.index("logged.intake_begun.v1")
    assert tags[first - 1] == "journal.note_written.v2"
    assert tags[first + 2 : -2] == ["logged.entry_logged.v1"] * ENTRIES
    assert len({it.record.envelope.at for it in mine.told("salt", since=first)}) == 1
    assert isinstance(theirs.rule("salt", Submission(command=WriteNote(text="After"))), Ruled)
    assert problems(mine) == problems(theirs) == []


def test_a_refusal_in_its_last_part_leaves_nothing_of_it(both: tuple[Ledger, Ledger]) -> None:
    mine, theirs = both
    before = mine.end("salt")
    refused = mine.rule_in_parts("salt", lambda: intake(EndIntake()))
    assert isinstance(refused, Refused)
    assert refused.refusal.code == "no_intake"
    assert mine.end("salt") == theirs.end("salt") == before
    for ledger in both:
        assert isinstance(ledger.rule("salt", Submission(command=WriteNote(text="After"))), Ruled)
    assert problems(mine) == problems(theirs) == []
    assert mine.rule_in_parts("salt", intake) is None
    assert theirs.moment("salt").campaign.logged.entries == ENTRIES
    assert problems(mine) == problems(theirs) == []
