"""`backup` and `restore`: the whole ledger as one file, taken while it is in use, and put back."""

import sqlite3
from pathlib import Path
from threading import Event, Thread

import pytest

from ledger.answers import Submission
from ledger.archive.errors import TargetTaken
from ledger.backup import CopyDiffers, back_up, restore
from ledger.errors import LedgerError
from ledger.ledger import Ledger
from ledger.verify import verify
from projections.read_models import ReadModels
from tests.cli.caves import GAMES, a_cave
from tests.cli.conftest import Campaign
from tests.support.killing import begun_tower, opened
from tests.support.tower import LayStones


def caves(address: str) -> Ledger:
    return Ledger(GAMES, {"SQLALCHEMY_URL": address})


def rows(ledger: Ledger) -> list[tuple[str, int, str, bytes]]:
    return [(entry.slug, *row) for entry in ledger.campaigns() for row in ledger.stored(entry.slug)]


def test_a_backup_is_a_ledger_and_comes_back_record_for_record(
    campaign: Campaign, cave: str, database: Path, tmp_path: Path
) -> None:
    file = tmp_path / "monday.sqlite3"
    receipt = campaign("verify", cave, "--json").json["receipt"]
    told = campaign("backup", str(file), "--json")
    assert (told.status, told.json["campaigns"], told.json["records"]) == (0, 1, 12)
    assert campaign("verify", cave, "--expect", receipt, "--database", str(file)).status == 0
    database.unlink()
    assert "1 campaign with 12 records restored" in campaign("restore", str(file)).out
    assert campaign("verify", cave, "--expect", receipt).status == 0
    assert campaign("log", cave).status == 0


def test_nothing_is_replaced(campaign: Campaign, cave: str, tmp_path: Path) -> None:
    file = tmp_path / "monday.sqlite3"
    assert campaign("backup", str(file)).status == 0
    before = file.read_bytes()
    again = campaign("backup", str(file))
    assert (again.status, file.read_bytes()) == (4, before)
    back = campaign("restore", str(file))
    assert back.status == 4
    assert "restoring replaces nothing" in back.err
    assert campaign("restore", str(tmp_path / "nothing")).status == 2
    (tmp_path / "notes.txt").write_text("not a ledger")
    assert campaign("restore", str(tmp_path / "notes.txt")).status == 1
    assert not [path for path in tmp_path.iterdir() if path.name.endswith(".part")]


def test_between_both_databases_and_back(address: str, sqlite_address: str, tmp_path: Path) -> None:
    ledger = caves(address)
    a_cave(ledger)
    a_cave(ledger, "other")
    back_up(ledger, tmp_path / "copy.sqlite3", caves)
    copy = caves(f"sqlite:///{tmp_path}/copy.sqlite3?mode=ro")
    assert rows(copy) == rows(ledger)
    with pytest.raises(TargetTaken):
        restore(copy, ledger)
    if address != sqlite_address:
        fresh = caves(sqlite_address)
        assert restore(copy, fresh).records == len(rows(ledger))
        assert rows(fresh) == rows(ledger)
        fresh.close()
    for each in (copy, ledger):
        each.close()


@pytest.mark.postgres
def test_a_backup_goes_back_into_postgresql_and_play_goes_on(postgres_address: str, tmp_path: Path) -> None:
    here = caves("sqlite://")
    a_cave(here)
    back_up(here, tmp_path / "copy.sqlite3", caves)
    copy, there = caves(f"sqlite:///{tmp_path}/copy.sqlite3"), caves(postgres_address)
    restore(copy, there)
    assert rows(there) == rows(here)
    a_cave(there, "next")
    assert verify(there, "cave").sound
    assert verify(there, "next").sound
    for each in (here, copy, there):
        each.close()


def test_a_backup_taken_in_mid_play_holds_whole_rulings_up_to_some_moment(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/babel.sqlite3"
    ledger, stop = begun_tower(address), Event()

    def play() -> None:
        while not stop.is_set():
            ledger.rule("babel", Submission(command=LayStones(count=3), faces=(1, 1, 1)))

    player = Thread(target=play)
    player.start()
    other = opened(address)
    try:
        for number in range(4):
            back_up(other, tmp_path / f"{number}.sqlite3", opened)
    finally:
        stop.set()
        player.join()
    heads = []
    for number in range(4):
        copy = opened(f"sqlite:///{tmp_path}/{number}.sqlite3")
        found = verify(copy, "babel")
        assert found.sound
        assert (found.records - 2) % 3 == 0
        views = copy.followers[0]
        assert isinstance(views, ReadModels)
        assert views.problems("babel") == []
        heads.append(found.records)
        copy.close()
    assert heads == sorted(heads)
    assert heads[-1] > heads[0]
    for each in (ledger, other):
        each.close()


def test_a_disk_that_gives_back_something_else_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = caves("sqlite://")
    a_cave(ledger)

    def spoiled(address: str) -> Ledger:
        copy = caves(address)
        campaigns = copy.campaigns

        def spoil() -> object:
            with sqlite3.connect(address.removeprefix("sqlite:///")) as disk:
                disk.execute("UPDATE ledger_events SET state = x'00' WHERE originator_version = 7")
            return campaigns()

        monkeypatch.setattr(copy, "campaigns", spoil)
        return copy

    with pytest.raises(CopyDiffers, match="Record 7 of cave"):
        back_up(ledger, tmp_path / "copy.sqlite3", spoiled)
    assert issubclass(CopyDiffers, LedgerError)
    assert list(tmp_path.iterdir()) == []
    ledger.close()
