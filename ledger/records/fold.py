"""From stored records to the moment at a position."""

from collections.abc import Iterable, Iterator
from hashlib import sha256

from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.moment import AnyMoment
from domain.kernel.ruling import apply
from ledger.database.stream_reading import Row
from ledger.errors import BrokenLedger
from ledger.log.checked_rows import LogSlice, check_row, misfit, missing, not_found_by_kind
from ledger.log.lines import NOWHERE, Stretch
from ledger.log.record import Record
from ledger.log.tags import JOURNAL_PREFIX, REWOUND
from ledger.records.codec import Codec


def fold(
    codec: Codec, moment: AnyMoment, rows: Iterable[Row], path: list[Stretch], part: LogSlice
) -> Iterator[Record]:
    """Fold rows into `moment`, which must lie on this path and at the beginning of this part of the log.

    Yields each record just after it was applied, so that whoever walks along sees the moment grow. Records of
    other lines are passed over, except those of the journal. Raises `BrokenLedger`, also where a row is missing or
    does not follow the one before it, as `whole` does: but a record that is read says itself what it follows.
    """
    read, stretches = codec.read, iter(path)
    exemptions, rewinds = part.exemptions, part.rewinds
    special, aside = exemptions.positions, exemptions.aside
    first, last = next(stretches, NOWHERE)
    expected, carried = part.after, part.prev
    record: Record | None
    # Said as shortly as can be: nothing else is done for each record that is folded.
    for row in rows:
        position, tag, stored = row
        expected += 1
        if position != expected:
            raise missing(expected, part.until, position)
        while position > last:  # rows and stretches both go forward
            first, last = next(stretches, NOWHERE)
        try:
            if position >= first and position not in special:
                record = read(tag, stored)
                if record.envelope.prev != carried and carried is not None:
                    raise misfit(row)
            elif position in aside:
                record = None
            else:
                check_row(row, carried)
                record = read(tag, stored) if position >= first or tag.startswith(JOURNAL_PREFIX) else None
            carried = sha256(stored).hexdigest()
        except BrokenLedger as error:
            check_row(row, carried)  # where it is none of this log at all, that is said first
            raise BrokenLedger(position, error.problem) from error
        except TypeError:
            raise misfit(row) from None
        if tag == REWOUND and rewinds is not None and position not in rewinds and position not in aside:
            raise not_found_by_kind(position)
        if position in special:
            carried = exemptions.seal(position, carried)
        if record is not None:
            advance(codec, moment, record)
            yield record
    if expected < part.until:
        raise missing(expected + 1, part.until)


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
