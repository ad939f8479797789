"""The stand-alone verifier, attacked: whatever is done to a campaign is found, and by both checkers alike."""

import ast
import hashlib
import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ledger.care.log_check import LaterReferences, LogCheck
from ledger.errors import LedgerError
from ledger.ledger import Ledger
from ledger.log import tally
from ledger.log.chain import tag_in
from ledger.log.receipts import Receipt
from ledger.log.record import canonical, seal_of
from ledger.log.tags import SEALED
from ledger.records.codec import Codec
from ledger.records.snapshots import MomentFormat
from tests.cli.caves import GAMES, a_cave

FILE = Path(__file__).parents[2] / "docs" / "verify.py"


def loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_alone", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ALONE = loaded()


@pytest.fixture(scope="module")
def ledger() -> Iterator[Ledger]:
    ledger = Ledger(GAMES, {"SQLALCHEMY_URL": "sqlite://"})
    a_cave(ledger)
    yield ledger
    ledger.close()


@pytest.fixture(scope="module")
def lines(ledger: Ledger) -> list[bytes]:
    return [stored for _position, _tag, stored in ledger.stored("cave")]


def alone(lines: list[bytes]) -> int | None:
    """The first record that the stand-alone verifier calls broken, None where all is sound to it."""
    try:
        ALONE.check_chain(lines)
    except ALONE.Broken as error:
        return int(error.position)
    return None


def ours(ledger: Ledger, lines: list[bytes]) -> int | None:
    """The same by the program's own check."""
    rows = [(position, tag_in(line), line) for position, line in enumerate(lines, start=1)]
    entry = ledger.find("cave")

    def tagged(tag: str) -> list[tuple[int, bytes]]:
        return [(position, line) for position, found, line in rows if found == tag]

    game = GAMES[entry.game]
    log = LogCheck(entry, Codec(game), MomentFormat(game), LaterReferences.of(tagged))
    try:
        for _ in log.walk(rows):
            pass
    except LedgerError as error:
        return int(getattr(error, "position", log.records + 1))
    return None


