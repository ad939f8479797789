"""A recorder to test, on each kind of database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.database.events import SqlAlchemyApplicationRecorder
from tests.support.appending import open_recorder


@pytest.fixture
def recorder(address: str) -> Iterator[SqlAlchemyApplicationRecorder]:
    recorder = open_recorder(address)
    yield recorder
    recorder.database.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A path for a SQLite file; there is none yet."""
    return tmp_path / "ledger.sqlite3"
