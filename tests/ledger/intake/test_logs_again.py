"""A log of Fantasy Grounds that is cut or put together: no line of it comes in twice, and none is lost."""

from pathlib import Path

import pytest

from exchange.imports.entries import Said
from exchange.imports.fantasy_grounds.again import KEY
from exchange.imports.importing import import_file
from exchange.imports.mapping import guessed
from exchange.imports.recognising import format_called
from exchange.imports.source import ImportFile
from exchange.imports.spool import spooled
from exchange.imports.survey import survey
from ledger.ledger import Ledger


def a_session(minute: int, many: int) -> list[str]:
    """A session of a day; in all of them somebody says the same twice, at the beginning and at the end."""
    head = f"<b>Session started at 2024-03-0{minute // 10} / 19:{minute:02}</b>"
    lines = ["Orrin: Row!", *(f"Ada: stone {minute} {number}" for number in range(many)), "Orrin: Row!"]
    return [head, *(f'<font color="#660066">{it}</font>' for it in lines)]


LOG = [*a_session(10, 14), *a_session(12, 3), *a_session(20, 20), *a_session(31, 2)]
LINES = len(LOG) - 4


def text_of(lines: list[str]) -> str:
    return "".join(f"{line}<br />\n" for line in lines)


WHOLE, TAIL = text_of(LOG), text_of(LOG[25:])
HALF = WHOLE[: WHOLE.index("stone 20 5") + 4]


def read(tmp_path: Path, ledger: Ledger, text: str) -> tuple[int, int, int]:
    file = tmp_path / "chatlog.html"
    file.write_text(text, "utf-8")
    with spooled(ImportFile(file, file.name), format_called(KEY)) as spool:
        found = survey(spool)
        report = import_file(ledger, spool, found, guessed(spool, found, "salt", {}), even_if_cut=True)
    return report.recorded.total(), report.known, report.unread


@pytest.mark.parametrize(
    ("first", "then", "told"),
    [
        (WHOLE, WHOLE, [(LINES, 0, 0), (0, LINES, 0)]),
        (WHOLE + WHOLE, WHOLE, [(LINES, 0, 0), (0, LINES, 0)]),
        (text_of(LOG[:30]) + text_of(LOG[16:]), WHOLE, [(LINES, 0, 0), (0, LINES, 0)]),
        (WHOLE, TAIL, [(LINES, 0, 0), (0, LINES - 22, 0)]),
        (WHOLE, TAIL + text_of(a_session(32, 1)), [(LINES, 0, 0), (3, LINES - 22, 0)]),
        (TAIL, WHOLE, [(LINES - 22, 0, 0), (22, LINES - 22, 0)]),
        (HALF, WHOLE, [(27, 0, 1), (LINES - 27, 27, 0)]),
        (f"{HALF}<br />\n{WHOLE}", WHOLE, [(LINES, 0, 1), (0, LINES, 0)]),
    ],
    ids=["again", "twice in it", "overlapping", "cut head", "cut head and more", "cut head first", "half", "both"],
)
def test_no_line_comes_in_twice_and_none_is_lost(
    salt: Ledger, tmp_path: Path, first: str, then: str, told: list[tuple[int, int, int]]
) -> None:
    assert [read(tmp_path, salt, first), read(tmp_path, salt, then)] == told


@pytest.mark.parametrize(
    ("line", "secret"),
    [
        ('<font color="#660066">Ada: [TOWER] [SKILL] Ropes</font> [1d20+2 = 8]', True),
        ('<font color="#660066">[GM] [CHECK] Ropes</font> [1d20+2 = 8]', True),
        ('<font color="#660066">Ada: [SKILL] Ropes [TOWER]</font> [1d20+2 = 8]', False),
        ('<font color="#660066">Gwen -> Ada: It is hollow.</font>', True),
        ('<font color="#660066">-&gt; Ada: It is hollow.</font>', True),
        ('<font color="#660066">Ada: from here -> there</font>', False),
    ],
)
def test_dice_in_the_tower_and_whispers_are_secret(tmp_path: Path, line: str, secret: bool) -> None:
    file = tmp_path / "chatlog.html"
    file.write_text(text_of([LOG[0], *LOG[1:4], line]), "utf-8")
    said = [it for it in format_called(KEY).read(ImportFile(file, file.name)) if isinstance(it, Said)]
    assert [it.secret for it in said] == [False, False, False, secret]
