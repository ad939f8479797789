"""Moments kept at some positions, so that a state far into a campaign need not be folded from its start.

A snapshot can be dropped at any time, and proves itself or is not seen. It is kept with a fingerprint of the
program that made it, and signed for its campaign, its position, the line that led there and the seal of its
record. Where any of these is another now, or the signature is not this installation's, the records are folded from
further back.
"""

import json
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any
from uuid import UUID

import sqlalchemy as sql
from eventsourcing.persistence import AggregateRecorder, IntegrityError, PersistenceError, StoredEvent

from domain.kernel.campaign.state import Campaign
from domain.kernel.game import AnyGame
from domain.kernel.journal.state import Journal
from domain.kernel.moment import AnyMoment, Moment, adapter_of
from ledger.database.database import Database
from ledger.database.errors import library_errors
from ledger.database.events import SqlAlchemyRecorder
from ledger.database.inserting import as_rows
from ledger.database.prepared import execute_many
from ledger.database.schema import COLUMNS, snapshots
from ledger.database.sqlite.driver import sqlite3
from ledger.log.lines import Stretch, lies_on
from ledger.records.signer import Signer, body_of, sources_of

_RECORD = 500
"""Bytes. What a record is long, in the games that are known."""
_TRIES = 4
"""The number of snapshots of one stretch that are looked at before folding from further back."""
_FOLDED_BY = ("domain.kernel", "ledger.records.fold", "ledger.log.lines", "ledger.records.snapshots")
"""The modules that make a moment of records, beside the game."""

SealAt = Callable[[int], str | None]
"""The seal of what is stored at a position of one campaign now; None where nothing is."""


class MomentFormat:
    """The bytes in which the moments of one game are written and read again."""

    def __init__(self, game: AnyGame) -> None:
        self._state = adapter_of(game.state)
        self._campaign = adapter_of(Campaign)
        self._journal = adapter_of(Journal)
        self._game = game

    @cached_property
    def fingerprint(self) -> str:
        """Changes whenever a line of the kernel or the game does, or the shape of a state."""
        shapes = _shapes_of(self._game.state)
        sources = sources_of(*_FOLDED_BY, self._game.package)
        text = json.dumps([self._game.key, self._game.rules_version, shapes, sources])
        return sha256(text.encode()).hexdigest()[:32]

    def dump(self, moment: AnyMoment) -> bytes:
        """The moment as compressed JSON."""
        parts = (
            json.dumps([moment.position, moment.seal]).encode(),
            self._campaign.dump_json(moment.campaign),
            self._state.dump_json(moment.game),
            self._journal.dump_json(moment.journal),
        )
        return zlib.compress(b"\n".join(parts))

    def load(self, stored: bytes) -> AnyMoment:
        """The moment in these bytes. Raises `ValueError` when they are not one."""
        head, campaign, state, journal = zlib.decompress(stored).split(b"\n")
        position, seal = json.loads(head)
        return Moment(
            position,
            seal,
            self._campaign.validate_json(campaign),
            self._state.validate_json(state),
            self._journal.validate_json(journal),
        )

    def copy(self, moment: AnyMoment) -> AnyMoment:
        """A moment of its own, equal to this one."""
        return self.load(self.dump(moment))


_SHAPES: dict[type[Any], str] = {}


def _shapes_of(state: type[Any]) -> str:
    """The SHA-256 of the shapes of a moment's parts, kept: to work it out takes longer than all the rest."""
    if state not in _SHAPES:
        shapes = [adapter_of(kind).json_schema() for kind in (state, Campaign, Journal)]
        _SHAPES[state] = sha256(json.dumps(shapes, sort_keys=True).encode()).hexdigest()
    return _SHAPES[state]


@dataclass(frozen=True, slots=True)
class SnapshotInterval:
    """The number of records from one snapshot to the next.

    As few as keep the snapshots to a hundredth of what the records weigh: `shortest` where a state is small, for
    then it costs nothing to be near every position, and `longest` where it is large, whatever that weighs.
    """

    shortest: int = 100
    longest: int = 1_000

    def due(self, form: MomentFormat, moment: AnyMoment, before: int) -> bytes | None:
        """The bytes to keep of this moment, if a snapshot is due since the position `before`."""
        if not _passed(self.shortest, before, moment.position):
            return None
        stored = form.dump(moment)
        every = self.shortest
        while every < self.longest and len(stored) > every * _RECORD // 100:
            every = min(2 * every, self.longest)
        return stored if _passed(every, before, moment.position) else None


DEFAULT_INTERVAL = SnapshotInterval()


def _passed(every: int, before: int, now: int) -> bool:
    return before // every < now // every


