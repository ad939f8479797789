"""Files handed out: whole, in ranges, or as smaller pictures. Who may not have one is told that there is none."""

import re
from collections.abc import Iterable, Iterator
from threading import Lock
from typing import NamedTuple
from urllib.parse import quote
from uuid import UUID

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from dashboard.files.addresses import WIDTHS
from dashboard.files.asking import TicketedRequest, asked, wanted
from domain.kernel.journal.attached.state import AttachedFile
from exchange.media.accepting import limits_set
from exchange.media.errors import NotAccepted
from exchange.media.kinds import FIRST, KINDS, OtherPicture, kind_of
from exchange.media.pictures import scaled
from ledger.bounded import BoundedDict
from ledger.database.errors import LedgerUnavailable
from ledger.errors import LedgerError
from ledger.files.reading import KeptFile

POLICY = "sandbox; default-src 'none'"
"""Whatever is in a file, a browser that opens it by itself runs nothing of it."""
_RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})")
_SMALL_KEPT = 200
"""The most smaller pictures that are kept ready."""
_DRAWN_AT_ONCE = 2
_small: BoundedDict[tuple[str, str, int], bytes | None] = BoundedDict(_SMALL_KEPT)
_keeping = Lock()
_drawing: list[CapacityLimiter] = []


class _Part(NamedTuple):
    start: int
    stop: int


async def hand_out(request: Request) -> Response:
    """A file, or a part of it, or the picture at a width; "not found" for whoever may not know of it."""
    try:
        return await _handed_out(request)
    except LedgerUnavailable:
        return PlainTextResponse("The ledger cannot be reached just now.", 503)


async def _handed_out(request: Request) -> Response:
    who = await to_thread.run_sync(asked, request)
    file = None if who is None else wanted(who, str(request.path_params["digest"]))
    width = request.path_params.get("width")
    if who is not None:
        let_go(who.campaign, who.files)
    if who is None or file is None or not _may_be_scaled(file, width):
        return PlainTextResponse("Not found.", 404)
    try:
        if width is None:
            return await to_thread.run_sync(_as_it_is, request, who, file)
        if not _drawing:
            _drawing.append(CapacityLimiter(_DRAWN_AT_ONCE))
        return await to_thread.run_sync(_smaller, request, who, file, int(width), limiter=_drawing[0])
    except LedgerError:  # it is not here, or is damaged: `campaign verify` says which
        return PlainTextResponse("Not found.", 404)


def _may_be_scaled(file: AttachedFile, width: object) -> bool:
    return width is None or (file.media.startswith("image/") and width in WIDTHS)


def _as_it_is(request: Request, who: TicketedRequest, file: AttachedFile) -> Response:
    size = who.ledger.files.size(who.campaign, file.digest)
    first = b"".join(who.ledger.files.read(who.campaign, file.digest, 0, FIRST))
    headers = _headers(file, f'"{file.digest[:40]}"', inline=_may_lie_open(file, first))
    headers["accept-ranges"] = "bytes"
    if _has_it(request, headers["etag"]):
        return Response(status_code=304, headers=headers)
    part = _part_wanted(request, size, headers["etag"])
    if part is None:
        return Response(status_code=416, headers={**headers, "content-range": f"bytes */{size}"})
    if part != _Part(0, size):
        headers["content-range"] = f"bytes {part.start}-{part.stop - 1}/{size}"
    headers["content-length"] = str(part.stop - part.start)
    body = _body(who, file, part) if request.method == "GET" else iter(())
    return StreamingResponse(body, 206 if "content-range" in headers else 200, headers)


def _body(who: TicketedRequest, file: AttachedFile, part: _Part) -> Iterator[bytes]:
    return who.ledger.files.read(who.campaign, file.digest, part.start, part.stop)


def _smaller(request: Request, who: TicketedRequest, file: AttachedFile, width: int) -> Response:
    headers = _headers(file, f'"{file.digest[:40]}-{width}"', inline=True)
    if _has_it(request, headers["etag"]):
        return Response(status_code=304, headers=headers)
    key = (str(who.campaign), file.digest, width)
    with _keeping:
        known = key in _small
        made = _small.get(key)
    if not known:
        made = _drawn(who, file, width)
        with _keeping:
            _small[key] = made
    return _as_it_is(request, who, file) if made is None else Response(made, headers=headers)


def let_go(campaign: UUID, files: Iterable[AttachedFile]) -> None:
    """Keep no smaller picture of a file that is not among those of a campaign any more: it was removed."""
    here = {it.digest for it in files}
    with _keeping:
        for key in [key for key in _small if key[0] == str(campaign) and key[1] not in here]:
            del _small[key]


def kept_small() -> set[str]:
    """The digests of the files of which smaller pictures are kept ready."""
    with _keeping:
        return {digest for _campaign, digest, _width in _small}


def _drawn(who: TicketedRequest, file: AttachedFile, width: int) -> bytes | None:
    with KeptFile(who.ledger.files, who.campaign, file.digest) as content:
        try:
            return scaled(content, file.media, width, limits_set())
        except NotAccepted:
            return None  # it is handed out as it is


def _may_lie_open(file: AttachedFile, first: bytes) -> bool:
    """True if a page may show it where it stands: only what its bytes say it is, and what carries no script."""
    try:
        found = kind_of(first)
    except OtherPicture:
        return False
    return found.inline and found.media == file.media


def _headers(file: AttachedFile, tag: str, *, inline: bool) -> dict[str, str]:
    known = KINDS.get(file.media)
    media = file.media if known is not None and inline else "application/octet-stream"
    said = "inline" if inline else "attachment"
    return {
        "content-type": f"{media}; charset=utf-8" if media.startswith("text/") else media,
        "content-disposition": f"{said}; filename*=UTF-8''{quote(file.name, safe='')}",
        "content-security-policy": POLICY,
        "cross-origin-resource-policy": "same-origin",
        "cache-control": "private, no-cache",
        "content-encoding": "identity",
        "etag": tag,
        "vary": "cookie",
    }


def _has_it(request: Request, tag: str) -> bool:
    return tag in (it.strip().removeprefix("W/") for it in request.headers.get("if-none-match", "").split(","))


def _part_wanted(request: Request, size: int, tag: str) -> _Part | None:
    """The part that is asked for, or all of it; None where there is no such part."""
    said = _RANGE.fullmatch(request.headers.get("range", "").replace(" ", ""))
    if said is None or request.headers.get("if-range", tag) != tag:
        return _Part(0, size)
    first, last = said.groups()
    if not first:
        length = int(last or 0)
        return _Part(max(0, size - length), size) if length and size else None
    start = int(first)
    stop = min(size, int(last) + 1) if last else size
    return _Part(start, stop) if start < stop else None
