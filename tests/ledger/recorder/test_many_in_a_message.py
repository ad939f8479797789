"""Changes that go to a database together: each row as it was given, whatever stands in it."""

from contextlib import closing

import sqlalchemy as sa

from ledger.database.prepared import execute_all, execute_many
from tests.support.appending import open_recorder

TABLE = sa.Table(
    "sayings",
    sa.MetaData(),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("text", sa.Text),
    sa.Column("open", sa.Boolean),
    sa.Column("weight", sa.Float),
    sa.Column("content", sa.LargeBinary),
)
TEXTS = (
    "100 % of %s, %(name)s and %%",
    r"a \ and \' and E'\n'",
    "'; DROP TABLE sayings; --",
    "two\nlines\tand ; one",
    "شمس 🎲 $1 $$",
    "",
    None,
)
ROWS = [(number, text, bool(number % 2), number / 3, bytes(range(256))) for number, text in enumerate(TEXTS * 200)]


def test_every_row_is_there_as_it_was_given(address: str) -> None:
    with closing(open_recorder(address).database) as database:
        database.create(TABLE)
        sign = "?" if address.startswith("sqlite") else "%s"
        put = f"INSERT INTO sayings VALUES ({', '.join([sign] * 5)})"
        take = f"DELETE FROM sayings WHERE number = {sign}"
        with database.writing() as connection:
            assert execute_many(connection, put, ROWS[:1]) == 1
            assert execute_many(connection, put, ROWS[1:700]) == 699
            execute_all(connection, [(put, ROWS[700:]), (take, [(3,), (4,)]), (put, [ROWS[4]])])
            assert execute_many(connection, take, [(5,), (6,), (5,)]) == 2
        with database.reading() as connection:
            found = [tuple(row) for row in connection.execute(sa.select(TABLE).order_by(TABLE.c.number))]
        assert [(*row[:4], bytes(row[4])) for row in found] == [row for row in ROWS if row[0] not in (3, 5, 6)]
