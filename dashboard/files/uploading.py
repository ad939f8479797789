"""Files sent in by a page: streamed to the disk, looked at, and attached with a record of whoever sent them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import Any, BinaryIO, cast
from urllib.parse import urlsplit

from anyio import to_thread
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from dashboard.access import acting_as
from dashboard.files.asking import TicketedRequest, asked
from dashboard.ui.open_ledger import trouble_words
from exchange.media.accepting import accept, limits_set, said_size
from exchange.media.attaching import attach, warnings_about
from exchange.media.errors import NotAccepted, room_on_disk
from ledger.answers import Refused, Ruled
from ledger.database.errors import LedgerUnavailable
from ledger.errors import LedgerError

AT_ONCE = 4
"""The most files that may come in at a time."""
LONGEST_ABOUT = 20_000
NOT_WHOLE = "The file did not come in whole, so nothing of it was kept. Send it again."
_coming: list[object] = []


@dataclass(frozen=True, slots=True)
class _Sent:
    name: str
    about: Mapping[str, Any]
    content: BinaryIO


async def take_in(request: Request) -> Response:
    """Attach what is sent. The query names the file and says in JSON, as `about`, what it belongs to."""
    if not _of_this_page(request):
        return _told(403, "A file is sent in by a page of this server.")
    who = await to_thread.run_sync(lambda: asked(request, uploads=True))
    if who is None:
        return _told(404, "Not found.")
    try:
        about = _about(request)
        size, most = _length(request), limits_set().recording
    except (NotAccepted, ValueError) as wrong:
        return _told(400, str(wrong))
    if size is None:
        return _told(411, "Say how long it is.")
    if size > most:
        return _told(413, f"This file is larger than {said_size(most)}, which is the most for one.")
    if len(_coming) >= AT_ONCE:
        return _told(503, "Several files are coming in just now. Try again in a minute.")
    mark = object()
    _coming.append(mark)
    try:
        with TemporaryFile() as spool:
            sent = _Sent(request.query_params.get("name", ""), about, cast("BinaryIO", spool))
            with room_on_disk():
                await _spooled(request, sent.content, size)
            return await to_thread.run_sync(_attached, who, sent)
    except ClientDisconnect:
        return _told(400, NOT_WHOLE)
    except NotAccepted as refused:
        return _told(422, str(refused))
    except (LedgerError, LedgerUnavailable) as error:
        return _told(503, trouble_words(error, who.access))
    finally:
        _coming.remove(mark)


def _of_this_page(request: Request) -> bool:
    """True if a page of this very server sends it: browsers say so, and a page elsewhere cannot say otherwise."""
    host = request.headers.get("host")
    return bool(host) and urlsplit(request.headers.get("origin", "")).netloc == host


def _about(request: Request) -> Mapping[str, Any]:
    said = request.query_params.get("about", "{}")
    try:
        about = json.loads(said) if len(said) <= LONGEST_ABOUT else None
    except (ValueError, RecursionError):
        about = None
    if not isinstance(about, dict) or "type" in about:
        raise NotAccepted("What the file is about cannot be read.")
    return about


def _length(request: Request) -> int | None:
    said = request.headers.get("content-length", "")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 16 else None


async def _spooled(request: Request, spool: BinaryIO, size: int) -> None:
    """Put on the disk what comes. Raises `NotAccepted` unless all of it came."""
    came = 0
    async for part in request.stream():
        came += len(part)
        if came > size:
            break
        await to_thread.run_sync(spool.write, part)
    if came != size:
        raise NotAccepted(NOT_WHOLE)
    spool.seek(0)


def _attached(who: TicketedRequest, sent: _Sent) -> Response:
    with acting_as(who.access), accept(sent.content, sent.name) as file:
        answer = attach(who.ledger, who.ticket.campaign, file, sent.about, by=str(who.viewer.person))
        if isinstance(answer, Refused):
            return JSONResponse({"refused": answer.refusal.code, "message": answer.message}, 409)
        told = {
            "position": _position(answer),
            "media": file.media,
            "size": file.size,
            "warnings": warnings_about(file),
        }
    return JSONResponse(told, 201)


def _position(answer: Ruled) -> int:
    return answer.records[0].position


def _told(status: int, message: str) -> Response:
    return JSONResponse({"message": message}, status)