class Snapshots:
    """The snapshots of all campaigns, kept by any recorder of the event-sourcing library."""

    def __init__(self, recorder: AggregateRecorder, signer: Signer) -> None:
        self._recorder = recorder
        self._signer = signer

    def keep(
        self, campaign: UUID, form: MomentFormat, path: Sequence[Stretch], moment: AnyMoment, stored: bytes
    ) -> None:
        """Keep a moment, of which these are the bytes, in the place of any that is kept for its position.

        `path` is the line that leads there. Without a key nothing is kept.
        """
        row = self.row(campaign, form, path, moment, stored)
        if row is not None:
            self.keep_row(row)

    def row(
        self, campaign: UUID, form: MomentFormat, path: Sequence[Stretch], moment: AnyMoment, stored: bytes
    ) -> StoredEvent | None:
        """The snapshot as it is kept; None without a key."""
        signed = self.signed(campaign, form, path, moment.position, moment.seal, stored)
        return None if signed is None else StoredEvent(campaign, moment.position, form.fingerprint, signed)

    def keep_row(self, row: StoredEvent) -> None:
        """Keep a snapshot in the place of any that is kept for its position."""
        if self._kept_by_statement(row):
            return
        try:
            self._recorder.insert_events([row])
        except IntegrityError:
            self._replace(row)  # the same moment, kept by another process; or one that is not seen

    def signed(
        self,
        campaign: UUID,
        form: MomentFormat,
        path: Sequence[Stretch],
        position: int,
        seal: str,
        stored: bytes,
    ) -> bytes | None:
        """The bytes of a moment as they are kept; None without a key."""
        return self._signer.sign(_about(campaign, form, path, position, seal), stored)

    def shares(self, database: Database | None) -> bool:
        """True if a snapshot can be kept in a transaction of this database, whatever comes of it there.

        On SQLite a statement that fails leaves the transaction as it was; on PostgreSQL it ends it.
        """
        recorder = self._recorder
        return (
            isinstance(recorder, SqlAlchemyRecorder)
            and recorder.database is database
            and database.engine.dialect.name == "sqlite"
        )

    def keep_within(self, connection: sql.Connection, row: StoredEvent) -> None:
        """The same in the transaction of the rulings it comes of, so that the disk is waited for once.

        Raises the driver's error only where that has ended the transaction: a snapshot just saves time.
        """
        try:
            execute_many(connection, _PUT, as_rows([row]))
        except sqlite3.Error:
            driver: Any = connection.connection.driver_connection
            if not driver.in_transaction:
                raise

    def _kept_by_statement(self, row: StoredEvent) -> bool:
        """Keep it by one statement, on a server that takes one for a transaction; False where there is none such.

        The disk is not waited for: what a crash takes away only saved time.
        """
        recorder = self._recorder
        if not isinstance(recorder, SqlAlchemyRecorder):
            return False
        with recorder.database.statement() as driver:
            if driver is not None:
                driver.execute(_PUT_UNSYNCED, as_rows([row])[0])
            return driver is not None

    def _replace(self, row: StoredEvent) -> None:
        recorder = self._recorder
        if not isinstance(recorder, SqlAlchemyRecorder):
            return
        kept = recorder.table.c
        place = (kept.originator_id == str(row.originator_id)) & (
            kept.originator_version == row.originator_version
        )
        change = sql.update(recorder.table).where(place).values(topic=row.topic, state=row.state)
        with recorder.database.writing() as connection, library_errors(recorder.database.name):
            connection.execute(change)

    def nearest(
        self, campaign: UUID, form: MomentFormat, path: list[Stretch], at_most: int, seal_at: SealAt
    ) -> AnyMoment | None:
        """The latest snapshot on this path that proves itself, at or before `at_most`.

        Only an ancestor will do: the newest snapshot below a position may belong to an abandoned line.
        """
        for first, last in reversed(path):
            if first > at_most:
                continue
            rows = self._recorder.select_events(
                campaign, gt=first - 1, lte=min(last, at_most), desc=True, limit=_TRIES
            )
            for row in rows:
                if row.topic != form.fingerprint:
                    continue
                position = row.originator_version
                about = _about(campaign, form, path, position, seal_at(position))
                body = self._signer.opened(about, row.state)
                if body is not None:
                    with suppress(ValueError, zlib.error):  # a damaged snapshot costs time, never truth
                        return form.load(body)
        return None

    def keep_after(
        self, campaign: UUID, form: MomentFormat, path: list[Stretch], moment: AnyMoment, folded: int
    ) -> None:
        """Keep a moment that took far more records than it should: what lies on the way was not seen."""
        if folded <= _FAR or not lies_on(path, moment.position):
            return
        with suppress(PersistenceError):  # here nothing can be written, or not now: the next one may
            self.keep(campaign, form, path, moment, form.dump(moment))

    def kept(self, campaign: UUID) -> dict[int, tuple[str, bytes]]:
        """Every snapshot of a campaign, also those that are not seen: fingerprint and moment, by position."""
        rows = self._recorder.select_events(campaign)
        return {row.originator_version: (row.topic, body_of(row.state)) for row in rows}


_PUT = f"INSERT OR REPLACE INTO {snapshots.name} ({', '.join(COLUMNS)}) VALUES (?, ?, ?, ?)"
_PUT_UNSYNCED = f"""
    WITH unsynced AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
    INSERT INTO {snapshots.name} ({", ".join(COLUMNS)}) SELECT %s, %s::bigint, %s, %s FROM unsynced
    ON CONFLICT (originator_id, originator_version) DO UPDATE SET topic = excluded.topic, state = excluded.state"""

_FAR = 2 * DEFAULT_INTERVAL.longest
"""Records. Where snapshots are seen, no position lies further from one on its line."""


def _about(
    campaign: UUID, form: MomentFormat, path: Sequence[Stretch], position: int, seal: str | None
) -> tuple[object, ...]:
    """The values that a snapshot is signed for. The line counts as far as it leads to the position, rewinds and
    all.
    """
    line = [(first, min(last, position)) for first, last in path if first <= position]
    return "snapshot", str(campaign), form.fingerprint, position, line, seal
