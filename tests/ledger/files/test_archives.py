"""Files in archives: there and back, left out, and what is refused."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.people import EVERYONE
from exchange.archive.checking import check
from exchange.archive.errors import BrokenArchive
from exchange.archive.opening import opened
from exchange.archive.storing import RestoreOutcome, store
from exchange.archive.writing import WrittenArchive, write_archive
from ledger.care.file_removal import remove_file
from ledger.care.verify import verify
from ledger.errors import BrokenLedger
from ledger.files.store import FileState
from ledger.ledger import Ledger
from tests.ledger.archive.conftest import manifests_anew
from tests.support.filing import CONTENT, DIGEST, attach, content_of, keep, spoil
from tests.support.tower import TOWER

CHECKER = Path(__file__).parents[3] / "docs/verify.py"


def export(ledger: Ledger, place: Path, *, without_files: bool = False) -> WrittenArchive:
    return write_archive(
        ledger, "babel", place, chronicle=lambda _: (), told_to=EVERYONE, without_files=without_files
    )


def take_in(ledger: Ledger, place: Path) -> RestoreOutcome:
    with opened(place) as archive:
        return store(ledger, check(archive, ledger.games))


def fresh(tmp_path: Path, name: str = "fresh") -> Ledger:
    return Ledger({"tower": TOWER}, {"SQLALCHEMY_URL": f"sqlite:///{tmp_path / name}.sqlite3"})


def verified_alone(place: Path) -> tuple[int, str]:
    ran = subprocess.run([sys.executable, str(CHECKER), str(place)], capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout + ran.stderr


def payload(bag: Path) -> dict[str, bytes]:
    return {str(it.relative_to(bag)): it.read_bytes() for it in (bag / "data").rglob("*") if it.is_file()}


@pytest.fixture
def bag(ledger: Ledger, tmp_path: Path) -> Path:
    keep(ledger, "babel")
    keep(ledger, "babel", b"")
    return export(ledger, tmp_path / "bag").place


@pytest.mark.parametrize("name", ["again", "again.zip"])
def test_export_import_export_gives_the_same_bytes(bag: Path, ledger: Ledger, tmp_path: Path, name: str) -> None:
    other = fresh(tmp_path)
    export(ledger, tmp_path / name)
    assert take_in(other, tmp_path / name) is RestoreOutcome.STORED
    assert content_of(other, "babel") == CONTENT
    assert verify(other, "babel").sound
    export(other, tmp_path / "second")
    assert payload(tmp_path / "second") == payload(bag)
    assert (bag / "data/files" / DIGEST).read_bytes() == CONTENT
    status, said = verified_alone(bag)
    assert (status, "2 of 2 that records name" in said) == (0, True), said
    other.close()


def test_without_files_and_said_so(ledger: Ledger, tmp_path: Path) -> None:
    keep(ledger, "babel")
    spoil(ledger)  # which is also how a campaign whose file is lost gets out
    with pytest.raises(BrokenLedger, match="--without-files"):
        export(ledger, tmp_path / "whole")
    bag = export(ledger, tmp_path / "bag", without_files=True).place
    assert json.loads((bag / "data/archive.json").read_text())["files"] == {DIGEST: "left out"}
    assert verified_alone(bag)[0] == 0
    other = fresh(tmp_path)
    assert take_in(other, bag) is RestoreOutcome.STORED
    found = verify(other, "babel")
    assert (found.sound, [it.state for it in found.files]) == (True, [FileState.LEFT_OUT])
    export(other, tmp_path / "second")
    assert payload(tmp_path / "second") == payload(bag)
    other.close()


def test_an_archive_brings_back_files_that_were_lost_or_damaged(bag: Path, ledger: Ledger) -> None:
    assert take_in(ledger, bag) is RestoreOutcome.IDENTICAL
    harms: tuple[dict[str, Any], ...] = ({"bytes": b"x"}, {})
    for harm in harms:
        spoil(ledger, **harm)
        assert not verify(ledger, "babel").sound
        assert take_in(ledger, bag) is RestoreOutcome.COMPLETED
        assert verify(ledger, "babel").sound
    assert content_of(ledger, "babel") == CONTENT


def test_a_bag_is_refused_whose_file_is_not_there_or_another(bag: Path, tmp_path: Path) -> None:
    other, place = fresh(tmp_path), f"data/files/{DIGEST}"
    harms: list[tuple[Callable[[Path], object], str]] = [
        (lambda it: (it / place).unlink(), "names a file that is not in the archive"),
        (lambda it: (it / place).write_bytes(b"another"), "names a file that is another"),
        (lambda it: (it / "data/files" / ("0" * 64)).write_bytes(b"x"), "which no record names"),
        (lambda it: told(it, {}), "which no record names"),
        (lambda it: told(it, {DIGEST: "removed"}), "which no record names"),
        (lambda it: told(it, {"0" * 64: "left out"}), "which no record names"),
    ]
    for number, (harm, why) in enumerate(harms):
        harmed = shutil.copytree(bag, tmp_path / f"harmed{number}")
        harm(harmed)
        manifests_anew(harmed)
        with pytest.raises(BrokenArchive, match=why):
            take_in(other, harmed)
        status, said = verified_alone(harmed)
        assert (status, "NOT SOUND" in said) == (1, True), said
    assert other.campaigns() == []
    other.close()


def told(bag: Path, instead: dict[str, str]) -> None:
    """A title page that tells of other files; nothing at all where none are given."""
    page = bag / "data/archive.json"
    fields = json.loads(page.read_text())
    if instead:
        fields["files"] |= instead
    else:
        fields["files"].popitem()
    page.write_text(json.dumps(fields))


def test_attached_files_go_along_and_one_that_was_removed_leaves_not_even_its_digest(
    ledger: Ledger, tmp_path: Path
) -> None:
    attached = [attach(ledger, "babel", content) for content in (b"a map of the tower", b"a face")]
    whole = export(ledger, tmp_path / "whole").place
    assert {name.rpartition("/")[2] for name in payload(whole) if "data/files" in name} == set(attached)
    status, said = verified_alone(whole)
    assert (status, "2 of 2 that records name" in said) == (0, True), said
    remove_file(ledger, "babel", 2, reason="Asked to", by="gm")
    bag, other = export(ledger, tmp_path / "bag").place, fresh(tmp_path)
    assert verified_alone(bag)[0] == 0, verified_alone(bag)[1]
    assert take_in(other, bag) is RestoreOutcome.STORED
    assert content_of(other, "babel", attached[0]) == b"a map of the tower"
    assert [it.state for it in verify(other, "babel").files] == [FileState.SOUND, FileState.REMOVED]
    export(other, tmp_path / "second")
    assert payload(tmp_path / "second") == payload(bag)
    assert not [name for name, content in payload(bag).items() if attached[1].encode() in content + name.encode()]
    other.close()
