"""Whole archives before the stand-alone verifier: as a folder, as a zip file, and after somebody got at them."""

from pathlib import Path

import pytest

from ledger.ledger import Ledger
from tests.docs.test_verify import ALONE
from tests.ledger.archive.conftest import export, manifests_anew, zipped

FLIPS = 12
"""Bytes flipped in each file, spread evenly. Of the records, every one is flipped elsewhere."""


def test_an_archive_is_sound_as_folder_and_as_zip_file(good_bag: Path, tmp_path: Path) -> None:
    found = ALONE.checked(good_bag)
    assert ALONE.checked(zipped(good_bag, tmp_path / "cave.zip")) == found
    assert found["sessions"] == {1: 11}
    assert ALONE.checked(good_bag, [f"{found['records']}:{found['head_seal'][:12]}"]) == found


def test_any_changed_byte_of_any_file_is_found(bag: Path) -> None:
    flips = 0
    for path in sorted(it for it in bag.rglob("*") if it.is_file() and not it.name.startswith("tagmanifest")):
        content = path.read_bytes()
        for index in range(0, len(content), max(1, len(content) // FLIPS)):
            path.write_bytes(content[:index] + bytes([content[index] ^ 1]) + content[index + 1 :])
            with pytest.raises(ALONE.Broken):
                ALONE.checked(bag)
            flips += 1
        path.write_bytes(content)
    assert flips > 200
    ALONE.checked(bag)


def test_a_file_more_and_a_file_less_are_found(bag: Path) -> None:
    more = bag / "data" / "more.txt"
    more.write_text("x")
    with pytest.raises(ALONE.Broken, match=r"data/more\.txt is in the archive, but not in its sha256 lists"):
        ALONE.checked(bag)
    more.unlink()
    (bag / "data" / "chronicle.md").unlink()
    with pytest.raises(ALONE.Broken, match=r"is listed in manifest-sha256\.txt and missing"):
        ALONE.checked(bag)


def test_records_cut_off_with_every_list_anew_are_found_by_the_title_page(bag: Path) -> None:
    records = bag / "data" / "records.jsonl"
    records.write_bytes(b"".join(records.read_bytes().splitlines(keepends=True)[:-2]))
    manifests_anew(bag)
    with pytest.raises(ALONE.Broken, match="The title page tells of other records"):
        ALONE.checked(bag)


def test_an_older_archive_tells_a_continuation_from_a_rewriting(
    cave: Ledger, tmp_path: Path, good_bag: Path
) -> None:
    export(cave, tmp_path / "now")
    older = tmp_path / "older.jsonl"
    lines = (tmp_path / "now/data/records.jsonl").read_bytes().splitlines(keepends=True)
    older.write_bytes(b"".join(lines[:9]))
    assert ALONE.checked(tmp_path / "now", against=older)["records"] == len(lines)
    with pytest.raises(ALONE.Broken, match="the older archive has"):
        ALONE.checked(older, against=tmp_path / "now")
    with pytest.raises(ALONE.Broken, match="not as in the older archive") as error:
        ALONE.checked(tmp_path / "now", against=good_bag)  # another founding, minutes apart
    assert error.value.position == 1