def test_it_shares_not_a_line_with_the_program() -> None:
    imported: set[str] = set()
    for node in ast.walk(ast.parse(FILE.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            imported.update(name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").split(".")[0])
    assert imported <= sys.stdlib_module_names


def test_both_find_a_whole_campaign_sound(ledger: Ledger, lines: list[bytes]) -> None:
    assert alone(lines) is None
    assert ours(ledger, lines) is None


def test_a_flipped_bit_in_any_byte_is_found(lines: list[bytes]) -> None:
    last = len(lines)
    head = Receipt(last, seal_of(lines[-1]))
    for position, line in enumerate(lines, start=1):
        for index in range(len(line)):
            changed = list(lines)
            changed[position - 1] = line[:index] + bytes([line[index] ^ 1 << index % 8]) + line[index + 1 :]
            found = alone(changed)
            if found is None:
                # Nothing follows the last record: only a receipt knows what it was.
                assert position == last
                with pytest.raises(ALONE.Broken) as error:
                    ALONE.check_receipt(str(head), ALONE.check_chain(changed))
                found = error.value.position
            assert found in ({position} if position < last else {position, position - 1}), (position, index)


def test_cut_swapped_doubled_and_missing_records_are_found_by_both(ledger: Ledger, lines: list[bytes]) -> None:
    for index in range(len(lines) - 1):
        without = lines[:index] + lines[index + 1 :]
        assert alone(without) == ours(ledger, without) == index + 1
        twice = lines[: index + 1] + lines[index:]
        assert alone(twice) == ours(ledger, twice) == index + 2
        swapped = [*lines[:index], lines[index + 1], lines[index], *lines[index + 2 :]]
        assert alone(swapped) == ours(ledger, swapped) == index + 1


def test_a_cut_tail_is_found_by_any_receipt_from_beyond_it(lines: list[bytes]) -> None:
    receipts = [str(Receipt(position, seal_of(line)[:16])) for position, line in enumerate(lines, start=1)]
    for length in range(1, len(lines)):
        found = ALONE.check_chain(lines[:length])
        for receipt in receipts[:length]:
            ALONE.check_receipt(receipt, found)
        for receipt in receipts[length:]:
            with pytest.raises(ALONE.Broken, match="Its end was cut") as error:
                ALONE.check_receipt(receipt, found)
            assert error.value.position == length + 1


def forged(lines: list[bytes], position: int, change: Callable[[dict[str, Any]], object]) -> list[bytes]:
    """A record changed and every seal after it written anew, as by somebody who knows how."""
    forged, prev, anew, counted = list(lines), None, {}, tally.over((it, False) for it in lines[: position - 1])
    for index in range(position - 1, len(lines)):
        fields = json.loads(lines[index])
        if prev is None:
            change(fields)
        else:
            fields |= {"prev": prev, "tally": counted}
        if fields["type"] == SEALED:
            fields["data"]["seal"] = anew.get(fields["data"]["position"], fields["data"]["seal"])
        forged[index] = canonical(fields)
        prev, counted = seal_of(forged[index]), tally.after_next(counted, fields)
        anew[index + 1] = prev
    return forged


def test_a_record_given_another_parent_is_found_even_under_new_seals(ledger: Ledger, lines: list[bytes]) -> None:
    for position in range(2, len(lines) + 1):
        for parent in {0, 1, 4, position - 2, position, len(lines)}:
            if parent != json.loads(lines[position - 1])["parent"]:
                again = forged(lines, position, lambda fields, parent=parent: fields.update(parent=parent))
                assert alone(again) == ours(ledger, again) == position


def test_everything_hashed_anew_is_whole_again_and_only_receipts_tell(ledger: Ledger, lines: list[bytes]) -> None:
    receipt = str(Receipt(len(lines), seal_of(lines[-1])[:16]))
    again = forged(lines, 3, lambda fields: fields["data"].update(title="Up"))
    assert ours(ledger, again) is None, "a chain cannot show this by itself; the page on proofs says so"
    with pytest.raises(ALONE.Broken, match="its receipt says"):
        ALONE.check_receipt(receipt, ALONE.check_chain(again))


def test_what_no_program_would_have_written_is_found(lines: list[bytes]) -> None:
    def broken(position: int, change: Callable[[dict[str, Any]], object]) -> None:
        assert alone(forged(lines, position, change)) == position

    broken(4, lambda fields: fields.pop("at"))
    broken(4, lambda fields: fields.update(zeal=1))
    broken(4, lambda fields: fields.update(at="yesterday"))
    broken(4, lambda fields: fields.update(rules=True))
    broken(4, lambda fields: fields.pop("command"))
    broken(4, lambda fields: fields.update(campaign="another"))
    broken(5, lambda fields: fields.update(dice=[[6, 7]]))
    broken(2, lambda fields: fields.update(command={}))
    twice = lines[3].replace(b'{"at":', b'{"at":"x","at":', 1)
    assert alone([*lines[:3], twice, *lines[4:]]) == 4
    assert alone([*lines[:3], lines[3][:-1] + b',"z":NaN}', *lines[4:]]) == 4


# --- as a program ----------------------------------------------------------------------------------------------


def ran(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, str(FILE), *words], capture_output=True, text=True, check=False)


def test_it_is_run_with_the_records_alone(lines: list[bytes], tmp_path: Path) -> None:
    place = tmp_path / "records.jsonl"
    place.write_bytes(b"".join(line + b"\n" for line in lines))
    receipt = (
        f"{len(lines)}:{hashlib.sha256(lines[-1]).hexdigest()[:16]}:{tally.over((it, False) for it in lines)[:16]}"
    )
    sound = ran(str(place), "--expect", receipt, "--json")
    assert sound.returncode == 0
    assert json.loads(sound.stdout)["receipt"] == receipt
    place.write_bytes(place.read_bytes()[:-1])
    cut = ran(str(place))
    assert (cut.returncode, cut.stderr) == (1, f"NOT SOUND. Record {len(lines)} is broken: its line is cut off.\n")
    assert ran(str(tmp_path / "nothing")).returncode == 2
    place.write_bytes(b"")
    assert ran(str(place)).returncode == 1
