"""Beginnings of docstrings: what a thing is, never a question about it."""

import re
from pathlib import Path

from tests.architecture.test_layers import BESIDE, PACKAGES, ROOT

FOLDERS = (*PACKAGES, *BESIDE)
ASKS = re.compile(r'^ *r?"""(?:What|Who|Whose|Whom|Whether|Which|Where|When|How|Why)\b.*', re.MULTILINE)


def asking_in(file: Path) -> list[str]:
    return [f"{file.relative_to(ROOT)}: {found[0].strip()}" for found in ASKS.finditer(file.read_text("utf-8"))]


def test_a_docstring_begins_with_what_the_thing_is() -> None:
    assert ASKS.search('    """Whether it rains."""')
    read = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py")]
    read += [*(ROOT / "docs").rglob("*.md"), *(ROOT / "cli" / "games" / "skeleton").rglob("*.txt")]
    asking = [each for file in sorted(read) if file != Path(__file__) for each in asking_in(file)]
    assert not asking
