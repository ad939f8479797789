"""Attached files taken out again: bytes, digest and description, from the records and from the database's file."""

from random import Random
from typing import Any

import pytest

from campaign_laws.submissions import just_seen
from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.journal.attached.terms import GONE
from domain.kernel.journal.file_removal import RemoveFile
from domain.kernel.journal.files import AttachFile, DescribeFile
from domain.kernel.journal.notes import Visibility, WriteNote
from domain.kernel.journal.record_care import Removal
from domain.kernel.people import Role
from domain.kernel.terms import PersonId
from ledger.answers import Refused, Ruled, Submission
from ledger.care.file_removal import NAMELESS, remove_file
from ledger.care.redaction import CannotRemove, preview, purge, remove
from ledger.care.verify import verify
from ledger.files.store import FileState, NoSuchFile
from ledger.ledger import Ledger
from tests.support import filing
from tests.support.filing import content_of, keep, naming

PHOTO = Random(7).randbytes(600_000)
"""Two whole parts and some more, that occur nowhere else."""
MANY = 16


def attach(ledger: Ledger, content: bytes = PHOTO, **other: Any) -> str:
    """Attach a file to the tower; its digest."""
    return filing.attach(ledger, "babel", content, **other)


def rule(ledger: Ledger, command: Any) -> Any:
    return ledger.rule("babel", Submission(command=command))


def in_records(ledger: Ledger, *words: str) -> list[str]:
    """Those of these words that stand in any record."""
    stored = b"".join(stored for _at, _tag, stored in ledger.stored("babel"))
    return [word for word in words if word.encode() in stored]


def test_a_removed_file_leaves_no_bytes_no_digest_and_no_words(ledger: Ledger, address: str) -> None:
    digest = attach(ledger, caption="Her street", alt="A red door")
    first = ledger.head("babel")
    rule(ledger, DescribeFile(file=1, caption="Her very street"))
    attach(ledger, belongs={"kind": "record", "number": 1})
    other = attach(ledger, b"a map of the tower", name="map.jpg")
    assert in_records(ledger, digest, "Her street", "A red door", "Ada at home")

    done = remove_file(ledger, "babel", 1, reason="Ada lives there", by="gm")
    assert not isinstance(done, Refused)
    assert done.positions == (first, first + 1, first + 2)
    assert not in_records(ledger, digest, "Her street", "Her very street", "A red door", "Ada at home")
    files = ledger.moment("babel", from_start=True).journal.files
    assert [(it.number, it.digest, it.removed) for it in files] == [
        (1, GONE, True),
        (2, GONE, True),
        (3, other, False),
    ]
    then = ledger.moment("babel", first).journal.files[0]
    assert (then.digest, then.name, then.caption, then.here) == (GONE, NAMELESS, "", False)
    with pytest.raises(NoSuchFile):
        content_of(ledger, "babel", digest)
    assert content_of(ledger, "babel", other) == b"a map of the tower"

    found = verify(ledger, "babel")
    assert found.sound, found.problems
    by = done.answer.records[0].position
    assert sorted((it.positions, it.state, it.removed_by) for it in found.files if it.digest == GONE) == [
        ((first,), FileState.REMOVED, by),
        ((first + 2,), FileState.REMOVED, by),
    ]
    if purge(ledger):
        ledger.close()
        kept = {path.name: path.read_bytes() for path in _files_of(address)}
        pieces = {PHOTO[at : at + MANY] for at in range(0, len(PHOTO) - MANY, MANY)}
        for name, content in kept.items():
            windows = {content[at : at + MANY] for at in range(len(content) - MANY)}
            assert not pieces & windows, f"{name} still holds bytes of the picture"


def _files_of(address: str) -> Any:
    from pathlib import Path

    database = Path(address.removeprefix("sqlite:///"))
    return [path for path in database.parent.iterdir() if path.name.startswith(database.name)]


