"""`remove`: words gone from every record, view, export and file, the chain whole and every number as it was."""

import json
from pathlib import Path

import pytest

from domain.kernel.campaign.seats import SeatPerson
from ledger.answers import Ruled, Submission
from ledger.care.redaction import CannotRemove, NotAsShown, Removed, preview, remove
from ledger.care.verify import verify
from ledger.care.word_matching import PhraseSearch
from ledger.database.sqlite.driver import sqlite3
from ledger.ledger import Ledger
from ledger.log.receipts import Receipt
from ledger.records.snapshots import SnapshotInterval
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
    words = ("remove", told, "--person", "ada", "--text", "12 Tor Lane", "--reason", "Asked to leave")
    shown = campaign(*words, "--json")
    assert shown.status == 0, shown.err
    assert stored(database) == [line.rstrip(b"\n") for line in (tmp_path / "older.jsonl").open("rb")]
    ran = campaign(*words, "--confirm", shown.json["confirm"], "--json")
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
    assert campaign("remove", told, "--text", "Lovelace", "--reason", "x").status == 2
    assert campaign("remove", told, "--reason", "x").status == 2
    assert campaign("remove", told, "--person", "bea", "--reason", "x").status == 2
    wren = ("remove", told, "--text", "Wren")
    code = campaign(*wren, "--reason", "x", "--json").json["confirm"]
    assert campaign(*wren, "--reason", " ", "--confirm", code).status == 3
    assert campaign(*wren, "--reason", "x", "--by", "ada", "--confirm", code).status == 3


def test_what_would_go_is_shown_first_and_only_that_goes(campaign: Campaign, told: str, database: Path) -> None:
    before = stored(database)
    words = ("remove", told, "--text", "TOR  lane", "--reason", "x")
    shown = campaign(*words)
    assert shown.status == 0
    assert "lives at 12 Tor Lane" in shown.out
    assert "Nothing was changed" in " ".join(shown.out.split())
    assert stored(database) == before
    code = campaign(*words, "--json").json["confirm"]
    assert code in shown.out
    note = {"type": "journal.write_note", "text": "Tór Lane, again"}
    assert campaign("rule", told, json.dumps(note)).status == 0
    stale = campaign(*words, "--confirm", code)
    assert stale.status == 4
    assert "not what was shown" in stale.err
    assert len(stored(database)) == len(before) + 1
    code = campaign(*words, "--json").json["confirm"]
    assert campaign(*words, "--confirm", code).status == 0
    notes = campaign("state", told, "--json").json["journal"]["notes"]
    assert [note["text"] for note in notes] == ["Ada Byron lives at 12 [removed].", "[removed], again"]
    assert campaign("verify", told).status == 0


def test_ids_and_tags_that_hold_the_letters_stay(campaign: Campaign, told: str) -> None:
    for word in ("deep", "ada", "delve", "gm", "note"):
        shown = campaign("remove", told, "--text", word, "--parts", "--reason", "x", "--json")
        paths = {place["path"] for place in shown.json["places"]} if shown.status == 0 else set()
        assert not {path for path in paths if path.rpartition(".")[2] in ("slug", "person", "type", "by", "hero")}
        if shown.status == 0:
            confirmed = ("remove", told, "--text", word, "--parts", "--reason", "x")
            assert campaign(*confirmed, "--confirm", shown.json["confirm"]).status == 0
    assert campaign("verify", told).status == 0


@pytest.mark.parametrize(
    ("phrase", "text", "left"),
    [
        ("Ada", "Adaeze and ADA's áda", "Adaeze and *'s *"),
        ("Ada", "Ada\u0301 Canada", "* Canada"),
        ("Jürgen Weiß", "jurgen  WEISS, Jurgens", "*, Jurgens"),
        ("tor lane", "12 Tor\nLane.", "12 *."),
        ("田中", "田中さん", "*さん"),
        ("שלום", "שָׁלוֹם עולם", "* עולם"),
        ("ﬁn", "the fin", "the *"),
    ],
)
def test_words_are_found_by_their_letters(phrase: str, text: str, left: str) -> None:
    assert PhraseSearch([phrase]).replaced(text, lambda _found: "*") == left


def test_parts_of_words_are_found_when_that_is_asked() -> None:
    assert PhraseSearch(["ada", "adaeze"], parts=True).replaced("Adaeze, Canada", lambda found: f"<{found}>") == (
        "<adaeze>, Can<ada>"
    )
    assert PhraseSearch(["\u0301", " "]).replaced("as it is", lambda _found: "*") == "as it is"


def test_somebody_of_play_that_was_taken_in(campaign: Campaign, told: str, database: Path) -> None:
    voice = {"id": "bea-blackwood", "name": "Bea Blackwood"}
    begin = {
        "type": "journal.begin_intake",
        "source": "Chat",
        "file": "chat.txt",
        "sum": "0" * 64,
        "voices": [voice],
    }
    entry = {
        "type": "journal.take_in_entry",
        "source_id": "chat:Bea Blackwood:1",
        "form": "talk",
        "voice": "bea-blackwood",
        "speaker": "BeaQ",
        "text": "This is BeaQ, says bea blackwood.",
        "changes": [{"owner": "bea-blackwood", "owner_name": "Bea", "name": "HP", "was": 3, "now": 2}],
    }
    for command in (begin, entry, {"type": "journal.end_intake"}):
        ran = campaign("rule", told, json.dumps(command))
        assert ran.status == 0, ran.err
    words = ("remove", told, "--person", "bea-blackwood", "--reason", "x")
    code = campaign(*words, "--json").json["confirm"]
    assert campaign(*words, "--confirm", code).status == 0
    everything = b"".join(stored(database)).lower()
    assert b"blackwood" not in everything
    assert b"beaq" not in everything
    assert b"chat:somebody:1" in everything
    assert campaign("verify", told).status == 0


