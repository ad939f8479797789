"""That page behind the gate, as `dashboard/asgi.py` puts the screens there."""

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from dashboard.gate import Gate
from dashboard.server import pages_with, uploads_held

SCRIPT = Path(__file__).with_name("page.py")
app = st.App(SCRIPT, middleware=[Middleware(Gate, held=uploads_held, shown=pages_with)])
