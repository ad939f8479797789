"""The gate before the screens: what comes in from the network is asked here who sent it, before Streamlit sees it.

Each request for itself, and each socket as it opens. Whoever has nothing to look at here gets a page that says so,
and no session: nothing of theirs is kept. What Streamlit would tell anybody (its metrics, its health in detail,
other programs' doors) is not there.
"""

import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, MutableMapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from anyio import move_on_after, to_thread
from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
from starlette.datastructures import Headers, QueryParams
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.web.server.starlette.starlette_server_config import USER_COOKIE_NAME
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed

from dashboard.access import Access, access_of, sign_out, signs_in_over_tls, user_in
from dashboard.files.addresses import FILES
from dashboard.index_page import index_page, is_screen
from dashboard.plain_page import no_such_page
from dashboard.screens import LIBRARY, SCREENS
from dashboard.sign_in_page import cannot_sign_in, sign_in_page
from dashboard.static_files import StaticFiles
from dashboard.ui.open_ledger import library

_log = logging.getLogger(__name__)
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Shown = Sequence[Mapping[str, Any]]
"""The facts known of each visitor to whom something is shown."""
FirstFrame = Callable[[Access, Mapping[str, str]], str]
"""Draws a screen's first frame for a visitor and the query of its address; empty where it has none."""

SOCKETS_OF_ONE = 8
"""The most pages that one visitor may have open at once on a shared server."""
SOCKETS_AT_HOME = 64
SOCKETS_OF_ALL = 400
MEGABYTE = 1_000_000
LARGEST_UPLOAD = 20 * MEGABYTE
UPLOADS_AT_ONCE = 60 * MEGABYTE

OPEN = ("/static/", "/app/static/", "/component/", "/_stcore/bidi-components/", "/auth/", "/oauth2callback")
"""Code and styles, which are the same for everybody, and the way to sign in."""
FRONT = "/campaigns"
SCREEN_NAMES = frozenset({"", *LIBRARY, *SCREENS})
"""Names of the screens as they stand in addresses; the first screen has none."""
HEALTH = "/_stcore/health"
SOCKET = "/_stcore/stream"
UPLOADS = "/_stcore/upload_file/"
HOST_CONFIG = "/_stcore/host-config"
MEDIA = "/media/"
SIGNING_OUT = "/auth/logout"
SIGNING_IN = ("/auth/login", "/oauth2callback")
"""The way to the service that people sign in with, and the way back."""
FRAMES = "/replay/frames"
CURSOR = "/replay/cursor"
POLL = "/page/poll"
"""The frames of the replay, the way to tell where its cursor stands, and the polls of every page."""
FIRST_FRAME_IN = 0.5
"""Seconds that a page waits for its first frame; without one it draws it by itself a little later."""
_FOR_ONE_VISITOR = {"cache-control": "no-store", "cross-origin-resource-policy": "same-origin"}

SENT_BY_PAGES = frozenset(("rerun_script", "stop_script", "file_urls_request", "app_heartbeat"))
"""The messages that a page of this dashboard sends to its server. Streamlit would listen to more: whoever asks
may empty its caches, ask for names and states of files on the server, and turn switches of those who develop.
"""

POLICY = "; ".join(
    (
        "default-src 'self'",
        # Streamlit's own code makes the parts of a page out of text.
        "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "frame-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        # No form-action: signing in is a form that leads on to whatever service signs people in here.
        "frame-ancestors 'none'",
    )
)
GUARDING = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-frame-options", b"DENY"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
)

_NO_PARENTS = {
    "allowedOrigins": [],
    "useExternalAuthToken": False,
    "enableCustomParentMessages": False,
    "enforceDownloadInNewTab": False,
    "metricsUrl": "",
    "blockErrorDialogs": False,
    "resourceCrossOriginMode": None,
}
"""The answer to what Streamlit's page asks for first. No page elsewhere may hold it in a frame and speak to it."""


