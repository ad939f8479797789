"""`backup` and `restore`: the whole ledger as one file, taken while it is in use, and put back."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from uuid import uuid4

import pytest
from eventsourcing.persistence import PersistenceError

from ledger.answers import Submission
from ledger.care import partial_files
from ledger.care.backup import CopyDiffers, DamagedLedger, back_up, opened_backup, restore
from ledger.care.manifest import BackedUpCampaign
from ledger.care.raw_copy import back_up_as_is
from ledger.care.verify import verify
from ledger.database.sqlite.driver import sqlite3
from ledger.errors import LedgerError, TargetTaken
from ledger.ledger import Ledger
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


def test_what_a_dead_program_left_of_another_file_does_not_spoil_a_backup(
    campaign: Campaign, cave: str, tmp_path: Path
) -> None:
    file = tmp_path / "monday.sqlite3"
    for end in partial_files.BESIDE:
        left = tmp_path / f"monday.sqlite3{end}"
        left.write_bytes(b"pages to be put back")
        refused = campaign("backup", str(file))
        assert refused.status == 4
        assert f"monday.sqlite3{end} was left behind" in refused.err
        assert (left.read_bytes(), file.exists()) == (b"pages to be put back", False)
        left.unlink()


class WhileItIsRead(list[BackedUpCampaign]):
    """A manifest during the reading of which something happens."""

    def __init__(self, happens: Callable[[], object]) -> None:
        super().__init__()
        self._happens = happens

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[BackedUpCampaign]:
        self._happens()
        return super().__iter__()


@pytest.mark.parametrize("founded", ["cave", "another"])
def test_a_ledger_that_fills_meanwhile_is_not_restored_into(address: str, founded: str, tmp_path: Path) -> None:
    source, target = caves(f"sqlite:///{tmp_path}/source.sqlite3"), caves(address)
    a_cave(source)
    back_up(source, tmp_path / "copy.sqlite3", caves)
    copy = caves(f"sqlite:///{tmp_path}/copy.sqlite3?mode=ro")
    with pytest.raises(TargetTaken, match="restoring replaces nothing"):
        restore(copy, target, manifest=WhileItIsRead(lambda: a_cave(target, founded)))
    assert [it.slug for it in target.campaigns()] == [founded]
    assert verify(target, founded).sound


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
        views = copy.followers[-1]
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


# --- what a backup proves --------------------------------------------------------------------------------------


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup of two campaigns."""
    ledger = caves("sqlite://")
    a_cave(ledger)
    a_cave(ledger, "other")
    back_up(ledger, tmp_path / "monday.sqlite3", caves)
    ledger.close()
    return tmp_path / "monday.sqlite3"


def restored_from(file: Path) -> int | None:
    """The number of records that came back; None where it was refused, and then none did."""
    target = caves("sqlite://")
    try:
        with opened_backup(file, caves) as (copy, manifest):
            return restore(copy, target, manifest=manifest).records
    except (LedgerError, PersistenceError):
        assert target.store.recorder.max_notification_id() is None
        assert target.campaigns() == []
        return None
    finally:
        target.close()


def spoil(file: Path, *statements: str) -> None:
    with sqlite3.connect(file) as disk:
        for statement in statements:
            disk.execute(statement)


def test_a_backup_that_is_sound_comes_back_whole(backup: Path) -> None:
    assert restored_from(backup) == 26


def test_a_byte_changed_anywhere_in_it_is_found_and_nothing_is_restored(backup: Path) -> None:
    content = bytearray(backup.read_bytes())
    for place in range(
        13, len(content), len(content) // 60
    ):  # every 50th byte of it: benchmarks/spoiled_backups.py
        content[place] ^= 0x10
        backup.write_bytes(content)
        assert restored_from(backup) is None, place
        content[place] ^= 0x10
    backup.write_bytes(content)
    assert restored_from(backup) == 26


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM ledger_events WHERE id = 26",
        "DELETE FROM ledger_events WHERE id = 5",
        "DELETE FROM ledger_campaigns WHERE slug = 'other'",
        "DELETE FROM ledger_events WHERE originator_id IN (SELECT campaign FROM ledger_campaigns LIMIT 1)",
        "UPDATE ledger_events SET state = replace(state, 'Wren', 'Wrem') WHERE id = 4",
        "UPDATE ledger_manifest SET seal = replace(seal, 'a', 'b')",
        "DELETE FROM ledger_manifest_file",
        "DROP TABLE ledger_manifest",
    ],
)
def test_what_was_taken_out_of_it_since_is_found_by_its_manifest(backup: Path, statement: str) -> None:
    spoil(backup, statement)
    assert restored_from(backup) is None


def test_a_backup_that_was_played_on_comes_back_with_what_was_played(backup: Path) -> None:
    used = caves(f"sqlite:///{backup}")
    a_cave(used, "third")
    used.close()
    assert restored_from(backup) == 39


def test_a_backup_of_an_older_program_comes_back_and_says_that_it_says_less(
    campaign: Campaign, backup: Path, database: Path
) -> None:
    spoil(backup, "DROP TABLE ledger_manifest", "DROP TABLE ledger_manifest_file", "VACUUM")
    ran = campaign("restore", str(backup))
    assert ran.status == 0, ran.err
    assert "does not say how far" in ran.out


