"""`remove`: words gone from every record, view, export and file, the chain whole and every number as it was."""

import json
import sqlite3
from pathlib import Path

import pytest

from domain.kernel.campaign.commands import SeatPerson
from ledger.answers import Refused, Ruled, Submission
from ledger.errors import Conflict
from ledger.ledger import Ledger
from ledger.receipts import Receipt
from ledger.removal import CannotRemove, remove
from ledger.snapshots import Pace
from ledger.verify import verify
from tests.cli.caves import GAMES, a_cave, rule
from tests.cli.conftest import Campaign
from tests.docs.test_verify import ALONE


@pytest.fixture
def told(campaign: Campaign, database: Path) -> str:
    """A campaign in which Ada sat, acted, and was written about."""
    campaign("new", "--game", "delve", "--title", "Deep", "--id", "deep")
    for command, *more in (
        ({"type": "campaign.seat_person", "person": "ada", "name": "Ada Byron"},),
        ({"type": "campaign.open_session", "title": "Down"},),
        ({"type": "delve.enter_hero", "hero": "wren", "name": "Wren"}, "--by", "ada"),
        ({"type": "delve.go_deeper", "hero": "wren"}, "--by", "ada", "--dice", "4,3", "--key", "once"),
        ({"type": "journal.write_note", "text": "Ada Byron lives at 12 Tor Lane."}, "--by", "ada"),
        ({"type": "campaign.close_session"},),
    ):
        assert campaign("rule", "deep", json.dumps(command), *more).status == 0
    return "deep"


def stored(database: Path) -> list[bytes]:
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT state FROM ledger_events ORDER BY originator_version")
        return [state for (state,) in rows]


def test_a_person_is_gone_from_every_view_export_and_byte(
    campaign: Campaign, told: str, database: Path, tmp_path: Path
) -> None:
    before = campaign("state", told, "--json").json
    receipt = campaign("verify", told, "--json").json["receipt"]
    (tmp_path / "older.jsonl").write_bytes(b"".join(line + b"\n" for line in stored(database)))
    words = ("remove", told, "--person", "ada", "--text", "12 Tor Lane", "--reason", "Asked to leave", "--yes")
    ran = campaign(*words, "--json")
    assert ran.status == 0, ran.err
    assert ran.json["purged"] is True
    for name in (b"Ada", b"Byron", b"Tor Lane", b'"ada"'):
        assert name not in b"".join(path.read_bytes() for path in database.parent.glob(f"{database.name}*"))
    checked = campaign("verify", told, "--expect", receipt, "--json")
    assert checked.status == 0, checked.err
    assert set(checked.json["withheld"]) == {str(position) for position in ran.json["changed"]}
    after = campaign("state", told, "--json").json
    assert after["heroes"] == {**before["heroes"], "wren": {**before["heroes"]["wren"], "player": "somebody-1"}}
    assert [note["text"] for note in after["journal"]["notes"]] == ["Somebody lives at [removed]."]
    for view in (("log", told), ("sheet", told), ("recap", told)):
        out = campaign(*view).out
        assert "Ada" not in out
        assert "Tor Lane" not in out
    assert campaign("export", told, str(tmp_path / "deep")).status == 0
    found = ALONE.checked(tmp_path / "deep", [receipt], tmp_path / "older.jsonl")
    assert list(found["removed"]) == ran.json["changed"]
    assert b"Byron" not in b"".join(path.read_bytes() for path in (tmp_path / "deep").rglob("*") if path.is_file())
    there = f"sqlite:///{tmp_path}/there.sqlite3"
    assert campaign("import", str(tmp_path / "deep"), "--database", there).status == 0
    assert campaign("verify", told, "--expect", receipt, "--database", there).status == 0
    assert campaign("rule", told, '{"type": "campaign.open_session"}').status == 0
    assert campaign("recheck", told).status == 0
    assert campaign("verify", told).status == 0


