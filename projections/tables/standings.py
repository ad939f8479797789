"""Standings at the positions of one campaign: the last few in memory, some beside the rows, the others folded."""

import zlib
from contextlib import suppress

import sqlalchemy as sql

from domain.kernel.ruling import retell
from ledger.answers import ToldRecord
from ledger.bounded import BoundedDict
from ledger.database.database import Database
from ledger.log.lines import Stretch, lies_on
from ledger.log.record import Record
from ledger.records.open_campaign import OpenCampaign
from ledger.records.signer import Signer, sources_of
from projections.history.head_views import HeadViews
from projections.tables import schema
from projections.tables.table_rows import RowBatch

CHECKPOINT_EVERY = 1_000
"""A checkpoint is kept when a ruling passes a multiple of this many records."""

_REMEMBERED = 500
"""The most standings that are kept in memory: going back a little is what rewinding mostly is."""


def sources_behind(game: str | None) -> str:
    """The SHA-256 of all that tells and reads the records of a campaign: its game's package is what differs."""
    return sources_of("domain.kernel", "projections", *([game] if game is not None else []))


class Standings:
    """Finds what stood at a position, and keeps what was found.

    What is in memory is kept with the seal of its record, and a checkpoint is signed for it. Where the log says
    another one now, neither is seen, and the records are folded from further back.
    """

    def __init__(self, campaign: str, version: str, database: Database, signet: Signer) -> None:
        self._campaign = campaign
        self._version = version
        self._database = database
        self._signet = signet
        self._known: BoundedDict[int, tuple[str, HeadViews]] = BoundedDict(_REMEMBERED)

    def __bool__(self) -> bool:
        """True if any is in memory."""
        return bool(self._known)

    def forget(self) -> None:
        """Drop what is in memory: the words of a record may be in it that were removed since."""
        self._known.clear()

    def remember(self, seal: str, standing: HeadViews) -> None:
        """Keep in memory what stands after a record with this seal."""
        self._known[standing.position] = seal, standing

    def at(self, log: OpenCampaign, position: int, batch: RowBatch) -> HeadViews:
        """The standing at a position of the log, on its own line. `batch` may hold checkpoints not yet written."""
        log.check(position)
        standing, game, record = self._nearest(log, position, batch), log.codec.game, None
        if standing.position == position:
            return standing
        walk = log.walk(position, since=standing.position)
        told = log.records_of_others(standing.position, position)
        for each in told or (ToldRecord(record, retell(game, moment, record.event)) for record, moment in walk):
            standing, record = standing.after(each), each.record
        if record is not None:
            self.remember(record.seal, standing)
        return standing

    def keep(self, log: OpenCampaign, record: Record, standing: HeadViews, begun: int, batch: RowBatch) -> None:
        """A checkpoint among the rows, if one is due after this record, the last of a ruling after `begun`."""
        if begun // CHECKPOINT_EVERY < record.position // CHECKPOINT_EVERY:
            signed = self._signet.sign(self._about(record.position, record.seal), standing.to_bytes())
            if signed is not None:
                batch.into(schema.CHECKPOINTS).append((self._campaign, record.position, signed))

    def _nearest(self, log: OpenCampaign, position: int, batch: RowBatch) -> HeadViews:
        """The nearest standing at hand on the line of a position, at or before it."""
        path = log.lines.path(position)
        near = self._in_memory(log, path, position)
        if near is not None and position - near.position < CHECKPOINT_EVERY:
            return near
        return self._checkpoint(log, path, position, batch, near or HeadViews())

    def _in_memory(self, log: OpenCampaign, path: list[Stretch], position: int) -> HeadViews | None:
        for at in sorted(self._known, reverse=True):
            if at <= position and lies_on(path, at):
                seal, standing = self._known[at]
                if log.seal_at(at) == seal:
                    return standing
                del self._known[at]  # of a log that stood here before
        return None

    def _checkpoint(
        self, log: OpenCampaign, path: list[Stretch], position: int, batch: RowBatch, near: HeadViews
    ) -> HeadViews:
        """The nearest standing that was kept on this path, where it is nearer than the one in memory."""
        pending = {at: known for _campaign, at, known in batch.insert.get(schema.CHECKPOINTS, ())}
        table = schema.CHECKPOINTS
        query = sql.select(table.c.position).where(
            table.c.campaign == self._campaign,
            table.c.position <= position,
            table.c.position > near.position,
        )
        with self._database.reading() as connection:
            kept = set(connection.scalars(query))
            for at in sorted(kept | pending.keys(), reverse=True):
                if not near.position < at <= position or not lies_on(path, at):
                    continue
                known = pending.get(at) or connection.scalar(
                    sql.select(table.c.known).where(table.c.campaign == self._campaign, table.c.position == at)
                )
                body = self._signet.opened(self._about(at, log.seal_at(at)), known or b"")
                if body is not None:
                    with suppress(ValueError, zlib.error):  # a damaged checkpoint costs time, never truth
                        return HeadViews.from_bytes(body)
        return near

    def _about(self, position: int, seal: str | None) -> tuple[object, ...]:
        """The values that a checkpoint is signed for. The seal stands for the whole log before it, every rewind
        included.
        """
        return "checkpoint", self._campaign, self._version, position, seal
