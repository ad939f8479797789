"""Reading a table file: its text as a `TableFile`, or one sentence that says what is off and where."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from pydantic import ValidationError

from domain.kernel.game import AnyGame
from domain.kernel.preparation.table_file import TableFile
from domain.kernel.vocabulary import shortened
from domain.kernel.wording.faults import first_problem

LONGEST_FILE = 1_000_000
"""Bytes. A table of everything that a game asks for has some 20,000."""


class TableProblem(ValueError):
    """A file that is no table of these games. The message is one plain sentence."""


def read_table(content: bytes, games: Mapping[str, AnyGame]) -> TableFile:
    """The table in these bytes. Raises `TableProblem`."""
    if len(content) > LONGEST_FILE:
        raise TableProblem(f"That is too large for a table file: more than {LONGEST_FILE:,} bytes.")
    try:
        raw = tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise TableProblem(f"Line {line} is not UTF-8 text.") from error
    except tomllib.TOMLDecodeError as error:
        raise TableProblem(f"That is no table file: {shortened(str(error), 200)}.") from error
    except RecursionError as error:
        raise TableProblem("That is no table file: it is nested too deeply.") from error
    try:
        table = TableFile.model_validate(raw)
    except ValidationError as error:
        raise TableProblem(f"That is no table file: {first_problem(error)}") from error
    if table.game not in games:
        known = ", ".join(sorted(games))
        raise TableProblem(f"It is for a game called {shortened(table.game)!r}. There are: {known}.")
    return table


def table_file(path: Path, games: Mapping[str, AnyGame]) -> TableFile:
    """The table in a file. Raises `TableProblem`, `OSError`."""
    with path.open("rb") as opened:
        return read_table(opened.read(LONGEST_FILE + 1), games)
