"""Earlier play of the journal that came in as play since: its rows stay, and are passed over on that line."""

from collections.abc import Callable, Collection

import sqlalchemy as sql

from ledger.log.lines import Lines, Stretch, lies_on
from ledger.logged import EARLIER_PLAY
from projections.tables.schema import ENTRIES, FOLLOWED, REPLACED, REWINDS

_TAGS = sorted(EARLIER_PLAY)


def replaced_on(connection: sql.Connection, campaign: str, path: Callable[[], list[Stretch]]) -> int:
    """The position on a line up to which earlier play was replaced; 0 where none was, and no path is asked for."""
    found = list(connection.scalars(sql.select(REPLACED.c.position).where(REPLACED.c.campaign == campaign)))
    line = path() if found else []
    return max((at for at in found if lies_on(line, at)), default=0)


def replaced_at_heads(connection: sql.Connection) -> dict[str, int]:
    """The same at the head of every campaign where any was: campaign -> position."""
    rows = connection.execute(sql.select(REPLACED.c.campaign, REPLACED.c.position)).all()
    trees = lines_of(connection, {row.campaign for row in rows}) if rows else {}
    found: dict[str, int] = {}
    for campaign, position in rows:
        tree, head = trees[campaign]
        if lies_on(tree.path(head), position):
            found[campaign] = max(position, found.get(campaign, 0))
    return found


def lines_of(connection: sql.Connection, campaigns: Collection[str]) -> dict[str, tuple[Lines, int]]:
    """The tree of lines and the head of each of these campaigns."""
    query = sql.select(REWINDS).where(REWINDS.c.campaign.in_(campaigns)).order_by(REWINDS.c.position)
    rewinds: dict[str, dict[int, int]] = {}
    for row in connection.execute(query):
        rewinds.setdefault(row.campaign, {})[row.position] = row.parent
    heads = connection.execute(sql.select(FOLLOWED).where(FOLLOWED.c.campaign.in_(campaigns)))
    return {row.campaign: (Lines(rewinds.get(row.campaign)), row.position) for row in heads}


def standing_entry(until: int) -> sql.ColumnElement[bool]:
    """True for a row of the timeline that nothing took the place of."""
    return (ENTRIES.c.position > until) | ENTRIES.c.type.not_in(_TAGS)


def standing(table: sql.Table, until: int) -> sql.ColumnElement[bool]:
    """The same of a row that goes with one of the timeline."""
    other = ENTRIES.alias("told_in")
    same = (other.c.campaign == table.c.campaign) & (other.c.position == table.c.position)
    replaced = sql.exists().where(same, other.c.type.in_(_TAGS)).correlate(table)
    return (table.c.position > until) | ~replaced
