"""Zip files from strangers: whatever is wrong with one is said in a sentence, and nothing of it is stored."""

import stat
import struct
import zipfile
from pathlib import Path

import pytest

from exchange.archive import zips
from exchange.archive.errors import BrokenArchive, NotAnArchive
from ledger.ledger import Ledger
from tests.cli.caves import GAMES
from tests.ledger.archive.conftest import Open, lines_of, manifests_anew, refused, take_in, zipped


def packed_with(bag: Path, place: Path, *more: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    zipped(bag, place)
    with zipfile.ZipFile(place, "a", zipfile.ZIP_DEFLATED) as packed:
        for name, content in more:
            packed.writestr(name, content)
    return place


def link_in_zip() -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("cave/data/passwd")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


def packed_otherwise() -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("cave/x")
    info.compress_type = zipfile.ZIP_LZMA
    return info


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("cave/../../up.txt", "outside of itself"),
        ("/etc/cave", "holds no bag|outside of itself"),
        ("cave/data/..\\..\\up", "outside of itself"),
        ("C:/cave", "holds no bag|outside of itself"),
        ("cave/~/x/../../../y", "outside of itself"),
        ("cave//data", "outside of itself"),
        ("cave/bagit.txt", "twice"),
        ("cave/DATA/README.md", "twice"),
        ("elsewhere/x", "holds no bag"),
        (link_in_zip(), "link or device"),
        (packed_otherwise(), "packed in a way unknown here"),
    ],
)
def test_zip_files_that_name_what_they_must_not(
    bag: Path, tmp_path: Path, open_ledger: Open, name: str | zipfile.ZipInfo, sentence: str
) -> None:
    place = packed_with(bag, tmp_path / "cave.zip", (name, b"x"))
    with pytest.raises((BrokenArchive, NotAnArchive), match=sentence):
        take_in(open_ledger("sqlite://"), place)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bag", "cave.zip"]


def test_more_than_the_bag_declares_is_not_unpacked(bag: Path, tmp_path: Path, open_ledger: Open) -> None:
    place = packed_with(bag, tmp_path / "cave.zip", ("cave/data/zeros", b"\0" * 10**7))
    refused(open_ledger, place, "would unpack to .* bytes of data, but the bag declares")
    place.unlink()
    place = packed_with(bag, tmp_path / "cave.zip", ("cave/zeros.txt", b"\0" * (8 * 2**20 + 1)))
    refused(open_ledger, place, "far too many")


def test_a_bomb_is_told_by_its_ratio(
    bag: Path, tmp_path: Path, open_ledger: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zips, "ALWAYS_FINE", 2**20)
    with (bag / "data/zeros").open("wb") as file:
        file.truncate(200 * 2**20)
    manifests_anew(bag)
    place = zipped(bag, tmp_path / "cave.zip")
    (bag / "data/zeros").unlink()
    refused(open_ledger, place, "more than 200 times its own size")


def test_a_size_that_lies(bag: Path, tmp_path: Path, open_ledger: Open) -> None:
    """The list of contents says less than there is: no more is unpacked than it says, and the sum is wrong."""
    place = zipped(bag, tmp_path / "cave.zip")
    content = bytearray(place.read_bytes())
    at = content.rindex(b"cave/data/chronicle.md") - 46  # in the list of contents
    (size,) = struct.unpack_from("<I", content, at + 24)
    struct.pack_into("<I", content, at + 24, size - 100)
    place.write_bytes(content)
    refused(open_ledger, place, "but the bag declares|damaged")


def test_too_many_files(bag: Path, tmp_path: Path, open_ledger: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zips, "MOST_FILES", 10)
    monkeypatch.setattr("exchange.archive.opening.MOST_FILES", 10)
    refused(open_ledger, zipped(bag, tmp_path / "cave.zip"), "no more than 10")
    refused(open_ledger, bag, "more than 10 files")


def test_a_zip_file_cut_off_anywhere_is_refused(bag: Path, tmp_path: Path, open_ledger: Open) -> None:
    content = zipped(bag, tmp_path / "cave.zip").read_bytes()
    ledger = open_ledger("sqlite://")
    place = tmp_path / "cut.zip"
    for size in (*range(0, len(content), 997), len(content) - 1):
        place.write_bytes(content[:size])
        with pytest.raises((BrokenArchive, NotAnArchive)):
            take_in(ledger, place)
    assert ledger.campaigns() == []


def test_every_part_of_a_zip_file_changed_is_refused_or_the_same_campaign(
    bag: Path, tmp_path: Path, open_ledger: Open
) -> None:
    """A byte that says nothing about the files, such as a date, may change; never what comes of it."""
    content = zipped(bag, tmp_path / "cave.zip").read_bytes()
    place, refusals = tmp_path / "flipped.zip", 0
    for index in range(0, len(content), 211):
        flipped = bytearray(content)
        flipped[index] ^= 0x55
        place.write_bytes(flipped)
        ledger = Ledger(GAMES, {"SQLALCHEMY_URL": "sqlite://"})
        try:
            take_in(ledger, place)
            assert [line for _at, _tag, line in ledger.stored("cave")] == lines_of(bag)
        except (BrokenArchive, NotAnArchive):
            refusals += 1
            assert ledger.campaigns() == []
        finally:
            ledger.close()
    assert refusals > 10