def test_a_damaged_ledger_is_not_backed_up_as_a_sound_one(
    campaign: Campaign, cave: str, database: Path, tmp_path: Path
) -> None:
    spoil(database, "UPDATE ledger_events SET state = CAST(state || ' ' AS BLOB) WHERE id = 4")
    file = tmp_path / "monday.sqlite3"
    ran = campaign("backup", str(file))
    assert ran.status == 1
    assert "Record 4" in ran.err
    assert "--as-is" in ran.err
    assert not file.exists()
    as_is = campaign("backup", str(file), "--as-is")
    assert as_is.status == 0, as_is.err
    with sqlite3.connect(file) as copy, sqlite3.connect(database) as source:
        everything = "SELECT * FROM ledger_events ORDER BY id"
        assert copy.execute(everything).fetchall() == source.execute(everything).fetchall()
    database.unlink()
    back = campaign("restore", str(file))
    assert (back.status, "Record 4" in back.err) == (1, True), back.err
    assert campaign("list", "--json").json == []
    assert not [path for path in tmp_path.iterdir() if path.name.endswith(".part")]


def test_records_that_belong_to_no_campaign_and_a_campaign_without_records(tmp_path: Path) -> None:
    path = tmp_path / "cave.sqlite3"
    ledger = caves(f"sqlite:///{path}")
    a_cave(ledger)
    columns = "(originator_id, originator_version, topic, state)"
    spoil(path, f"INSERT INTO ledger_events {columns} VALUES ('x', 1, 'a.b.v1', x'00')")
    with pytest.raises(DamagedLedger, match="belongs to no campaign"):
        back_up(ledger, tmp_path / "copy.sqlite3", caves)
    spoil(path, f"UPDATE ledger_events SET originator_id = '{uuid4()}' WHERE originator_id = 'x'")
    with pytest.raises(DamagedLedger, match="belong to no campaign"):
        back_up(ledger, tmp_path / "copy.sqlite3", caves)
    spoil(path, "DELETE FROM ledger_events WHERE state = x'00'")
    spoil(path, f"INSERT INTO ledger_campaigns VALUES ('{uuid4()}', 'ghost', 'delve')")
    with pytest.raises(DamagedLedger, match="ghost"):
        back_up(ledger, tmp_path / "copy.sqlite3", caves)
    assert not [it.name for it in tmp_path.iterdir() if not it.name.startswith(path.name)]
    ledger.close()


@pytest.mark.postgres
def test_a_damaged_postgresql_ledger_is_copied_as_it_is(postgres_address: str, tmp_path: Path) -> None:
    ledger = caves(postgres_address)
    a_cave(ledger)
    database = ledger.store.database
    assert database is not None
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE ledger_events SET state = 'garbage' WHERE originator_version = 7")
    with pytest.raises(DamagedLedger, match="Record 7"):
        back_up(ledger, tmp_path / "copy.sqlite3", caves)
    back_up_as_is(ledger, tmp_path / "copy.sqlite3", caves)
    copy = caves(f"sqlite:///{tmp_path}/copy.sqlite3")
    assert rows(copy) == rows(ledger)
    for each in (ledger, copy):
        each.close()


# --- work that was broken off ------------------------------------------------------------------------------------


def test_what_dead_programs_left_is_swept_and_nobody_elses(tmp_path: Path, campaign: Campaign, cave: str) -> None:
    here = partial_files._here()
    dead = next(number for number in range(4_000_000, 4_100_000) if not partial_files._is_running(number))
    swept = [f".a.campaign-{here}-{dead}-0.part", f".b.zip.campaign-{here}-{dead}-1.part-journal"]
    stay = [
        f".c.campaign-{here}-{os.getpid()}-7.part",
        f".d.campaign-00000000-{dead}-0.part",
        ".download.part",
        f"a.campaign-{here}-{dead}-0.part",
    ]
    for name in (*swept, *stay):
        (tmp_path / name).write_text("half")
    (tmp_path / f".e.campaign-{here}-{dead}-0.part").mkdir()
    (tmp_path / f".e.campaign-{here}-{dead}-0.part" / "records.jsonl").write_text("half")
    old = tmp_path / f".f.campaign-00000000-{dead}-0.part"
    old.write_text("half")
    os.utime(old, (1, 1))
    assert campaign("backup", str(tmp_path / "monday.sqlite3")).status == 0
    assert sorted(it.name for it in tmp_path.iterdir() if ".part" in it.name) == sorted(stay)


def test_a_backup_that_is_killed_leaves_nothing_for_long(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/babel.sqlite3"
    ledger = begun_tower(address)
    ledger.close()
    child = os.fork()
    if child == 0:

        def die(done: int, total: int) -> None:
            os.kill(os.getpid(), signal.SIGKILL)

        back_up(opened(address), tmp_path / "copy.sqlite3", opened, die)
    os.waitpid(child, 0)
    assert partial_files.stale_partial_files(tmp_path)
    ledger = opened(address)
    back_up(ledger, tmp_path / "copy.sqlite3", opened)
    ledger.close()
    assert not [it.name for it in tmp_path.iterdir() if ".part" in it.name]
