"""Recorders of how far each reader of the order has come, in one transaction with what it has done."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from eventsourcing.persistence import (
    IntegrityError,
    ProcessRecorder,
    StoredEvent,
    Tracking,
    TrackingRecorder,
)

from ledger.database import schema
from ledger.database.errors import library_errors
from ledger.database.events import SqlAlchemyApplicationRecorder, SqlAlchemyRecorder, Within
from ledger.database.prepared import upsert


class SqlAlchemyTrackingRecorder(SqlAlchemyRecorder, TrackingRecorder):
    """Keeps one number for each application, which can only rise.

    A read model subclasses it, creates tables of its own beside, and passes its writes as `within`.
    """

    def insert_tracking(self, tracking: Tracking, *, within: Within | None = None) -> None:
        """Record a position, and do `within` in the same transaction.

        Raises `IntegrityError` if this position or a later one has been recorded, `LedgerUnavailable`
        if the ledger cannot be written. What `within` raises comes out as it is, after a rollback.
        """
        with self.database.writing() as connection:
            with library_errors(self.database.name):
                self._insert_tracking(connection, tracking)
            if within is not None:
                within(connection)

    def _insert_tracking(self, connection: sa.Connection, tracking: Tracking) -> None:
        insert = upsert(schema.tracking, connection.dialect.name).values(
            application_name=tracking.application_name, notification_id=tracking.notification_id
        )
        # One statement that reads and writes: with two, a pair of runners could both record a position.
        guarded = insert.on_conflict_do_update(
            index_elements=[schema.tracking.c.application_name],
            set_={"notification_id": insert.excluded.notification_id},
            where=schema.tracking.c.notification_id < insert.excluded.notification_id,
        ).returning(schema.tracking.c.notification_id)
        if connection.scalar(guarded) is None:
            raise IntegrityError(
                f"{tracking.application_name} has already come to {tracking.notification_id} or further"
            )

    def max_tracking_id(self, application_name: str) -> int | None:
        """The position an application has come to, or None if it has recorded none."""
        statement = sa.select(schema.tracking.c.notification_id).where(
            schema.tracking.c.application_name == application_name
        )
        with self.database.reading() as connection:
            return connection.scalar(statement)


class SqlAlchemyProcessRecorder(SqlAlchemyTrackingRecorder, SqlAlchemyApplicationRecorder, ProcessRecorder):
    """Keeps events and positions, and both in one transaction if asked to."""

    def _insert_events(
        self, connection: sa.Connection, stored_events: Sequence[StoredEvent], **kwargs: Any
    ) -> Sequence[int] | None:
        ids = super()._insert_events(connection, stored_events, **kwargs)
        tracking: Tracking | None = kwargs.get("tracking")
        if tracking is not None:
            self._insert_tracking(connection, tracking)
        return ids
