"""Making anew what the ledger keeps beside its records: the index of campaigns and submissions, and snapshots."""

from collections.abc import Callable, Iterator

import sqlalchemy as sql
from eventsourcing.persistence import ApplicationRecorder

from ledger.database import schema
from ledger.database.errors import library_errors
from ledger.errors import LedgerError
from ledger.ledger import Ledger
from ledger.log.entry import CampaignEntry
from ledger.records.snapshots import DEFAULT_INTERVAL, MomentFormat, SnapshotInterval

_BATCH = 1_000
_STRAY_SNAPSHOTS = sql.delete(schema.snapshots).where(
    ~sql.exists().where(schema.events.c.originator_id == schema.snapshots.c.originator_id)
)


def rebuild_index(ledger: Ledger) -> None:
    """Read every record for its campaign and key, and drop the snapshots of campaigns without one.

    Does nothing where the index is not kept but made each time.
    Raises `LedgerError`, leaving the index as it was, when a record cannot be read.
    """
    database = ledger.store.database
    if database is None:
        return
    with database.writing() as connection, library_errors(database.name):
        try:
            ledger.index.rebuild(connection, _every_record(ledger.store.recorder))
            connection.execute(_STRAY_SNAPSHOTS)
        except (ValueError, KeyError, TypeError) as error:
            raise LedgerError("A record cannot be read; checking each campaign tells which.") from error


def _every_record(recorder: ApplicationRecorder) -> Iterator[tuple[str, bytes]]:
    batch = recorder.select_notifications(None, _BATCH)
    while batch:
        for notification in batch:
            yield notification.topic, notification.state
        batch = recorder.select_notifications(batch[-1].id, _BATCH, inclusive_of_start=False)


def rebuild_snapshots(
    ledger: Ledger,
    progress: Callable[[int, int], None] = lambda done, total: None,
    snapshot_interval: SnapshotInterval = DEFAULT_INTERVAL,
) -> int:
    """Drop the snapshots of all campaigns and take them anew from the records; how many were taken.

    Raises `BrokenLedger` at the first record that cannot be read: then some campaigns have none, which costs time
    and nothing else.
    """
    heads = {entry: ledger.head(entry.slug) for entry in ledger.campaigns()}
    total = sum(heads.values())
    taken = before = 0
    for entry, head in heads.items():

        def step(position: int, before: int = before) -> None:
            progress(before + position, total)

        taken += rebuild_snapshots_of(ledger, entry, step, snapshot_interval)
        before += head
    return taken


def rebuild_snapshots_of(
    ledger: Ledger,
    entry: CampaignEntry,
    progress: Callable[[int], None] = lambda position: None,
    snapshot_interval: SnapshotInterval = DEFAULT_INTERVAL,
) -> int:
    """The same for one campaign. `progress` is told the position come to."""
    database = ledger.store.database
    if database is None:
        return 0
    with database.writing() as connection, library_errors(database.name):
        connection.execute(sql.delete(schema.snapshots).where(schema.snapshots.c.originator_id == str(entry.id)))
    form, taken, lines = MomentFormat(ledger.game(entry.game)), 0, ledger.lines(entry.slug)
    for appended in ledger.rulings(entry.slug):
        moment = appended.moment
        stored = form.dump(moment) if appended.rewound else snapshot_interval.due(form, moment, appended.before)
        if stored is not None:
            ledger.store.moments.keep(entry.id, form, lines.path(moment.position), moment, stored)
            taken += 1
        progress(moment.position)
    return taken
