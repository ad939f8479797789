"""The process in which Typst sets a document: its own, so that a document too large ends it and nothing else.

It is started by its path, with a folder to work in, and imports nothing of the project.
"""

import json
import sys
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


def _inputs(way: Way) -> dict[str, str]:
    scale, close = way
    return {"scale": str(scale), "close": "yes" if close else "no"}


def _bound() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such bound
        return
    _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = MOST_MEMORY if hard == resource.RLIM_INFINITY else min(MOST_MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _fullness(marks: list[dict[str, float]]) -> float:
    """The fullness of the page that holds least."""
    most: dict[float, float] = {}
    for mark in marks:
        most[mark["page"]] = max(most.get(mark["page"], 0.0), mark["full"])
    return min(most.values(), default=1.0)


def _set(folder: Path, template: str) -> int:
    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder / "fonts")]
    )
    given: Any = {"root": str(folder), "font_paths": fonts, "ignore_system_fonts": True}
    tried: dict[Way, float] = {}
    for way in _WAYS:
        found = typst.query(str(folder / template), "<mark>", sys_inputs=_inputs(way), **given)
        tried[way] = _fullness([one["value"] for one in json.loads(found)])
        if tried[way] >= LEAST_FULL:
            break
    best = max(tried, key=lambda way: (min(tried[way], LEAST_FULL), -_WAYS.index(way)))
    content = typst.compile(
        str(folder / template),
        format="pdf",
        pdf_standards=["ua-1"],
        sys_inputs=_inputs(best),
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
