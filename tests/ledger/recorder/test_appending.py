"""Appending: whole or not at all, and side by side without losing or doubling anything."""

from concurrent.futures import ThreadPoolExecutor
from threading import Thread

import pytest
import sqlalchemy as sa
from eventsourcing.persistence import IntegrityError, InterfaceError, ProgrammingError, StoredEvent

from ledger.database.errors import LedgerUnavailable, OutcomeUnknown
from ledger.database.events import SqlAlchemyApplicationRecorder
from tests.support.appending import TOGETHER, Job, append_all, open_recorder, work, work_in_processes

APPENDS = 20
WRITERS = [f"writer {number}" for number in range(8)]
NOTES = sa.Table("notes", sa.MetaData(), sa.Column("text", sa.Text, primary_key=True))


def event(position: int, stream: str = "campaign") -> StoredEvent:
    return StoredEvent(stream, position, "topic", b"state")


def note(text: str, connection: sa.Connection) -> None:
    connection.execute(sa.insert(NOTES).values(text=text))


def notes(recorder: SqlAlchemyApplicationRecorder) -> list[str]:
    with recorder.database.reading() as connection:
        return list(connection.scalars(sa.select(NOTES.c.text).order_by(NOTES.c.text)))


def assert_whole(address: str, streams: dict[str, str]) -> None:
    """Nothing lost, nothing doubled, no gap, and no append torn apart by another."""
    recorder = open_recorder(address)
    for stream in set(streams.values()):
        rows = list(recorder.stream(stream))
        writers = [writer for writer, found in streams.items() if found == stream]
        assert [position for position, _, _ in rows] == list(range(1, len(writers) * APPENDS * TOGETHER + 1))
        appends = [rows[start : start + TOGETHER] for start in range(0, len(rows), TOGETHER)]
        assert all(len({state for _, _, state in append}) == 1 for append in appends)
        for writer in writers:
            own = [append[0][2] for append in appends if append[0][1] == writer]
            assert own == [f"{writer} {number}".encode() for number in range(APPENDS)]
    greatest = recorder.max_notification_id() or 0
    seen = recorder.select_notifications(None, greatest)
    assert len({notification.id for notification in seen}) == len(streams) * APPENDS * TOGETHER
    recorder.database.close()


@pytest.mark.parametrize(
    "streams", [dict.fromkeys(WRITERS, "one"), {writer: f"of {writer}" for writer in WRITERS}]
)
def test_eight_threads_lose_nothing(address: str, streams: dict[str, str]) -> None:
    conflicts = work(Job(address, streams, APPENDS))
    assert_whole(address, streams)
    assert conflicts == 0 or len(set(streams.values())) == 1


@pytest.mark.parametrize(
    "streams", [dict.fromkeys(WRITERS, "one"), {writer: f"of {writer}" for writer in WRITERS}]
)
def test_four_processes_lose_nothing(address: str, streams: dict[str, str]) -> None:
    pairs = [WRITERS[start : start + 2] for start in range(0, len(WRITERS), 2)]
    jobs = [Job(address, {writer: streams[writer] for writer in pair}, APPENDS) for pair in pairs]
    conflicts = work_in_processes(jobs)
    assert_whole(address, streams)
    assert conflicts == 0 or len(set(streams.values())) == 1


