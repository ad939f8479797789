"""Addresses: read strictly, never taken for what they are not, and never repeated."""

import os
import stat
from pathlib import Path

import pytest

from ledger.database.address import Address, WrongAddress
from ledger.database.engine import open_database
from ledger.database.errors import LedgerUnavailable
from tests.ledger.recorder.test_sqlite_file import fill

SECRET = "pw5ecret"


@pytest.mark.parametrize(
    ("text", "file", "read_only"),
    [
        ("sqlite:////srv/ledger.sqlite3", "/srv/ledger.sqlite3", False),
        ("sqlite:////srv/ledger.sqlite3?mode=ro", "/srv/ledger.sqlite3", True),
        ("sqlite+pysqlite:////srv/x?mode=rw", "/srv/x", False),
        ("/srv/odd ?#%41 name", "/srv/odd ?#%41 name", False),
        ("sqlite:////srv/a%20b%3F", "/srv/a b?", False),
        ("/srv/a/../b", "/srv/b", False),
    ],
)
def test_a_file(text: str, file: str, read_only: bool) -> None:
    address = Address.parse(text)
    assert (address.file, address.read_only, address.is_sqlite) == (Path(file), read_only, True)
    assert Address.parse(address.text) == address


@pytest.mark.parametrize("text", ["sqlite://", "sqlite:///", "sqlite:///:memory:"])
def test_in_memory(text: str) -> None:
    address = Address.parse(text)
    assert (address.file, address.server, address.text, str(address)) == (None, None, "sqlite://", "sqlite://")


def test_a_file_beside_me() -> None:
    assert Address.parse("ledger.sqlite3").file == Path.cwd() / "ledger.sqlite3"
    assert Address.parse("~/ledger.sqlite3").file == Path.home() / "ledger.sqlite3"


def test_a_server_is_shown_without_what_may_be_secret() -> None:
    address = Address.parse(f"postgres://gm:{SECRET}@db.example:5433/ledger?sslpassword={SECRET}&host=/run/pg")
    assert SECRET in address.text
    assert Address.parse(address.text) == address
    for shown in (str(address), repr(address)):
        assert SECRET not in shown
        assert "db.example:5433/ledger" in shown
    assert address.without_secrets(f"wrong: {SECRET}") == "wrong: …"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "a\nb",
        f"postgresql:/u:{SECRET}@h/db",
        f"postgresql:u:{SECRET}@h/db",
        f"postgresql//u:{SECRET}@h/db",
        f"u:{SECRET}@h/db",
        f"//u:{SECRET}@h/db",
        f"postgresql://u@h:{SECRET}/db",
        f"postgresql://h/db:{SECRET}@x",
        f"postgresql://u/{SECRET}@h/db",
        f"postgresql://u:p@{SECRET} h/db",
        f"postgresql://h/db?port={SECRET}",
        f"postgresql://h/db?host=u:{SECRET}@h",
        f"postgresql+asyncpg://u:{SECRET}@h/db",
        f"mysql://u:{SECRET}@h/db",
        f"{SECRET}://h/db",
        f"http:{SECRET}",
        f"sqlite://u:{SECRET}@h/x",
        f"sqlite:///x?key={SECRET}",
        f"sqlite:/{SECRET}",
        f"sqlite:{SECRET}",
        "sqlite://u@h/x",
        "file:x",
    ],
)
def test_what_is_no_address_is_refused_and_neither_repeated_nor_made(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for attempt in (Address.parse, open_database):
        with pytest.raises(WrongAddress) as refused:
            attempt(text)
        assert SECRET not in str(refused.value)
        assert refused.value.__cause__ is None or SECRET not in str(refused.value.__cause__)
    assert list(tmp_path.iterdir()) == []


def test_options_are_not_repeated_by_what_the_driver_says() -> None:
    with pytest.raises(LedgerUnavailable) as refused:
        open_database(f"postgresql://gm@127.0.0.1:1/x?sslmode=require&connect_timeout={SECRET}")
    assert SECRET not in str(refused.value)
    with pytest.raises(WrongAddress) as refused:
        open_database(f"postgresql://gm@127.0.0.1:1/x?{SECRET}.=1")
    assert SECRET not in str(refused.value)


def test_a_name_without_a_scheme_is_a_file_only_by_its_whole_path() -> None:
    with pytest.raises(WrongAddress):
        open_database("nonsense")


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_what_is_made_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "deeper" / "ledger.sqlite3"
    before = os.umask(0)
    try:
        fill(path)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in (path.parent, path.parent.parent)] == [0o700, 0o700]


def test_a_circle_of_links_a_pipe_and_a_folder_are_told_in_one_sentence(tmp_path: Path) -> None:
    circle, pipe = tmp_path / "circle", tmp_path / "pipe"
    circle.symlink_to(circle)
    os.mkfifo(pipe)
    for place in (circle, pipe, tmp_path):
        with pytest.raises(LedgerUnavailable, match=r"\A[^\n]+\.\Z"):
            open_database(f"sqlite:///{place}")
