"""A page of an index lost, blank or old: some of what `benchmarks/damage.py` tries with every page."""

from contextlib import closing
from pathlib import Path

import pytest

from ledger.ledger import Ledger
from projections.read_models import ReadModels
from tests.cli.caves import GAMES, a_cave, rule
from tests.support.damaging import damage_each_page, index_pages


@pytest.fixture(scope="module")
def halls(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """A ledger whose index over the records is some pages long, and the same when it was shorter."""
    path = tmp_path_factory.mktemp("halls") / "halls.sqlite3"
    with closing(Ledger(GAMES, {"SQLALCHEMY_URL": f"sqlite:///{path}"})) as ledger:
        a_cave(ledger)
        ledger.followers.append(ReadModels(ledger))
        for number in range(120):
            if number == 90:
                older = path.read_bytes()
            rule(ledger, "cave", {"type": "journal.write_note", "text": f"Hall {number}"}, key=f"hall-{number}")
    return path, older


def test_there_are_pages_to_damage(halls: tuple[Path, bytes]) -> None:
    pages = index_pages(halls[0])
    of_records = [page for page in pages if page.index == "sqlite_autoindex_ledger_events_1"]
    assert len(of_records) > 2
    assert {"ledger_events_topic", "ledger_heads"} <= {page.index for page in pages}


@pytest.mark.parametrize("first", range(4))
def test_no_damaged_index_is_believed_and_each_can_be_mended(
    halls: tuple[Path, bytes], tmp_path: Path, first: int
) -> None:
    outcome = damage_each_page(*halls, GAMES, tmp_path, every=16, first=first * 4)
    assert outcome.tried > 0
    assert outcome.wrong == []
