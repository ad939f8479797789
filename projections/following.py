"""How far the tables have come with a campaign, and the claim to bring them further."""

from dataclasses import dataclass

import sqlalchemy as sql

from ledger.recorder.database import Database
from projections.schema import FOLLOWED


@dataclass(frozen=True, slots=True)
class Followed:
    """The last record taken in, its seal, and which reading of the facts made the rows."""

    position: int
    seal: str
    version: str


def followed_in(database: Database, campaign: str) -> Followed | None:
    """How far the tables have come with a campaign."""
    with database.reading() as connection:
        return followed_on(connection, campaign)


def followed_on(connection: sql.Connection, campaign: str) -> Followed | None:
    """The same, on a connection at hand."""
    columns = FOLLOWED.c.position, FOLLOWED.c.seal, FOLLOWED.c.version
    row = connection.execute(sql.select(*columns).where(FOLLOWED.c.campaign == campaign)).first()
    return None if row is None else Followed(*row)


def claim(connection: sql.Connection, campaign: str, old: Followed | None, new: Followed) -> bool:
    """Move the tables on from `old` to `new`; False, and nothing done, if they are not where `old` says.

    Whoever writes rows claims first, in the same transaction: so no two of them write the same rows.
    """
    here = FOLLOWED.c.campaign == campaign
    values = {"position": new.position, "seal": new.seal, "version": new.version}
    if old is None:
        if followed_on(connection, campaign) is not None:
            return False
        connection.execute(sql.insert(FOLLOWED).values(campaign=campaign, **values))
        return True
    as_thought = here & (FOLLOWED.c.position == old.position) & (FOLLOWED.c.seal == old.seal)
    moved = connection.execute(
        sql.update(FOLLOWED).where(as_thought, FOLLOWED.c.version == old.version).values(**values)
    )
    return bool(moved.rowcount)
