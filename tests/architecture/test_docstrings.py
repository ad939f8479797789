"""Beginnings of docstrings: what a thing is, never a question about it."""

import re
from pathlib import Path

from tests.architecture.test_layers import PACKAGES, ROOT

FOLDERS = (*PACKAGES, "docs", "benchmarks")
ASKS = re.compile(r'^ *r?"""(?:What|Who|Whose|Whom|Whether|Which|Where|When|How)\b.*', re.MULTILINE)
LEFT = {"cli": 1, "dashboard": 13, "domain": 9, "exchange": 5, "projections": 5}
"""Docstrings of a folder that still ask. The numbers may only fall."""


def asking_in(file: Path) -> list[str]:
    return [f"{file.relative_to(ROOT)}: {found[0].strip()}" for found in ASKS.finditer(file.read_text("utf-8"))]


def test_a_docstring_begins_with_what_the_thing_is() -> None:
    assert ASKS.search('    """Whether it rains."""')
    asking = {
        folder: [each for file in sorted((ROOT / folder).rglob("*.py")) for each in asking_in(file)]
        for folder in FOLDERS
    }
    more = {folder: found for folder, found in asking.items() if len(found) > LEFT.get(folder, 0)}
    assert not more
