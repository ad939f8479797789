"""A damaged ledger: what can still be looked at, and the way back."""

import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest
from eventsourcing.persistence import StoredEvent

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.messages import Command
from domain.kernel.people import EVERYONE
from domain.kernel.vocabulary import Vocabulary
from exchange.archive import opening as archives
from exchange.archive.checking import check
from exchange.archive.storing import store
from exchange.archive.writing import write_archive
from ledger.answers import Ruled, Submission
from ledger.care.redaction import Removed, preview, remove
from ledger.care.repair import salvage
from ledger.care.repair.from_backup import records_in
from ledger.care.repair.repairing import Repair, Repaired, is_sound, repair_file
from ledger.care.repair.salvage import Salvaged, alone_with
from ledger.care.verify import verify
from ledger.database.errors import LedgerUnavailable
from ledger.database.sqlite.driver import sqlite3
from ledger.errors import BrokenLedger, PositionSetAside, UnknownRecord
from ledger.ledger import Ledger
from ledger.log.record import canonical
from ledger.records.snapshots import SnapshotInterval
from projections.read_models import ReadModels
from tests.cli.caves import GAMES, a_cave, rule
from tests.support.damaging import page_size


class Vault:
    """A ledger's file, and somebody who gets at it behind the ledger's back."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self.opened() as ledger:
            a_cave(ledger)
            self.before = {at: str(ledger.moment("cave", at)) for at in range(1, 14)}

    def opened(self) -> "Held":
        return Held(self.path)

    def harm(self, *statements: str) -> None:
        with sqlite3.connect(self.path) as database:
            for statement in statements:
                database.execute(statement)
        database.close()

    def rows(self) -> set[tuple[object, ...]]:
        """The rows of the file, wherever they lie."""
        with sqlite3.connect(self.path) as database:
            found = set(database.execute("SELECT originator_version, topic, state FROM ledger_events"))
            if database.execute("SELECT 1 FROM sqlite_master WHERE name = 'ledger_quarantine'").fetchone():
                found |= set(database.execute("SELECT originator_version, topic, state FROM ledger_quarantine"))
        database.close()
        return found

    def repair(self, *, dry_run: bool = False) -> Repaired:
        return repair_file(Repair(games=GAMES, dry_run=dry_run), self.path)


class Held(Ledger):
    """A ledger with its read models, for a `with`."""

    def __init__(self, path: Path) -> None:
        super().__init__(GAMES, {"SQLALCHEMY_URL": f"sqlite:///{path}"}, snapshot_interval=SnapshotInterval(5, 5))
        self.views = ReadModels(self)
        self.followers.append(self.views)

    def __enter__(self) -> "Held":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return Vault(tmp_path / "cave.sqlite3")


_CAMPAIGN = "(SELECT originator_id FROM ledger_events WHERE id = 1)"
_PUT = "INSERT INTO ledger_events (originator_id, originator_version, topic, state) VALUES"
GARBAGE = {
    "at the head": (f"{_PUT} ({_CAMPAIGN}, 14, 'delve.deeper_gone.v1', x'6767')",),
    "a text at the head": (f"{_PUT} ({_CAMPAIGN}, 14, 'delve.deeper_gone.v1', 'words')",),
    "the last record": ("UPDATE ledger_events SET state = x'00ff' WHERE originator_version = 13",),
    "in the middle of the line": ("UPDATE ledger_events SET state = x'6767' WHERE originator_version = 9",),
    "a text in the middle": ("UPDATE ledger_events SET state = 'words' WHERE originator_version = 10",),
    "on a line that was left": ("UPDATE ledger_events SET state = x'6767' WHERE originator_version = 6",),
    "beyond a gap": (f"{_PUT} ({_CAMPAIGN}, 99, 'x', x'6767')",),
    "of no campaign": (f"{_PUT} ('nobody', 1, 'x', x'6767')",),
    "without a place": (f"{_PUT} ({_CAMPAIGN}, 'first', 'x', x'6767')",),
}
SOUND_UP_TO = {"in the middle of the line": 8, "a text in the middle": 9, "the last record": 12}


@pytest.mark.parametrize("where", GARBAGE)
def test_what_lies_before_garbage_is_read_and_after_a_repair_is_played_on(vault: Vault, where: str) -> None:
    vault.harm(*GARBAGE[where])
    kept = vault.rows()
    sound = SOUND_UP_TO.get(where, 13)
    with vault.opened() as ledger:
        for at in range(1, sound + 1):
            if where != "on a line that was left" or at not in (6, 7):
                assert str(ledger.moment("cave", at)) == vault.before[at]
                ledger.views.timeline("cave", None, at=at)
        assert not is_sound(ledger)
    repaired = vault.repair()
    assert repaired.problems == []
    assert vault.rows() >= kept
    with vault.opened() as ledger:
        assert is_sound(ledger)
        ruled = ledger.rule("cave", Submission(command=_command(), faces=()))
        assert isinstance(ruled, Ruled), ruled
        assert verify(ledger, "cave").sound
        assert ledger.views.problems("cave") == []
    assert vault.repair().done == []  # there is nothing left to do


def test_what_was_set_aside_and_what_follows_it_on_its_line_cannot_be_asked_for(vault: Vault) -> None:
    vault.harm(*GARBAGE["in the middle of the line"])
    vault.repair()
    with vault.opened() as ledger:
        for lost in (9, 11):
            with pytest.raises(PositionSetAside):
                ledger.moment("cave", lost)
        assert str(ledger.moment("cave", 8)) == vault.before[8]
        notes = ledger.moment("cave").journal
        assert notes.comments  # the journal follows no line: what was written after the garbage is there
        with pytest.raises(PositionSetAside):
            rule(ledger, "cave", {"type": "campaign.rewind_line", "to": 11, "reason": "Back"})


def test_who_asks_for_the_head_of_a_broken_log_hears_which_record_and_what_to_do(vault: Vault) -> None:
    vault.harm(*GARBAGE["in the middle of the line"], "DELETE FROM ledger_snapshots")
    with vault.opened() as ledger:
        with pytest.raises(BrokenLedger, match=r"Record 9 is broken.*--at 8.*`campaign repair cave`"):
            ledger.moment("cave")
        with pytest.raises(BrokenLedger, match="Record 9 is broken"):
            rule(ledger, "cave", {"type": "journal.write_note", "text": "On"})


@pytest.mark.parametrize(
    "harm",
    [
        "DELETE FROM ledger_campaigns",
        "DROP TABLE ledger_campaigns",
        "DELETE FROM ledger_heads",
        "DROP TABLE ledger_heads",
        "DROP TABLE ledger_submissions",
        "UPDATE ledger_heads SET position = 5",
        "UPDATE ledger_submissions SET position = 5",
        "CREATE TRIGGER thief BEFORE INSERT ON ledger_events BEGIN SELECT RAISE(IGNORE); END",
        "CREATE TRIGGER thief AFTER INSERT ON view_entries BEGIN UPDATE view_entries SET position = 0; END",
        "ALTER TABLE ledger_events ADD COLUMN more TEXT",
    ],
)
def test_what_is_wrong_beside_the_records_is_found_and_mended_from_them(vault: Vault, harm: str) -> None:
    with sqlite3.connect(vault.path) as database:
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    database.close()
    vault.harm(harm.replace("view_entries", next(it for it in sorted(tables) if it.startswith("view_"))))
    try:
        with vault.opened() as ledger:
            assert not is_sound(ledger)
    except LedgerUnavailable as error:
        assert "campaign repair" in str(error)  # noqa: PT017 - either way it is not taken for sound
    repaired = vault.repair()
    assert repaired.problems == []
    with vault.opened() as ledger:
        assert is_sound(ledger)
        assert {at: str(ledger.moment("cave", at)) for at in range(1, 14)} == vault.before


def test_a_ledger_without_its_records_is_not_repaired_into_an_empty_one(vault: Vault) -> None:
    vault.harm("DROP TABLE ledger_events")
    before = vault.path.read_bytes()
    with pytest.raises(LedgerUnavailable, match="has lost the table of its records"):
        vault.opened()
    with pytest.raises(LedgerUnavailable, match="from a backup"):
        vault.repair()
    assert vault.path.read_bytes() == before


def test_what_is_missing_or_changed_comes_back_from_a_backup_if_the_chain_names_it(vault: Vault) -> None:
    backup = vault.path.with_name("backup.sqlite3")
    shutil.copy(vault.path, backup)
    with sqlite3.connect(backup) as false:
        false.execute("UPDATE ledger_events SET state = x'00' WHERE originator_version = 3")
    false.close()
    vault.harm(
        "DELETE FROM ledger_events WHERE originator_version IN (6, 7, 13)",
        "UPDATE ledger_events SET state = x'6767' WHERE originator_version = 10",
    )
    with records_in(backup) as kept:
        repaired = repair_file(Repair(games=GAMES, backup=kept), vault.path)
    assert repaired.problems == []
    with vault.opened() as ledger:
        assert is_sound(ledger)
        assert {at: str(ledger.moment("cave", at)) for at in range(1, 14)} == vault.before


def test_what_is_missing_without_a_backup_ends_the_log_before_the_ruling_it_may_have_torn(vault: Vault) -> None:
    vault.harm("DELETE FROM ledger_events WHERE originator_version = 9")
    kept = vault.rows()
    repaired = vault.repair()
    assert repaired.problems == []
    assert vault.rows() >= kept
    with vault.opened() as ledger:
        assert is_sound(ledger)
        rule(ledger, "cave", {"type": "journal.write_note", "text": "On"})


def test_a_dry_run_changes_nothing(vault: Vault) -> None:
    vault.harm(*GARBAGE["in the middle of the line"])
    before = {it.name: it.read_bytes() for it in vault.path.parent.iterdir()}
    said = vault.repair(dry_run=True)
    assert {it.name: it.read_bytes() for it in vault.path.parent.iterdir()} == before
    assert said.copy is None
    assert [it for it in said.done if "set aside" in it]


def test_words_can_be_taken_out_of_a_ledger_in_which_a_record_was_set_aside(vault: Vault) -> None:
    vault.harm(*GARBAGE["the last record"])
    vault.repair()
    with vault.opened() as ledger:
        rule(ledger, "cave", {"type": "journal.write_note", "text": "Seen by Ottilie"})
        shown = preview(ledger, "cave", {"Ottilie": "—"}, ids={}, by="gm")
        assert shown is not None
        assert isinstance(remove(ledger, shown, confirm=shown.code, reason="Asked", by="gm"), Removed)
        assert verify(ledger, "cave").sound


def test_an_archive_carries_what_was_set_aside(vault: Vault, tmp_path: Path) -> None:
    vault.harm(*GARBAGE["in the middle of the line"])
    vault.repair()
    with vault.opened() as ledger:
        place = tmp_path / "cave-bag"
        write_archive(ledger, "cave", place, chronicle=lambda _head: (), told_to=EVERYONE)
        state = ledger.moment("cave")
    with Held(tmp_path / "other.sqlite3") as other, archives.opened(place) as archive:
        store(other, check(archive, GAMES))
        assert other.moment("cave") == state
        assert verify(other, "cave").sound


def test_the_ledger_as_it_was_is_kept(vault: Vault) -> None:
    vault.harm(*GARBAGE["at the head"])
    before = vault.path.read_bytes()
    copy = vault.repair().copy
    assert copy is not None
    assert _without_journal_mode(copy.read_bytes()) == _without_journal_mode(before)


def _without_journal_mode(content: bytes) -> bytes:
    """The bytes of a file, but for the mode of its journal and the count of changes that goes with it.

    A file that is moved takes no write-ahead log with it (https://sqlite.org/fileformat2.html).
    """
    return content[:18] + content[20:24] + content[28:92] + content[100:]


def test_a_record_of_a_newer_program_is_never_set_aside(vault: Vault) -> None:
    with vault.opened() as ledger:
        head = ledger.moment("cave")
        fields = json.loads(next(ledger.stored("cave", 11, 12))[2])
        newer = canonical(
            {**fields, "position": 14, "parent": 13, "ruling": fields["ruling"] + 2, "prev": head.seal}
            | {"type": "delve.flown.v9", "command": {"type": "delve.fly"}}
        )
        entry = ledger.find("cave")
        ledger.store.recorder.insert_events([StoredEvent(entry.id, 14, "delve.flown.v9", newer)])
    repaired = vault.repair()
    assert any("newer program" in it for it in repaired.problems)
    with vault.opened() as ledger:
        assert str(ledger.moment("cave", 13)) == vault.before[13]
        with pytest.raises(UnknownRecord, match="Upgrade"):
            ledger.moment("cave")


def _command() -> Command:
    return Vocabulary(GAMES["delve"]).command({"type": "journal.write_note", "text": "On"})


def _lying(vault: Vault) -> set[tuple[object, ...]]:
    """The rows of the records that can be read page after page, whatever is missing behind them."""
    with alone_with(vault.path) as connection:
        salvaged = Salvaged(connection)
        return {(at, *found) for row, _campaign, at in salvaged.places() if (found := salvaged.content(row))}


@pytest.mark.parametrize("missing", [1, 2, 5])
def test_a_file_whose_end_is_missing_is_mended_as_far_as_it_goes(vault: Vault, missing: int) -> None:
    with vault.opened() as ledger:
        for number in range(40):
            rule(ledger, "cave", {"type": "journal.write_note", "text": f"{number} {'long ' * 400}"})
    content = vault.path.read_bytes()
    vault.path.write_bytes(content[: -missing * page_size(content)])
    lying = _lying(vault)
    repaired = vault.repair()
    assert repaired.problems == []
    assert repaired.done[0] == "The end of the file, or its list of tables, is lost or damaged."
    assert len(lying) > 30
    assert vault.rows() >= lying
    with vault.opened() as ledger:
        assert is_sound(ledger)
        rule(ledger, "cave", {"type": "journal.write_note", "text": "On"})


@pytest.mark.parametrize("harm", ["DELETE FROM ledger_events", "DELETE FROM ledger_events WHERE id < 3"])
def test_what_had_records_is_not_repaired_into_a_ledger_without_any(vault: Vault, harm: str) -> None:
    vault.harm(harm)
    before = vault.rows()
    with pytest.raises(LedgerUnavailable, match=r"No log .* from a backup"):
        vault.repair()
    assert vault.rows() == before


def test_a_campaign_of_which_nothing_is_left_is_said_to_be_gone(vault: Vault) -> None:
    with vault.opened() as ledger:
        ledger.found(FoundCampaign(game="delve", title="Well", slug="well"))
        well = str(ledger.find("well").id)
    vault.harm(f"DELETE FROM ledger_events WHERE originator_id = '{well}'")
    repaired = vault.repair()
    assert repaired.problems == [
        f"{well} ended at record 2, and the record that founds it is gone: a backup may have it."
    ]
    with vault.opened() as ledger:
        assert [entry.slug for entry in ledger.campaigns()] == ["cave"]


def test_a_file_that_lost_its_list_of_tables_is_named_and_left_as_it_is(vault: Vault) -> None:
    content = vault.path.read_bytes()
    size = page_size(content)
    vault.path.write_bytes(content[:100] + bytes(size - 100) + content[size:])
    before = vault.path.read_bytes()
    with pytest.raises(LedgerUnavailable, match=r"cannot be found in the file.*from a backup"):
        vault.repair()
    assert vault.path.read_bytes() == before
    assert [it for it in vault.path.parent.iterdir() if it.suffix == ".part"] == []


def test_only_a_file_in_use_is_said_to_be_in_use(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(salvage, "_WAIT", 0.1)
    with closing(sqlite3.connect(vault.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LedgerUnavailable, match="while another program uses it"), alone_with(vault.path):
            pass
    with alone_with(vault.path) as alone:
        assert alone.in_transaction
