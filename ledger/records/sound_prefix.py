"""The sound prefix of a broken log: the part that can be followed."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from ledger.database.stream_reading import ReadEnd, StreamReading
from ledger.errors import BrokenLedger
from ledger.log.chain import follow_end
from ledger.log.checked_rows import LogSlice, SealExemptions, checked_rows, missing
from ledger.log.lines import Lines
from ledger.log.record import GENESIS, seal_of
from ledger.log.tags import REWOUND


def check_end(end: ReadEnd, reading: StreamReading, campaign: UUID) -> None:
    """Raises `BrokenLedger` unless the log goes on at least to its witness, which is the record that it was."""
    last, witness = end
    if witness is None:
        return
    found = last[0] if last else 0
    if found < witness.position:
        raise missing(found + 1, witness.position)
    row = last if found == witness.position else None
    row = row or next(iter(reading.stream(campaign, witness.position - 1, witness.position)), None)
    if row is None:
        raise missing(witness.position, found)
    if not isinstance(row[2], bytes) or seal_of(row[2]) != witness.seal:
        raise BrokenLedger(witness.position, "its bytes were changed: it had another seal when it was recorded.")


@dataclass(frozen=True, slots=True)
class SealReach:
    """The position up to which every record carries the seal of the one before it, and the rewinds up to there."""

    position: int
    rewinds: Mapping[int, int]
    error: BrokenLedger | None

    def lines(self, position: int, exemptions: SealExemptions) -> Lines:
        """The tree of lines up to a position."""
        return Lines({at: parent for at, parent in self.rewinds.items() if at <= position}, exemptions.aside)

    @staticmethod
    def ruling(reading: StreamReading, campaign: UUID, position: int) -> int:
        """The number of the ruling that a record belongs to, 0 where it cannot be read."""
        for _position, _tag, stored in reading.stream(campaign, position - 1, position):
            return follow_end(stored).ruling
        return 0


def chained_prefix(reading: StreamReading, campaign: UUID, end: ReadEnd, exemptions: SealExemptions) -> SealReach:
    """Read a log from its start as far as that goes."""
    until = max(end.last[0] if end.last else 0, end.witness.position if end.witness else 0)
    far, rewinds, error = 0, dict[int, int](), None
    try:
        for position, tag, stored in checked_rows(
            reading.stream(campaign, 0), LogSlice(0, until, GENESIS, exemptions)
        ):
            if tag == REWOUND:
                rewinds[position] = follow_end(stored).parent
            far = position
        check_end(end, reading, campaign)
    except BrokenLedger as found:
        far, error = min(far, found.position - 1), found
    return SealReach(far, rewinds, error)
