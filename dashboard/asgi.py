"""The pages behind the gate, as a web server runs them."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from streamlit.file_util import get_static_dir

from dashboard.access import Access
from dashboard.files.routes import ROUTES
from dashboard.gate import CURSOR, FRAMES, POLL, Gate
from dashboard.polls import polled
from dashboard.preload import finish
from dashboard.server import SCRIPT, expiring_sessions, pages_with, uploads_held
from dashboard.static_files import MadeFiles, StaticFolder
from dashboard.ui.browser_components import script
from dashboard.ui.look import stylesheet

_FONTS = Path(str(files("exchange.documents").joinpath("fonts")))
FONTS = StaticFiles(directory=str(_FONTS))
"""The same for pages and for documents, which carry theirs with them."""
STATIC = (
    MadeFiles(stylesheet, script),
    StaticFolder("/static/js/", Path(get_static_dir(), "static", "js"), hashed=True),
    StaticFolder("/static/css/", Path(get_static_dir(), "static", "css"), hashed=True),
    StaticFolder("/static/media/", Path(get_static_dir(), "static", "media"), hashed=True),
    StaticFolder("/app/static/fonts/", _FONTS, hashed=False),
)


async def frames_ahead(request: Request) -> Response:
    """The frames of the next steps of a replay; whoever asks has a page of it, so that all it takes is loaded."""
    from dashboard.pages.replay.frames_ahead import frames

    return await frames(request)


async def cursor_told(request: Request) -> Response:
    """A replay tells where it stands; as above."""
    from dashboard.pages.replay.frames_ahead import told

    return await told(request)


def drawn_anyway(error: Exception) -> bool:
    """Draw what is raised outside the screens, in what a button does for one; as above."""
    from dashboard.ui.open_ledger import draw_error

    return draw_error(error)


def first_frame_of_replay(who: Access, query: Mapping[str, str]) -> str:
    """The frame that a replay begins with; as above."""
    finish()
    from dashboard.pages.replay.first_frame import first_frame

    return first_frame(who, query)


app = st.App(
    SCRIPT,
    routes=[
        Mount("/app/static/fonts", FONTS),
        Route(FRAMES, frames_ahead),
        Route(CURSOR, cursor_told, methods=["POST"]),
        Route(POLL, polled),
        *ROUTES,
    ],
    middleware=[
        Middleware(
            Gate,
            held=uploads_held,
            shown=pages_with,
            static=STATIC,
            first_frames={"/replay": first_frame_of_replay},
        )
    ],
    lifespan=expiring_sessions,
    on_script_error=drawn_anyway,
)
