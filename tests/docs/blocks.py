"""The blocks of code on the pages of the documentation, and running them."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from typer.testing import CliRunner

from cli.app import app

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
HAND_WRITTEN = sorted(DOCS.rglob("*.md"))
_BLOCK = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r'title="([\w./-]+)"')


@dataclass(frozen=True, slots=True)
class Block:
    """One of them: its language, the name of the file it shows or nothing, and what stands in it."""

    kind: str
    file: str
    text: str


def blocks(page: Path) -> Iterator[Block]:
    """Those of a page, in its order."""
    for head, text in _BLOCK.findall(page.read_text("utf-8")):
        title = _TITLE.search(head)
        yield Block(head.split()[0] if head.split() else "", title[1] if title else "", text)


def carry_out(block: Block, folder: Path) -> None:
    """Run the lines of a console, or write the file that is shown, in a folder that is the current one."""
    if block.file:
        (folder / block.file).write_text(block.text, "utf-8")
        return
    assert block.kind == "console", f"a block of {block.kind or 'no language'} cannot be run"
    for line in block.text.splitlines():
        program, *words = shlex.split(line, comments=True)
        if program == "campaign":
            ran = CliRunner().invoke(app, words, prog_name="campaign")
            assert ran.exit_code == 0, f"{line}\n{ran.stdout}\n{ran.stderr}"
        elif words[0] == "docs/verify.py":
            _python(str(ROOT / words[0]), *words[1:])
        else:
            _is_a_benchmark(*words)


def _is_a_benchmark(option: str, module: str, *words: str) -> None:
    """They take minutes: what is looked at is that there is one, and that it has these options."""
    assert option == "-m"
    assert module.startswith("benchmarks.")
    help = _help(module)
    assert all(word in help for word in words if word.startswith("--"))


@cache
def _help(module: str) -> str:
    """Asked once: a process that imports every path measured takes a second or more."""
    return _python("-m", module, "--help")


def _python(*words: str) -> str:
    ran = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert ran.returncode == 0, f"{words}\n{ran.stdout}\n{ran.stderr}"
    return ran.stdout
