"""The library's own test cases for recorders and factories, on a SQLite file, in memory and on PostgreSQL."""

from typing import Any, ClassVar

import eventsourcing.tests.persistence as cases
import pytest
from eventsourcing.utils import Environment

from ledger.database.database import Database
from ledger.database.engine import open_database
from ledger.database.events import SqlAlchemyAggregateRecorder, SqlAlchemyApplicationRecorder
from ledger.database.factory import SqlAlchemyFactory
from ledger.database.schema import table_for
from ledger.database.tracking import SqlAlchemyProcessRecorder, SqlAlchemyTrackingRecorder


class OnDatabase:
    """Gives a case the database it asks for and closes it again."""

    address: str

    def open(self) -> Database:
        database = open_database(self.address)
        self.addCleanup(database.close)  # type: ignore[attr-defined]
        return database


class OnSqlite(OnDatabase):
    @pytest.fixture(autouse=True)
    def _take_address(self, sqlite_address: str) -> None:
        self.address = sqlite_address


class InMemory(OnDatabase):
    address = "sqlite://"


@pytest.mark.postgres
class OnPostgres(OnDatabase):
    @pytest.fixture(autouse=True)
    def _take_address(self, postgres_address: str) -> None:
        self.address = postgres_address


class Aggregates(OnDatabase):
    purpose: ClassVar[str] = "events"

    def create_recorder(self) -> SqlAlchemyAggregateRecorder:
        recorder = SqlAlchemyAggregateRecorder(self.open(), table_for(self.purpose))
        recorder.create_table()
        return recorder


class Applications(OnDatabase):
    def create_recorder(self) -> SqlAlchemyApplicationRecorder:
        recorder = SqlAlchemyApplicationRecorder(self.open())
        recorder.create_table()
        return recorder

    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()  # type: ignore[attr-defined]


class Trackings(OnDatabase):
    def create_recorder(self) -> SqlAlchemyTrackingRecorder:
        recorder = SqlAlchemyTrackingRecorder(self.open())
        recorder.create_table()
        return recorder


class Processes(OnDatabase):
    def create_recorder(self) -> SqlAlchemyProcessRecorder:
        recorder = SqlAlchemyProcessRecorder(self.open())
        recorder.create_table()
        return recorder


class Ordered(OnDatabase):
    create_recorder = Applications.create_recorder


class OwnTrackingRecorder(SqlAlchemyTrackingRecorder):
    """A tracking recorder of a read model, as the library's own cases want it."""


class Factories(OnDatabase):
    def setUp(self) -> None:
        topic = "ledger.database.factory:SqlAlchemyFactory"
        self.env = Environment(env={"PERSISTENCE_MODULE": topic, "SQLALCHEMY_URL": self.address})
        super().setUp()  # type: ignore[misc]

    def expected_factory_class(self) -> type[SqlAlchemyFactory]:
        return SqlAlchemyFactory

    def expected_aggregate_recorder_class(self) -> type[Any]:
        return SqlAlchemyAggregateRecorder

    def expected_application_recorder_class(self) -> type[Any]:
        return SqlAlchemyApplicationRecorder

    def expected_tracking_recorder_class(self) -> type[Any]:
        return SqlAlchemyTrackingRecorder

    def tracking_recorder_subclass(self) -> type[Any]:
        return OwnTrackingRecorder

    def expected_process_recorder_class(self) -> type[Any]:
        return SqlAlchemyProcessRecorder


class TestAggregatesOnSqlite(OnSqlite, Aggregates, cases.AggregateRecorderTestCase): ...


class TestAggregatesInMemory(InMemory, Aggregates, cases.AggregateRecorderTestCase): ...


class TestAggregatesOnPostgres(OnPostgres, Aggregates, cases.AggregateRecorderTestCase): ...


class TestSnapshotsOnSqlite(OnSqlite, Aggregates, cases.AggregateRecorderTestCase):
    purpose = "snapshots"


class TestSnapshotsOnPostgres(OnPostgres, Aggregates, cases.AggregateRecorderTestCase):
    purpose = "snapshots"


class TestApplicationsOnSqlite(OnSqlite, Applications, cases.ApplicationRecorderTestCase): ...


class TestApplicationsInMemory(InMemory, Applications, cases.ApplicationRecorderTestCase): ...


class TestApplicationsOnPostgres(OnPostgres, Applications, cases.ApplicationRecorderTestCase): ...


class TestTrackingsOnSqlite(OnSqlite, Trackings, cases.TrackingRecorderTestCase): ...


class TestTrackingsInMemory(InMemory, Trackings, cases.TrackingRecorderTestCase): ...


class TestTrackingsOnPostgres(OnPostgres, Trackings, cases.TrackingRecorderTestCase): ...


class TestProcessesOnSqlite(OnSqlite, Processes, cases.ProcessRecorderTestCase): ...


class TestProcessesInMemory(InMemory, Processes, cases.ProcessRecorderTestCase): ...


class TestProcessesOnPostgres(OnPostgres, Processes, cases.ProcessRecorderTestCase): ...


class TestOrderOnSqlite(OnSqlite, Ordered, cases.NonInterleavingNotificationIDsBaseCase): ...


class TestOrderInMemory(InMemory, Ordered, cases.NonInterleavingNotificationIDsBaseCase): ...


class TestOrderOnPostgres(OnPostgres, Ordered, cases.NonInterleavingNotificationIDsBaseCase): ...


class TestFactoryOnSqlite(OnSqlite, Factories, cases.InfrastructureFactoryTestCase[SqlAlchemyFactory]): ...


class TestFactoryInMemory(InMemory, Factories, cases.InfrastructureFactoryTestCase[SqlAlchemyFactory]): ...


class TestFactoryOnPostgres(OnPostgres, Factories, cases.InfrastructureFactoryTestCase[SqlAlchemyFactory]): ...
