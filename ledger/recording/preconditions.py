"""Checks that the log says what a ruling takes it to say."""

from collections.abc import Sequence

from eventsourcing.persistence import PersistenceError

from ledger.log.record import Record
from ledger.records.open_campaign import OpenCampaign


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
