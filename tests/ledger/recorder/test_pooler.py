"""Through a pooler, in both modes: what one connection was told or prepared cannot be counted on in the next."""

from collections.abc import Callable, Iterator
from threading import Thread

import psycopg
import pytest
import sqlalchemy as sa
from eventsourcing.persistence import StoredEvent

from ledger.answers import Submission
from ledger.care.verify import verify
from ledger.database.engine import open_database
from ledger.ledger import Ledger
from projections.read_models import ReadModels
from tests.support.appending import open_recorder
from tests.support.crowd import found, opened
from tests.support.pgbouncer import pooler
from tests.support.postgres import PostgresServer
from tests.support.tower import LayStones

pytestmark = pytest.mark.postgres
SIZE = 2
WRITERS = 4
EACH = 8
Through = Callable[[str], str]


@pytest.fixture(scope="module", params=["session", "transaction"])
def mode(request: pytest.FixtureRequest) -> str:
    told: str = request.param
    return told


@pytest.fixture(scope="module")
def through(postgres_server: PostgresServer, mode: str) -> Iterator[Through]:
    """In session mode each of our connections holds one of the server's; in the other two of them serve all."""
    size = SIZE if mode == "transaction" else 40
    with pooler(postgres_server.fresh_database(), mode, size) as running:
        yield running


def test_many_writers_and_their_readers_share_a_few_connections(through: Through, postgres_address: str) -> None:
    """More writers wait for their turn than there are connections, and whoever's turn it is still gets through."""
    address = through(postgres_address)
    one, other = found(address, 2)
    ledgers = [opened(address) for _ in range(WRITERS)]
    ruled: list[object] = []

    def play(ledger: Ledger, slug: str) -> None:
        for _ in range(EACH):
            ruled.append(ledger.rule(slug, Submission(command=LayStones(), faces=(3,))))
            ledger.moment(slug)

    games = [Thread(target=play, args=(it, (one, one, one, other)[at])) for at, it in enumerate(ledgers)]
    for game in games:
        game.start()
    for game in games:
        game.join(60)
    assert len(ruled) == WRITERS * EACH
    for slug, times in ((one, 3), (other, 1)):
        result = verify(ledgers[0], slug)
        assert (result.sound, result.rulings) == (True, times * EACH + 1)
        views = ledgers[0].followers[-1]
        assert isinstance(views, ReadModels)
        assert views.problems(slug) == []
    for ledger in ledgers:
        ledger.close()


def test_commits_wait_for_the_disk_and_locks_not_for_ever(
    through: Through, postgres_server: PostgresServer, mode: str
) -> None:
    direct = postgres_server.fresh_database()
    with psycopg.connect(direct, autocommit=True) as owner:
        name = owner.info.dbname
        owner.execute(f"ALTER DATABASE {name} SET synchronous_commit = off".encode())
    database = open_database(through(direct))
    ask = sa.text("SELECT current_setting('synchronous_commit'), current_setting('lock_timeout')")
    for _ in range(3):
        with database.writing() as connection:
            assert connection.execute(ask).one() == ("on", "30s")
    database.close()
    with psycopg.connect(through(direct), prepare_threshold=None) as next_one:
        found_there = next_one.execute(str(ask)).fetchone()
    assert found_there == ("off", "0"), "what was set is not left behind for whoever comes next"


def test_nothing_is_prepared_behind_a_pooler_and_the_log_is_followed(
    through: Through, postgres_address: str
) -> None:
    recorder = open_recorder(through(postgres_address))
    writer = open_recorder(through(postgres_address))
    with recorder.subscribe(gt=None) as following:
        for position in range(1, 9):  # the driver would prepare a statement at its fifth time
            writer.insert_events([StoredEvent("campaign", position, "topic", b"state")])
        seen = [next(following).originator_version for _ in range(8)]
    assert seen == list(range(1, 9))
    with recorder.database.reading() as connection:
        assert connection.scalar(sa.text("SELECT count(*) FROM pg_prepared_statements")) == 0
    for one in (recorder, writer):
        one.database.close()


def test_without_a_pooler_statements_are_prepared_as_ever(postgres_address: str) -> None:
    recorder = open_recorder(postgres_address)
    for position in range(1, 9):
        recorder.insert_events([StoredEvent("campaign", position, "topic", b"state")])
    with recorder.database.reading() as connection:
        assert connection.scalar(sa.text("SELECT count(*) FROM pg_prepared_statements")) > 0
    recorder.database.close()
