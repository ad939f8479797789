"""The pages behind the gate, as a web server runs them."""

from importlib.resources import files

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from dashboard.gate import Gate
from dashboard.server import SCRIPT, letting_go, pages_with, uploads_held

FONTS = StaticFiles(directory=str(files("exchange.documents").joinpath("fonts")))
"""The same for pages and for documents, which carry theirs with them."""

app = st.App(
    SCRIPT,
    routes=[Mount("/app/static/fonts", FONTS)],
    middleware=[Middleware(Gate, held=uploads_held, shown=pages_with)],
    lifespan=letting_go,
)
