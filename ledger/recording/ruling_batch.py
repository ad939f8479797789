"""Rulings that are stored together in one transaction: batches, their answer, whether a commit counted."""

from collections.abc import Iterable, Iterator, Sequence

from eventsourcing.persistence import PersistenceError

from domain.kernel.ruling import asks_the_past
from ledger.answers import Appended, Submission
from ledger.log.record import Record
from ledger.records.open_campaign import OpenCampaign


def transaction_batches(submissions: Iterable[Submission]) -> Iterator[list[Submission]]:
    """Parts that one transaction can hold.

    A ruling about earlier rulings reads them where they are stored, so whatever comes before it is stored first;
    and so is one that was sent under a key, before it is sent again.
    """
    part: list[Submission] = []
    keys: set[str] = set()
    for submission in submissions:
        if part and (asks_the_past(submission.command) or submission.key in keys):
            yield part
            part, keys = [], set()
        part.append(submission)
        if submission.key is not None:
            keys.add(submission.key)
    if part:
        yield part


def as_one(rulings: Sequence[Appended]) -> Appended:
    """Rulings that follow each other, as what is kept in step with the log takes them in."""
    first, last = rulings[0], rulings[-1]
    if first is last:
        return first
    return Appended(
        entry=first.entry,
        game=first.game,
        told=tuple(told for ruling in rulings for told in ruling.told),
        moment=last.moment,
        before=first.before,
        rewound=any(ruling.rewound for ruling in rulings),
        log=last.log,
    )


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
