"""Output of commands: tables and sentences for people, one JSON document for programs.

Text a person wrote is shown as it is: never as markup, and without the control characters a terminal obeys.
"""

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from datetime import datetime
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

WIDE = 200
"""The width of output, in columns, where it goes to a file or another program."""
LONGEST = 160
"""The most signs of one text shown on a screen. `--json` has all of it."""

KIND_STYLES = {"story": "blue", "dice": "yellow", "gain": "green", "loss": "red", "growth": "magenta"}
"""The five kinds of moment, and their colours."""

_OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def out() -> Console:
    """The console for answers."""
    return _console(sys.stdout)


def err() -> Console:
    """The console for complaints and progress."""
    return _console(sys.stderr)


def _console(stream: Any) -> Console:
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")
    console = Console(file=stream, markup=False, emoji=False, highlight=False)
    if not console.is_terminal:
        console = Console(file=stream, markup=False, emoji=False, highlight=False, width=WIDE)
    return console


def plain(text: str) -> str:
    """Text with nothing in it that a terminal would obey instead of showing."""
    return _OBEYED.sub("\N{REPLACEMENT CHARACTER}", text)


def line(text: str, limit: int = LONGEST) -> str:
    """Text on one line, shortened for a screen."""
    text = " ".join(plain(text).split())
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def cell(value: object, style: str = "") -> Text:
    """A value in a table."""
    return Text(line("" if value is None else str(value)), style=style, overflow="fold")


def table(*columns: str, title: str = "") -> Table:
    """An empty table. A column whose name begins with `#` holds numbers."""
    made = Table(
        box=box.SIMPLE_HEAD,
        title=Text(line(title), style="bold") if title else None,
        title_justify="left",
        header_style="dim",
        pad_edge=False,
    )
    for name in columns:
        number = name.startswith("#")
        made.add_column(name.lstrip("#"), justify="right" if number else "left", no_wrap=number, overflow="fold")
    return made


def rows(made: Table, values: Iterable[Sequence[object]]) -> Table:
    """The table with these rows."""
    for row in values:
        made.add_row(*(value if isinstance(value, Text) else cell(value) for value in row))
    return made


def counted(count: int, one: str, more: str = "") -> str:
    """A number of things, in words: `1 evening`, `3 entries`."""
    return f"{count:,} {one if count == 1 else more or one + 's'}"


def say(*parts: object, style: str = "") -> None:
    """A sentence, or anything rich can draw, on stdout."""
    console = out()
    if not console.is_terminal:
        with console.capture() as written:
            _draw(console, parts, style)
        text = "\n".join(drawn.rstrip() for drawn in written.get().split("\n"))
        sys.stdout.write(text)
    else:
        _draw(console, parts, style)


def _draw(console: Console, parts: Iterable[object], style: str) -> None:
    for part in parts:
        console.print(
            Text(plain(part), style=style) if isinstance(part, str) else part, soft_wrap=isinstance(part, str)
        )


def remark(sentence: str) -> None:
    """A sentence beside the answer, on stderr."""
    err().print(Text(plain(sentence), style="dim"), soft_wrap=True)


def complain(sentence: str) -> None:
    """One plain sentence on stderr."""
    try:
        err().print(Text(plain(sentence), style="red" if sys.stderr.isatty() else ""), soft_wrap=True)
    except OSError:
        return  # nobody is listening


def as_json(value: object) -> None:
    """One JSON document on stdout."""
    escaped = not (sys.stdout.encoding or "").lower().startswith("utf")
    text = json.dumps(value, ensure_ascii=escaped, indent=2, default=_plain_value)
    sys.stdout.write(text + "\n")


def _plain_value(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, set | frozenset):
        return sorted(value, key=str)
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    return str(value)


def local(at: str) -> str:
    """A recorded time as the clock on the wall shows it."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return at


def kind(name: str) -> Text:
    """One of the five kinds, in its colour."""
    return Text(name, style=KIND_STYLES.get(name, ""))
