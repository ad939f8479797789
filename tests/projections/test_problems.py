"""Faults of the tables are found and named, whatever part of them they lie in."""

import pytest
import sqlalchemy as sql

from projections.tables import rebuild, schema
from tests.projections.test_tables import PLAY, RECORDS
from tests.support.library import GM, Library


def test_what_is_wrong_in_a_table_is_named(library: Library) -> None:
    library.rule_all(PLAY)
    assert library.views.count("tale", GM) == RECORDS
    with library.views.database.writing() as connection:
        connection.execute(schema.ENTRIES.update().where(schema.ENTRIES.c.position == 3).values(headline="x"))
        connection.execute(schema.RESOURCES.delete().where(schema.RESOURCES.c.name == "gold"))
    assert library.views.problems("tale") == [
        "In timeline, the row of 3 is wrong.",
        "In resources, the row of table · sanna · gold is missing.",
    ]
    library.views.rebuild()
    assert library.views.problems("tale") == []


@pytest.mark.parametrize("at_once", [1, 3, 5_000])
def test_what_is_wrong_is_found_whatever_part_of_a_table_it_lies_in(
    library: Library, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(rebuild, "_ROWS_AT_ONCE", at_once)
    monkeypatch.setattr(rebuild, "_VALUES_AT_ONCE", 2)
    library.rule_all(PLAY)
    assert library.views.problems("tale") == []
    wrong = []
    for table, column in ((schema.ENTRIES, "headline"), (schema.STEPS, "label"), (schema.FACTS, "fact")):
        keys = [column.name for column in table.primary_key.columns if column.name != "campaign"]
        with library.views.database.writing() as connection:
            rows = connection.execute(sql.select(table)).all()
            assert len(rows) > 5
            for number, row in enumerate(rows):
                here = sql.and_(*(table.c[key] == row._mapping[key] for key in keys))
                change = table.delete() if number % 2 else table.update().values({column: "otherwise"})
                connection.execute(change.where(here))
                what = "is missing" if number % 2 else "is wrong"
                key = " · ".join(str(row._mapping[key]) for key in keys)
                wrong.append(f"In {table.name.removeprefix(schema.PREFIX)}, the row of {key} {what}.")
    for table, more in ((schema.REWINDS, {"parent": 1}), (schema.REPLACED, {})):
        for position in (0, RECORDS + 1, 10**9):
            with library.views.database.writing() as connection:
                (campaign,) = connection.scalars(sql.select(schema.FOLLOWED.c.campaign))
                connection.execute(table.insert().values(campaign=campaign, position=position, **more))
            name = table.name.removeprefix(schema.PREFIX)
            wrong.append(f"In {name}, the row of {position} should not be there.")
    monkeypatch.setattr(rebuild, "_MOST_PROBLEMS", 1_000)
    assert sorted(library.views.problems("tale")) == sorted(wrong)
