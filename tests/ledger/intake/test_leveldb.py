"""LevelDB without LevelDB: folders that the library wrote are read as it reads them, and never written into."""

import random
import shutil
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exchange.imports.leveldb.blocks import Broken, checked, unpacked
from exchange.imports.leveldb.folder import Documents, is_one
from tests.support.worlds import TIDEWAY, items_of

MESSAGES = TIDEWAY / "data" / "messages"


def kept(folder: Path, prefix: str = "!messages!") -> tuple[dict[str, bytes], dict[str, bytes], list[str]]:
    """The entries of a folder, those deleted from it, and its notices about itself."""
    with closing(Documents(folder, prefix)) as documents:
        found = list(documents)
        told = [f"{it.place}: {it.what}" for it in documents.remarks]
    standing = {it.key: it.value for it in found if not it.deleted}
    return standing, {it.key: it.value for it in found if it.deleted}, told


def test_the_newest_of_each_key_counts_and_what_was_deleted_is_told_apart() -> None:
    before = {it.name: it.read_bytes() for it in MESSAGES.iterdir()}
    standing, deleted, told = kept(MESSAGES)
    numbers = [*range(1, 7), 10, *range(13, 64)]
    assert list(standing) == [f"!messages!m{number:015}" for number in numbers]
    assert b"told anew" in standing["!messages!m000000000000010"]
    assert standing["!messages!m000000000000063"].count(b"salt and rope") == 4_000, "a record over several pages"
    assert [it[-2:] for it in deleted] == ["07", "08", "09", "11", "12"]
    assert told == []
    assert {it.name: it.read_bytes() for it in MESSAGES.iterdir()} == before
    assert kept(TIDEWAY / "data" / "scenes", "!scenes!")[0].keys() == {"!scenes!sCauseway0000001"}


def test_keys_of_parts_are_those_that_stand() -> None:
    with closing(Documents(MESSAGES, "!other!", "!messages!")) as documents:
        assert documents.parts == set(kept(MESSAGES)[0])
        assert list(documents) == []


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    return Path(shutil.copytree(MESSAGES, tmp_path / "messages"))


def test_a_broken_block_is_named_and_the_rest_is_read(copied: Path) -> None:
    table = copied / "000005.ldb"
    raw = bytearray(table.read_bytes())
    raw[40] ^= 1
    table.write_bytes(raw)
    standing, _deleted, told = kept(copied)
    assert told == ["000005.ldb: the block at byte 0: its check sum does not fit"]
    assert len(standing) < 58
    assert "!messages!m000000000000061" in standing


def test_a_missing_table_and_a_missing_manifest_are_named(copied: Path) -> None:
    (copied / "000005.ldb").unlink()
    standing, _deleted, told = kept(copied)
    assert (len(standing), told) == (4, ["000005.ldb: is missing, and with it what it held"])
    (copied / "CURRENT").unlink()
    assert kept(copied)[2] == [
        "CURRENT: it is missing or cannot be read, so all files of the folder were read, older states too"
    ]


def test_a_log_that_ends_in_the_middle_of_a_record_loses_nothing_else(copied: Path) -> None:
    log = copied / "000008.log"
    log.write_bytes(log.read_bytes()[:20_000])
    standing, _deleted, told = kept(copied)
    assert len(standing) == 58, (
        "61 and 62 are in a table by now; 63 is what was being written, and 12 stands still"
    )
    assert told == ["000008.log: byte 0: a record is cut off, as where the program was stopped while it wrote"]
    assert not any(getattr(it, "broken", False) for it in items_of(copied))


def test_whatever_happens_to_its_files_it_is_read_or_named(copied: Path) -> None:
    chance = random.Random(3)
    files = {it: it.read_bytes() for it in copied.iterdir()}
    for _ in range(60):
        for file, whole in files.items():
            file.write_bytes(whole)
        file = chance.choice(list(files))
        raw = bytearray(files[file])
        match chance.randrange(4):
            case 0:
                raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
            case 1:
                del raw[chance.randrange(len(raw)) :]
            case 2:
                del raw[: chance.randrange(len(raw))]
            case _:
                at = chance.randrange(len(raw))
                raw[at:at] = chance.randbytes(20)
        file.write_bytes(raw)
        standing, deleted, told = kept(copied)
        assert told or len(standing) == 58 or file.name == "000008.log", f"{file.name} was changed unnoticed"
        assert len(standing) + len(deleted) <= 63


def test_a_folder_is_known_by_what_lies_in_it(tmp_path: Path) -> None:
    assert is_one(MESSAGES)
    assert not is_one(TIDEWAY)
    assert not is_one(MESSAGES / "CURRENT")


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200))
def test_what_snappy_never_wrote_is_refused(data: bytes) -> None:
    with suppress(Broken):
        assert len(unpacked(data)) <= 64 << 20


@pytest.mark.parametrize(
    ("packed", "plain"),
    [
        (b"\x00", b""),
        (b"\x09\x08abc\x09\x03", b"abcabcabc"),  # it repeats what it is only just writing
        (b"\x06\x08abc\x0a\x03\x00", b"abcabc"),
        (b"\x06\x08abc\x0b\x03\x00\x00\x00", b"abcabc"),
        (b"\x46\xf0\x45" + b"x" * 70, b"x" * 70),
    ],
)
def test_snappy_has_two_ways_to_write_bytes_and_three_to_repeat_them(packed: bytes, plain: bytes) -> None:
    assert unpacked(packed) == plain


def test_a_check_sum_is_that_of_the_standard() -> None:
    summed = 0xE3069283  # CRC-32C of these digits
    checked(b"123456789", ((summed >> 15 | summed << 17) + 0xA282EAD8) & 0xFFFFFFFF)
    with pytest.raises(Broken):
        checked(b"123456788", ((summed >> 15 | summed << 17) + 0xA282EAD8) & 0xFFFFFFFF)
