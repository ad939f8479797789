"""Files where the ledger is verified, backed up, restored and repaired."""

import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from domain.kernel.campaign.founding import FoundCampaign
from ledger.care.backup import DamagedLedger, back_up, opened_backup, restore
from ledger.care.condition import condition_of
from ledger.care.file_removal import remove_file
from ledger.care.manifest import BrokenBackup
from ledger.care.raw_copy import back_up_as_is
from ledger.care.repair.from_backup import files_in
from ledger.care.repair.repairing import Repair, Repaired, repair_file
from ledger.care.verify import verify
from ledger.errors import Conflict
from ledger.files.store import FileState
from ledger.ledger import Ledger
from tests.support.filing import CONTENT, attach, content_of, keep, spoil
from tests.support.tower import TOWER


def opened(address: str) -> Ledger:
    return Ledger({"tower": TOWER}, {"SQLALCHEMY_URL": address})


@pytest.fixture
def kept(ledger: Ledger) -> Ledger:
    """Two towers with the same file, and one of them with another."""
    ledger.found(FoundCampaign(game="tower", title="Other", slug="other"))
    keep(ledger, "babel")
    keep(ledger, "babel", b"small")
    keep(ledger, "other")
    return ledger


@pytest.fixture
def copied(kept: Ledger, tmp_path: Path) -> Iterator[Ledger]:
    back_up(kept, tmp_path / "copy.sqlite3", opened)
    copy = opened(f"sqlite:///{tmp_path / 'copy.sqlite3'}")
    yield copy
    copy.close()


def states(ledger: Ledger, campaign: str = "babel") -> list[FileState]:
    return [it.state for it in verify(ledger, campaign).files]


def test_a_backup_has_them_and_brings_them_back(copied: Ledger, tmp_path: Path) -> None:
    assert content_of(copied, "babel") == content_of(copied, "other") == CONTENT
    assert verify(copied, "babel").sound
    copied.close()
    fresh = opened(f"sqlite:///{tmp_path / 'fresh.sqlite3'}")
    with opened_backup(tmp_path / "copy.sqlite3", opened) as (copy, manifest):
        restore(copy, fresh, manifest=manifest)
    assert content_of(fresh, "other") == CONTENT
    assert states(fresh) == [FileState.SOUND] * 2
    fresh.close()


def test_what_is_wrong_with_a_file_is_said_with_its_record(kept: Ledger, tmp_path: Path) -> None:
    spoil(kept, bytes=b"x")
    assert FileState.DAMAGED in states(kept)
    (problem,) = verify(kept, "babel").problems
    assert (problem.position, "is damaged" in problem.text) == (3, True)
    with pytest.raises(DamagedLedger, match="not come back as it was kept"):
        back_up(kept, tmp_path / "none.sqlite3", opened)
    back_up_as_is(kept, tmp_path / "as_is.sqlite3", opened)
    copy = opened(f"sqlite:///{tmp_path / 'as_is.sqlite3'}")
    assert sorted(it.value for it in states(copy)) == ["damaged", "sound"]
    copy.close()
    keep(kept, "babel")  # put in again, it is whole again
    assert states(kept) == [FileState.SOUND] * 2
    spoil(kept)
    (problem,) = verify(kept, "other").problems
    assert problem.text == "Record 3 names a file that is missing."
    with pytest.raises(DamagedLedger, match="There is no such file"):
        back_up(kept, tmp_path / "none.sqlite3", opened)
    assert not (tmp_path / "none.sqlite3").exists()


def test_what_is_done_while_a_backup_is_made(kept: Ledger, tmp_path: Path) -> None:
    attach(kept, "babel", b"A street")
    once = iter(
        [lambda: attach(kept, "babel", b"A lane"), lambda: remove_file(kept, "babel", 1, reason="x", by="gm")]
    )
    back_up(kept, tmp_path / "copy.sqlite3", opened, lambda _done, _of: next(once)())
    copy = opened(f"sqlite:///{tmp_path / 'copy.sqlite3'}")
    named = {it.digest for it in verify(copy, "babel").files}
    assert {it.digest for it in copy.files.kept(copy.find("babel").id)} == named
    copy.close()

    with pytest.raises(Conflict, match="removed from babel while it was copied"):
        back_up(kept, tmp_path / "other.sqlite3", opened, lambda _done, _of: next(once)())
    assert not (tmp_path / "other.sqlite3").exists()
    back_up(kept, tmp_path / "other.sqlite3", opened)


def test_a_backup_with_a_damaged_file_is_not_restored(copied: Ledger, tmp_path: Path) -> None:
    spoil(copied, bytes=b"x")
    fresh = opened(f"sqlite:///{tmp_path / 'fresh.sqlite3'}")
    with pytest.raises(BrokenBackup, match="names a file that is damaged"):
        restore(copied, fresh)
    assert fresh.campaigns() == []
    fresh.close()


def test_a_repair_keeps_them_and_they_are_counted(copied: Ledger, tmp_path: Path) -> None:
    assert copied.store.database
    with copied.store.database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM ledger_heads")  # something to repair
    copied.close()
    file = tmp_path / "copy.sqlite3"
    repaired = repair_file(Repair(games={"tower": TOWER}), file)
    assert repaired.done
    assert not repaired.problems
    again = opened(f"sqlite:///{file}")
    assert states(again) == [FileState.SOUND] * 2
    again.close()
    found = condition_of(f"sqlite:///{file}")
    assert (found.files, found.bytes_of_files) == (3, 2 * len(CONTENT) + 5)


def test_a_repair_brings_back_files_that_a_backup_has_byte_for_byte(copied: Ledger, tmp_path: Path) -> None:
    file, backup, false = (tmp_path / name for name in ("copy.sqlite3", "backup.sqlite3", "false.sqlite3"))
    copied.close()
    shutil.copy(file, backup)
    shutil.copy(file, false)
    for place, harm in ((false, {"bytes": b"other"}), (file, {})):
        harmed = opened(f"sqlite:///{place}")
        spoil(harmed, **harm)  # both campaigns name it
        spoil(harmed, sha256(b"small").hexdigest(), bytes=b"x")
        harmed.close()

    def repaired(source: Path, *, dry_run: bool = False) -> Repaired:
        with files_in(source) as files:
            return repair_file(Repair(games={"tower": TOWER}, files=files, dry_run=dry_run), file)

    assert len(repaired(false, dry_run=True).problems) == 3, "bytes that are not those named are not believed"
    done = repaired(backup)
    assert done.problems == []
    assert "From the backup came back of babel: 2 files." in done.done
    assert "From the backup came back of other: 1 file." in done.done
    again = opened(f"sqlite:///{file}")
    assert content_of(again, "babel") == content_of(again, "other") == CONTENT
    assert states(again) == [FileState.SOUND] * 2
    assert verify(again, "babel").sound
    again.close()
    assert repaired(backup).done == []
