"""The reach of a search across campaigns: somebody may run one of them, play in another, and read the rest."""

from dataclasses import dataclass

import sqlalchemy as sql

from domain.kernel.people import EVERYONE, GM_ONLY, Audience, Role, only
from domain.kernel.terms import PersonId
from projections.tables.schema import ASIDES, ENTRIES, PEOPLE, TEXTS
from projections.tables.selection import meant_for


@dataclass(frozen=True, slots=True)
class SearchReach:
    """Looks with `audience` wherever nothing else is said, and as GM in the campaigns (ids) `runs`."""

    audience: Audience
    runs: frozenset[str] = frozenset()

    def texts(self) -> sql.ColumnElement[bool]:
        """True if a text, joined to its entry, is what this looker knows of the record."""
        if not self.runs:
            return _known_to(self.audience)
        here = TEXTS.c.campaign.in_(sorted(self.runs))
        return sql.or_(here & _known_to(GM_ONLY), ~here & _known_to(self.audience))


WHOLE_TABLE = SearchReach(EVERYONE)
"""The reach of everybody at each table."""
EVERYTHING = SearchReach(GM_ONLY)
"""The reach of each GM: for whoever keeps the ledger."""


def reach_of(connection: sql.Connection, person: PersonId) -> SearchReach:
    """The reach of a person: as GM where they run the game now, and elsewhere what is for all or for them."""
    query = sql.select(PEOPLE.c.campaign).where(
        PEOPLE.c.person == person,
        PEOPLE.c.role == Role.GM,
        PEOPLE.c.seen_by == str(EVERYONE),
        PEOPLE.c.gone == sql.false(),
    )
    return SearchReach(only(person), frozenset(connection.scalars(query)))


def _known_to(audience: Audience) -> sql.ColumnElement[bool]:
    """Each record as this audience knows it: by a text of its own where it has one, else by the common one."""
    common = TEXTS.c.place == 0
    if audience != GM_ONLY:
        common &= meant_for(ENTRIES.c.audience, audience)
    if audience == EVERYONE:
        return common
    other = ASIDES.alias("otherwise")
    its_own = (
        sql.exists()
        .where(other.c.campaign == TEXTS.c.campaign, other.c.position == TEXTS.c.position)
        .where(other.c.seen_by == str(audience))
        .correlate(TEXTS)
    )
    return sql.or_(common & ~its_own, (TEXTS.c.place > 0) & (TEXTS.c.seen_by == str(audience)))
