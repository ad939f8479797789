"""The reach of a search across campaigns: somebody may run one of them, play in another, and read the rest."""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from domain.kernel.people import EVERYONE, GM_ONLY, Audience, Role, only
from domain.kernel.terms import PersonId
from projections.tables.schema import ASIDES, ENTRIES, PEOPLE
from projections.tables.selection import meant_for


@dataclass(frozen=True, slots=True)
class SearchReach:
    """Looks with `audience` wherever nothing else is said, and as GM in the campaigns (ids) `runs`."""

    audience: Audience
    runs: frozenset[str] = frozenset()

    def otherwise(self) -> sql.ColumnElement[bool]:
        """True for what this viewer knows otherwise of an entry: to be joined to it, where there is such a row."""
        looks: sql.ColumnElement[Any] = sql.literal(str(self.audience), sql.Text)
        if self.runs:
            looks = sql.case((self._run_here(), sql.literal(str(GM_ONLY), sql.Text)), else_=looks)
        same = (ASIDES.c.campaign == ENTRIES.c.campaign) & (ASIDES.c.position == ENTRIES.c.position)
        return same & (ASIDES.c.seen_by == looks)

    def known(self) -> sql.ColumnElement[bool]:
        """True for an entry, with what is joined to it, of which this viewer may know."""
        if self.audience == GM_ONLY:
            return sql.true()
        known = meant_for(ENTRIES.c.audience, self.audience) | ASIDES.c.seen_by.is_not(None)
        return self._run_here() | known if self.runs else known

    def _run_here(self) -> sql.ColumnElement[bool]:
        return ENTRIES.c.campaign.in_(sorted(self.runs))


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
