"""Recorders of events: one stream at a time, and the order of all streams together."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any, Literal, TypeAlias
from uuid import UUID
from weakref import WeakSet

import sqlalchemy as sa
from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    Notification,
    StoredEvent,
    Subscription,
)

from ledger.database import schema
from ledger.database.database import Database
from ledger.database.errors import library_errors
from ledger.database.inserting import Row as EventRow
from ledger.database.inserting import RowInserter, as_rows
from ledger.database.postgres.connections import keep_order
from ledger.database.prepared import PreparedSelect, RowWrite
from ledger.database.stream_reading import BATCH, NotedHead, ReadEnd, Row
from ledger.database.subscription import PollingSubscription

Within: TypeAlias = Callable[[sa.Connection], None]
"""Work to be done in the appending transaction, after the rows are in and before they are committed."""

OriginatorIdType: TypeAlias = Literal["uuid", "text"]

BEFORE_ALL = -1
AFTER_ALL = 2**63 - 1


class SqlAlchemyRecorder:
    """Base of all recorders: the database, and the table they keep."""

    def __init__(
        self,
        database: Database,
        table: sa.Table = schema.events,
        originator_id_type: OriginatorIdType = "uuid",
    ) -> None:
        self.database = database
        self.table = table
        self.originator_id_type = originator_id_type

    @property
    def engine(self) -> sa.Engine:
        """The engine, for whoever keeps tables beside the events. Write only by `database.writing`."""
        return self.database.engine

    def create_table(self) -> None:
        """Make the tables if they are missing. Raises `LedgerUnavailable` if that cannot be done."""
        self.database.create(self.table)


class SqlAlchemyAggregateRecorder(SqlAlchemyRecorder, AggregateRecorder):
    """Keeps streams of stored events; here and below, every method raises only the library's errors."""

    def __init__(
        self,
        database: Database,
        table: sa.Table = schema.events,
        originator_id_type: OriginatorIdType = "uuid",
    ) -> None:
        super().__init__(database, table, originator_id_type)
        columns = table.c
        of_stream = columns.originator_id == sa.bindparam("stream")
        between = sa.and_(
            of_stream,
            columns.originator_version > sa.bindparam("gt"),
            columns.originator_version <= sa.bindparam("lte"),
        )
        rows = sa.select(columns.originator_version, columns.topic, columns.state)
        self._insert = sa.insert(table)
        in_order = rows.where(between).order_by(columns.originator_version)
        backwards = rows.where(between).order_by(columns.originator_version.desc())
        most: sa.BindParameter[int] = sa.bindparam("most")
        self._all = {False: PreparedSelect(in_order), True: PreparedSelect(backwards)}
        self._some = {False: PreparedSelect(in_order.limit(most)), True: PreparedSelect(backwards.limit(most))}
        self._stream = PreparedSelect(in_order.limit(BATCH))
        by_topic = (
            sa.select(columns.originator_version, columns.state)
            .where(columns.topic == sa.bindparam("wanted"))
            .order_by(columns.originator_version)
            .limit(BATCH)
        )
        self._by_topic = PreparedSelect(by_topic.where(between))
        # With both ends given, newer versions of SQLite would rather go along the whole stream than by the index
        # of what is sought. The plus keeps the upper one out of that choice.
        upper = sa.literal_column("+originator_version", sa.BigInteger) <= sa.bindparam("lte")
        sought = sa.and_(
            of_stream,
            columns.originator_version > sa.bindparam("gt"),
            upper,
            schema.is_sought(columns.topic),
        )
        self._by_sought = PreparedSelect(by_topic.where(sought))
        self._of_sought = rows.where(sought)
        self._by_several: dict[tuple[str, ...], PreparedSelect] = {}
        # SQLite puts whatever is no number behind all numbers.
        of_stream = sa.and_(of_stream, columns.originator_version <= AFTER_ALL)
        self._last = PreparedSelect(rows.where(of_stream).order_by(columns.originator_version.desc()).limit(1))
        # In one question: between two, somebody else could append.
        head = schema.heads.c
        witness = sa.select(head.position, head.seal).where(head.campaign == sa.bindparam("stream"))
        joined = table.outerjoin(schema.heads, head.campaign == columns.originator_id)
        both = rows.add_columns(head.position, head.seal).select_from(joined).where(of_stream)
        self._witness = PreparedSelect(witness)
        self._end = PreparedSelect(both.order_by(columns.originator_version.desc()).limit(1))

    def insert_events(
        self, stored_events: Sequence[StoredEvent], *, within: Within | None = None, **kwargs: Any
    ) -> Sequence[int] | None:
        """Append events, all or none, and do `within` in the same transaction.

        Raises `IntegrityError` if a position is taken, `LedgerUnavailable` if the ledger cannot be
        written, `OutcomeUnknown` if the commit broke off. What `within` raises comes out as it is,
        after everything has been rolled back.
        """
        with self.database.writing() as connection:
            with library_errors(self.database.name):
                ids = self._insert_events(connection, stored_events, **kwargs)
            if within is not None:
                within(connection)
        return ids

    def _insert_events(
        self, connection: sa.Connection, stored_events: Sequence[StoredEvent], **_: Any
    ) -> Sequence[int] | None:
        if stored_events:
            rows = [dict(zip(schema.COLUMNS, row, strict=True)) for row in as_rows(stored_events)]
            connection.execute(self._insert, rows)
        return None

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """The events of a stream after position `gt` and up to `lte`, in order or, if `desc`, backwards."""
        asked = self._asked(originator_id, gt, lte)
        statement = self._all[desc] if limit is None else self._some[desc]
        if limit is not None:
            asked["most"] = limit
        with self.database.reading() as connection:
            return [StoredEvent(originator_id, *row) for row in statement.rows(connection, asked)]

    def stream(self, originator_id: UUID | str, gt: int | None = None, lte: int | None = None) -> Iterator[Row]:
        """The records of a stream in order, after position `gt` and up to `lte`, in constant memory.

        Read in batches, each a transaction of its own: records never change, so nothing is lost by it,
        and a slow reader never keeps a writer waiting.
        """
        return self._batches(self._stream, self._asked(originator_id, gt, lte))

    def select_by_topic(self, originator_id: UUID | str, topic: str) -> Iterator[tuple[int, bytes]]:
        """Position and state of the records with this topic, in order, in constant memory."""
        statement = self._by_sought if topic in schema.SOUGHT else self._by_topic
        return self._batches(statement, self._asked(originator_id) | {"wanted": topic})

    def select_by_topics(self, originator_id: UUID | str, topics: Sequence[str]) -> Iterator[Row]:
        """The records with one of these topics, which are among `schema.SOUGHT`, in order, in constant memory."""
        named = tuple(topics)
        if named not in self._by_several:
            # Each by itself, because an index that serves one would be passed over for several at once.
            each = [self._of_sought.where(self.table.c.topic == sa.literal_column(f"'{it}'")) for it in named]
            together = sa.union_all(*each)
            in_order = together.order_by(together.selected_columns.originator_version).limit(BATCH)
            self._by_several[named] = PreparedSelect(in_order)
        return self._batches(self._by_several[named], self._asked(originator_id))

    def last(self, originator_id: UUID | str) -> Row | None:
        """The last record of a stream, or None if the stream is empty."""
        with self.database.reading() as connection:
            found = self._last.rows(connection, {"stream": str(originator_id)})
        return (found[0][0], found[0][1], found[0][2]) if found else None

    def end(self, originator_id: UUID | str) -> ReadEnd:
        """The last record of a stream and what its witness says, both of one moment."""
        with self.database.reading() as connection:
            return self._end_on(connection, originator_id)

    def end_after(self, originator_id: UUID | str, gt: int) -> tuple[ReadEnd, Sequence[Row]]:
        """The same with the first records after position `gt`, at most `BATCH`; none after 0, before any."""
        with self.database.reading() as connection:
            end = self._end_on(connection, originator_id)
            if not gt or end.last is None or end.last[0] <= gt:
                return end, ()
            found = self._stream.rows(connection, self._asked(originator_id, gt, end.last[0]))
        return end, [(position, topic, state) for position, topic, state in found]

    def _end_on(self, connection: sa.Connection, originator_id: UUID | str) -> ReadEnd:
        asked = {"stream": str(originator_id)}
        if not self.database.has_heads:
            alone = self._last.rows(connection, asked)
            return ReadEnd((alone[0][0], alone[0][1], alone[0][2]) if alone else None, None)
        found = self._end.rows(connection, asked)
        witness = [] if found else self._witness.rows(connection, asked)
        if witness:  # it may have been written in between
            found = self._end.rows(connection, asked)
        if not found:
            return ReadEnd(None, NotedHead(*witness[0]) if witness else None)
        position, topic, state, *known = found[0]
        return ReadEnd((position, topic, state), None if known[0] is None else NotedHead(*known))

    @staticmethod
    def _asked(originator_id: UUID | str, gt: int | None = None, lte: int | None = None) -> dict[str, Any]:
        return {
            "stream": str(originator_id),
            "gt": BEFORE_ALL if gt is None else gt,
            "lte": AFTER_ALL if lte is None else lte,
        }

    def _batches(self, statement: PreparedSelect, asked: dict[str, Any]) -> Iterator[Any]:
        while True:
            with self.database.reading() as connection:
                batch = statement.rows(connection, asked)
            yield from batch
            if len(batch) < BATCH:
                return
            asked = asked | {"gt": batch[-1][0]}


