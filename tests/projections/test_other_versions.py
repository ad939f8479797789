"""Two programs whose read models are of different versions, at one ledger."""

import pytest

from projections.tables import projector as keeping
from projections.tables import schema
from tests.projections.conftest import Opener
from tests.projections.test_tables import PLAY
from tests.support.library import GM, Library


def test_two_programs_that_read_otherwise_take_turns_and_neither_misses_a_record(
    library: Library, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.rule_all(PLAY[:10])
    with monkeypatch.context() as patched:
        patched.setattr(keeping, "VERSION", "another")
        newer = opener()
        newer.views.count("tale", GM)  # what its rows are made by is settled here
    for number, ruling in enumerate(PLAY[10:]):
        writer, reader = (library, newer) if number % 2 else (newer, library)
        writer.rule_all([ruling])
        assert reader.views.count("tale", GM) == writer.views.count("tale", GM) == reader.ledger.head("tale")
    assert library.views.problems("tale") == []
    old = library.rows()
    assert newer.views.problems("tale") == []
    new = newer.rows()
    assert {name: rows for name, rows in old.items() if name != schema.FOLLOWED.name} == {
        name: rows for name, rows in new.items() if name != schema.FOLLOWED.name
    }
