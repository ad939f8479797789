"""The fast road and the plain one: the same rows, in constant memory, holding nobody up."""

import tracemalloc
from collections.abc import Iterator

import pytest
from eventsourcing.persistence import InfrastructureFactory, StoredEvent

from ledger.database.events import AFTER_ALL, SqlAlchemyApplicationRecorder
from ledger.database.schema import SOUGHT
from ledger.database.stream_reading import BATCH, StreamReading, fastest, over
from ledger.log.tags import REMOVED, REWOUND, SEALED, SET_ASIDE

MANY = 50_000
RARE = SOUGHT[0]
STATE = bytes(200)


def fill(recorder: SqlAlchemyApplicationRecorder, count: int, first: int = 1) -> None:
    for start in range(first, first + count, 5_000):
        positions = range(start, min(start + 5_000, first + count))
        recorder.insert_events(
            [StoredEvent("campaign", found, RARE if found % 7 == 0 else "common", STATE) for found in positions]
        )


@pytest.fixture
def plain(recorder: SqlAlchemyApplicationRecorder) -> StreamReading:
    return over(recorder)


@pytest.mark.parametrize("count", [0, 1, BATCH - 1, BATCH, BATCH + 1, 2 * BATCH])
def test_both_roads_give_the_same(
    recorder: SqlAlchemyApplicationRecorder, plain: StreamReading, count: int
) -> None:
    fill(recorder, count)
    recorder.insert_events([StoredEvent("another", 1, RARE, b"")])
    bounds = [
        (None, None),
        (0, count),
        (1, None),
        (None, count - 1),
        (count // 2, count // 2 + 3),
        (count, None),
    ]
    for gt, lte in bounds:
        rows = list(recorder.stream("campaign", gt, lte))
        assert rows == list(plain.stream("campaign", gt, lte))
        low, high = gt or 0, count if lte is None else lte
        assert [position for position, _, _ in rows] == list(range(low + 1, min(high, count) + 1))
    for topic in (RARE, SOUGHT[2], "common", "unheard of"):
        found = list(recorder.select_by_topic("campaign", topic))
        assert found == list(plain.select_by_topic("campaign", topic))
    assert recorder.last("campaign") == plain.last("campaign")
    assert plain.last("campaign") == ((count, RARE if count % 7 == 0 else "common", STATE) if count else None)


def test_a_stream_may_begin_at_nought(recorder: SqlAlchemyApplicationRecorder, plain: StreamReading) -> None:
    recorder.insert_events([StoredEvent("campaign", position, "topic", b"") for position in range(3)])
    assert list(recorder.stream("campaign")) == list(plain.stream("campaign"))
    assert [position for position, _, _ in recorder.stream("campaign")] == [0, 1, 2]


def test_rows_are_plain_values(recorder: SqlAlchemyApplicationRecorder) -> None:
    fill(recorder, 1)
    (row,) = recorder.stream("campaign")
    assert [type(row), *map(type, row)] == [tuple, int, str, bytes]
    assert type(recorder.last("campaign")) is tuple
    assert [type(found) for found in recorder.select_by_topic("campaign", "common")] == [tuple]


def test_writing_while_a_stream_is_read_is_possible_and_seen(recorder: SqlAlchemyApplicationRecorder) -> None:
    fill(recorder, BATCH)
    rows = recorder.stream("campaign")
    next(rows)
    fill(recorder, 1, first=BATCH + 1)
    assert [position for position, _, _ in rows] == list(range(2, BATCH + 2))


def test_what_is_sought_is_found_without_reading_the_log(recorder: SqlAlchemyApplicationRecorder) -> None:
    fill(recorder, 5 * BATCH)
    recorder.insert_events([StoredEvent("campaign", 5 * BATCH + 1, SOUGHT[2], STATE)])
    explain = "EXPLAIN" if recorder.engine.dialect.name == "postgresql" else "EXPLAIN QUERY PLAN"
    values = {"stream": "campaign", "gt": 0, "lte": AFTER_ALL, "wanted": SOUGHT[2]}
    with recorder.database.reading() as connection:
        asked = recorder._by_sought._statement.params(values).compile(
            recorder.engine, compile_kwargs={"literal_binds": True}
        )
        plan = connection.exec_driver_sql(f"{explain} {asked}").all()
    assert "ledger_events_topic" in str(plan)


def test_the_index_of_what_is_sought_holds_nothing_else(recorder: SqlAlchemyApplicationRecorder) -> None:
    server = recorder.engine.dialect.name == "postgresql"
    column, table, name = ("indexdef", "pg_indexes", "indexname") if server else ("sql", "sqlite_master", "name")
    with recorder.database.reading() as connection:
        made = connection.exec_driver_sql(
            f"SELECT {column} FROM {table} WHERE {name} = 'ledger_events_topic'"
        ).scalar()
    assert all(topic in made.partition(" WHERE ")[2] for topic in SOUGHT)


def test_every_tag_that_the_ledger_seeks_is_indexed() -> None:
    assert set(SOUGHT) == {REWOUND, SEALED, REMOVED, SET_ASIDE}


def peak_while_reading(rows: Iterator[object]) -> int:
    tracemalloc.start()
    try:
        for _ in rows:
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_long_stream_takes_no_more_memory_than_a_short_one(recorder: SqlAlchemyApplicationRecorder) -> None:
    fill(recorder, MANY)
    list(recorder.stream("campaign", lte=BATCH))
    short = peak_while_reading(recorder.stream("campaign", lte=2 * BATCH))
    long = peak_while_reading(recorder.stream("campaign"))
    assert long < 1.5 * short
    assert short < 8 * BATCH * len(STATE)


@pytest.mark.parametrize("module", ["eventsourcing.popo", "eventsourcing.sqlite"])
def test_a_recorder_of_the_library_can_stand_in(module: str) -> None:
    env = {"PERSISTENCE_MODULE": module, "SQLITE_DBNAME": ":memory:", "ORIGINATOR_ID_TYPE": "text"}
    factory = InfrastructureFactory.construct(env)
    recorder = factory.application_recorder()
    recorder.insert_events([StoredEvent("campaign", found, "topic", b"") for found in range(1, BATCH + 3)])
    assert not isinstance(recorder, StreamReading)
    assert [position for position, _, _ in fastest(recorder).stream("campaign")] == list(range(1, BATCH + 3))
    factory.close()


def test_the_own_road_is_taken_where_it_is_offered(recorder: SqlAlchemyApplicationRecorder) -> None:
    assert fastest(recorder) is recorder
