"""The process in which Typst sets a document: its own, so that a document too large ends it and nothing else.

It is started by its path, with a folder to work in, and imports nothing of the project. How a document
is set lies in that folder as a file: what does not depend on it, as the lines of most paragraphs, is laid out once
and kept by Typst, for all ways and for the PDF. Inputs of the system would make all of it be laid out anew.
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import typst

MOST_MEMORY = 3 * 1024**3
"""Bytes of addresses. A document with Chinese in it takes a sixth of it."""
LEAST_FULL = 1 / 3
WAY = "way.json"


class PageSetting(NamedTuple):
    """A way to set a document: the size of the type, millimetres that are added above headings, and whether what
    is short follows at once instead of on a page of its own.
    """

    scale: float = 1.0
    air: float = 0.0
    close: bool = False


_SCALES = (1.0, 0.97, 0.94, 0.91, 1.04, 1.08, 0.88)
_AIRS = (-1.0, 1.0, -2.0, 2.0, -3.0, 3.0)
"""Looked at first: with the same size of type no line is broken anew."""
_WAYS: tuple[PageSetting, ...] = (
    PageSetting(),
    *(PageSetting(air=air) for air in _AIRS),
    *(PageSetting(scale) for scale in _SCALES[1:]),
    *(PageSetting(scale, close=True) for scale in _SCALES),
)
"""Tried in this order, until no page holds a remnant."""


_MOST_FOLLOW = 8
"""The most sheets that are put on the last page of another."""
Mark = dict[str, Any]
"""A place where something ends: its page, how far down that is, the number of the sheet it is in, and that of the
sheet that ends there.
"""


Shares = Mapping[int, float]
"""By the numbers of sheets, how much of each of its pages a sheet may fill."""
NO_SHARES: Shares = MappingProxyType({})
_SLACK = (0.02, 0.05, 0.1, 0.16, 0.24)
"""Parts of a page that are left to what does not break, tried in this order."""


def _choose(folder: Path, way: PageSetting, follow: Sequence[int] = (), shares: Shares = NO_SHARES) -> None:
    """Put the way down, for the template to read."""
    chosen = {**way._asdict(), "follow": list(follow), "shares": {str(sheet): it for sheet, it in shares.items()}}
    (folder / WAY).write_text(json.dumps(chosen), encoding="utf-8")


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


def _remnants(marks: list[Mark]) -> dict[int, tuple[int, float]]:
    """The sheets whose last page holds a remnant, of those that have several pages for themselves: how many those
    are, and how much of a page they fill together.
    """
    full = _pages(marks)
    pages: dict[int, set[int]] = {}
    on: dict[int, set[int]] = {}
    for mark in marks:
        if mark["sheet"] is not None:
            pages.setdefault(mark["sheet"], set()).add(mark["page"])
            on.setdefault(mark["page"], set()).add(mark["sheet"])
    alone = {it: sorted(of) for it, of in pages.items() if len(of) > 1 and all(len(on[page]) == 1 for page in of)}
    return {
        it: (of[-1] - of[0] + 1, of[-1] - of[0] + full[of[-1]])
        for it, of in alone.items()
        if full[of[-1]] < LEAST_FULL
    }


def _evened(marks_of: Callable[[Shares], list[Mark]]) -> dict[int, float]:
    """The shares by which sheets with a remnant fill each of their pages alike, as far as that helps."""
    shares: dict[int, float] = {}
    tried = _remnants(marks_of(shares))
    for slack in _SLACK:
        if not tried:
            break
        wanted = {it: min(1.0, filled / count + slack) for it, (count, filled) in tried.items()}
        marks = marks_of({**shares, **wanted})
        left = _remnants(marks)
        shares |= {it: share for it, share in wanted.items() if it not in left}
        tried = {it: of for it, of in tried.items() if it in left}
    return shares


def _set(folder: Path, template: str) -> int:
    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder / "fonts")]
    )
    _choose(folder, PageSetting())
    compiler = typst.Compiler(str(folder / template), root=str(folder), font_paths=fonts, ignore_system_fonts=True)

    def marks_of(way: PageSetting, follow: Sequence[int] = (), shares: Shares = NO_SHARES) -> list[Mark]:
        _choose(folder, way, follow, shares)
        return [one["value"] for one in json.loads(compiler.query("<mark>"))]

    tried: dict[PageSetting, float] = {}
    for way in _WAYS:
        tried[way] = _fullness(marks_of(way))
        if tried[way] >= LEAST_FULL:
            break
    best = max(tried, key=lambda way: (min(tried[way], LEAST_FULL), -_WAYS.index(way)))
    follow: list[int] = []
    shares = _evened(lambda them: marks_of(best, (), them)) if tried[best] < LEAST_FULL else {}
    while tried[best] < LEAST_FULL and len(follow) < _MOST_FOLLOW:
        marks = marks_of(best, follow, shares)
        if _fullness(marks) >= LEAST_FULL or not (moved := _sheet_to_move(marks, follow)):
            break
        follow.append(moved)
    _choose(folder, best, follow, shares)
    content = compiler.compile(format="pdf", pdf_standards=["ua-1"], timestamp=0)
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
