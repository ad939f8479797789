"""Opening a PostgreSQL database: what is set, what is refused, and the order that a follower sees."""

from threading import Event, Thread
from time import sleep

import psycopg
import pytest
import sqlalchemy as sa
from eventsourcing.persistence import StoredEvent

from ledger.database import schema
from ledger.database.engine import open_database
from ledger.database.errors import LedgerUnavailable
from ledger.database.postgres.connections import IDLE_SECONDS
from tests.support.appending import open_recorder

pytestmark = pytest.mark.postgres


def execute(address: str, *statements: str) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def setting(address: str, name: str) -> object:
    database = open_database(address)
    with database.writing() as connection:
        value = connection.scalar(sa.text(f"SHOW {name}"))
    database.close()
    return value


def event(position: int, stream: str = "campaign") -> StoredEvent:
    return StoredEvent(stream, position, "topic", b"state")


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_usual_way_to_write_the_address_will_do(postgres_address: str, scheme: str) -> None:
    recorder = open_recorder(postgres_address.replace("postgresql", scheme, 1))
    recorder.insert_events([event(1)])
    assert recorder.last("campaign") == (1, "topic", b"state")
    assert recorder.engine.driver == "psycopg"
    recorder.database.close()


def test_a_server_that_is_not_there_is_named_without_the_password() -> None:
    with pytest.raises(
        LedgerUnavailable, match=r"postgresql://gm:\*\*\*@127\.0\.0\.1:1/x cannot be reached"
    ) as refusal:
        open_database("postgresql://gm:sesame@127.0.0.1:1/x")
    assert "sesame" not in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_database_that_is_not_there_is_refused(postgres_address: str) -> None:
    with pytest.raises(LedgerUnavailable, match="does not exist"):
        open_database(postgres_address.replace("/ledger_", "/nowhere_"))


def test_a_server_that_takes_no_more_connections_is_busy_and_not_gone(postgres_address: str) -> None:
    recorder = open_recorder(postgres_address)
    execute(postgres_address, "CREATE ROLE guest LOGIN CONNECTION LIMIT 0")
    guest = sa.make_url(postgres_address).set(username="guest").render_as_string(hide_password=False)
    with pytest.raises(LedgerUnavailable, match=r"is busy: its server takes no more connections\. Try again\."):
        open_database(guest)
    recorder.database.close()


def test_a_newer_ledger_is_refused_by_both_numbers(postgres_address: str) -> None:
    open_recorder(postgres_address).database.close()
    execute(postgres_address, "UPDATE ledger_format SET number = 7")
    with pytest.raises(LedgerUnavailable, match=f"format 7, and this program knows formats up to {schema.FORMAT}"):
        open_database(postgres_address)


def test_tables_that_only_look_like_a_ledger_are_refused(postgres_address: str) -> None:
    execute(postgres_address, "CREATE TABLE ledger_events (entry text)")
    with pytest.raises(LedgerUnavailable, match="of another program"):
        open_database(postgres_address)


def test_tables_of_others_are_left_in_peace(postgres_address: str) -> None:
    execute(postgres_address, "CREATE TABLE bookmarks (url text)", "INSERT INTO bookmarks VALUES ('x')")
    recorder = open_recorder(postgres_address)
    recorder.insert_events([event(1)])
    with recorder.database.reading() as connection:
        assert connection.scalar(sa.text("SELECT url FROM bookmarks")) == "x"
    recorder.database.close()


def test_commits_wait_for_the_disk_whatever_the_server_says(postgres_address: str) -> None:
    name = postgres_address.rsplit("/", 1)[1].partition("?")[0]
    execute(postgres_address, f"ALTER DATABASE {name} SET synchronous_commit = off")
    assert setting(postgres_address, "synchronous_commit") == "on"
    execute(postgres_address, f"ALTER DATABASE {name} SET synchronous_commit = remote_write")
    assert setting(postgres_address, "synchronous_commit") == "remote_write"


def test_a_read_only_database_can_be_read(postgres_address: str) -> None:
    recorder = open_recorder(postgres_address)
    recorder.insert_events([event(1)])
    recorder.database.close()
    name = postgres_address.rsplit("/", 1)[1].partition("?")[0]
    execute(postgres_address, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    reader = open_recorder(postgres_address)
    assert reader.database.read_only
    assert reader.last("campaign") == (1, "topic", b"state")
    with pytest.raises(LedgerUnavailable, match="can be read but not written"):
        reader.insert_events([event(2)])
    reader.database.close()


def test_a_follower_never_sees_a_later_id_before_an_earlier_one(postgres_address: str) -> None:
    slow, quick = open_recorder(postgres_address), open_recorder(postgres_address)
    inserted, go_on = Event(), Event()

    def linger(_: sa.Connection) -> None:
        inserted.set()
        go_on.wait(timeout=10)

    first = Thread(target=slow.insert_events, args=([event(1, "slow")],), kwargs={"within": linger})
    first.start()
    inserted.wait(timeout=10)
    second = Thread(target=quick.insert_events, args=([event(1, "quick")],))
    second.start()
    second.join(timeout=0.3)
    assert quick.select_notifications(None, 10) == []
    go_on.set()
    first.join()
    second.join()
    assert [found.originator_id for found in quick.select_notifications(None, 10)] == ["slow", "quick"]
    for recorder in (slow, quick):
        recorder.database.close()


def drop_every_connection(address: str) -> None:
    others = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
    execute(address, f"{others} WHERE datname = current_database() AND pid <> pg_backend_pid()")


def test_reading_and_writing_go_on_after_the_server_dropped_every_connection(postgres_address: str) -> None:
    recorder = open_recorder(postgres_address)
    recorder.insert_events([event(1)])
    drop_every_connection(postgres_address)
    sleep(IDLE_SECONDS)
    assert recorder.last("campaign") == (1, "topic", b"state")
    drop_every_connection(postgres_address)
    sleep(IDLE_SECONDS)
    recorder.insert_events([event(2)])
    recorder.database.close()


def test_a_connection_lost_between_two_breaths_is_told_once(postgres_address: str) -> None:
    recorder = open_recorder(postgres_address)
    for number in (1, 2):
        recorder.insert_events([event(number)])
        drop_every_connection(postgres_address)
        with pytest.raises(LedgerUnavailable, match="the connection was lost"):
            recorder.insert_events([event(number + 1)])
    recorder.insert_events([event(3)])
    recorder.database.close()
