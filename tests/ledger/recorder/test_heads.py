"""The witness of each log, the ledgers that have none yet, and tables that are lost."""

from hashlib import sha256

import pytest
import sqlalchemy as sa
from eventsourcing.persistence import IntegrityError, StoredEvent

from ledger.database import schema
from ledger.database.engine import open_database
from ledger.database.errors import LedgerUnavailable
from ledger.database.events import SqlAlchemyApplicationRecorder
from tests.support.appending import open_recorder


def heads(recorder: SqlAlchemyApplicationRecorder) -> list[tuple[object, ...]]:
    columns = schema.heads.c
    query = sa.select(columns.campaign, columns.position, columns.seal).order_by(columns.campaign)
    with recorder.database.reading() as connection:
        return [tuple(row) for row in connection.execute(query)]


def seal(state: bytes) -> str:
    return sha256(state).hexdigest()


def to_format_1(recorder: SqlAlchemyApplicationRecorder) -> None:
    """The ledger as a program of before would have left it."""
    old = ", ".join(f"'{topic}'" for topic in schema.SOUGHT if "set_aside" not in topic)
    with recorder.database.writing() as connection:
        schema.heads.drop(connection)
        for index in schema.events.indexes:
            index.drop(connection)
            columns = "originator_id, topic, originator_version"
            connection.exec_driver_sql(
                f"CREATE INDEX {index.name} ON ledger_events ({columns}) WHERE topic IN ({old})"
            )
        connection.execute(sa.update(schema.format_table).values(number=1))


def test_each_append_moves_the_heads_of_its_streams(recorder: SqlAlchemyApplicationRecorder) -> None:
    recorder.insert_events([StoredEvent("one", 1, "t", b"a"), StoredEvent("two", 1, "t", b"b")])
    recorder.insert_events([StoredEvent("one", 2, "t", b"c"), StoredEvent("one", 3, "t", b"d")])
    assert heads(recorder) == [("one", 3, seal(b"d")), ("two", 1, seal(b"b"))]
    end = recorder.end("one")
    assert end.last == (3, "t", b"d")
    assert end.witness == (3, seal(b"d"))
    assert recorder.end("three") == (None, None)


def test_what_is_not_stored_moves_no_head(recorder: SqlAlchemyApplicationRecorder) -> None:
    recorder.insert_events([StoredEvent("one", 1, "t", b"a")])
    with pytest.raises(IntegrityError):
        recorder.insert_events([StoredEvent("one", 2, "t", b"b"), StoredEvent("one", 1, "t", b"c")])
    assert heads(recorder) == [("one", 1, seal(b"a"))]


def test_no_second_record_gets_into_a_place_that_an_index_lost(recorder: SqlAlchemyApplicationRecorder) -> None:
    recorder.insert_events([StoredEvent("one", position, "t", b"a") for position in (1, 2)])
    with recorder.database.writing() as connection:  # as if the unique index had lost the last entry
        connection.execute(sa.delete(schema.events).where(schema.events.c.originator_version == 2))
    with pytest.raises(IntegrityError, match="has come this far"):
        recorder.insert_events([StoredEvent("one", 2, "t", b"b")])
    assert recorder.last("one") == (1, "t", b"a")


def test_a_ledger_of_format_1_gets_its_heads_when_it_is_opened_to_write(address: str) -> None:
    before = open_recorder(address)
    before.insert_events([StoredEvent("one", position, "t", b"%d" % position) for position in range(1, 4)])
    before.insert_events([StoredEvent("two", 1, schema.SOUGHT[0], b"two")])
    to_format_1(before)
    before.database.close()
    after = open_recorder(address)
    assert heads(after) == [("one", 3, seal(b"3")), ("two", 1, seal(b"two"))]
    after.insert_events([StoredEvent("one", 4, "t", b"4")])
    assert heads(after)[0] == ("one", 4, seal(b"4"))
    assert list(after.select_by_topic("two", schema.SOUGHT[0])) == [(1, b"two")]
    with after.database.reading() as connection:
        assert connection.scalar(sa.select(schema.format_table.c.number)) == schema.FORMAT
    after.database.close()


def test_a_ledger_of_format_1_can_be_read_as_it_is(sqlite_address: str) -> None:
    before = open_recorder(sqlite_address)
    before.insert_events([StoredEvent("one", 1, "t", b"a")])
    to_format_1(before)
    before.database.close()
    read_only = open_recorder(f"{sqlite_address}?mode=ro")
    assert read_only.end("one") == ((1, "t", b"a"), None)
    read_only.database.close()


@pytest.mark.parametrize("table", ["ledger_events", "ledger_heads"])
def test_what_is_lost_is_not_made_anew_as_if_it_had_been_empty(address: str, table: str) -> None:
    recorder = open_recorder(address)
    recorder.insert_events([StoredEvent("one", 1, "t", b"a")])
    with recorder.database.writing() as connection:
        connection.exec_driver_sql(f"DROP TABLE {table}")
    recorder.database.close()
    with pytest.raises(LedgerUnavailable, match=f"has lost .*{table}"):
        open_recorder(address)
    looked = open_database(address)
    with looked.reading() as connection:
        assert table not in sa.inspect(connection).get_table_names()
    looked.close()
