"""The same on a server: repaired where the ledger lies, with a copy of it as it was."""

from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sql

from ledger.care.backup import CopyDiffers, DamagedLedger, back_up, opened_backup, restore
from ledger.care.repair.from_backup import records_in
from ledger.care.repair.on_server import repair_server
from ledger.care.repair.repairing import Repair, is_sound
from ledger.care.verify import verify
from ledger.database.errors import LedgerUnavailable
from ledger.errors import BrokenLedger
from ledger.ledger import Ledger
from ledger.records.snapshots import SnapshotInterval
from tests.cli.caves import GAMES, a_cave, rule
from tests.support.disks import small_disk
from tests.support.postgres import PostgresServer

pytestmark = pytest.mark.postgres
REPAIR = Repair(games=GAMES)


@pytest.fixture
def vault(postgres_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    with closing(opened(postgres_address)) as ledger:
        a_cave(ledger)
    return postgres_address


def opened(address: str) -> Ledger:
    return Ledger(GAMES, {"SQLALCHEMY_URL": address}, snapshot_interval=SnapshotInterval(5, 5))


def harm(address: str, *statements: str) -> None:
    engine = sql.create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        connection.exec_driver_sql("SET LOCAL session_replication_role = replica")  # past the ledger's own trigger
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


_PUT = "INSERT INTO ledger_events (originator_id, originator_version, topic, state)"
HARM = {
    "garbage at the head": f"{_PUT} SELECT originator_id, 14, 'x', 'gg'::bytea FROM ledger_events LIMIT 1",
    "garbage in the middle": "UPDATE ledger_events SET state = 'gg' WHERE originator_version = 9",
    "garbage beyond a gap": f"{_PUT} SELECT originator_id, 99, 'x', 'gg'::bytea FROM ledger_events LIMIT 1",
    "no campaign": "DELETE FROM ledger_campaigns",
    "no witness": "DROP TABLE ledger_heads",
    "a rule": "CREATE RULE thief AS ON INSERT TO ledger_snapshots DO INSTEAD NOTHING",
    "no order": "ALTER TABLE ledger_events DROP CONSTRAINT ledger_events_order",
}


@pytest.mark.parametrize("what", [it for it in HARM if it != "no order"])
def test_what_is_damaged_is_mended_where_it_lies(vault: str, what: str) -> None:
    harm(vault, HARM[what])
    copy = repair_server(REPAIR, vault)
    assert copy.problems == []
    assert copy.copy is not None
    with records_in(copy.copy) as kept, closing(opened(vault)) as ledger:
        campaign = str(ledger.find("cave").id)
        assert kept(campaign, 13) is not None
        assert is_sound(ledger)
        rule(ledger, "cave", {"type": "journal.write_note", "text": "On"})
        assert is_sound(ledger)
    assert repair_server(REPAIR, vault).done == []


@pytest.mark.parametrize("what", [it for it in HARM if it != "no order"])
def test_a_dry_run_says_all_that_would_be_done(vault: str, what: str, tmp_path: Path) -> None:
    harm(vault, HARM[what])
    planned = repair_server(Repair(games=GAMES, dry_run=True), vault)
    assert planned.copy is None
    assert list(tmp_path.iterdir()) == []
    done = repair_server(REPAIR, vault)
    assert (planned.done, planned.problems) == (done.done, done.problems)


def without_some_entries(address: str, index: str) -> None:
    """Let an index forget the records from the sixth on, though each of its pages is sound.

    The server is told not to keep it while these rows are put there once more.
    """
    ready = f"UPDATE pg_index SET indisready = %s WHERE indexrelid = '{index}'::regclass"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SET allow_system_table_mods = on")
        connection.execute("SET session_replication_role = replica")
        connection.execute("CREATE TEMP TABLE kept AS SELECT * FROM ledger_events WHERE originator_version > 5")
        connection.execute((ready % "false").encode())
        connection.execute("DELETE FROM ledger_events WHERE originator_version > 5")
        connection.execute("INSERT INTO ledger_events SELECT * FROM kept ORDER BY id")
        connection.execute((ready % "true").encode())
        connection.execute("VACUUM ledger_events")
        # So small a table would be read from end to end: a server asks its indexes where there is more.
        name = connection.info.dbname
        connection.execute(f'ALTER DATABASE "{name}" SET enable_seqscan = off'.encode())


@pytest.mark.parametrize("index", ["ledger_events_order", "ledger_events_pkey", "ledger_events_topic"])
def test_an_index_that_lost_entries_leads_to_no_shorter_answer(vault: str, index: str, tmp_path: Path) -> None:
    with closing(opened(vault)) as ledger:
        state = str(ledger.moment("cave"))
    without_some_entries(vault, index)
    with closing(opened(vault)) as ledger:
        with suppress(BrokenLedger):
            assert str(ledger.moment("cave")) == state, "if it is told at all"
        try:
            copied = back_up(ledger, tmp_path / "copy.sqlite3", opened)
            assert copied.records == 13
        except (CopyDiffers, DamagedLedger):
            assert not (tmp_path / "copy.sqlite3").exists()
        assert not is_sound(ledger)
    assert repair_server(REPAIR, vault).problems == []
    with closing(opened(vault)) as ledger:
        assert is_sound(ledger)
        assert str(ledger.moment("cave")) == state
        assert back_up(ledger, tmp_path / "whole.sqlite3", opened).records == 13


def test_what_was_set_aside_goes_with_its_campaign_to_another_server(
    vault: str, postgres_server: PostgresServer, tmp_path: Path
) -> None:
    harm(vault, HARM["garbage in the middle"])
    assert repair_server(REPAIR, vault).problems == []
    with closing(opened(vault)) as ledger:
        state = str(ledger.moment("cave"))
        back_up(ledger, tmp_path / "copy.sqlite3", opened)
    with closing(opened(postgres_server.fresh_database())) as other:
        with opened_backup(tmp_path / "copy.sqlite3", opened) as (copy, manifest):
            restore(copy, other, manifest=manifest)
        assert str(other.moment("cave")) == state
        assert is_sound(other)


def test_a_note_of_the_end_with_another_tally_is_found(vault: str) -> None:
    harm(vault, f"UPDATE ledger_heads SET tally = '{'0' * 64}'")
    with closing(opened(vault)) as ledger:
        problems = verify(ledger, "cave").problems
    assert [it.position for it in problems] == [13]
    assert "another tally" in problems[0].text
    assert repair_server(REPAIR, vault).problems == []
    with closing(opened(vault)) as ledger:
        assert verify(ledger, "cave").sound


def test_a_dry_run_changes_nothing(vault: str, tmp_path: Path) -> None:
    harm(vault, HARM["garbage beyond a gap"])
    said = repair_server(Repair(games=GAMES, dry_run=True), vault)
    assert any("beyond a gap" in it for it in said.done)
    assert list(tmp_path.glob("*.before-repair*")) == []
    with closing(opened(vault)) as ledger:
        assert not is_sound(ledger)


def test_a_table_without_its_order_is_not_taken_for_sound(vault: str) -> None:
    harm(vault, HARM["no order"])
    with pytest.raises(LedgerUnavailable, match="is not as this program makes it"):
        opened(vault)


def test_a_disk_that_fills_with_the_copy_is_named_and_nothing_is_mended(
    vault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    harm(vault, HARM["garbage in the middle"])
    small = tmp_path / "small"
    with small_disk(small, 16) as mounted:
        if not mounted:
            pytest.skip("the right to mount a disk is needed")
        monkeypatch.chdir(small)
        with pytest.raises(
            LedgerUnavailable, match=rf"^The disk that holds {small}/ledger\.before-repair"
        ) as error:
            repair_server(REPAIR, vault)
        assert "nothing was repaired" in str(error.value)
        assert list(small.iterdir()) == []
        monkeypatch.chdir(tmp_path)
    with closing(opened(vault)) as ledger:
        assert not is_sound(ledger)
    assert repair_server(REPAIR, vault).problems == []


def test_a_copy_whose_name_is_taken_gets_another_and_is_for_its_owner_alone(vault: str, tmp_path: Path) -> None:
    harm(vault, HARM["garbage in the middle"])
    now = datetime.now(UTC)
    for seconds in range(120):  # as if the clock had been set back
        stamp = (now + timedelta(seconds=seconds)).strftime("%Y%m%d-%H%M%S")
        (tmp_path / f"ledger.before-repair-{stamp}.sqlite3").write_text("another")
    copy = repair_server(REPAIR, vault).copy
    assert copy is not None
    assert copy.name.endswith("-1.sqlite3")
    assert copy.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.glob("*.part*")) == []