class SqlAlchemyApplicationRecorder(SqlAlchemyAggregateRecorder, ApplicationRecorder):
    """Keeps streams, numbers all their events in one order, and lets that order be followed."""

    def __init__(
        self,
        database: Database,
        table: sa.Table = schema.events,
        originator_id_type: OriginatorIdType = "uuid",
    ) -> None:
        super().__init__(database, table, originator_id_type)
        self._put_in = RowInserter(table)
        self._max_id = sa.select(sa.func.max(table.c.id))
        self._subscriptions: WeakSet[PollingSubscription] = WeakSet()
        self._subscribing = Lock()

    def insert_events(
        self, stored_events: Sequence[StoredEvent], *, within: Within | None = None, **kwargs: Any
    ) -> Sequence[int] | None:
        """Append events as the aggregate recorder does, and return the ids they were given.

        `follows` may be given too: the seal of the record before the first of them.
        """
        ids = super().insert_events(stored_events, within=within, **kwargs)
        self._wake()
        return ids

    def insert_rows(
        self, rows: Sequence[EventRow], *, within: Within | None = None, follows: str | None = None
    ) -> None:
        """The same for events of one stream that are at hand as their table's rows; `follows` is the seal of the
        record before them. Raises as `insert_events` does.
        """
        if follows is None or not self._insert_alone(rows, follows, within):
            with self.database.writing() as connection:
                with library_errors(self.database.name):
                    self._put_in(connection, self.database.name, rows, follows)
                if within is not None:
                    within(connection)
        self._wake()

    def _insert_alone(self, rows: Sequence[EventRow], follows: str, within: Within | None) -> bool:
        """Append by one statement that is a transaction of its own, with what is written beside. False where there
        is none such.
        """
        if not self.database.takes_statements:
            return False
        beside = () if within is None else within.parts() if isinstance(within, RowWrite) else None
        if beside is None:
            return False
        with self.database.statement() as driver:
            return driver is not None and self._put_in.alone(driver, self.database.name, rows, follows, beside)

    @contextmanager
    def appending(self) -> Iterator[tuple[sa.Connection, Callable[[Sequence[StoredEvent]], None]]]:
        """One transaction for more events than memory should hold: its connection, and what appends to it.

        Committed at the end, and rolled back if the body raises. Raises as `insert_events` does.
        """
        with self.database.writing() as connection:
            with library_errors(self.database.name):
                keep_order(connection)  # from here on nobody else can append

            def append(stored_events: Sequence[StoredEvent]) -> None:
                with library_errors(self.database.name):
                    self._insert_events(connection, stored_events)

            yield connection, append
        self._wake()

    def _wake(self) -> None:
        if not self._subscriptions:
            return
        with self._subscribing:
            subscriptions = list(self._subscriptions)
        for subscription in subscriptions:
            subscription.wake()

    def _insert_events(
        self,
        connection: sa.Connection,
        stored_events: Sequence[StoredEvent],
        *,
        follows: str | None = None,
        **_: Any,
    ) -> Sequence[int] | None:
        if not stored_events:
            return []
        return self._put_in(connection, self.database.name, as_rows(stored_events), follows)

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Events of all streams in the order of their ids, from `start` to `stop`, at most `limit`."""
        columns = self.table.c
        statement = sa.select(
            columns.originator_id, columns.originator_version, columns.topic, columns.state, columns.id
        )
        if start is not None:
            statement = statement.where(columns.id >= start if inclusive_of_start else columns.id > start)
        if stop is not None:
            statement = statement.where(columns.id <= stop)
        if topics:
            statement = statement.where(columns.topic.in_(topics))
        as_id = UUID if self.originator_id_type == "uuid" else str
        with self.database.reading() as connection:
            found = connection.execute(statement.order_by(columns.id).limit(limit))
            return [Notification(as_id(originator), *rest) for originator, *rest in found]

    def max_notification_id(self) -> int | None:
        """The greatest id given so far, or None if there are no events."""
        with self.database.reading() as connection:
            greatest: int | None = connection.scalar(self._max_id)
        return greatest

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[ApplicationRecorder]:
        """Follow the events after id `gt`, waiting for those to come. Use it as a context manager."""
        subscription = PollingSubscription(self, gt, topics)
        with self._subscribing:
            self._subscriptions.add(subscription)
        return subscription
