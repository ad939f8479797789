"""An encrypted connection asked for by the address: whose server it is, and what a person is told otherwise."""

from collections.abc import Iterator

import psycopg
import pytest
import sqlalchemy as sa

from ledger.care.condition import condition_of
from ledger.database.engine import open_database
from ledger.database.errors import LedgerUnavailable
from tests.support.appending import open_recorder
from tests.support.tls import TlsServer, running_tls_server

pytestmark = pytest.mark.postgres
ENCRYPTED = sa.text("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")


@pytest.fixture(scope="module")
def server() -> Iterator[TlsServer]:
    with running_tls_server() as running:
        with psycopg.connect(running.address(sslmode="require"), autocommit=True) as connection:
            connection.execute("CREATE ROLE warden LOGIN SUPERUSER")
        yield running


@pytest.mark.parametrize(
    "options",
    [
        {"sslmode": "verify-full", "sslrootcert": "ca.pem"},
        {"sslmode": "require"},
        {},
        {
            "user": "warden",
            "sslmode": "verify-full",
            "sslrootcert": "ca.pem",
            "sslcert": "warden.pem",
            "sslkey": "warden.key",
        },
    ],
)
def test_a_connection_that_the_server_takes_is_encrypted(server: TlsServer, options: dict[str, str]) -> None:
    recorder = open_recorder(server.address(**options))
    with recorder.database.reading() as connection:
        assert connection.scalar(ENCRYPTED) is True
    assert "?" not in recorder.database.name, "options may hold secrets, so they are not part of its name"
    recorder.database.close()
    assert condition_of(server.address(**options)).settings["connection"] == "encrypted"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"sslmode": "disable"}, "without encryption. Ask for it in the address with sslmode=verify-full"),
        (
            {"sslmode": "verify-full", "sslrootcert": "other-ca.pem"},
            "its certificate is not of the authority that sslrootcert names",
        ),
        (
            {"host": "127.0.0.1", "sslmode": "verify-full", "sslrootcert": "ca.pem"},
            'its certificate is for "localhost". Write that name in the address',
        ),
        ({"sslmode": "verify-full", "sslrootcert": "none.pem"}, "there is no certificate to check the server by"),
        (
            {"sslmode": "verify-full", "sslrootcert": "ca.key"},
            "sslrootcert names in the address is no certificate",
        ),
        ({"user": "warden", "sslmode": "require"}, "asks for a certificate of yours"),
        ({"sslmode": "perhaps"}, 'invalid sslmode value: "perhaps"'),
    ],
)
def test_what_the_server_refuses_is_told_with_what_to_do(
    server: TlsServer, options: dict[str, str], told: str
) -> None:
    with pytest.raises(LedgerUnavailable) as refused:
        open_database(server.address(**options))
    text = str(refused.value)
    assert told in text
    assert text.startswith("postgresql://")
    assert str(server.folder) not in text
    assert "\n" not in text


def test_a_server_that_stops_taking_what_it_took_says_so_as_well(server: TlsServer) -> None:
    recorder = open_recorder(server.address(sslmode="require"))
    rules = server.folder / "data" / "pg_hba.conf"
    before = rules.read_text()
    rules.write_text("local all all trust\n")
    reload = "SELECT pg_reload_conf(), pg_sleep(0.2)"
    with psycopg.connect(host=str(server.folder), port=server.port, user="postgres", dbname="postgres") as owner:
        owner.execute(reload)
        recorder.engine.dispose()
        with pytest.raises(LedgerUnavailable, match=r"does not let this account in from here\. Whoever keeps"):
            recorder.last("campaign")
        rules.write_text(before)
        owner.execute(reload)
    assert recorder.last("campaign") is None
    recorder.database.close()


@pytest.mark.parametrize("word", ["pgbouncer=true", "prepare_threshold=0", "autocommit=1"])
def test_an_option_that_is_none_of_postgresql_is_refused(word: str) -> None:
    with pytest.raises(
        LedgerUnavailable, match=f"asks for {word.partition('=')[0]}, which PostgreSQL does not know"
    ):
        open_database(f"postgresql://gm@127.0.0.1:1/x?{word}")
