"""A PostgreSQL server that keeps order itself: only writers can take the turn, and only what follows is taken."""

import json
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from time import monotonic
from uuid import uuid4

import psycopg
import pytest
from sqlalchemy import make_url

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.journal.notes import WriteNote
from domain.kernel.logged.chapters.intakes import BeginIntake
from ledger.answers import Ruled, Submission
from ledger.care.redaction import Removed, preview, remove
from ledger.care.verify import verify
from ledger.database.errors import LedgerUnavailable
from ledger.database.postgres.append_guard import FOLLOWS, TAKE_TURN, TURN
from ledger.ledger import Ledger
from ledger.log.record import canonical
from tests.support.postgres import PostgresServer
from tests.support.tower import TOWER

pytestmark = pytest.mark.postgres
NOTE = Submission(command=WriteNote(text="Ada was here"))


def opened(address: str) -> Ledger:
    return Ledger({"tower": TOWER}, {"SQLALCHEMY_URL": address})


def run(address: str, *statements: str) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


@pytest.fixture
def ledger(postgres_address: str) -> Iterator[Ledger]:
    with closing(opened(postgres_address)) as ledger:
        ledger.found(FoundCampaign(game="tower", title="Babel", slug="babel"))
        ledger.rule("babel", NOTE)
        yield ledger


