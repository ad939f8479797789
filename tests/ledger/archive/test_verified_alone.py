"""Whole archives before the stand-alone verifier: as a folder, as a zip file, and after somebody got at them."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from exchange.archive.errors import BrokenArchive
from exchange.archive.opening import opened
from exchange.archive.storing import RestoreOutcome
from ledger.care.redaction import preview, remove
from ledger.care.repair.setting_aside import _Setting
from ledger.care.verify import verify
from ledger.clock import system_clock
from ledger.errors import BrokenLedger
from ledger.ledger import Ledger
from tests.cli.caves import rule
from tests.docs.test_verify import ALONE, FILE
from tests.ledger.archive.conftest import export, manifests_anew, take_in, zipped
from tests.ledger.repair.test_repairing import GARBAGE, Held, Vault

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


# --- what it does not know ---------------------------------------------------------------------------------------


def said(*words: object) -> tuple[int, str]:
    ran = subprocess.run(
        [sys.executable, str(FILE), *map(str, words)], capture_output=True, text=True, check=False
    )
    assert "Traceback" not in ran.stderr
    return ran.returncode, ran.stderr + ran.stdout


@pytest.mark.parametrize("number", [0, 4, 99, "2", None])
def test_of_another_format_it_says_that_it_does_not_know_it(bag: Path, number: object) -> None:
    page = bag / "data/archive.json"
    page.write_text(json.dumps({**json.loads(page.read_bytes()), "format": number}))
    manifests_anew(bag)
    status, told = said(bag)
    assert status == 2
    assert f"of format {number!r}" in told
    assert "Sound" not in told


def test_of_another_version_of_bagit_too(bag: Path) -> None:
    (bag / "bagit.txt").write_text("BagIt-Version: 2.0\nTag-File-Character-Encoding: UTF-8\n")
    manifests_anew(bag)
    status, told = said(bag)
    assert status == 2
    assert "BagIt 2.0" in told
    assert "Sound" not in told


def test_a_zip_file_that_was_cut_is_told_as_such(good_bag: Path, tmp_path: Path) -> None:
    whole = zipped(good_bag, tmp_path / "cave.zip").read_bytes()
    for length in (4, 30, len(whole) // 2, len(whole) - 1):
        (tmp_path / "cut.zip").write_bytes(whole[:length])
        status, told = said(tmp_path / "cut.zip")
        assert status == 1
        assert "zip file cannot be opened: it is damaged, or its end was cut off" in told


def test_a_missing_file_is_told_as_missing_and_no_path_of_this_computer_shows(bag: Path, tmp_path: Path) -> None:
    for name in ("data/rules.json", "data/archive.json", "data/receipts.txt"):
        content = (bag / name).read_bytes()
        (bag / name).unlink()
        status, told = said(bag)
        assert status == 1
        assert f"{name} is" in told
        assert "missing" in told
        with pytest.raises(BrokenArchive, match=f"lacks {name}") as error, opened(zipped(bag, tmp_path / "x.zip")):
            pass
        assert "/tmp" not in str(error.value)
        (tmp_path / "x.zip").unlink()
        (bag / name).write_bytes(content)


def test_it_follows_a_log_over_a_record_that_was_set_aside(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "cave.sqlite3")
    with vault.opened() as ledger:
        receipt = verify(ledger, "cave").receipt
    vault.harm(*GARBAGE["in the middle of the line"])
    vault.repair()
    with vault.opened() as ledger:
        assert verify(ledger, "cave", expect=[receipt] if receipt else []).sound
        rule(ledger, "cave", {"type": "journal.write_note", "text": "on"})
        export(ledger, tmp_path / "cave")
        found = ALONE.checked(tmp_path / "cave", [str(receipt)])
        assert found["aside"] == {9: 15}
        assert found["head_tally"] == verify(ledger, "cave").head_tally
    status, told = said(tmp_path / "cave")
    assert (status, "Record 9 was damaged and is set aside" in told) == (0, True)


@pytest.mark.parametrize("where", ["in the middle of the line", "on a line that was left"])
def test_what_the_page_says_to_run_follows_a_log_over_what_was_set_aside(tmp_path: Path, where: str) -> None:
    vault = Vault(tmp_path / "cave.sqlite3")
    vault.harm(*GARBAGE[where])
    vault.repair()
    with vault.opened() as ledger:
        rule(ledger, "cave", {"type": "journal.write_note", "text": "on"})
        written = export(ledger, tmp_path / "cave")
    data = tmp_path / "cave/data"
    text = (data / "README.md").read_text("utf-8")
    assert "journal.record_set_aside.v1" in text
    assert "Nothing is known" in text
    _sums, shell, python = (it.group(2) for it in re.finditer(r"```(sh|python)\n(.*?)```", text, re.DOTALL))
    ways = (["sh", "-c", shell], [sys.executable, "-c", python])
    for way in ways:
        ran = subprocess.run(way, cwd=data, capture_output=True, text=True, check=False)
        assert ran.stdout.strip() == written.title.head_seal, ran.stderr + ran.stdout
    records = data / "records.jsonl"
    lines = records.read_bytes().split(b"\n")
    place = 8 if where == "in the middle of the line" else 5
    lines[place] += b"!"
    records.write_bytes(b"\n".join(lines))
    for way in ways:
        assert subprocess.run(way, cwd=data, capture_output=True, check=False).returncode != 0


TORN = ("67670a7b7d0a", "7b226173696465223a22222c0a", "7b226173696465223a2259513d3d227d", "0a")
"""Bytes with the end of a line in them, or that begin as what is set aside does in an archive."""


@pytest.mark.parametrize("lies_there", TORN)
def test_what_was_set_aside_goes_out_and_comes_in_whatever_it_holds(tmp_path: Path, lies_there: str) -> None:
    vault = Vault(tmp_path / "cave.sqlite3")
    vault.harm(f"UPDATE ledger_events SET state = x'{lies_there}' WHERE originator_version = 9")
    vault.repair()
    with vault.opened() as ledger:
        rule(ledger, "cave", {"type": "journal.write_note", "text": "on"})
        written = export(ledger, tmp_path / "cave")
        ours = [stored for _at, _tag, stored in ledger.stored("cave")]
    assert ours[8] == bytes.fromhex(lies_there)
    data = tmp_path / "cave/data"
    assert (data / "records.jsonl").read_bytes().count(b"\n") == len(ours)
    assert ALONE.checked(tmp_path / "cave")["aside"] == {9: 15}
    text = (data / "README.md").read_text("utf-8")
    _sums, shell, python = (it.group(2) for it in re.finditer(r"```(sh|python)\n(.*?)```", text, re.DOTALL))
    for way in (["sh", "-c", shell], [sys.executable, "-c", python]):
        ran = subprocess.run(way, cwd=data, capture_output=True, text=True, check=False)
        assert ran.stdout.strip() == written.title.head_seal, ran.stderr + ran.stdout
    with Held(tmp_path / "again.sqlite3") as again:
        take_in(again, tmp_path / "cave")
        assert [stored for _at, _tag, stored in again.stored("cave")] == ours
        assert verify(again, "cave").sound
        assert take_in(again, tmp_path / "cave") is RestoreOutcome.IDENTICAL


def test_a_sound_record_that_is_set_aside_is_told_apart(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "cave.sqlite3")
    with vault.opened() as ledger:
        setting = _Setting(ledger, ledger.find("cave"), system_clock)
        setting._checked()
        setting._note(BrokenLedger(9, "somebody does not like it."))
        setting.set(torn=False)
        problems = verify(ledger, "cave").problems
        assert [it.text for it in problems if it.position == 9] == [
            "Record 9 is broken: record 15 sets it aside, but it can be read and followed."
        ]
        records = tmp_path / "records.jsonl"
        records.write_bytes(b"".join(stored + b"\n" for _at, _tag, stored in ledger.stored("cave")))
    status, told = said(records)
    assert status == 0
    assert "Record 9 is set aside, though it is written as a record that follows" in told


def test_what_the_page_in_an_archive_says_to_run_follows_a_log_from_which_words_were_removed(
    cave: Ledger, tmp_path: Path
) -> None:
    for words in ({"lamp": "thing"}, {"thing": "it"}, {"Wren": "Somebody"}):
        shown = preview(cave, "cave", words, ids={}, by="gm")
        assert shown is not None
        remove(cave, shown, confirm=shown.code, reason="asked", by="gm")
    written = export(cave, tmp_path / "cave")
    data = tmp_path / "cave/data"
    text = (data / "README.md").read_text("utf-8")
    _sums, shell, python = (it.group(2) for it in re.finditer(r"```(sh|python)\n(.*?)```", text, re.DOTALL))
    for way in (["sh", "-c", shell], [sys.executable, "-c", python]):
        ran = subprocess.run(way, cwd=data, capture_output=True, text=True, check=False)
        assert ran.stdout.strip() == written.title.head_seal, ran.stderr + ran.stdout