def test_a_voice_of_logged_play_is_gone_as_well(campaign: Campaign, told: str, database: Path) -> None:
    """Every name that somebody went by in another tool is removed."""
    campaign("rule", told, '{"type": "campaign.close_session"}')
    voice = {"id": "bea-blackwood", "name": "Bea Blackwood"}
    said = {"source_id": "chat:Bea Blackwood:1", "form": "talk", "voice": "bea-blackwood", "speaker": "BeaQ"}
    for command in (
        {"type": "logged.begin_intake", "source": "Chat", "file": "chat.txt", "sum": "0" * 64, "voices": [voice]},
        {"type": "logged.open_evening", "title": "Low water"},
        {"type": "logged.log_entry", **said, "text": "This is BeaQ, says bea blackwood."},
        {"type": "logged.end_intake"},
    ):
        ran = campaign("rule", told, json.dumps(command))
        assert ran.status == 0, ran.err or ran.out
    words = ("remove", told, "--person", "bea-blackwood", "--reason", "x")
    code = campaign(*words, "--json").json["confirm"]
    assert campaign(*words, "--confirm", code).status == 0
    everything = b"".join(stored(database)).lower()
    assert b"blackwood" not in everything
    assert b"beaq" not in everything
    assert campaign("verify", told).status == 0


def test_a_removal_alone_is_refused(campaign: Campaign, told: str) -> None:
    alone = {"position": 3, "was": "0" * 64, "now": "1" * 64}
    asked = json.dumps({"type": "journal.remove_words", "reason": "x", "records": [alone]})
    ran = campaign("rule", told, asked)
    assert ran.status == 3
    assert ran.json["refused"] == "removal_alone"


@pytest.fixture
def ledger(address: str) -> Ledger:
    ledger = Ledger(GAMES, {"SQLALCHEMY_URL": address}, snapshot_interval=SnapshotInterval(5, 5))
    a_cave(ledger)
    return ledger


def taken_out(
    ledger: Ledger, words: dict[str, str], ids: dict[str, str] | None = None, reason: str = "x"
) -> Removed:
    shown = preview(ledger, "cave", words, ids=ids or {}, by="gm")
    assert shown is not None
    done = remove(ledger, shown, confirm=shown.code, reason=reason, by="gm")
    assert isinstance(done, Removed)
    return done


def test_it_works_on_both_databases_again_and_again(ledger: Ledger) -> None:
    receipt = Receipt(13, next(row for row in reversed(list(ledger.stored("cave"))))[2].hex()[:12])
    sealed = verify(ledger, "cave").receipt
    assert sealed is not None
    assert receipt.position == sealed.position
    taken_out(ledger, {"lamp": "thing"}, reason="no lamp")
    taken_out(ledger, {"the thing": "it", "lamps": "those"}, reason="nor things")
    found = verify(ledger, "cave", expect=[sealed])
    assert found.sound, found.problems
    texts = b"".join(stored for _position, _tag, stored in ledger.stored("cave"))
    assert b"lamp" not in texts
    assert b"forgot it" in texts
    rule(ledger, "cave", {"type": "journal.write_note", "text": "on"})
    assert verify(ledger, "cave", expect=[sealed]).sound
    ledger.close()


def test_what_stands_there_now_is_sealed_too(ledger: Ledger) -> None:
    (position,) = taken_out(ledger, {"lamp": "thing"}).positions
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
    with pytest.raises(CannotRemove, match="who asks"):
        preview(ledger, "cave", {}, ids={"gm": "wren"}, by="gm")
    with pytest.raises(CannotRemove, match="cannot be taken out"):
        preview(ledger, "cave", {"Wren": ""}, ids={}, by="gm")  # a name that is none
    assert preview(ledger, "cave", {}, ids={"delve": "cave"}, by="gm") is None
    shown = preview(ledger, "cave", {"lamp": "thing"}, ids={}, by="gm")
    assert shown is not None
    with pytest.raises(NotAsShown):
        remove(ledger, shown, confirm="00000000", reason="x", by="gm")
    assert list(ledger.stored("cave")) == before
    ledger.close()


def test_another_process_holding_the_campaign_reads_it_anew(address: str) -> None:
    here, there = (
        Ledger(GAMES, {"SQLALCHEMY_URL": address}, snapshot_interval=SnapshotInterval(5, 5)) for _ in range(2)
    )
    a_cave(here)
    ruled = there.rule("cave", Submission(command=SeatPerson(person="ada", name="Ada"), faces=()))  # type: ignore[arg-type]
    assert isinstance(ruled, Ruled)
    taken_out(here, {"Ada": "Somebody"}, {"ada": "somebody"})
    people = there.moment("cave").campaign.people
    assert "somebody" in people
    assert "ada" not in people
    rule(there, "cave", {"type": "journal.write_note", "text": "on"})
    assert verify(here, "cave").sound
    for each in (here, there):
        each.close()
