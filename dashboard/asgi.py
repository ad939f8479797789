"""The screens behind the gate, as a web server runs them."""

import streamlit as st
from starlette.middleware import Middleware

from dashboard.gate import Gate
from dashboard.server import SCRIPT, letting_go, pages_with, uploads_held

app = st.App(SCRIPT, middleware=[Middleware(Gate, held=uploads_held, shown=pages_with)], lifespan=letting_go)
