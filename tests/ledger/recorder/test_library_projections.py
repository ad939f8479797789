"""The library's own test cases for projections: following events and recording progress with the results."""

from collections.abc import Iterator

import eventsourcing.tests.projection as cases
import pytest
import sqlalchemy as sa
from eventsourcing.persistence import Tracking

from ledger.database.database import Database
from ledger.database.engine import open_database
from ledger.database.tracking import SqlAlchemyTrackingRecorder
from tests.support.postgres import PostgresServer

PERSISTENCE_MODULE = "ledger.database.factory:SqlAlchemyFactory"

COUNTERS = sa.Table(
    "event_counters",
    sa.MetaData(),
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("count", sa.Integer, nullable=False),
)


class Counters(SqlAlchemyTrackingRecorder, cases.EventCountersView):
    """A read model with a table of its own, written in the transaction that records its progress."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, COUNTERS)

    def get_created_event_counter(self) -> int:
        return self._count("created")

    def get_subsequent_event_counter(self) -> int:
        return self._count("subsequent")

    def incr_created_event_counter(self, tracking: Tracking) -> None:
        self.insert_tracking(tracking, within=lambda connection: self._increase(connection, "created"))

    def incr_subsequent_event_counter(self, tracking: Tracking) -> None:
        self.insert_tracking(tracking, within=lambda connection: self._increase(connection, "subsequent"))

    def _count(self, name: str) -> int:
        with self.database.reading() as connection:
            return connection.scalar(sa.select(COUNTERS.c.count).where(COUNTERS.c.name == name)) or 0

    def _increase(self, connection: sa.Connection, name: str) -> None:
        raised = sa.update(COUNTERS).where(COUNTERS.c.name == name).values(count=COUNTERS.c.count + 1)
        if connection.execute(raised).rowcount == 0:
            connection.execute(sa.insert(COUNTERS).values(name=name, count=1))


class OnSqlite:
    @pytest.fixture(autouse=True)
    def _take_address(self, sqlite_address: str) -> None:
        self.address = sqlite_address
        self.env = {
            "PERSISTENCE_MODULE": PERSISTENCE_MODULE,
            "SQLALCHEMY_URL": sqlite_address,
            "COUNTERS_SQLALCHEMY_URL": sqlite_address.replace("ledger.", "counters."),
        }


@pytest.mark.postgres
class OnPostgres:
    @pytest.fixture(autouse=True)
    def _take_address(self, postgres_server: PostgresServer) -> None:
        self.address = postgres_server.fresh_database()
        self.env = {
            "PERSISTENCE_MODULE": PERSISTENCE_MODULE,
            "SQLALCHEMY_URL": self.address,
            "COUNTERS_SQLALCHEMY_URL": postgres_server.fresh_database(),
        }


class Views:
    address: str

    @pytest.fixture(autouse=True)
    def _open(self, _take_address: None) -> Iterator[None]:
        self.database = open_database(self.address)
        yield
        self.database.close()

    def construct_event_counters_view(self) -> Counters:
        view = Counters(self.database)
        view.create_table()
        return view


class TestViewOnSqlite(OnSqlite, Views, cases.EventCountersViewTestCase): ...


class TestViewOnPostgres(OnPostgres, Views, cases.EventCountersViewTestCase): ...


class TestProjectionOnSqlite(OnSqlite, cases.AggregateEventCountersProjectionTestCase):
    view_class = Counters


class TestProjectionOnPostgres(OnPostgres, cases.AggregateEventCountersProjectionTestCase):
    view_class = Counters


class TestEventSourcedOnSqlite(OnSqlite, cases.EventSourcedProjectionTestCase): ...


class TestEventSourcedOnPostgres(OnPostgres, cases.EventSourcedProjectionTestCase): ...
