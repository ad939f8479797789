"""The process in which Typst sets a document: its own, so that a document too large ends it and nothing else.

It is started by its path, with a folder to work in, and imports nothing of the project.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typst

MOST_MEMORY = 3 * 1024**3
"""Bytes of addresses. A document with Chinese in it takes a sixth of it."""
LEAST_FULL = 1 / 3
Way = tuple[float, bool]
"""The size of the type, and whether what is short follows at once instead of on a page of its own."""
_SCALES = (1.0, 0.97, 0.94, 0.91, 1.04, 1.08, 0.88)
_WAYS: tuple[Way, ...] = (*((scale, False) for scale in _SCALES), *((scale, True) for scale in _SCALES))
"""Tried in this order, until no page holds a remnant."""


_MOST_FOLLOW = 8
"""The most sheets that are put on the last page of another."""
Mark = dict[str, Any]
"""A place where something ends: its page, how far down that is, and the number of the sheet that ends there."""


def _inputs(way: Way, follow: Sequence[int] = ()) -> dict[str, str]:
    scale, close = way
    return {"scale": str(scale), "close": "yes" if close else "no", "follow": ",".join(map(str, follow))}


def _bound() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such bound
        return
    _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = MOST_MEMORY if hard == resource.RLIM_INFINITY else min(MOST_MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _fullness(marks: list[Mark]) -> float:
    """The fullness of the page that holds least."""
    return min(_pages(marks).values(), default=1.0)


def _pages(marks: list[Mark]) -> dict[int, float]:
    """The fullness of each page."""
    most: dict[int, float] = {}
    for mark in marks:
        most[mark["page"]] = max(most.get(mark["page"], 0.0), mark["full"])
    return most


def _sheet_to_move(marks: list[Mark], moved: Sequence[int]) -> int:
    """The number of the sheet by which the first page that holds a remnant is filled: the one after it, else the
    last one itself. 0 where all of those were `moved`.
    """
    last: dict[int, int] = {mark["page"]: mark["ends"] for mark in marks if mark["ends"] is not None}
    sheets = max(last.values(), default=0)
    for page, full in sorted(_pages(marks).items()):
        if full < LEAST_FULL and page in last and (found := min(last[page] + 1, sheets)) not in moved:
            return found
    return 0


def _set(folder: Path, template: str) -> int:
    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder / "fonts")]
    )
    given: Any = {"root": str(folder), "font_paths": fonts, "ignore_system_fonts": True}

    def marks_of(way: Way, follow: Sequence[int] = ()) -> list[Mark]:
        found = typst.query(str(folder / template), "<mark>", sys_inputs=_inputs(way, follow), **given)
        return [one["value"] for one in json.loads(found)]

    tried: dict[Way, float] = {}
    for way in _WAYS:
        tried[way] = _fullness(marks_of(way))
        if tried[way] >= LEAST_FULL:
            break
    best = max(tried, key=lambda way: (min(tried[way], LEAST_FULL), -_WAYS.index(way)))
    follow: list[int] = []
    while tried[best] < LEAST_FULL and len(follow) < _MOST_FOLLOW:
        marks = marks_of(best, follow)
        if _fullness(marks) >= LEAST_FULL or not (moved := _sheet_to_move(marks, follow)):
            break
        follow.append(moved)
    content = typst.compile(
        str(folder / template),
        format="pdf",
        pdf_standards=["ua-1"],
        sys_inputs=_inputs(best, follow),
        timestamp=0,
        **given,
    )
    assert isinstance(content, bytes)
    (folder / "set.pdf").write_bytes(content)
    return 0


def main() -> int:
    """Set what lies in the folder; say why not on stderr."""
    folder, template = Path(sys.argv[1]), sys.argv[2]
    _bound()
    try:
        return _set(folder, template)
    except typst.TypstError as error:
        print(f"{error.message}\n{error.diagnostic}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
