"""`kill -9` while a file is taken in: its play and the file itself are there together, or neither is."""

import os
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest

from exchange.imports import importing
from exchange.imports.kept_source import keep_source
from ledger.care.verify import verify
from ledger.files.tables import PART
from ledger.ledger import Ledger
from ledger.logged import unfinished_on
from projections.read_models import ReadModels
from tests.ledger.intake.conftest import salt_in
from tests.support.intake import taken_in
from tests.support.toy import GAME

ENTRIES = 20


@pytest.fixture(scope="module")
def founded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A campaign to be copied, and a chat of three parts."""
    folder = tmp_path_factory.mktemp("killed")
    for _ledger in salt_in(f"sqlite:///{folder}/founded"):
        pass
    file = folder / "talk.jsonl"
    said = "tide " * (PART // 5 // ENTRIES * 2 + 10)
    file.write_text("".join(f'{{"author": "Ada", "content": "{n} {said}"}}\n' for n in range(ENTRIES)))
    return folder / "founded", file


def opened(database: Path) -> Ledger:
    """The ledger with its read models."""
    ledger = Ledger({GAME.key: GAME}, {"SQLALCHEMY_URL": f"sqlite:///{database}"})
    ledger.followers.append(ReadModels(ledger))
    return ledger


def take_in_and_die(database: Path, file: Path, when: str) -> None:
    """In a process of its own: after a part of the file, after all of it, or after its play."""

    def die(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def kept(ledger: Ledger, campaign: str, source: Any) -> str | None:
        digest = keep_source(ledger, campaign, source, die if when == "a part" else lambda done, total: None)
        if when == "the file":
            die()
        return digest

    child = os.fork()
    if child == 0:
        try:
            importing.keep_source = kept  # type: ignore[attr-defined]
            taken_in(opened(database), file)
            die()
        finally:
            os._exit(70)  # never reached but by an error
    _pid, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)


@pytest.mark.parametrize(("when", "there"), [("a part", 0), ("the file", 0), ("its play", 1)])
def test_play_and_its_file_are_both_there_or_neither(
    founded: tuple[Path, Path], tmp_path: Path, when: str, there: int
) -> None:
    database, file = tmp_path / "ledger", founded[1]
    shutil.copy(founded[0], database)
    take_in_and_die(database, file, when)
    ledger = opened(database)
    kept = [it.size for it in ledger.files.kept(ledger.find("salt").id)]
    assert (ledger.moment("salt").campaign.logged.entries, kept) == (
        there * ENTRIES,
        [file.stat().st_size] * there,
    )
    assert verify(ledger, "salt").sound
    views = ledger.followers[-1]
    assert isinstance(views, ReadModels)
    assert views.problems("salt") == []
    report = taken_in(ledger, file)
    assert (report.recorded.total(), report.known) == ((1 - there) * ENTRIES, there * ENTRIES)
    assert len(ledger.files.kept(ledger.find("salt").id)) == 1
    ledger.close()


def test_a_file_that_was_taken_in_only_in_part_is_named_until_it_is_all_there(
    founded: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before it was mended, only taking the file in once more told that a part of it was missing."""
    monkeypatch.setattr(importing, "BATCH_SIZE", 8)
    database, file = tmp_path / "ledger", tmp_path / "talk.jsonl"
    shutil.copy(founded[0], database)
    file.write_text("".join(f'{{"author": "Ada", "content": "tide {n}"}}\n' for n in range(20)))
    stopped = opened(database)
    kept = stopped.rule_in_parts
    asked: list[object] = []

    def once(*given: Any) -> object:
        if asked:
            raise KeyboardInterrupt
        asked.append(given)
        return kept(*given)

    monkeypatch.setattr(stopped, "rule_in_parts", once)
    with pytest.raises(KeyboardInterrupt):
        taken_in(stopped, file)
    stopped.close()
    ledger = opened(database)
    assert unfinished_on(ledger.open("salt")) == "talk.jsonl"
    other = tmp_path / "other.jsonl"
    other.write_text('{"author": "Ada", "content": "The bell."}\n')
    taken_in(ledger, other)
    assert unfinished_on(ledger.open("salt")) == "talk.jsonl"
    there = ledger.moment("salt").campaign.logged.entries - 1
    report = taken_in(ledger, file)
    assert (report.recorded.total(), report.known) == (20 - there, there)
    assert 0 < there < 20
    assert unfinished_on(ledger.open("salt")) == ""
    assert verify(ledger, "salt").sound
    head = ledger.head("salt")
    assert taken_in(ledger, file).recorded.total() == 0
    assert ledger.head("salt") == head
    ledger.close()