def test_words_that_stand_nowhere_and_no_words_are_off(campaign: Campaign, told: str) -> None:
    assert campaign("remove", told, "--text", "Lovelace", "--reason", "x", "--yes").status == 2
    assert campaign("remove", told, "--reason", "x", "--yes").status == 2
    assert campaign("remove", told, "--person", "bea", "--reason", "x", "--yes").status == 2
    assert campaign("remove", told, "--text", "Wren", "--reason", " ", "--yes").status == 3
    assert campaign("remove", told, "--text", "Wren", "--reason", "x", "--by", "ada", "--yes").status == 3


def test_a_removal_alone_is_refused(campaign: Campaign, told: str) -> None:
    alone = {"position": 3, "was": "0" * 64, "now": "1" * 64}
    asked = json.dumps({"type": "journal.remove_words", "reason": "x", "records": [alone]})
    ran = campaign("rule", told, asked)
    assert ran.status == 3
    assert ran.json["refused"] == "removal_alone"


@pytest.fixture
def ledger(address: str) -> Ledger:
    ledger = Ledger(GAMES, {"SQLALCHEMY_URL": address}, pace=Pace(5, 5))
    a_cave(ledger)
    return ledger


def test_it_works_on_both_databases_again_and_again(ledger: Ledger) -> None:
    receipt = Receipt(13, next(row for row in reversed(list(ledger.stored("cave"))))[2].hex()[:12])
    sealed = verify(ledger, "cave").receipt
    assert sealed is not None
    assert receipt.position == sealed.position
    assert remove(ledger, "cave", {"lamp": "thing"}, ids={}, reason="no lamps", by="gm")
    assert remove(ledger, "cave", {"the thing": "it", "lamps": "those"}, ids={}, reason="nor things", by="gm")
    found = verify(ledger, "cave", expect=[sealed])
    assert found.sound, found.problems
    texts = b"".join(stored for _position, _tag, stored in ledger.stored("cave"))
    assert b"lamp" not in texts
    assert b"forgot it" in texts
    rule(ledger, "cave", {"type": "journal.write_note", "text": "on"})
    assert verify(ledger, "cave", expect=[sealed]).sound
    ledger.close()


def test_what_stands_there_now_is_sealed_too(ledger: Ledger) -> None:
    removed = remove(ledger, "cave", {"lamp": "thing"}, ids={}, reason="no lamps", by="gm")
    assert removed is not None
    assert not isinstance(removed, Refused)
    (position,) = removed.positions
    lines = [stored for _position, _tag, stored in ledger.stored("cave")]
    assert ALONE.check_chain(lines)["removed"] == {position: len(lines)}
    for index in range(len(lines[position - 1])):
        line = lines[position - 1]
        changed = [*lines[: position - 1], line[:index] + bytes([line[index] ^ 1]) + line[index + 1 :]]
        with pytest.raises(ALONE.Broken) as error:
            ALONE.check_chain([*changed, *lines[position:]])
        assert error.value.position == position
    ledger.close()


def test_a_removal_that_would_change_more_than_words_is_not_made(ledger: Ledger) -> None:
    before = list(ledger.stored("cave"))
    for words, ids in (({"wren": "[removed]"}, {}), ({}, {"gm": "wren"}), ({}, {"delve": "cave"})):
        with pytest.raises((CannotRemove, Conflict)):
            remove(ledger, "cave", words, ids=ids, reason="x", by="gm")
    assert list(ledger.stored("cave")) == before
    ledger.close()


def test_another_process_holding_the_campaign_reads_it_anew(address: str) -> None:
    here, there = (Ledger(GAMES, {"SQLALCHEMY_URL": address}, pace=Pace(5, 5)) for _ in range(2))
    a_cave(here)
    ruled = there.rule("cave", Submission(command=SeatPerson(person="ada", name="Ada"), faces=()))  # type: ignore[arg-type]
    assert isinstance(ruled, Ruled)
    remove(here, "cave", {"Ada": "Somebody"}, ids={"ada": "somebody"}, reason="x", by="gm")
    people = there.moment("cave").campaign.people
    assert "somebody" in people
    assert "ada" not in people
    rule(there, "cave", {"type": "journal.write_note", "text": "on"})
    assert verify(here, "cave").sound
    for each in (here, there):
        each.close()
