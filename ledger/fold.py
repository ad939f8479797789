"""From stored records to the moment at a position."""

from collections.abc import Iterable, Iterator

from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.moment import AnyMoment
from domain.kernel.ruling import apply
from ledger.codec import Codec
from ledger.errors import BrokenLedger
from ledger.lines import NOWHERE, Stretch
from ledger.records import Record

JOURNAL_PREFIX = "journal."
"""Records of the journal are folded in log order: they belong to no line."""


def fold(
    codec: Codec, moment: AnyMoment, rows: Iterable[tuple[int, str, bytes]], path: list[Stretch]
) -> Iterator[Record]:
    """Fold rows (position, tag, bytes) into `moment`, which must lie on this path.

    Yields each record just after it was applied, so that whoever walks along sees the moment grow. Records of
    other lines are passed over, except those of the journal. Raises `BrokenLedger`.
    """
    read, stretches = codec.read, iter(path)
    first, last = next(stretches, NOWHERE)
    for position, tag, stored in rows:
        while position > last:  # rows and stretches both go forward
            first, last = next(stretches, NOWHERE)
        if position >= first or tag.startswith(JOURNAL_PREFIX):
            try:
                record = read(tag, stored)
            except BrokenLedger as error:
                raise BrokenLedger(position, error.problem) from error
            advance(codec, moment, record)
            yield record


def advance(codec: Codec, moment: AnyMoment, record: Record) -> None:
    """Apply one record to the moment before it. Raises `BrokenLedger` when it cannot follow."""
    envelope = record.envelope
    try:
        apply(codec.game, moment, envelope.data)
    except ImpossibleHistoryError as error:
        raise BrokenLedger(envelope.position, f"it cannot follow what stands before it: {error}.") from error
    except Exception as error:
        # A record that was tampered with can name what never was; the state itself then protests, in any way.
        what = f"it cannot follow what stands before it: {type(error).__name__}: {error}."
        raise BrokenLedger(envelope.position, what) from error
    moment.position = envelope.position
