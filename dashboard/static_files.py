"""Code, styles and fonts of the pages, answered from memory: read once, and made smaller once.

A page asks for sixty of them when it is opened first. Read from the disk in a thread each, and sent as they are,
they took longer than all the rest of it; a phone fetches a third of the bytes.
"""

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path
from typing import Protocol

from starlette.datastructures import Headers
from starlette.responses import Response

from dashboard.ui.named_file import FOLDER, NamedFile

WELL_MADE_SMALLER = ("text/", "application/javascript", "application/json", "image/svg+xml")
KEPT = 512
"""The most files held in memory; Streamlit has fewer."""
LARGEST = 1_000_000
"""A larger file is left to whoever reads from the disk: the drawing of charts that no page of ours has."""
FOR_GOOD = "public, max-age=31536000, immutable"
"""The cache header of files that never change, having a hash of their content in their name."""
FOR_A_DAY = "public, max-age=86400"


@dataclass(frozen=True, slots=True)
class _Held:
    plain: bytes
    small: bytes | None
    media: str


class StaticFiles(Protocol):
    """A route that answers with files that are the same for everybody."""

    def answer(self, path: str, method: str, headers: Headers) -> Response | None:
        """The file at a path, or None where this has none to give."""
        ...


class StaticFolder:
    """A folder of files below a path of the server. With `hashed`, names change with their content."""

    def __init__(self, path: str, folder: Path, *, hashed: bool) -> None:
        self._path = path
        self._folder = folder.resolve()
        self._cached = FOR_GOOD if hashed else FOR_A_DAY

    def answer(self, path: str, method: str, headers: Headers) -> Response | None:
        """The file, or None where this has none to give: another path, another method, too large, not there."""
        if method not in ("GET", "HEAD") or not path.startswith(self._path) or "range" in headers:
            return None
        held = _read(self._folder, path.removeprefix(self._path))
        return None if held is None else _answer(held, self._cached, headers)


class MadeFiles:
    """Files that the program puts together itself, each when it is first asked for."""

    def __init__(self, *made: Callable[[], NamedFile]) -> None:
        self._made = made

    def answer(self, path: str, method: str, headers: Headers) -> Response | None:
        """The file, or None where there is none of that name."""
        if method not in ("GET", "HEAD") or not path.startswith(f"/{FOLDER}"):
            return None
        found = next((it for it in (make() for make in self._made) if f"/{FOLDER}{it.name}" == path), None)
        return None if found is None else _answer(_held(found.name, found.content), FOR_GOOD, headers)


def _answer(held: _Held, cached: str, headers: Headers) -> Response:
    sent = {"cache-control": cached, "vary": "accept-encoding"}
    body = held.plain
    if held.small is not None and "gzip" in headers.get("accept-encoding", ""):
        sent["content-encoding"] = "gzip"
        body = held.small
    return Response(body, media_type=held.media, headers=sent)


@lru_cache(maxsize=KEPT)
def _read(folder: Path, name: str) -> _Held | None:
    file = folder / name
    if not name or "\\" in name or ".." in Path(name).parts or not file.is_file():
        return None
    if not file.resolve().is_relative_to(folder) or file.stat().st_size > LARGEST:
        return None
    return _held(file.name, file.read_bytes())


@lru_cache(maxsize=KEPT)
def _held(name: str, plain: bytes) -> _Held:
    media = guess_type(name)[0] or "application/octet-stream"
    small = gzip.compress(plain, 6) if media.startswith(WELL_MADE_SMALLER) and len(plain) > 500 else None
    return _Held(plain, small, media)
