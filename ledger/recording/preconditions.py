"""Checks that the log says what a ruling takes it to say."""

from collections.abc import Sequence

from eventsourcing.persistence import IntegrityError, PersistenceError

from ledger.log.record import Record, seal_of
from ledger.records.open_campaign import OpenCampaign


def check_what_it_follows(record: Record, before: bytes | None) -> None:
    """Raises `IntegrityError` unless the record before this one is stored as it was known when this was decided.

    It is not after somebody put an older copy of the ledger in its place. `before` is what is stored there.
    """
    envelope = record.envelope
    if before is None or seal_of(before) != envelope.prev:
        raise IntegrityError(f"Record {envelope.position - 1} is not the one that was known")


def was_stored(held: OpenCampaign, records: Sequence[Record]) -> bool:
    """True if a commit counted whose answer got lost: no two rulings are ever the same bytes in the same place.

    False also where it cannot be seen now, which leaves the question open.
    """
    first, last = records[0].position, records[-1].position
    try:
        found = [stored for _position, _tag, stored in held.as_stored(first - 1, last)]
    except PersistenceError:
        return False
    return found == [record.stored for record in records]
