"""Taking a file back whose intakes are several: one long file in parts, and one that has grown."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from domain.kernel.campaign.sessions import OpenSession
from domain.kernel.logged.messages import ENTRY
from exchange.imports import importing
from exchange.imports.entries import NotTaken
from exchange.imports.intakes_before import undo_intake
from ledger.answers import Ruled, Submission
from ledger.care.verify import verify
from ledger.ledger import Ledger
from ledger.logged import files_on, intakes_on
from tests.support.intake import taken_in

BEGAN = datetime(2021, 5, 4, 19, tzinfo=UTC)


def written(folder: Path, many: int, name: str = "lantern.jsonl") -> Path:
    file = folder / name
    said = [
        {"ts": (BEGAN + timedelta(minutes=n)).isoformat(), "author": "Ada", "content": f"The lantern, {n} times"}
        for n in range(many)
    ]
    file.write_text("".join(json.dumps(it) + "\n" for it in said))
    return file


def entries(ledger: Ledger) -> list[str]:
    told = ledger.told("salt")
    return [it.retelling.headline for it in told if it.record.envelope.type == ENTRY]


@pytest.mark.parametrize("number", [1, 3, 4])
def test_a_file_in_parts_is_taken_back_with_all_of_them(
    salt: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(importing, "BATCH_SIZE", 10)
    file = written(tmp_path, 35)
    before = salt.head("salt")
    assert taken_in(salt, file).intakes == 4
    once = entries(salt)
    intake, answer = undo_intake(salt, "salt", number, "The wrong file.")
    assert isinstance(answer, Ruled), answer
    assert (intake.number, len(intake.parts)) == (1, 4)
    assert (intakes_on(salt.open("salt")), entries(salt)) == ([], [])
    assert salt.open("salt").lines.parent(salt.head("salt")) == before
    assert taken_in(salt, file).recorded.total() == 35
    assert entries(salt) == once
    assert verify(salt, "salt").sound


def test_so_it_is_where_something_was_played_since(
    salt: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "BATCH_SIZE", 10)
    taken_in(salt, written(tmp_path, 35))
    salt.rule("salt", Submission(command=OpenSession()))
    _intake, answer = undo_intake(salt, "salt", 2, "The wrong file.")
    assert isinstance(answer, Ruled), answer
    session = salt.moment("salt").campaign.session
    assert session is not None
    assert session.number == 1
    assert (files_on(salt.open("salt")), entries(salt)) == ([], [])
    assert verify(salt, "salt").sound


def test_a_session_that_a_later_file_goes_on_with_says_which_is_taken_back_first(
    salt: Ledger, tmp_path: Path
) -> None:
    taken_in(salt, written(tmp_path, 5))
    taken_in(salt, written(tmp_path, 9))
    with pytest.raises(NotTaken, match=r"^Intake 2, of lantern\.jsonl, goes on with a session that intake 1 be"):
        undo_intake(salt, "salt", 1, "The wrong file.")
    assert [it.number for it in files_on(salt.open("salt"))] == [1, 2]
    for number in (2, 1):
        assert isinstance(undo_intake(salt, "salt", number, "The wrong file.")[1], Ruled)
    assert entries(salt) == []
