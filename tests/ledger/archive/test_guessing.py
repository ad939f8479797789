"""Nobody who knows all else can find a number that is kept secret by trying each against a later seal."""

from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest

from domain.registry import games
from tests.support.guessing import guessed
from tests.support.twins import Twins, both, find_twins, opened

SCRIPTS = (
    ("death_of_the_vele", "forms_a_hidden_roll"),
    ("death_of_the_vele", "framing_bids_and_priority"),
    ("hot_circle", "prepared_between_sessions"),
)


def secrets(folder: Path, key: str, script: str) -> list[Twins]:
    folder.mkdir()
    with closing(opened(folder / "looking.sqlite3")) as ledger:
        return list(find_twins(ledger, games()[key], script))


@pytest.mark.parametrize(("key", "script"), SCRIPTS)
def test_no_number_is_found_by_its_seal(tmp_path: Path, key: str, script: str) -> None:
    every = secrets(tmp_path / "looking", key, script)
    assert every
    files = both(tmp_path, every)
    assert [guessed(files, it) for it in every] == [None] * len(every)


@pytest.mark.parametrize(("key", "script"), SCRIPTS)
def test_each_is_found_where_no_chance_stands_in_the_record(tmp_path: Path, key: str, script: str) -> None:
    every = secrets(tmp_path / "looking", key, script)
    with patch("ledger.recording.drafts.token_hex", lambda _bytes: None):  # as records were before
        files = both(tmp_path, every)
    assert None not in [guessed(files, it) for it in every]
