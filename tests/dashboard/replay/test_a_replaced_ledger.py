"""The replay of a ledger in whose place another one came, in a process that goes on."""

import shutil
from collections.abc import Callable
from pathlib import Path

from streamlit.testing.v1 import AppTest

from tests.dashboard.conftest import drawn
from tests.dashboard.nights import Night, whole_night
from wiring.library import Library, open_library


def test_a_step_shows_what_lies_there_now(library: Library, visit: Callable[..., AppTest], tmp_path: Path) -> None:
    night, path = whole_night(library), tmp_path / "campaigns.sqlite3"
    aside = tmp_path / "aside.sqlite3"
    shutil.copyfile(path, aside)
    night.rule("journal.write_note", text="The ferry sank.")
    at = str(library.ledger.head(night.slug))
    assert "The ferry sank." in drawn(visit("replay", campaign=night.slug, at=at))

    other = Night.__new__(Night)
    other.library, other.slug, other.words = open_library(str(aside)), night.slug, night.words
    other.rule("journal.write_note", text="The ferry came in.")
    other.library.close()
    aside.replace(path)

    shown = drawn(visit("replay", campaign=night.slug, at=at))
    assert "The ferry came in." in shown
    assert "The ferry sank." not in shown
