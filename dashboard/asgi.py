"""The pages behind the gate, as a web server runs them."""

from importlib.resources import files

import streamlit as st
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from dashboard.gate import Gate
from dashboard.server import SCRIPT, letting_go, pages_with, uploads_held

FONTS = StaticFiles(directory=str(files("exchange.documents").joinpath("fonts")))
"""The same for pages and for documents, which carry theirs with them."""
FRAMES = "/replay/frames"


async def frames_ahead(request: Request) -> Response:
    """The frames of the next steps of a replay; whoever asks has a page of it, so that all it takes is loaded."""
    from dashboard.pages.replay.frames_ahead import frames

    return await frames(request)


app = st.App(
    SCRIPT,
    routes=[Mount("/app/static/fonts", FONTS), Route(FRAMES, frames_ahead)],
    middleware=[Middleware(Gate, held=uploads_held, shown=pages_with)],
    lifespan=letting_go,
)
