"""The library's projections on these recorders: following events, and recording progress with the results."""

from collections.abc import Iterator
from threading import Barrier, Thread
from uuid import UUID

import pytest
import sqlalchemy as sa
from eventsourcing.application import Application
from eventsourcing.dispatch import singledispatchmethod
from eventsourcing.domain import Aggregate, DomainEventProtocol
from eventsourcing.persistence import IntegrityError, Tracking
from eventsourcing.projection import Projection, ProjectionRunner
from eventsourcing.utils import get_topic

from ledger.database.database import Database
from ledger.database.engine import open_database
from ledger.database.tracking import SqlAlchemyTrackingRecorder

COUNTS = sa.Table("founded", sa.MetaData(), sa.Column("campaign", sa.Text, primary_key=True))


class Founded(SqlAlchemyTrackingRecorder):
    """A read model with a table of its own, written in the transaction that records its progress."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, COUNTS)

    def add(self, campaign: str, tracking: Tracking) -> None:
        row = sa.insert(COUNTS).values(campaign=campaign)
        self.insert_tracking(tracking, within=lambda connection: connection.execute(row) and None)

    def all(self) -> set[str]:
        with self.database.reading() as connection:
            return set(connection.scalars(sa.select(COUNTS.c.campaign)))


class Founding(Projection[Founded]):
    name = "founding"
    topics = (get_topic(Aggregate.Created),)

    @singledispatchmethod
    def process_event(self, event: DomainEventProtocol[UUID], tracking: Tracking) -> None:
        self.view.add(str(event.originator_id), tracking)


@pytest.fixture
def view(address: str) -> Iterator[Founded]:
    database = open_database(address)
    view = Founded(database)
    view.create_table()
    yield view
    database.close()


def test_a_projection_follows_what_an_application_saves(address: str) -> None:
    env = {"PERSISTENCE_MODULE": "ledger.database.factory:SqlAlchemyFactory", "SQLALCHEMY_URL": address}
    with ProjectionRunner(
        application_class=Application[UUID], projection_class=Founding, view_class=Founded, env=env
    ) as runner:
        saved = [Aggregate() for _ in range(3)]
        recordings = [recording for aggregate in saved for recording in runner.app.save(aggregate)]
        runner.wait(recordings[-1].notification.id, timeout=10)
        assert runner.projection.view.all() == {str(aggregate.id) for aggregate in saved}


def test_progress_and_results_are_recorded_together_or_not_at_all(view: Founded) -> None:
    view.add("sanna", Tracking("log", 7))
    with pytest.raises(IntegrityError):
        view.add("sabre", Tracking("log", 7))
    with pytest.raises(sa.exc.IntegrityError):
        view.add("sanna", Tracking("log", 8))
    assert view.all() == {"sanna"}
    assert view.max_tracking_id("log") == 7


def test_of_two_runners_only_one_records_a_position(address: str, view: Founded) -> None:
    other = Founded(open_database(address))
    start = Barrier(2)
    recorded: list[tuple[int, str]] = []

    def run(runner: Founded, campaign: str) -> None:
        start.wait()
        for position in range(1, 41):
            try:
                runner.add(f"{campaign} {position}", Tracking("log", position))
            except IntegrityError:
                continue
            recorded.append((position, campaign))

    threads = [Thread(target=run, args=(view, "one")), Thread(target=run, args=(other, "two"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    other.database.close()
    assert sorted(position for position, _ in recorded) == list(range(1, 41))
    assert view.all() == {f"{campaign} {position}" for position, campaign in recorded}