class Gate:
    """Stands before Streamlit. Counts the sockets of each visitor, and what is being uploaded."""

    def __init__(
        self,
        app: App,
        held: Callable[[], int] = lambda: 0,
        shown: Callable[[str], Shown] = lambda _file: (),
        static: Sequence[StaticFiles] = (),
        first_frames: Mapping[str, FirstFrame] = MappingProxyType({}),
    ) -> None:
        """`held` tells how many bytes of uploads are kept just now, `shown` whose open pages show a file; `static`
        are the folders of files that are the same for everybody, `first_frames` the screens that begin with one.
        """
        self._app = app
        self._held = held
        self._shown = shown
        self._static = static
        self._first_frames = first_frames
        self._sockets: Counter[str] = Counter()
        self._coming = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it through."""
        if scope["type"] == "http":
            await self._http(scope, receive, _guarding(send, str(scope["path"])))
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        path, headers = str(scope["path"]), Headers(scope=scope)
        answer = await self._answered(path, str(scope["method"]), headers)
        if answer is None and is_screen(path) and not path.startswith(OPEN):
            answer = self._screen(path, headers, bytes(scope["query_string"]).decode("latin-1"))
        if answer is not None:
            await answer(scope, receive, send)
        elif path.startswith(UPLOADS) and scope["method"] == "PUT":
            await self._upload(headers, scope, receive, send)
        elif path.rstrip("/") in SIGNING_IN:
            await _sign_in_or_say(self._app, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _answered(self, path: str, method: str, headers: Headers) -> Response | None:
        """The response given here; None where Streamlit is to answer."""
        if path == HEALTH:
            return None  # whoever starts the server asks this by its address
        if not is_host_allowed(headers.get("host")):
            return PlainTextResponse("This server is not known by that name.", 400)
        if path.startswith(OPEN):
            if path.rstrip("/") == SIGNING_OUT:
                sign_out(headers)
            kept = (folder.answer(path, method, headers) for folder in self._static)
            return next((file for file in kept if file is not None), None)
        if path.startswith(FILES) or path in (FRAMES, CURSOR, POLL):
            return None  # whoever asks is looked at there, with the ticket that their page has
        if path == HOST_CONFIG:
            return JSONResponse(_NO_PARENTS)
        who = await to_thread.run_sync(_who, headers)
        if path.startswith((UPLOADS, MEDIA)):
            asked = partial(self._may_fetch, path) if path.startswith(MEDIA) else may_upload
            return None if await to_thread.run_sync(asked, who) else PlainTextResponse("Not found.", 404)
        if path.startswith("/_stcore/") or method not in ("GET", "HEAD"):
            return PlainTextResponse("Not found.", 404)
        if not who.known:
            return HTMLResponse(await to_thread.run_sync(sign_in_page, who), headers={"cache-control": "no-store"})
        return None

    def _may_fetch(self, path: str, who: Access) -> bool:
        """True if a page that this visitor has open shows that file: it was made for what they may see there."""
        if not who.known or not who.shared:
            return who.known
        shown = self._shown(path.removeprefix(MEDIA))
        return any(access_of(user).address == who.address for user in shown)

    # --- screens ---------------------------------------------------------------------------------------

    def _screen(self, path: str, headers: Headers, query: str) -> Response:
        """The page of a screen. Streamlit knows the first screen by no name, and says there is no such page."""
        if path == FRONT:
            return RedirectResponse(f"./?{query}" if query else "./", 302)
        if path.removeprefix("/") not in SCREEN_NAMES:
            return HTMLResponse(no_such_page(), 404, headers={"cache-control": "no-store"})
        draw = self._first_frames.get(path)
        if draw is None:
            return HTMLResponse("".join(index_page()), headers={"cache-control": "no-cache"})
        page = _with_first_frame(draw, headers, dict(QueryParams(query)))
        return StreamingResponse(page, media_type="text/html", headers=_FOR_ONE_VISITOR)

    # --- uploads ---------------------------------------------------------------------------------------

    async def _upload(self, headers: Headers, scope: Scope, receive: Receive, send: Send) -> None:
        said = headers.get("content-length", "")
        size = int(said) if said.isascii() and said.isdigit() and len(said) < 16 else None
        if size is None:
            await PlainTextResponse("Say how long it is.", 411)(scope, receive, send)
            return
        # The form around the file takes a few hundred bytes.
        if size > LARGEST_UPLOAD + 10_000 or self._coming + self._held() + size > UPLOADS_AT_ONCE + 30_000:
            await PlainTextResponse("That is too large, or too much at once.", 413)(scope, receive, send)
            return
        self._coming += size
        try:
            await self._app(scope, receive, send)
        finally:
            self._coming -= size

    # --- sockets ---------------------------------------------------------------------------------------

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        who: Access | None = None
        if scope["path"] == SOCKET and is_host_allowed(headers.get("host")):
            who = await to_thread.run_sync(_who, headers)
        visitor = _counted_as(who, scope) if who is not None and who.known else None
        if visitor is None or not self._room_for(visitor, shared=who is not None and who.shared):
            await _refuse_socket(receive, send)
            return
        self._sockets[visitor] += 1
        try:
            await self._app(scope, _as_pages_speak(receive), send)
        finally:
            self._sockets[visitor] -= 1
            self._sockets += Counter()  # those that have none left are forgotten

    def _room_for(self, visitor: str, *, shared: bool) -> bool:
        most = SOCKETS_OF_ONE if shared else SOCKETS_AT_HOME
        return self._sockets[visitor] < most and self._sockets.total() < SOCKETS_OF_ALL


async def _with_first_frame(draw: FirstFrame, headers: Headers, asked: Mapping[str, str]) -> AsyncIterator[str]:
    """A page with its first frame. Its head goes out at once: what it names is fetched while that is drawn."""
    before, after = index_page()
    yield before
    with move_on_after(FIRST_FRAME_IN):
        yield await to_thread.run_sync(lambda: draw(_who(headers), asked), abandon_on_cancel=True)
    yield after


async def _sign_in_or_say(app: App, scope: Scope, receive: Receive, send: Send) -> None:
    """Lead to the service or back from it. Where that fails, say so on a page instead of two words without one."""
    failed = False

    async def sending(message: Message) -> None:
        nonlocal failed
        failed = failed or message.get("status", 200) >= 400
        if not failed:
            await send(message)

    try:
        await app(scope, receive, sending)
    except Exception:  # whatever the service did wrong; the log of the server has the rest
        if not failed:
            _log.exception("signing in failed")
        failed = True
    if failed:
        answer = HTMLResponse(await to_thread.run_sync(cannot_sign_in), 502, headers={"cache-control": "no-store"})
        await answer(scope, receive, send)


def _who(headers: Headers) -> Access:
    return access_of(user_in(headers))


def may_upload(who: Access) -> bool:
    """True if somebody may send a file in: those who may found campaigns, or run one, take earlier play in."""
    if who.may_found:
        return True
    ledger = library().ledger
    seated = (entry.slug for entry in ledger.campaigns() if who.people(entry.slug))
    return any(ledger.moment(slug).campaign.gm in who.people(slug) for slug in seated)


def _counted_as(who: Access, scope: Scope) -> str:
    client = scope.get("client")
    return who.address or str(client[0] if client else "")


async def _refuse_socket(receive: Receive, send: Send) -> None:
    """Close a socket before it is open: nothing of Streamlit's is made for it."""
    await receive()
    await send({"type": "websocket.close", "code": 1008})


