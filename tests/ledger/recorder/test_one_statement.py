"""A ruling on PostgreSQL that is one statement and a transaction of its own: what is wrong is found in it."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from threading import Thread

import psycopg
import pytest

from domain.kernel.campaign.founding import FoundCampaign
from ledger.answers import Ruled, Submission
from ledger.care.verify import verify
from ledger.database.errors import LedgerUnavailable, OutcomeUnknown
from ledger.database.postgres.append_guard import FOLLOWS, TAKE_TURN, TURN
from ledger.errors import BrokenLedger
from ledger.ledger import Ledger
from projections.read_models import ReadModels
from tests.support.tower import TOWER, LayStones

pytestmark = pytest.mark.postgres
STONES = Submission(command=LayStones(count=2), faces=(3, 4))


def opened(address: str) -> Ledger:
    return Ledger({"tower": TOWER}, {"SQLALCHEMY_URL": address})


@pytest.fixture
def ledger(postgres_address: str) -> Iterator[Ledger]:
    """A ledger whose next ruling is decided on the head that it holds."""
    with closing(opened(postgres_address)) as ledger:
        ledger.found(FoundCampaign(game="tower", title="Babel", slug="babel"))
        for _ in range(2):
            ledger.rule("babel", STONES)
        yield ledger


@pytest.fixture
def server(postgres_address: str, ledger: Ledger) -> Iterator[psycopg.Connection]:
    with psycopg.connect(postgres_address, autocommit=True) as connection:
        yield connection


def said_by_the_program(server: psycopg.Connection) -> list[str]:
    """The last statements of this database's other connections."""
    asked = "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    return [row[0] for row in server.execute(asked)]


def test_neither_its_beginning_nor_its_end_is_said_to_the_server(
    ledger: Ledger, server: psycopg.Connection
) -> None:
    assert isinstance(ledger.rule("babel", STONES), Ruled)
    assert any("INSERT INTO ledger_events" in it for it in said_by_the_program(server))
    assert "COMMIT" not in said_by_the_program(server)
    assert verify(ledger, "babel").sound


def test_its_key_and_the_rows_of_the_read_models_go_with_it(ledger: Ledger, server: psycopg.Connection) -> None:
    views = ReadModels(ledger)
    ledger.followers.append(views)
    asked = [replace(STONES, key=f"key {number}") for number in range(4)]
    for each in asked:
        assert isinstance(ledger.rule("babel", each), Ruled)
    assert "COMMIT" not in said_by_the_program(server)
    assert views.problems("babel") == []
    again = ledger.rule("babel", asked[2])
    assert isinstance(again, Ruled)
    assert (again.ruling, again.repeated) == (6, True)
    assert isinstance(ledger.rule("babel", replace(STONES, key="key 4")), Ruled)
    assert verify(ledger, "babel").rulings == 8


def test_rows_that_are_elsewhere_by_now_are_left_alone(ledger: Ledger, server: psycopg.Connection) -> None:
    views = ReadModels(ledger)
    ledger.followers.append(views)
    ledger.rule("babel", STONES)
    known = server.execute("SELECT * FROM view_timeline ORDER BY position").fetchall()
    server.execute("UPDATE view_followed SET seal = 'another'")
    assert isinstance(ledger.rule("babel", STONES), Ruled)
    assert server.execute("SELECT * FROM view_timeline ORDER BY position").fetchall() == known
    assert views.problems("babel") == []
    assert verify(ledger, "babel").rulings == 5


def test_many_rows_are_put_in_whole(ledger: Ledger) -> None:
    many = Submission(command=LayStones(count=40), faces=(1,) * 40)
    assert len(ledger.rule("babel", many).told) == 40  # type: ignore[union-attr]
    result = verify(ledger, "babel")
    assert (result.sound, result.rulings) == (True, 4)


def test_two_that_do_not_know_of_each_other_record_in_turn(ledger: Ledger, postgres_address: str) -> None:
    with closing(opened(postgres_address)) as other:
        other.moment("babel")
        for each in (ledger, other, ledger, other):
            assert isinstance(each.rule("babel", STONES), Ruled)
    result = verify(ledger, "babel")
    assert (result.sound, result.rulings) == (True, 7)


def test_nothing_is_put_behind_another_record_than_the_one_that_was_known(
    ledger: Ledger, server: psycopg.Connection
) -> None:
    """Also where the server's own guard is gone."""
    server.execute(f"DROP TRIGGER {FOLLOWS} ON ledger_events".encode())
    server.execute(
        "UPDATE ledger_events"
        " SET state = convert_to(replace(convert_from(state, 'UTF8'), '\"face\":4', '\"face\":5'), 'UTF8')"
        " WHERE originator_version = (SELECT max(originator_version) FROM ledger_events)"
    )
    head = ledger.store.reading.last(ledger.find("babel").id)
    with pytest.raises(BrokenLedger):  # it looks again, and sees that the log is not the one that it knew
        ledger.rule("babel", STONES)
    assert ledger.store.reading.last(ledger.find("babel").id) == head


def test_a_head_that_does_not_move_on_keeps_all_of_it_out(ledger: Ledger, server: psycopg.Connection) -> None:
    server.execute("UPDATE ledger_heads SET position = position + 10")
    with pytest.raises(BrokenLedger, match="is missing, though the log goes on to record 16"):
        ledger.rule("babel", STONES)
    server.execute("UPDATE ledger_heads SET position = position - 10")
    result = verify(ledger, "babel")
    assert (result.sound, result.rulings) == (True, 3)


def test_a_lost_turn_is_said(ledger: Ledger, server: psycopg.Connection) -> None:
    server.execute(f"DELETE FROM {TURN}".encode())
    with pytest.raises(LedgerUnavailable, match="lost the row that whoever appends has to lock"):
        ledger.rule("babel", STONES)


def test_a_connection_lost_in_its_midst_leaves_the_outcome_open(
    ledger: Ledger, server: psycopg.Connection, postgres_address: str
) -> None:
    raised: list[BaseException] = []

    def rule() -> None:
        try:
            ledger.rule("babel", STONES)
        except OutcomeUnknown as error:
            raised.append(error)

    waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    with psycopg.connect(postgres_address) as other:
        other.execute(TAKE_TURN.encode())
        ruling = Thread(target=rule)
        ruling.start()
        while not (found := server.execute(waiting).fetchall()):
            assert ruling.is_alive()
        server.execute("SELECT pg_terminate_backend(%s)", found[0])
        ruling.join(30)
    assert "It is not known whether the last records were kept" in str(raised[0])
    assert isinstance(ledger.rule("babel", STONES), Ruled)
    assert verify(ledger, "babel").rulings == 4
