"""Rows of a campaign that the ledger has no record of: nobody is shown them, and a rebuild takes them out."""

import pytest
import sqlalchemy as sql

from projections.tables import schema
from tests.support import toy
from tests.support.library import Library

GHOST = "00000000-0000-4000-8000-000000000001"
SHARED = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


def _copied(library: Library, tables: tuple[sql.Table, ...]) -> None:
    """Put the rows of `tale` in once more, as those of a campaign that was never recorded."""
    database = library.views.database
    with database.writing() as connection:
        for table in tables:
            rows = [row._asdict() for row in connection.execute(sql.select(table))]
            changed = {"campaign": GHOST, **({"slug": "ghost"} if "slug" in table.c else {})}
            if rows:
                connection.execute(sql.insert(table), [{**row, **changed} for row in rows])


def _left(library: Library) -> list[str]:
    with library.views.database.reading() as connection:
        return [
            table.name
            for table in schema.TABLES
            if connection.scalar(sql.select(sql.func.count()).where(table.c.campaign == GHOST))
        ]


@pytest.fixture
def haunted(library: Library) -> Library:
    library.rule(toy.Enter(who="hero", name="Hero"))
    assert len(library.views.summaries()) == 1
    _copied(library, (*schema.ROWS, schema.FOLLOWED))
    return library


@pytest.mark.parametrize("env", SHARED, indirect=True)
def test_nobody_is_counted_at_a_table_that_was_never_played(haunted: Library) -> None:
    assert haunted.views.unowned.campaigns() == [GHOST]
    haunted.begin("saga")  # whatever is recorded has all campaigns looked at anew
    assert [len(it.seats) for it in haunted.views.people()] == [2] * len(haunted.views.people())
    assert {slug for slug, _title in haunted.views.played_last(9)} == {"tale", "saga"}
    assert _left(haunted) == []


@pytest.mark.parametrize("env", SHARED, indirect=True)
def test_a_rebuild_takes_them_out_wherever_they_are(haunted: Library) -> None:
    with haunted.views.database.writing() as connection:
        for table in (schema.CAMPAIGNS, schema.FOLLOWED):  # what the shelf goes by
            connection.execute(sql.delete(table).where(table.c.campaign == GHOST))
    assert haunted.views.unowned.campaigns() == [GHOST]
    haunted.views.rebuild()
    assert haunted.views.unowned.campaigns() == []
    assert _left(haunted) == []
    assert haunted.views.problems("tale") == []


@pytest.mark.parametrize("env", SHARED, indirect=True)
def test_those_of_a_campaign_that_has_records_stay(library: Library) -> None:
    library.rule(toy.Enter(who="hero", name="Hero"))
    library.views.summaries()
    tale = str(library.ledger.find("tale").id)
    library.views.unowned.take_out([tale])
    assert library.views.unowned.campaigns() == []
    assert library.views.problems("tale") == []