def test_what_cannot_be_removed_changes_nothing(ledger: Ledger) -> None:
    digest = attach(ledger)
    head = ledger.head("babel")
    with pytest.raises(CannotRemove, match="no file 2 in babel"):
        remove_file(ledger, "babel", 2, reason="x", by="gm")
    refused = remove_file(ledger, "babel", 1, reason=" ", by="gm")
    assert isinstance(refused, Refused)
    assert refused.refusal.code == "reason_missing"
    alone = RemoveFile(file=1, reason="x", records=(Removal(position=1, was=digest, now=digest),))
    refused = ledger.rule("babel", just_seen(ledger, "babel", Submission(command=alone)))
    assert isinstance(refused, Refused)
    assert refused.refusal.code == "file_removal_alone"
    assert (ledger.head("babel"), content_of(ledger, "babel", digest)) == (head, PHOTO)


def test_words_in_a_caption_go_and_the_picture_stays_but_a_file_with_them_goes_with_its_digest(
    ledger: Ledger,
) -> None:
    photo = attach(ledger, PHOTO + b" Ada ", caption="Ada on the pier")
    letter = attach(ledger, b"Dear Ada, come home.", name="letter.txt", media="text/plain")
    shown = preview(ledger, "babel", {"Ada": "[removed]"}, ids={}, by="gm")
    assert shown is not None
    assert [it.digest for it in shown.files] == [letter]
    assert ("data.digest", letter, GONE) in {(it.path, it.before, it.after) for it in shown.places}
    done = remove(ledger, shown, confirm=shown.code, reason="Asked to", by="gm")
    assert not isinstance(done, Refused)
    assert not in_records(ledger, "Ada", letter)
    assert content_of(ledger, "babel", photo) == PHOTO + b" Ada "
    first, second = ledger.moment("babel").journal.files
    assert (first.caption, first.here, second.here) == ("[removed] on the pier", True, False)
    found = verify(ledger, "babel")
    assert found.sound, found.problems
    assert {it.removed_by for it in found.files if it.state is FileState.REMOVED} == {
        done.answer.records[0].position
    }


def test_an_intake_that_names_the_same_bytes_says_that_they_are_gone(ledger: Ledger) -> None:
    digest = attach(ledger, name="log.json", media="application/octet-stream")
    for submission in naming(digest):
        assert isinstance(ledger.rule("babel", submission), Ruled)
    assert keep(ledger, "babel", PHOTO) == digest
    done = remove_file(ledger, "babel", 1, reason="Asked to", by="gm")
    assert not isinstance(done, Refused)
    found = verify(ledger, "babel")
    assert found.sound, found.problems
    assert {it.state for it in found.files} == {FileState.REMOVED}


def test_a_record_names_a_file_that_is_here(ledger: Ledger) -> None:
    refused = ledger.rule("babel", Submission(command=DescribeFile(file=1), by=PersonId("gm")))
    assert isinstance(refused, Refused)
    with pytest.raises(NoSuchFile):
        rule(ledger, AttachFile(digest="a0" * 32, media="image/png", size=1, name="x"))


def test_a_player_attaches_nothing_to_a_record_that_is_kept_from_them(ledger: Ledger) -> None:
    rule(ledger, SeatPerson(person="ada", name="Ada", role=Role.PLAYER))
    rule(ledger, WriteNote(text="The tower falls", visibility=Visibility.GM))
    secret = ledger.head("babel")
    digest = filing.keep(ledger, "babel", b"a map of the tower")
    told = {"digest": digest, "media": "image/jpeg", "size": 18, "name": "map.jpg", "role": "handout"}
    for at, by, code in ((secret, "ada", "moment_kept_from_you"), (secret - 1, "ada", ""), (secret, "gm", "")):
        command = AttachFile.model_validate({**told, "belongs": {"kind": "record", "number": at}})
        answer = ledger.rule("babel", Submission(command=command, by=by))
        assert (answer.refusal.code if isinstance(answer, Refused) else "") == code
