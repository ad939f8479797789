"""Reading a stream as plain rows, without an object for each record."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable
from uuid import UUID

from eventsourcing.persistence import AggregateRecorder

BATCH = 1_000
"""The number of records read at a time. Between two batches no lock and no connection is held."""

Row: TypeAlias = tuple[int, str, bytes]
"""Position, topic and state of one record."""


class NotedHead(NamedTuple):
    """The end of a log when it was last appended to, as was noted then: a position and its record's seal."""

    position: int
    seal: str


class ReadEnd(NamedTuple):
    """The last record that is found, and the witness; None where there is none, or none is kept."""

    last: Row | None
    witness: NotedHead | None


@runtime_checkable
class StreamReading(Protocol):
    """The faster reading that a recorder may offer. Each method raises the library's persistence errors."""

    def stream(self, originator_id: UUID | str, gt: int | None = None, lte: int | None = None) -> Iterator[Row]:
        """The records of a stream in order, after position `gt` and up to `lte`, in constant memory."""
        ...

    def select_by_topic(self, originator_id: UUID | str, topic: str) -> Iterator[tuple[int, bytes]]:
        """Position and state of the records with this topic, in order, in constant memory."""
        ...

    def select_by_topics(self, originator_id: UUID | str, topics: Sequence[str]) -> Iterator[Row]:
        """The records with one of these topics, which are those that are sought often, in order."""
        ...

    def last(self, originator_id: UUID | str) -> Row | None:
        """The last record of a stream, or None if the stream is empty."""
        ...

    def end(self, originator_id: UUID | str) -> ReadEnd:
        """The last record of a stream and what its witness says, both of one moment."""
        ...

    def end_after(self, originator_id: UUID | str, gt: int) -> tuple[ReadEnd, Sequence[Row]]:
        """The same with the first records after position `gt`, at most `BATCH`; none after 0, before any."""
        ...


def fastest(recorder: AggregateRecorder) -> StreamReading:
    """The recorder itself where it offers faster reading, else an adapter."""
    return recorder if isinstance(recorder, StreamReading) else over(recorder)


def over(recorder: AggregateRecorder) -> StreamReading:
    """The same methods for any recorder of the library, by nothing but `select_events`."""
    return _Plain(recorder)


class _Plain:
    """Reads by the library's own interface, so that any of its persistence modules can stand in."""

    def __init__(self, recorder: AggregateRecorder) -> None:
        self._recorder = recorder

    def stream(self, originator_id: UUID | str, gt: int | None = None, lte: int | None = None) -> Iterator[Row]:
        while True:
            batch = self._recorder.select_events(originator_id, gt=gt, lte=lte, limit=BATCH)
            for record in batch:
                yield record.originator_version, record.topic, record.state
            if len(batch) < BATCH:
                return
            gt = batch[-1].originator_version

    def select_by_topic(self, originator_id: UUID | str, topic: str) -> Iterator[tuple[int, bytes]]:
        for position, found, state in self.stream(originator_id):
            if found == topic:
                yield position, state

    def select_by_topics(self, originator_id: UUID | str, topics: Sequence[str]) -> Iterator[Row]:
        return (row for row in self.stream(originator_id) if row[1] in topics)

    def last(self, originator_id: UUID | str) -> Row | None:
        for record in self._recorder.select_events(originator_id, desc=True, limit=1):
            return record.originator_version, record.topic, record.state
        return None

    def end(self, originator_id: UUID | str) -> ReadEnd:
        return ReadEnd(self.last(originator_id), None)

    def end_after(self, originator_id: UUID | str, gt: int) -> tuple[ReadEnd, Sequence[Row]]:
        end = self.end(originator_id)
        many = min(BATCH, end.last[0] - gt) if end.last and gt else 0
        return end, list(islice(self.stream(originator_id, gt, gt + many), many)) if many > 0 else []
