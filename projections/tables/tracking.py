"""Progress of the tables with a campaign, and the claim to bring them further."""

from dataclasses import asdict, dataclass
from functools import cache

import sqlalchemy as sql

from ledger.database.database import Database
from ledger.database.prepared import PreparedSelect, RowMove, compiled_sql, execute_many
from projections.tables.schema import FOLLOWED

_OF = FOLLOWED.c.campaign == sql.bindparam("of")
_LAST = PreparedSelect(sql.select(FOLLOWED.c.position, FOLLOWED.c.seal, FOLLOWED.c.version).where(_OF))
_BEGIN = sql.insert(FOLLOWED)
_MOVE = sql.update(FOLLOWED).where(
    _OF,
    FOLLOWED.c.position == sql.bindparam("old_position"),
    FOLLOWED.c.seal == sql.bindparam("old_seal"),
    FOLLOWED.c.version == sql.bindparam("old_version"),
)
_MOVE = _MOVE.values({name: sql.bindparam(f"new_{name}") for name in ("position", "seal", "version")})


@dataclass(frozen=True, slots=True)
class Followed:
    """The last record taken in, its seal, and which reading of the facts made the rows."""

    position: int
    seal: str
    version: str


def followed_in(database: Database, campaign: str) -> Followed | None:
    """The progress of the tables with a campaign."""
    with database.reading() as connection:
        return followed_on(connection, campaign)


def followed_on(connection: sql.Connection, campaign: str) -> Followed | None:
    """The same, on a connection at hand."""
    found = _LAST.rows(connection, {"of": campaign})
    return Followed(*found[0]) if found else None


def claim(connection: sql.Connection, campaign: str, old: Followed | None, new: Followed) -> bool:
    """Move the tables on from `old` to `new`; False, and nothing done, if they are not where `old` says.

    Whoever writes rows claims first, in the same transaction: so no two of them write the same rows.
    """
    if old is None:
        if followed_on(connection, campaign) is not None:
            return False
        connection.execute(_BEGIN, {"campaign": campaign, **asdict(new)})
        return True
    values = (new.position, new.seal, new.version, campaign, old.position, old.seal, old.version)
    return execute_many(connection, _move(connection.dialect.name), [values]) > 0


def moved(campaign: str, old: Followed, new: Followed) -> RowMove:
    """The same as a row that has to be as it was found."""
    return RowMove(FOLLOWED, (campaign, *_values(old)), (campaign, *_values(new)))


def _values(followed: Followed) -> tuple[int, str, str]:
    return followed.position, followed.seal, followed.version


@cache
def _move(dialect: str) -> str:
    order = ("new_position", "new_seal", "new_version", "of", "old_position", "old_seal", "old_version")
    return compiled_sql(_MOVE, dialect, order)
