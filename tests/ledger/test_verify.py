"""Checking a ledger against itself: whatever is changed in its records is found, and where."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ledger.care.verify import Verifier, verify
from ledger.database.inserting import tally_after
from ledger.database.sqlite.driver import sqlite3
from ledger.errors import BrokenLedger
from ledger.ledger import Ledger
from ledger.log import tally
from ledger.log.receipts import NotAReceipt, Receipt
from ledger.log.record import canonical, seal_of
from ledger.records.snapshots import SnapshotInterval
from tests.cli.caves import GAMES, a_cave, rule

Row = tuple[int, str, bytes]


class Vault:
    """A ledger's file, and somebody who gets at it behind the ledger's back."""

    def __init__(self, path: Path) -> None:
        self.ledger = Ledger(
            GAMES, {"SQLALCHEMY_URL": f"sqlite:///{path}"}, snapshot_interval=SnapshotInterval(5, 5)
        )
        a_cave(self.ledger)
        self.database = sqlite3.connect(path, isolation_level=None)
        self.database.execute("PRAGMA synchronous=OFF")

    def rows(self) -> list[Row]:
        return list(
            self.database.execute(
                "SELECT originator_version, topic, state FROM ledger_events ORDER BY originator_version"
            )
        )

    def change(self, position: int, column: str, value: object) -> None:
        self.database.execute(
            f"UPDATE ledger_events SET {column} = ? WHERE originator_version = ?",
            (value, position),
        )

    def found_at(self) -> int:
        problems = verify(self.ledger, "cave").problems
        assert problems, "nothing was found"
        return problems[0].position


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    it = Vault(tmp_path / "cave.sqlite3")
    yield it
    it.database.close()
    it.ledger.close()


def test_a_sound_ledger_is_counted_and_gives_a_receipt(vault: Vault) -> None:
    seen: list[int] = []
    found = verify(vault.ledger, "cave", progress=seen.append)
    assert found.sound
    assert seen == list(range(1, vault.ledger.head("cave") + 1))
    assert found.records == len(vault.rows())
    assert found.rulings == 10
    assert found.head_seal == seal_of(vault.rows()[-1][2])
    assert found.snapshots > 0
    assert found.receipt is not None
    assert verify(vault.ledger, "cave", expect=[Receipt.parse(str(found.receipt))]).sound


def test_every_changed_byte_of_every_record_is_found_and_the_record_is_named(vault: Vault) -> None:
    rows = vault.rows()
    last, _tag, head = rows[-1]
    receipt = Receipt(last, seal_of(head))
    verifier = Verifier(vault.ledger)
    for position, _tag, stored in rows:
        for index in range(len(stored)):
            flipped = bytearray(stored)
            flipped[index] ^= 1
            vault.change(position, "state", bytes(flipped))
            problems = verifier.verify("cave", expect=[receipt]).problems
            assert problems, (position, index)
            # With nothing after it, the last record cannot be told from the one before: the earlier is named.
            may_be = {position} if position < last else {position, position - 1}
            assert problems[0].position in may_be, (position, index, problems[0], bytes(flipped))
        vault.change(position, "state", stored)
    assert verify(vault.ledger, "cave", expect=[receipt]).sound


def test_a_cut_tail_is_found_by_the_witness(vault: Vault) -> None:
    vault.database.execute("DELETE FROM ledger_events WHERE originator_version > 9")
    vault.database.execute("DELETE FROM ledger_snapshots")
    (problem,) = verify(vault.ledger, "cave").problems
    assert problem.position == 10
    with pytest.raises(BrokenLedger, match="Record 10 is broken: it is missing"):
        vault.ledger.head("cave")


def test_a_tail_that_is_cut_off_with_its_witness_is_found_by_a_receipt(vault: Vault) -> None:
    receipt = verify(vault.ledger, "cave").receipt
    assert receipt is not None
    vault.database.execute("DELETE FROM ledger_events WHERE originator_version > 9")
    vault.database.execute("DELETE FROM ledger_snapshots")
    last = vault.rows()[-1][2]
    vault.database.execute("UPDATE ledger_heads SET position = 9, seal = ?", (seal_of(last),))
    (problem,) = verify(vault.ledger, "cave").problems
    assert "has another tally" in problem.text
    vault.database.execute("UPDATE ledger_heads SET tally = ?", (tally_after(last),))
    assert verify(vault.ledger, "cave").sound
    (problem,) = verify(vault.ledger, "cave", expect=[receipt]).problems
    assert problem.position == 10
    assert "cut off" in problem.text


def test_a_missing_record_is_named(vault: Vault) -> None:
    vault.database.execute("DELETE FROM ledger_events WHERE originator_version = 6")
    assert vault.found_at() == 6


def test_two_swapped_records_are_found(vault: Vault) -> None:
    vault.change(5, "originator_version", 99)
    vault.change(6, "originator_version", 5)
    vault.change(99, "originator_version", 6)
    assert vault.found_at() == 5


def test_a_doubled_record_is_found(vault: Vault) -> None:
    position, tag, stored = vault.rows()[-1]
    vault.database.execute(
        "INSERT INTO ledger_events (originator_id, originator_version, topic, state) "
        "SELECT originator_id, ?, ?, ? FROM ledger_events LIMIT 1",
        (position + 1, tag, stored),
    )
    assert vault.found_at() == position + 1


def test_a_record_filed_under_another_tag_is_found(vault: Vault) -> None:
    vault.change(4, "topic", "delve.hope_lost.v1")
    assert vault.found_at() == 4


def test_a_truncated_record_is_found(vault: Vault) -> None:
    vault.change(7, "state", vault.rows()[6][2][:-1])
    assert vault.found_at() == 7


def forge(vault: Vault, position: int, change: Callable[[dict[str, object]], None]) -> None:
    """Change a record and write every seal after it anew, as somebody would who knows the format."""
    prev, counted = None, tally.over((stored, False) for _at, _tag, stored in vault.rows()[: position - 1])
    for at, _tag, stored in vault.rows()[position - 1 :]:
        fields = json.loads(stored)
        if prev is not None:
            fields |= {"prev": prev, "tally": counted}
        else:
            change(fields)
        stored = canonical(fields)
        vault.change(at, "state", stored)
        prev, counted = seal_of(stored), tally.after_next(counted, fields)


FORGERIES: dict[str, tuple[int, Callable[[dict[str, object]], None]]] = {
    "another parent": (5, lambda fields: fields.update(parent=2)),
    "a rewind to another place": (9, lambda fields: fields.update(parent=5)),
    "a ruling skipped": (4, lambda fields: fields.update(ruling=5)),
    "no command": (4, lambda fields: fields.pop("command") and None),
    "a command in the middle of a ruling": (2, lambda fields: fields.update(command={})),
    "a face in the middle of a ruling": (6, lambda fields: fields.update(dice=[[6, 6]])),
    "another campaign": (4, lambda fields: fields.update(campaign="0d6c0d6c-0d6c-0d6c-0d6c-0d6c0d6c0d6c")),
    "an unknown field": (4, lambda fields: fields.update(zeal=1)),
    "a hero nobody knows": (5, lambda fields: fields.update(data={"hero": "ghost", "faces": [1, 1]})),
    "a session sealed otherwise": (12, lambda fields: fields["data"].update(seal="0" * 64)),  # type: ignore[attr-defined]
    "a second founding": (3, lambda fields: fields.update(position=3, parent=1)),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_what_could_never_have_been_recorded_is_found_even_under_new_seals(vault: Vault, forgery: str) -> None:
    position, change = FORGERIES[forgery]
    forge(vault, position, change)
    assert vault.found_at() == position


def test_a_forged_past_is_found_by_a_receipt_and_by_the_sealed_session(vault: Vault) -> None:
    receipt = verify(vault.ledger, "cave").receipt
    assert receipt is not None
    forge(vault, 3, lambda fields: fields["data"].update(title="Up"))  # type: ignore[attr-defined]
    vault.database.execute("DELETE FROM ledger_snapshots")
    assert vault.found_at() == 12
    assert verify(vault.ledger, "cave", expect=[receipt]).problems[0].position == 12


def test_bytes_that_say_the_same_but_are_written_otherwise_are_found(vault: Vault) -> None:
    position, _tag, stored = vault.rows()[-1]
    spaced = stored.replace(b'"at":', b'"at": ', 1)
    vault.change(position, "state", spaced)
    assert vault.found_at() == position


def test_a_snapshot_that_tells_another_story_is_found(vault: Vault) -> None:
    rows = list(vault.database.execute("SELECT originator_version, state FROM ledger_snapshots ORDER BY 1"))
    assert len(rows) > 1
    vault.database.execute(
        "UPDATE ledger_snapshots SET state = ? WHERE originator_version = ?", (rows[1][1], rows[0][0])
    )
    problems = verify(vault.ledger, "cave").problems
    assert [problem.position for problem in problems] == [rows[0][0]]
    vault.database.execute("UPDATE ledger_snapshots SET state = x'00' WHERE originator_version = ?", (rows[0][0],))
    assert "cannot be read" in verify(vault.ledger, "cave").problems[0].text


def test_a_submission_the_index_forgot_is_found(vault: Vault) -> None:
    vault.database.execute("DELETE FROM ledger_submissions WHERE key = 'again'")
    assert "'again'" in verify(vault.ledger, "cave").problems[0].text


def test_a_record_of_a_newer_program_is_named(vault: Vault) -> None:
    ledger = vault.ledger
    rule(ledger, "cave", {"type": "campaign.rename", "title": "New"})
    position, _tag, stored = vault.rows()[-1]
    newer = stored.replace(b"campaign.renamed.v1", b"campaign.renamed.v9")
    vault.change(position, "topic", "campaign.renamed.v9")
    vault.change(position, "state", newer)
    (problem,) = verify(ledger, "cave").problems
    assert problem.position == position
    assert "newer program" in problem.text


@pytest.mark.parametrize("text", ["", "12", "12:abc", "0:" + "a" * 16, "12:" + "g" * 16, "12:" + "a" * 65])
def test_what_is_no_receipt_is_told_so(text: str) -> None:
    with pytest.raises(NotAReceipt):
        Receipt.parse(text)
