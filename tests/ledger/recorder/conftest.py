"""A recorder to test, on each kind of database."""

from collections.abc import Iterator

import pytest

from ledger.recorder.events import SqlAlchemyApplicationRecorder
from tests.support.appending import open_recorder


@pytest.fixture
def recorder(address: str) -> Iterator[SqlAlchemyApplicationRecorder]:
    recorder = open_recorder(address)
    yield recorder
    recorder.database.close()
