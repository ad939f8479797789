"""Words that mean nothing, typed at every command there is: each line ends with one plain sentence."""

import os
import re
import signal
from collections.abc import Iterator
from contextlib import chdir, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from typer.testing import CliRunner

from cli.app import app, command
from ledger.database.schema import events
from ledger.database.sqlite.driver import sqlite3

SLUG = "the-old-cave"
LONGEST_LINE = 2_000
"""Characters of a complaint, at the most."""
BIG = 2**63 - 1
NUMBERS = ("0", "-1", "1", "3", "12", "999999", str(2**53), str(2**53 + 1), str(BIG), str(BIG + 1), "9" * 400)
ODD = (
    *("", " ", "x", "-", "--", "a b", "\x1b[31m", "a\x00b", "a\nb", "\u202e", "\ud7ff"),
    *("ß" * 300, "x" * 90_000, "٣", "1e5"),
)
ODD_JSON = (
    *("{}", "[]", "null", "1", '"x"', "{bad", "[" * 3000, '{"type": 1}', '{"type": "x"}'),
    '{"type": "' + "x" * 5000 + '"}',
    '{"type": "campaign.undo_ruling", "to": 0}',
    '{"type": "campaign.undo_ruling", "to": 99}',
    '{"type": "campaign.close_session"}',
    '{"type": "journal.seal_session"}',
    '{"type": "campaign.rewind_line", "to": 2}',
    '{"type": "journal.write_note", "text": "\\u0000"}',
    '{"type": "delve.go_deeper", "hero": "' + "y" * 200 + '"}',
    '{"type": "delve.go_deeper", "hero": "wren", "' + "z" * 4000 + '": 1}',
    *('{"a": 1e999}', '{"dice": [0]}', '{"count": -1}'),
)
PASSWORD = "pw5ecret"
ADDRESSES = (
    "sqlite://u@h/x",
    f"postgresql:/u:{PASSWORD}@h/db",
    f"postgresql://u:{PASSWORD}@127.0.0.1:1/db",
    f"u:{PASSWORD}@h/db",
    f"postgresql://u@h:{PASSWORD}/db",
    f"sqlite://u:{PASSWORD}@h/x",
    f"http://{PASSWORD}@x",
    *("sqlite:///x?mode=memory", "a\x00b", "/dev/null", "/proc/self/mem", "/", "", "sqlite://"),
)
LONGEST = 120
"""Seconds until a line counts as one that never ends."""
NEVER = frozenset(("dashboard", "demo"))
"""These serve."""


@dataclass(slots=True)
class Fuzzed:
    """The outcome: how many lines, how they ended, and the lines that ended as none may."""

    lines: int = 0
    statuses: dict[int, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


def fuzz(folder: Path, lines: int, seed: int, script: Path) -> Fuzzed:
    """Type so many lines at a ledger in this folder, which holds the campaign of a script."""
    with chdir(folder):  # whatever is written goes by a name that means nothing
        return _fuzzed(folder, lines, seed, script)


def _fuzzed(folder: Path, lines: int, seed: int, script: Path) -> Fuzzed:
    random, told, runner = Random(seed), Fuzzed(), CliRunner()
    ledger = folder / "ledger.sqlite3"
    os.environ["CAMPAIGN_DATABASE"] = str(ledger)
    assert runner.invoke(app, ["play", SLUG, str(script)]).exit_code == 0
    lines_of = _Lines(folder, random)
    before = _recorded(ledger)
    signal.signal(signal.SIGALRM, _never_ends)
    for _ in range(lines):
        typed, stdin = lines_of.one()
        signal.alarm(LONGEST)
        ran = runner.invoke(app, typed, input=stdin, prog_name="campaign")
        signal.alarm(0)
        told.lines += 1
        told.statuses[ran.exit_code] = told.statuses.get(ran.exit_code, 0) + 1
        after = _recorded(ledger)
        if problem := _problem(ran, before, after):
            told.wrong.append(f"{problem}: {[it[:120] for it in typed]} -> {ran.exit_code} {ran.stderr[:300]!r}")
        before = after
    return told


def _never_ends(*_: object) -> NoReturn:
    raise AssertionError("a line that does not end")  # no OSError, which a command may take for its own


def _recorded(ledger: Path) -> int:
    with closing(sqlite3.connect(ledger)) as connection:
        (many,) = connection.execute(f"SELECT count(*) FROM {events.name}").fetchone()
    return int(many)


def _problem(ran: Any, before: int, after: int) -> str:
    if ran.exception is not None and not isinstance(ran.exception, SystemExit):
        return f"it broke: {type(ran.exception).__name__}"
    if "in the program broke" in ran.stderr:
        return "it broke"
    if "Traceback" in ran.stderr or PASSWORD in ran.stderr + ran.stdout:
        return "it said too much"
    if ran.exit_code not in (0, 1, 2, 3, 4, 130):
        return "it ended otherwise"
    if ran.exit_code == 2 and (len(ran.stderr.splitlines()) != 1 or not re.search(r"[.!?]\n\Z", ran.stderr)):
        return "no one sentence"
    if ran.exit_code and len(ran.stderr) > LONGEST_LINE:
        return "it repeated too much"
    if ran.exit_code and after != before:
        return "something was recorded"
    return ""


class _Lines:
    """Makes command lines out of what the commands take."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.folder, self.random = folder, random
        self.commands = {name: each for name, each in command().commands.items() if name not in NEVER}
        self.places = list(self._places())

    def _places(self) -> Iterator[str]:
        circle, pipe, text, binary = (self.folder / name for name in ("circle", "pipe", "notes.txt", "bytes.bin"))
        with suppress(FileExistsError):
            circle.symlink_to(circle)
            os.mkfifo(pipe)
        text.write_text("Session 1\nWe met.\n")
        binary.write_bytes(bytes(range(256)) * 40)
        nowhere = (self.folder / "none", "/none/none")
        yield from map(str, (circle, pipe, text, binary, self.folder, *nowhere))

    def one(self) -> tuple[list[str], str]:
        """A command line, and what it finds on stdin."""
        name = self.random.choice(sorted(self.commands))
        typed = [name]
        for param in self.commands[name].params:
            if param.name not in ("as_json", "debug", "database", "help"):
                typed += self._words(param)
        if name == "new-game" and "--package" not in typed:
            typed.append("--package")  # else it is written among the games of the program itself
        if self.random.random() < 0.1:
            typed += ["--database", self.random.choice((*ADDRESSES, *self.places))]
        if self.random.random() < 0.2:
            typed.append("--json")
        return typed, self.random.choice(("", "x" * 200_000, *ODD_JSON))

    def _words(self, param: Any) -> list[str]:
        argument = param.param_type_name == "argument"
        if not param.required and self.random.random() > (0.5 if argument else 0.3):
            return []
        if argument:
            return [self._word(param)]
        option = max(param.opts, key=len)
        return [option] if param.bare_type() is bool else [option, self._word(param)]

    def _word(self, param: Any) -> str:
        random = self.random
        if param.name == "campaign" and random.random() < 0.85:
            return SLUG
        if param.bare_type() in (int, list[int]) and random.random() < 0.85:
            return random.choice(NUMBERS)
        some = ("wren", "gm", "ada", "5,2", "0", "1:abcdef012345", "12:" + "0" * 64, SLUG)
        return random.choice(random.choice((NUMBERS, ODD, ODD_JSON, some, self.places)))
