"""Modules that one request goes through: `python -m benchmarks.modules_entered [--json]`.

Four requests, each on a fresh ledger with a sample campaign: a note recorded through `Ledger.rule`, the same by
`campaign rule`, a what-if with one ruling struck, and a page of Replay drawn again. Each is made once before, so
that imports and what is worked out only once do not count. A module counts when a function of it is called, on
whatever thread; modules are printed in the order in which they were entered first.
"""

import argparse
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from streamlit.testing.v1 import AppTest
from typer.testing import CliRunner

import dashboard
from benchmarks.growing import folder
from cli.app import app
from cli.campaigns.rulings import gm_of
from dashboard.ui.header import script_of
from domain.kernel.history.alternatives import Strike
from domain.kernel.history.past import RulingForm
from domain.kernel.journal.notes import WriteNote
from ledger.answers import Ruled, Submission
from ledger.whatif.verdicts import WhatIf
from wiring.library import DATABASE_VARIABLE, Library, open_library
from wiring.samples import found, samples

SLUG = "ninth-chain"
NOTE = "The stones are laid by moonlight."
ROOT = Path(__file__).parent.parent
ROOMS = ("ledger", "domain", "projections", "exchange", "wiring", "cli", "dashboard")
Request = Callable[[], None]


@contextmanager
def entered() -> Iterator[list[str]]:
    """Collects the modules of the program whose functions are called meanwhile, in order, by dotted name."""
    modules: list[str] = []
    names: dict[str, str | None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        if event != "call" or frame.f_code.co_name == "<module>":
            return
        file = frame.f_code.co_filename
        if file not in names:
            names[file] = name = _module(file)
            if name is not None:
                modules.append(name)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield modules
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def _module(file: str) -> str | None:
    """The dotted name of a file in one of the rooms."""
    path = Path(file)
    if not path.is_relative_to(ROOT):
        return None
    inside = path.relative_to(ROOT).with_suffix("")
    return ".".join(inside.parts) if inside.parts[0] in ROOMS else None


def hops() -> dict[str, list[str]]:
    """The modules that each request enters."""
    made: dict[str, Callable[[Library], Request]] = {
        "a note, Ledger.rule": _note,
        "a note, campaign rule": _command_line,
        "a what-if": _what_if,
        "a page of Replay drawn again": _replay,
    }
    counted = {}
    with folder() as here:
        for number, (name, request_of) in enumerate(made.items()):
            os.environ[DATABASE_VARIABLE] = database = str(here / f"{number}.sqlite3")
            library = open_library(database)
            (sample,) = (it for it in samples(library.ledger.games) if it.slug == SLUG)
            found(library.ledger, sample)
            library.views.summaries()
            request = request_of(library)
            request()
            with entered() as modules:
                request()
            counted[name] = modules
            library.close()
    return counted


def _note(library: Library) -> Request:
    submission = Submission(command=WriteNote(text=NOTE), by=gm_of(library, SLUG))

    def record() -> None:
        answer = library.ledger.rule(SLUG, submission)
        assert isinstance(answer, Ruled), answer

    return record


def _command_line(library: Library) -> Request:
    command = json.dumps({"type": "journal.write_note", "text": NOTE})

    def record() -> None:
        ran = CliRunner().invoke(app, ["rule", SLUG, command])
        assert ran.exit_code == 0, ran.output

    return record


def _what_if(library: Library) -> Request:
    past = library.ledger.review.past(SLUG)
    heads = (past.at(at) for at in range(2, library.ledger.head(SLUG)))
    played = [it.number for it in heads if it.form is RulingForm.PLAY and it.current and it.before]
    chosen = iter((played[len(played) // 3], played[len(played) // 2]))

    def ask() -> None:
        assert isinstance(library.ledger.review.what_if(SLUG, next(chosen), Strike()), WhatIf)

    return ask


def _replay(library: Library) -> Request:
    page: Any = AppTest.from_file(str(Path(dashboard.__file__).with_name("app.py")), default_timeout=60)
    page.query_params["campaign"] = SLUG
    page.query_params["at"] = str(library.ledger.head(SLUG) // 2)
    page.run()
    page.switch_page(script_of("replay"))

    def draw() -> None:
        page.run()
        assert not page.exception

    return draw


def main() -> None:
    """Count, and print."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument(
        "--json", action="store_true", help="one JSON document: the modules of each request, in order"
    )
    given = words.parse_args()
    counted = hops()
    if given.json:
        print(json.dumps(counted, indent=2))
        return
    for name, modules in counted.items():
        print(f"{name}: {len(modules)} modules")
        print(*(f"  {number:3} {module}" for number, module in enumerate(modules, 1)), sep="\n")


if __name__ == "__main__":
    main()