def test_two_handles_on_one_database_take_turns(address: str) -> None:
    recorders = [open_recorder(address) for _ in range(2)]
    threads = [
        Thread(target=append_all, args=(recorder, "one", writer, APPENDS))
        for recorder, writer in zip(recorders, WRITERS, strict=False)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert_whole(address, dict.fromkeys(WRITERS[:2], "one"))
    for recorder in recorders:
        recorder.database.close()


def test_whoever_comes_second_to_a_position_is_told_and_stores_nothing(
    recorder: SqlAlchemyApplicationRecorder,
) -> None:
    recorder.insert_events([event(1)])
    with pytest.raises(IntegrityError):
        recorder.insert_events([event(2), event(1)])
    assert [row[0] for row in recorder.stream("campaign")] == [1]


def test_work_within_is_committed_with_the_events(recorder: SqlAlchemyApplicationRecorder) -> None:
    recorder.database.create(NOTES)
    recorder.insert_events([event(1)], within=lambda connection: note("one", connection))
    assert notes(recorder) == ["one"]
    assert recorder.last("campaign") == (1, "topic", b"state")


def test_work_within_sees_the_events_before_anybody_else(recorder: SqlAlchemyApplicationRecorder) -> None:
    seen: list[tuple[int | None, int | None]] = []
    count = sa.select(sa.func.count()).select_from(recorder.table)

    with ThreadPoolExecutor(1) as anybody_else:

        def look(connection: sa.Connection) -> None:
            others = anybody_else.submit(recorder.select_events, "campaign").result()
            seen.append((connection.scalar(count), len(others)))

        recorder.insert_events([event(1)], within=look)
    assert seen == [(1, 0)]


def test_if_work_within_raises_everything_is_rolled_back(recorder: SqlAlchemyApplicationRecorder) -> None:
    recorder.database.create(NOTES)

    def fail(connection: sa.Connection) -> None:
        note("never", connection)
        raise KeyError("the read model has no such column")

    with pytest.raises(KeyError):
        recorder.insert_events([event(1)], within=fail)
    assert recorder.last("campaign") is None
    assert notes(recorder) == []
    assert recorder.insert_events([event(1)]) is not None


def test_a_conflict_of_the_work_within_is_not_taken_for_a_conflict_of_positions(
    recorder: SqlAlchemyApplicationRecorder,
) -> None:
    recorder.database.create(NOTES)
    recorder.insert_events([event(1)], within=lambda connection: note("one", connection))
    with pytest.raises(sa.exc.IntegrityError):
        recorder.insert_events([event(2)], within=lambda connection: note("one", connection))
    assert recorder.last("campaign") == (1, "topic", b"state")


def test_appending_within_appending_is_refused_at_once(recorder: SqlAlchemyApplicationRecorder) -> None:
    with pytest.raises(ProgrammingError, match="already open"):
        recorder.insert_events([event(1)], within=lambda _: recorder.insert_events([event(2)]) and None)
    assert recorder.last("campaign") is None


def test_a_connection_for_reading_cannot_write(recorder: SqlAlchemyApplicationRecorder) -> None:
    recorder.database.create(NOTES)
    with (
        pytest.raises(LedgerUnavailable, match="can be read but not written"),
        recorder.database.reading() as reader,
    ):
        note("never", reader)
    assert notes(recorder) == []


def test_reading_sees_one_moment(recorder: SqlAlchemyApplicationRecorder) -> None:
    count = sa.select(sa.func.count()).select_from(recorder.table)
    with recorder.database.reading() as connection:
        before = connection.scalar(count)
        writer = Thread(target=recorder.insert_events, args=([event(1)],))
        writer.start()
        writer.join(timeout=0.3)  # In a rollback journal, the writer waits for the reader to end.
        assert connection.scalar(count) == before == 0
    writer.join()
    assert recorder.last("campaign") == (1, "topic", b"state")


def test_after_a_failed_commit_the_next_use_starts_afresh(recorder: SqlAlchemyApplicationRecorder) -> None:
    links = sa.Table(
        "links",
        sa.MetaData(),
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("to", sa.ForeignKey("links.id", deferrable=True, initially="DEFERRED")),
    )
    recorder.database.create(links)
    pool = recorder.engine.pool

    def owe(connection: sa.Connection) -> None:
        # Nothing is wrong until the commit, when the row that this one points to is still missing.
        connection.execute(sa.insert(links).values({"id": 1, "to": 2}))

    with pytest.raises(IntegrityError):
        recorder.insert_events([event(1)], within=owe)
    assert recorder.engine.pool is not pool
    assert recorder.last("campaign") is None
    recorder.insert_events([event(1)])
    assert recorder.last("campaign") == (1, "topic", b"state")


@pytest.mark.postgres
def test_a_connection_lost_at_the_commit_leaves_the_outcome_unknown(postgres_address: str) -> None:
    recorder, other = open_recorder(postgres_address), open_recorder(postgres_address)

    def lose(connection: sa.Connection) -> None:
        backend = connection.scalar(sa.text("SELECT pg_backend_pid()"))
        with other.database.writing() as killer:
            killer.execute(sa.text("SELECT pg_terminate_backend(:backend, 5000)"), {"backend": backend})

    with pytest.raises(OutcomeUnknown, match="not known whether"):
        recorder.insert_events([event(1)], within=lose)
    assert recorder.last("campaign") is None
    recorder.insert_events([event(1)])
    assert recorder.last("campaign") == (1, "topic", b"state")
    recorder.database.close()
    other.database.close()


def test_a_closed_ledger_says_so(recorder: SqlAlchemyApplicationRecorder) -> None:
    recorder.database.close()
    with pytest.raises(InterfaceError, match="closed"):
        recorder.insert_events([event(1)])
    with pytest.raises(InterfaceError, match="closed"):
        recorder.last("campaign")
