"""The campaigns of a ledger side by side: what stands on which shelf, and who sits at which table."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import sqlalchemy as sql

from domain.kernel.people import EVERYONE
from ledger.log.entry import CampaignEntry
from projections.tables.schema import CAMPAIGNS, MEMBERS, PEOPLE
from projections.views.roster import VOICE
from projections.views.timeline import folded


@dataclass(frozen=True, slots=True)
class Summary:
    """A campaign on a shelf. `gm` is the game master's name; `last_played` a time, "" if nothing can be read."""

    slug: str
    title: str
    game: str
    game_title: str
    gm: str
    players: int
    sessions: int
    rulings: int
    """Rulings of play on the current line."""
    struck: int
    """Rulings of play on lines that were left."""
    entries: int
    """The number of entries taken in of other tools on the current line: neither ruling nor judged."""
    records: int
    last_played: str
    shelf: str = ""
    tags: tuple[str, ...] = ()
    put_away: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignSelection:
    """A selection of campaigns; a filter that is None, or empty, does not matter."""

    words: str = ""
    """All of them stand in its title, or in the names of its game, GM, shelf and tags."""
    game: str | None = None
    shelf: str | None = None
    """By its name, in any case; "" for those on none."""
    tags: tuple[str, ...] = ()
    """It has all of these."""
    put_away: bool | None = False

    def fits(self, it: Summary) -> bool:
        """True if this campaign is wanted."""
        if self.put_away is not None and it.put_away is not self.put_away:
            return False
        if self.game is not None and it.game != self.game:
            return False
        if self.shelf is not None and it.shelf.casefold() != self.shelf.casefold():
            return False
        if not {tag.casefold() for tag in self.tags} <= set(it.tags):
            return False
        said = folded(" ".join((it.title, it.slug, it.game_title, it.gm, it.shelf, *it.tags)))
        return all(word in said for word in folded(self.words).split())


def summaries_on(connection: sql.Connection, entries: Sequence[CampaignEntry]) -> list[Summary]:
    """These campaigns, the one played last first. One that cannot be read is there with what is known."""
    query = _SUMMARIES
    if len(entries) == 1:
        query = query.where(CAMPAIGNS.c.campaign == str(entries[0].id))
    rows = {row[0]: tuple(row) for row in connection.execute(query)}
    found = [_summary(entry, rows.get(str(entry.id))) for entry in entries]
    return sorted(found, key=lambda summary: summary.last_played, reverse=True)


def played_last_on(connection: sql.Connection, limit: int) -> list[tuple[str, str]]:
    """Slug and title of the campaigns that were played last, without those that are put away."""
    query = sql.select(CAMPAIGNS.c.slug, CAMPAIGNS.c.title).where(~CAMPAIGNS.c.put_away)
    rows = connection.execute(query.order_by(CAMPAIGNS.c.last_played.desc(), CAMPAIGNS.c.slug).limit(limit))
    return [(row.slug, row.title) for row in rows]


_SUMMARIES = sql.select(CAMPAIGNS.c.campaign, *(CAMPAIGNS.c[each.name] for each in fields(Summary)))
_UNREAD = ("", 0, 0, 0, 0, 0, 0, "")
"""The values of a campaign that cannot be read: who runs it, what was counted in it, and when it was played
last.
"""


def _summary(entry: CampaignEntry, row: tuple[Any, ...] | None) -> Summary:
    # A shelf may hold ten thousand: a row is taken as a whole and not asked for each of its columns.
    return Summary(*row[1:]) if row else Summary(entry.slug, entry.slug, entry.game, entry.game, *_UNREAD)


def seated_on(connection: sql.Connection) -> dict[tuple[str, str], str]:
    """Everybody who has a seat somewhere, or a voice of their own in what was taken in: (slug, person) -> name."""
    query = sql.select(CAMPAIGNS.c.slug, PEOPLE.c.person, PEOPLE.c.name)
    query = query.where(CAMPAIGNS.c.campaign == PEOPLE.c.campaign, ~PEOPLE.c.gone, PEOPLE.c.seen_by == EVERYONE)
    heard = sql.select(CAMPAIGNS.c.slug, MEMBERS.c.character.label("person"), MEMBERS.c.name)
    heard = heard.where(
        CAMPAIGNS.c.campaign == MEMBERS.c.campaign,
        ~MEMBERS.c.gone,
        MEMBERS.c.seen_by == EVERYONE,
        MEMBERS.c.how == VOICE,
        MEMBERS.c.player.is_(None),
    )
    found: dict[tuple[str, str], str] = {}
    for asked in (query, heard):
        for row in connection.execute(asked.order_by("name", "person", CAMPAIGNS.c.slug)):
            found.setdefault((row.slug, row.person), row.name)
    return found
