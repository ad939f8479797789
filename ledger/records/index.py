"""The campaigns there are, and the submissions that were recorded: two small tables beside the log.

They are written in the appending transaction where the records' database can share it. On a persistence module
that cannot, they live in memory and catch up with the log before they are asked.
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any, TypeAlias
from uuid import UUID

import sqlalchemy as sql
from eventsourcing.persistence import ApplicationRecorder

from domain.kernel.campaign.founding import CampaignFounded
from ledger.database.database import Database
from ledger.database.engine import open_database
from ledger.database.prepared import (
    GuardedRows,
    PreparedSelect,
    RowWrite,
    TableChange,
    compiled_sql,
    execute_many,
)
from ledger.database.schema import events
from ledger.log.entry import CampaignEntry
from ledger.log.record import Record

KeyRow: TypeAlias = tuple[str, str, int]
"""A campaign, the key of a submission, and the position where its ruling begins."""

_METADATA = sql.MetaData()

_CAMPAIGNS = sql.Table(
    "ledger_campaigns",
    _METADATA,
    sql.Column("campaign", sql.String(36), primary_key=True),
    sql.Column("slug", sql.Text, nullable=False, unique=True),
    sql.Column("game", sql.Text, nullable=False),
)
SUBMISSIONS = sql.Table(
    "ledger_submissions",
    _METADATA,
    sql.Column("campaign", sql.String(36), primary_key=True),
    sql.Column("key", sql.Text, primary_key=True),
    sql.Column("position", sql.BigInteger, nullable=False),
)
"""The position that each submission with a key was recorded at."""

TABLES = (_CAMPAIGNS, SUBMISSIONS)

_ENTRIES = sql.select(_CAMPAIGNS.c.campaign, _CAMPAIGNS.c.slug, _CAMPAIGNS.c.game)
_ALL = PreparedSelect(_ENTRIES.order_by(_CAMPAIGNS.c.slug))
_NAMED = sql.bindparam("name", type_=sql.Text)
_BY_NAME = PreparedSelect(_ENTRIES.where((_CAMPAIGNS.c.slug == _NAMED) | (_CAMPAIGNS.c.campaign == _NAMED)))
# Here and below, made once: making a statement costs more than running it.
_OF_CAMPAIGN = sql.select(SUBMISSIONS.c.key, SUBMISSIONS.c.position).where(
    SUBMISSIONS.c.campaign == sql.bindparam("within")
)
_BY_KEYS = _OF_CAMPAIGN.where(SUBMISSIONS.c.key.in_(sql.bindparam("keys", expanding=True)))
_HEADS = sql.select(
    _CAMPAIGNS.c.campaign,
    # One look into the index of the records for each campaign; grouping them would read all of it.
    sql.select(sql.func.max(events.c.originator_version))
    .where(events.c.originator_id == _CAMPAIGNS.c.campaign)
    .scalar_subquery()
    .label("head"),
)
_NEW_CAMPAIGN = sql.insert(_CAMPAIGNS)
_NEW_SUBMISSION = sql.insert(SUBMISSIONS)


@cache
def _new_submission(dialect: str) -> str:
    return compiled_sql(_NEW_SUBMISSION, dialect, ("campaign", "key", "position"))


_FOUNDED = CampaignFounded.model_fields["type"].default
_BATCH = 1_000


@dataclass(frozen=True, slots=True)
class KeyRows(RowWrite):
    """The keys that rulings were submitted under, to be noted."""

    keyed: Sequence[KeyRow]

    @classmethod
    def of(cls, records: Sequence[Record]) -> "KeyRows":
        """Those of the rulings that these records begin."""
        envelopes = (it.envelope for it in records)
        return cls([(it.campaign, it.key, it.position) for it in envelopes if it.key is not None])

    def __call__(self, connection: sql.Connection) -> None:
        """Note them."""
        if self.keyed:
            execute_many(connection, _new_submission(connection.dialect.name), self.keyed)

    def parts(self) -> Sequence[GuardedRows]:
        """Their rows."""
        return [GuardedRows(None, [TableChange(SUBMISSIONS, "insert", self.keyed)])]


class CampaignIndex:
    """Finds campaigns by slug and rulings by submission key.

    `database` is the records' own, or None when it cannot be shared.
    """

    def __init__(self, database: Database | None, recorder: ApplicationRecorder) -> None:
        self._recorder = recorder
        self._shared = database is not None
        self._seen = 0
        self._database = database or open_database("sqlite://")
        self._found: dict[str, CampaignEntry] = {}
        self._database.create(_CAMPAIGNS, SUBMISSIONS)

    @staticmethod
    def notes(records: Sequence[Record]) -> bool:
        """True if these records add anything."""
        for record in records:  # a generator for each ruling would cost more than what it looks at
            envelope = record.envelope
            if envelope.key is not None or type(envelope.data) is CampaignFounded:
                return True
        return False

    def note(self, connection: sql.Connection, records: Sequence[Record]) -> None:
        """Write what these records add. Raises `IntegrityError` of SQLAlchemy when a slug is taken."""
        for record in records:
            envelope = record.envelope
            if isinstance(record.event, CampaignFounded):
                self._add_campaign(connection, envelope.campaign, record.event.slug, record.event.game)
        KeyRows.of(records)(connection)

    def writing(self, records: Sequence[Record]) -> Callable[[sql.Connection], None]:
        """The write of `note`: of nothing but rows, where none of these records founds a campaign."""
        if any(isinstance(record.event, CampaignFounded) for record in records):
            return lambda connection: self.note(connection, records)
        return KeyRows.of(records)

    def entries(self) -> list[CampaignEntry]:
        """Every campaign, in the order of their slugs."""
        with self._reading() as connection:
            found = _ALL.rows(connection, {})
        return [CampaignEntry(UUID(campaign), slug, game) for campaign, slug, game in found]

    def find(self, name: str) -> CampaignEntry | None:
        """The campaign with this slug or id."""
        self._found.pop(name, None)
        with self._reading() as connection:
            found = _BY_NAME.rows(connection, {"name": name})
        for campaign, slug, game in found:
            self._found[name] = CampaignEntry(UUID(campaign), slug, game)
        return self._found.get(name)

    def recall(self, name: str) -> CampaignEntry | None:
        """The same, as it was found last: for whoever notices when it is not so any more."""
        return self._found.get(name) or self.find(name)

    def heads(self) -> dict[UUID, int] | None:
        """The last position of each campaign's log, in one question. None where the records are kept elsewhere."""
        if not self._shared:
            return None
        return {UUID(row.campaign): row.head or 0 for row in self._rows(_HEADS)}

    def positions_of(self, campaign: UUID, keys: Collection[str]) -> dict[str, int]:
        """The positions where the rulings begin that were submitted under these keys: key -> position."""
        if not keys:
            return {}
        return {
            row.key: row.position for row in self._rows(_BY_KEYS, {"within": str(campaign), "keys": list(keys)})
        }

    def submissions(self, campaign: UUID) -> dict[str, int]:
        """The positions where the rulings of a campaign begin that were submitted under a key: key -> position."""
        return {row.key: row.position for row in self._rows(_OF_CAMPAIGN, {"within": str(campaign)})}

    def _rows(self, query: sql.Select[Any], asked: Mapping[str, Any] | None = None) -> Sequence[sql.Row[Any]]:
        with self._reading() as connection:
            return connection.execute(query, asked).all()

    def _reading(self) -> AbstractContextManager[sql.Connection]:
        if not self._shared:
            self._catch_up()
        return self._database.reading()

    def _catch_up(self) -> None:
        with self._database.writing() as connection:
            while True:
                batch = self._recorder.select_notifications(self._seen, _BATCH, inclusive_of_start=False)
                self.note_stored(connection, ((it.topic, it.state) for it in batch))
                self._seen = batch[-1].id if batch else self._seen
                if len(batch) < _BATCH:
                    return

    def note_stored(
        self, connection: sql.Connection, rows: Iterable[tuple[str, bytes]], *, passing_over: bool = False
    ) -> None:
        """Write what stored records (tag, bytes) add. Raises as `note` does, and `ValueError` for no records.

        With `passing_over`, what is no record adds nothing.
        """
        submissions = []
        for tag, stored in rows:
            if tag != _FOUNDED and b'"key":"' not in stored:
                continue
            try:
                fields = json.loads(stored)
            except (ValueError, RecursionError):
                if passing_over:
                    continue
                raise
            if tag == _FOUNDED:
                data = fields["data"]
                self._add_campaign(connection, fields["campaign"], data["slug"], data["game"])
            if "key" in fields:
                place = fields["campaign"], fields["key"], fields["position"]
                submissions.append(dict(zip(("campaign", "key", "position"), place, strict=True)))
        if submissions:
            connection.execute(sql.insert(SUBMISSIONS), submissions)

    def rebuild(self, connection: sql.Connection, rows: Iterable[tuple[str, bytes]]) -> None:
        """Write both tables anew from every record (tag, bytes) of the ledger, passing over what is none."""
        self._found.clear()
        connection.execute(sql.delete(SUBMISSIONS))
        connection.execute(sql.delete(_CAMPAIGNS))
        waiting = iter(rows)
        while batch := list(islice(waiting, _BATCH)):
            self.note_stored(connection, batch, passing_over=True)

    @staticmethod
    def _add_campaign(connection: sql.Connection, campaign: str, slug: str, game: str) -> None:
        # A campaign that begins has answered nothing yet: what lies there under its id no record says.
        connection.execute(sql.delete(SUBMISSIONS).where(SUBMISSIONS.c.campaign == campaign))
        connection.execute(_NEW_CAMPAIGN, {"campaign": campaign, "slug": slug, "game": game})
