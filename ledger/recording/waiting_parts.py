"""Parts of one transaction that are decided and wait on the disk until all of it is."""

import pickle
from collections.abc import Iterator, Sequence
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import NamedTuple
from uuid import UUID

from eventsourcing.persistence import StoredEvent

from ledger.database.events import Within
from ledger.database.prepared import RowWrite
from ledger.log.record import Record

_IN_MEMORY = 512 * 1024
"""Bytes. What is shorter does not go to the disk."""


class WaitingPart(NamedTuple):
    """Some rulings that are decided: their records as they are stored, and what is written beside."""

    records: list[tuple[str, int, str, bytes]]
    """Campaign, position, tag and bytes."""
    writes: list[RowWrite]

    def stored_events(self) -> list[StoredEvent]:
        """The records as the recorder takes them."""
        campaign = UUID(self.records[0][0])
        return [StoredEvent(campaign, position, tag, stored) for _, position, tag, stored in self.records]


class WaitingParts:
    """The parts in order, for a `with`: at its end they are dropped. Nobody else can read where they wait."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115
        self._number = 0
        self._held: dict[int, list[Within]] = {}
        """The writes that can only wait in memory, by the number of their part: what claims a file, for one."""
        self.last: Record | None = None
        """The last record of all."""

    def __enter__(self) -> "WaitingParts":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, records: Sequence[Record], writes: Sequence[Within]) -> None:
        """Put a part behind the others."""
        rows = [(it.envelope.campaign, it.position, it.envelope.type, it.stored) for it in records]
        part = WaitingPart(rows, [each for each in writes if isinstance(each, RowWrite)])
        pickle.dump(tuple(part), self._file, pickle.HIGHEST_PROTOCOL)
        held = [each for each in writes if not isinstance(each, RowWrite)]
        if held:
            self._held[self._number] = held
        self._number += 1
        self.last = records[-1]

    def __iter__(self) -> Iterator[tuple[WaitingPart, list[Within]]]:
        """Each part from the first, with all of its writes."""
        self._file.seek(0)
        for number in range(self._number):
            part = WaitingPart(*pickle.load(self._file))  # written by this very process, a moment ago
            yield part, [*part.writes, *self._held.get(number, ())]
