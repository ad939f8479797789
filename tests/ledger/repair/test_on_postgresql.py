"""The same on a server: repaired where the ledger lies, with a copy of it as it was."""

from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sql

from ledger.ledger import Ledger
from ledger.recorder.errors import LedgerUnavailable
from ledger.repair.from_backup import records_in
from ledger.repair.on_server import repair_server
from ledger.repair.repairing import Repair, is_sound
from ledger.snapshots import Pace
from tests.cli.caves import GAMES, a_cave, rule

pytestmark = pytest.mark.postgres
REPAIR = Repair(games=GAMES)


@pytest.fixture
def vault(postgres_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    with closing(opened(postgres_address)) as ledger:
        a_cave(ledger)
    return postgres_address


def opened(address: str) -> Ledger:
    return Ledger(GAMES, {"SQLALCHEMY_URL": address}, pace=Pace(5, 5))


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
