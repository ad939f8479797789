"""The page on PostgreSQL, carried out: its commands set up a server, and its roles may what the page says."""

from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.journal.notes import WriteNote
from ledger.answers import Ruled, Submission
from ledger.care.redaction import preview, remove
from ledger.care.verify import verify
from ledger.database.errors import LedgerUnavailable
from ledger.ledger import Ledger
from projections.read_models import ReadModels
from tests.docs.blocks import DOCS, blocks, carry_out
from tests.support.postgres import PostgresServer
from tests.support.tower import TOWER
from wiring.library import open_library

pytestmark = pytest.mark.postgres
PAGE = DOCS / "postgresql.md"


def opened(address: str) -> Ledger:
    ledger = Ledger({"tower": TOWER}, {"SQLALCHEMY_URL": address})
    ledger.followers.append(ReadModels(ledger))
    return ledger


def run(address: str, block: str) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        for statement in block.split(";"):
            if statement.strip():
                connection.execute(statement.encode())


def carried(address: str) -> list[str]:
    library = open_library(address)
    slugs = [entry.slug for entry in library.ledger.campaigns()]
    library.close()
    return slugs


def test_the_roles_of_the_page_may_what_it_says(
    postgres_server: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, makes_the_tables, second, moves, simulates = blocks(PAGE)
    assert [it.kind for it in (first, makes_the_tables, second, moves)] == ["sql", "console", "sql", "console"]
    server = postgres_server.fresh_database()
    run(server, first.text)
    url = make_url(server).set(database="ledger")

    def address(user: str) -> str:
        return url.set(username=user, password="change-me").render_as_string(hide_password=False)

    named = "postgresql://gwen@db.example.org/ledger"
    assert named in makes_the_tables.text
    carry_out(replace(makes_the_tables, text=makes_the_tables.text.replace(named, address("gwen"))), PAGE.parent)
    owner = opened(address("gwen"))
    owner.found(FoundCampaign(game="tower", title="Babel", slug="babel"))
    run(address("gwen"), second.text)

    writer = opened(address("table_one"))
    assert isinstance(writer.rule("babel", Submission(command=WriteNote(text="Ada was here"))), Ruled)
    assert isinstance(writer.found(FoundCampaign(game="tower", title="Ur", slug="ur")), Ruled)
    shown = preview(owner, "babel", {"Ada": "Somebody"}, ids={}, by="gm")
    assert shown is not None
    with pytest.raises(LedgerUnavailable, match="may not be used by this account"):
        remove(writer, shown, confirm=shown.code, reason="x", by="gm")
    assert remove(owner, shown, confirm=shown.code, reason="x", by="gm")
    for statement in (
        "UPDATE ledger_events SET state = ''",
        "DELETE FROM ledger_events",
        "DROP TABLE ledger_events",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            run(address("table_one"), statement)

    reader = opened(address("archivist"))
    assert verify(reader, "babel").sound
    views = reader.followers[-1]
    assert isinstance(views, ReadModels)
    assert [summary.slug for summary in views.summaries()]
    with pytest.raises(LedgerUnavailable, match="can be read but not written"):
        reader.rule("babel", Submission(command=WriteNote(text="no")))
    for ledger in (owner, writer, reader):
        ledger.close()

    text = moves.text.replace("postgresql://gwen@north.example.org/ledger", address("gwen"))
    south = postgres_server.fresh_database()
    text = text.replace("postgresql://gwen@south.example.org/ledger", south)
    assert "example.org" not in text
    monkeypatch.chdir(tmp_path)
    carry_out(replace(moves, text=text), tmp_path)
    assert carried(south) == ["first-evening"]
    carry_out(simulates, tmp_path)


def test_an_address_may_ask_for_tls_and_is_heard(postgres_address: str) -> None:
    url = make_url(postgres_address).update_query_dict({"sslmode": "require"})
    # Over a socket there is no TLS to be had, and the driver knows the word: over a network it would insist on it.
    ledger = opened(url.render_as_string(hide_password=False))
    ledger.close()
    wrong = make_url(postgres_address).update_query_dict({"sslmode": "perhaps"})
    with pytest.raises(LedgerUnavailable, match="sslmode"):
        opened(wrong.render_as_string(hide_password=False))