def _as_pages_speak(receive: Receive) -> Receive:
    """Receives what a socket brings without what no page of this dashboard sends."""

    async def receiving() -> Message:
        while True:
            message = await receive()
            if message["type"] != "websocket.receive" or _is_of_a_page(message.get("bytes")):
                return message

    return receiving


def _is_of_a_page(said: bytes | None) -> bool:
    if said is None:
        return True  # text: Streamlit closes the socket
    try:
        return BackMsg.FromString(said).WhichOneof("type") in SENT_BY_PAGES
    except DecodeError:
        return True  # as above


def _guarding(send: Send, path: str) -> Send:
    """Sends each answer with what keeps other pages from using it. A file brings a policy of its own.

    The cookie of whoever signed in goes over TLS alone where they sign in by it: Streamlit leaves that open.
    """
    guarding_it = GUARDING[1:] if path.startswith(FILES) else GUARDING

    async def guarding(message: Message) -> None:
        if message["type"] == "http.response.start":
            ours = {name for name, _value in guarding_it}
            kept = [
                (name, value + b"; Secure" if _signs_in(name, value) and signs_in_over_tls() else value)
                for name, value in message.get("headers", [])
                if name.lower() not in ours
            ]
            message = {**message, "headers": [*kept, *guarding_it]}
        await send(message)

    return guarding


def _signs_in(header: bytes, value: bytes) -> bool:
    """True for a header that sets a cookie by which somebody is known."""
    return header.lower() == b"set-cookie" and value.startswith(USER_COOKIE_NAME.encode())