@pytest.fixture
def people(postgres_server: PostgresServer, postgres_address: str, ledger: Ledger) -> Iterator[dict[str, str]]:
    """The addresses of a writer and of a reader of this ledger."""
    url, suffix = make_url(postgres_address), uuid4().hex[:8]
    names = {role: f"{role}_{suffix}" for role in ("writer", "reader")}
    run(
        postgres_address,
        *(f"CREATE ROLE {name} LOGIN PASSWORD 'x'" for name in names.values()),
        *(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {name}" for name in names.values()),
        f"GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {names['writer']}",
        f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {names['writer']}",
        f"REVOKE UPDATE, DELETE ON ledger_events FROM {names['writer']}",
    )
    yield {
        role: url.set(username=name, password="x").render_as_string(hide_password=False)
        for role, name in names.items()
    }
    run(postgres_address, *(f"DROP OWNED BY {name}; DROP ROLE {name}" for name in names.values()))


def test_a_reader_cannot_take_the_turn_nor_keep_anybody_waiting(ledger: Ledger, people: dict[str, str]) -> None:
    with psycopg.connect(people["reader"]) as reader:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            reader.execute(TAKE_TURN.encode())
        reader.rollback()
        for taken in (int.from_bytes(b"ledgord", "big"), int.from_bytes(b"ledgmrk", "big")):
            reader.execute("SELECT pg_advisory_lock(%s)", (taken,))
        reader.execute("LOCK TABLE ledger_events, ledger_turn IN ACCESS SHARE MODE")
        reader.execute(f"SELECT * FROM {TURN}".encode())
        with closing(opened(people["writer"])) as writer:
            before = monotonic()
            assert isinstance(writer.rule("babel", NOTE), Ruled)
            assert monotonic() - before < 5, "nobody waits for a reader: writers give up only after 30 seconds"


def forged(ledger: Ledger, **changed: object) -> dict[str, object]:
    """A row as a writer could make it up, after the last record."""
    end = ledger.end("babel")
    position, _tag, stored = next(ledger.stored("babel", gt=end.position - 1))
    fields = {**json.loads(stored), "position": position + 1, "prev": end.seal, **changed}
    return {
        "stream": str(ledger.find("babel").id),
        "position": fields["position"],
        "topic": fields["type"],
        "state": canonical(fields),
    }


SENTENCES = (
    "that is no record of this campaign at this position",
    "there is no record before that one",
    "that record does not follow the one before it",
)
INSERT = b"""INSERT INTO ledger_events (originator_id, originator_version, topic, state)
    VALUES (%(stream)s, %(position)s, %(topic)s, %(state)s)"""


@pytest.mark.parametrize(
    "changed",
    [
        {"state": b"garbage"},
        {"state": b"\xff\xfe"},
        {"state": b"{}"},
        {"state": b"null"},
        {"state": b"[]"},
        {"state": b"[" * 100_000},
        {"state": b'"\\u0000"'},
        {"stream": "nowhere"},
        {"topic": "journal.word_written.v1"},
        {"position": 9},
        {"prev": "00" * 32},
        {"prev": None},
        {"campaign": "another"},
    ],
    ids=str,
)
def test_garbage_is_refused_whoever_brings_it(
    ledger: Ledger, people: dict[str, str], postgres_address: str, changed: dict[str, object]
) -> None:
    in_row = {name: value for name, value in changed.items() if name in ("state", "stream", "topic")}
    row = {**forged(ledger, **{name: it for name, it in changed.items() if name not in in_row}), **in_row}
    for address in (people["writer"], postgres_address):
        with pytest.raises(psycopg.Error) as refused, psycopg.connect(address) as connection:
            connection.execute(INSERT, row)
        assert refused.value.sqlstate == "23514"
        assert refused.value.diag.message_primary in SENTENCES
    assert ledger.head("babel") == 3
    assert isinstance(ledger.rule("babel", NOTE), Ruled)
    assert verify(ledger, "babel").sound


def test_a_row_that_follows_is_taken(ledger: Ledger, people: dict[str, str]) -> None:
    with psycopg.connect(people["writer"]) as connection:
        data = {"note": 2, "text": "Bo too", "visibility": "table", "form": "note", "whose": "", "to": None}
        connection.execute(INSERT, forged(ledger, data={**data, "person": None, "about": None}))
    assert ledger.head("babel") == 4


def test_a_writer_cannot_take_the_guard_away(ledger: Ledger, people: dict[str, str]) -> None:
    for statement in (
        f"ALTER TABLE ledger_events DISABLE TRIGGER {FOLLOWS}",
        f"DROP TRIGGER {FOLLOWS} ON ledger_events",
        f"DROP FUNCTION {FOLLOWS}() CASCADE",
        "SET session_replication_role = replica",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            run(people["writer"], statement)


def test_what_follows_removed_words_is_taken_here_and_where_it_is_brought(
    ledger: Ledger, postgres_server: PostgresServer
) -> None:
    shown = preview(ledger, "babel", {"Ada": "Somebody"}, ids={}, by="gm")
    assert shown is not None
    assert isinstance(remove(ledger, shown, confirm=shown.code, reason="asked", by="gm"), Removed)
    assert isinstance(ledger.rule("babel", NOTE), Ruled)
    rows = list(ledger.stored("babel"))
    with closing(opened(postgres_server.fresh_database())) as other:
        assert other.store.database is not None
        driver = other.store.database.engine.raw_connection()
        columns = [(str(ledger.find("babel").id), at, tag, stored) for at, tag, stored in rows]
        driver.cursor().executemany(
            "INSERT INTO ledger_events (originator_id, originator_version, topic, state) VALUES (%s, %s, %s, %s)",
            columns,
        )
        driver.commit()
        driver.close()


def test_an_older_ledger_is_brought_along_by_its_owner(
    ledger: Ledger, people: dict[str, str], postgres_address: str
) -> None:
    run(postgres_address, f"DROP TABLE {TURN}", f"DROP FUNCTION {FOLLOWS}() CASCADE")
    with pytest.raises(LedgerUnavailable, match="its owner has to open it once"):
        opened(people["writer"])
    opened(postgres_address).close()
    with closing(opened(people["writer"])) as writer:
        assert isinstance(writer.rule("babel", NOTE), Ruled)
    with pytest.raises(psycopg.Error):
        run(postgres_address, "INSERT INTO ledger_events VALUES (DEFAULT, 'x', 1, 'x', 'x')")


def test_a_program_that_hangs_in_its_turn_gives_it_up(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.database.postgres.connections.IDLE_IN_TURN", 1)
    assert ledger.store.database is not None
    address = ledger.store.database.engine.url.render_as_string(hide_password=False)
    with closing(opened(address)) as hanging:
        before = monotonic()
        with pytest.raises(LedgerUnavailable):
            hang(hanging, address)
        assert monotonic() - before < 15


def hang(ledger: Ledger, address: str) -> None:
    """Take the turn, and do nothing with it while somebody else waits for theirs."""
    with ledger.store.storing():
        with closing(opened(address)) as other:
            assert isinstance(other.rule("babel", NOTE), Ruled)
        ledger.head("babel")


def test_a_turn_that_is_gone_is_told(ledger: Ledger, postgres_address: str) -> None:
    run(postgres_address, f"DELETE FROM {TURN}")
    with pytest.raises(LedgerUnavailable, match="has lost the row that whoever appends has to lock"):
        ledger.rule("babel", NOTE)
    assert ledger.head("babel") == 3


def test_files_come_with_their_owner_and_are_granted_as_the_records_are(
    ledger: Ledger, people: dict[str, str], postgres_address: str
) -> None:
    without = ("DROP TABLE ledger_file_parts, ledger_files", "UPDATE ledger_format SET number = 2")
    run(postgres_address, *without)
    campaign = ledger.find("babel").id
    with closing(opened(people["writer"])) as writer, closing(opened(people["reader"])) as reader:
        assert isinstance(writer.rule("babel", NOTE), Ruled)
        assert reader.head("babel") == 4
        for each in (writer, reader):
            with pytest.raises(LedgerUnavailable, match="owner has to open it"):
                each.files.stage(campaign, BytesIO(b"map"))
    opened(postgres_address).close()
    with closing(opened(people["writer"])) as writer, closing(opened(people["reader"])) as reader:
        digest = writer.files.stage(campaign, BytesIO(b"map")).digest
        begin = BeginIntake(source="Foundry", file="messages.db", sum=digest, blob=digest)
        assert isinstance(writer.rule("babel", Submission(command=begin)), Ruled)
        assert b"".join(reader.files.read(campaign, digest)) == b"map"
        with pytest.raises(LedgerUnavailable, match="may not be used by this account"):
            reader.files.stage(campaign, BytesIO(b"another"))
