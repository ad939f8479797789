"""Rulings of play as they were recorded along a line, ready to be decided once more."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from domain.kernel.messages import Event
from ledger.log.lines import lies_on
from ledger.log.record import Record
from ledger.log.tags import JOURNAL_PREFIX, REWOUND
from ledger.records.open_campaign import OpenCampaign


@dataclass(frozen=True, slots=True)
class RecordedRuling:
    """One ruling of play: its records, the first of which says what was asked and which dice fell."""

    records: tuple[Record, ...]

    @property
    def opening(self) -> Record:
        """The first record."""
        return self.records[0]

    @property
    def last(self) -> int:
        """The position of its last record."""
        return self.records[-1].position

    @property
    def number(self) -> int:
        """The ruling's number."""
        return self.opening.envelope.ruling

    @property
    def by(self) -> str:
        """The person who asked."""
        return self.opening.envelope.by

    @property
    def command(self) -> dict[str, Any]:
        """The command, as recorded."""
        return dict(self.opening.envelope.command or {})

    @property
    def dice(self) -> list[tuple[int, int]]:
        """The dice drawn, in order: (size, face)."""
        return self.opening.envelope.dice or []

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that followed."""
        return tuple(record.event for record in self.records)


def rulings_of_play(held: OpenCampaign, to: int, since: int = 0) -> Iterator[RecordedRuling]:
    """The rulings of play along the line of `to`, after `since`: no rewinds, nothing of the journal."""
    path = held.lines.path(to)
    rows = (
        (tag, stored)
        for position, tag, stored in held.stored(gt=since, lte=to)
        if tag != REWOUND and not tag.startswith(JOURNAL_PREFIX) and lies_on(path, position)
    )
    records = (held.codec.read(tag, stored) for tag, stored in rows)
    for _number, group in groupby(records, key=lambda record: record.envelope.ruling):
        yield RecordedRuling(tuple(group))
