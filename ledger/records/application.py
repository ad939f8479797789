"""The `eventsourcing` application that stores, orders and configures; the ledger is built upon it.

Which database holds the records is the library's own configuration: `PERSISTENCE_MODULE` names any of its
persistence modules, or ours. Nothing here needs more than the library's recorder interface.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar, cast
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent
from sqlalchemy import Connection

from ledger.database.database import Database
from ledger.database.errors import library_errors
from ledger.database.events import SqlAlchemyApplicationRecorder
from ledger.database.postgres.append_guard import install_append_guard
from ledger.database.prepared import GuardedRows, RowWrite
from ledger.database.stream_reading import StreamReading, fastest
from ledger.errors import UnknownRecord
from ledger.log.record import Record
from ledger.records.codec import Codecs
from ledger.records.signer import signer_of
from ledger.records.snapshots import Snapshots


class RecordMapper(Mapper[UUID]):
    """Between records and the library's stored events. The bytes pass through as they are.

    Tags are looked up in the games' closed sets; nothing stored is ever imported or evaluated.
    """

    def __init__(self, codecs: Codecs) -> None:
        self._codecs = codecs

    def to_stored_event(self, domain_event: DomainEventProtocol[UUID]) -> StoredEvent:
        """A record as the library stores it."""
        record = cast(Record, domain_event)
        return StoredEvent(record.originator_id, record.position, record.envelope.type, record.stored)

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[UUID]:
        """The record in a stored event. Raises `UnknownRecord` or `BrokenLedger`."""
        prefix = stored_event.topic.split(".", 1)[0]
        shared = prefix in ("campaign", "journal", "logged")
        codec = next(iter(self._codecs.values()), None) if shared else self._codecs.get(prefix)
        if codec is None:
            raise UnknownRecord(f"No game of this program knows {stored_event.topic!r}.")
        return cast(DomainEventProtocol[UUID], codec.read(stored_event.topic, stored_event.state))


@dataclass(frozen=True, slots=True)
class _Translated(RowWrite):
    """A write whose errors are those of the library, in the words for this database."""

    write: RowWrite
    name: str

    def __call__(self, connection: Connection) -> None:
        with library_errors(self.name):
            self.write(connection)

    def parts(self) -> Sequence[GuardedRows] | None:
        return self.write.parts()


class RecordsApplication(Application[UUID]):
    """Stores records of campaigns: one stream each, the campaign's id and positions 1, 2, 3 …"""

    name = "campaigns"
    env: ClassVar[dict[str, str]] = {"PERSISTENCE_MODULE": "ledger.database.factory:SqlAlchemyFactory"}

    def __init__(self, codecs: Codecs, env: Mapping[str, str] | None = None) -> None:
        self._codecs = codecs
        super().__init__(dict(env or {}))
        self.reading: StreamReading = fastest(self.recorder)
        if self.database is not None:
            install_append_guard(self.database)
        self.signer = signer_of(self.env)
        self.moments = Snapshots(self.factory.aggregate_recorder(purpose="snapshots"), self.signer)

    def construct_mapper(self) -> Mapper[UUID]:
        """Ours, whatever the environment says: records are not the library's own domain events."""
        return RecordMapper(self._codecs)

    @property
    def database(self) -> Database | None:
        """The database the records share with whatever wants to be written in the same transaction.

        None on a persistence module that cannot share its transaction.
        """
        database = getattr(self.recorder, "database", None)
        return database if isinstance(database, Database) else None

    def append(
        self,
        records: Sequence[Record],
        within: Callable[[Connection], None] | None = None,
        follows: str | None = None,
    ) -> None:
        """Store records in one transaction, and what `within` writes with them where that can be shared.

        `follows` is the seal that the record before the first of them has to have there. Raises the library's
        `IntegrityError` when another ruling holds one of the positions, and `LedgerUnavailable` when the database
        cannot be written.
        """
        database = self.database
        events = cast(Sequence[DomainEventProtocol[UUID]], records)
        if database is None:
            self.events.put(events)
            return

        def translated(connection: Connection) -> None:
            if within is not None:
                with library_errors(database.name):
                    within(connection)

        recorder = self.recorder
        if isinstance(recorder, SqlAlchemyApplicationRecorder):
            # `save` would ask of each record whether it is an aggregate, and make two more objects of it.
            rows = [(it.envelope.campaign, it.position, it.envelope.type, it.stored) for it in records]
            written = _Translated(within, database.name) if isinstance(within, RowWrite) else translated
            recorder.insert_rows(rows, within=within and written, follows=follows)
        else:
            self.events.put(events, within=translated, follows=follows)

    @contextmanager
    def storing(self) -> Iterator[tuple[Connection | None, Callable[[Sequence[StoredEvent]], None]]]:
        """One transaction for any number of records as they are stored: its connection, and what appends to it.

        The connection is None on a persistence module that cannot share its transaction; there the records wait
        in memory, and are stored together at the end. Raises as `append` does.
        """
        recorder = self.recorder
        if isinstance(recorder, SqlAlchemyApplicationRecorder):
            with recorder.appending() as (connection, append):
                yield connection, append
            return
        waiting: list[StoredEvent] = []
        yield None, waiting.extend
        recorder.insert_events(waiting)
