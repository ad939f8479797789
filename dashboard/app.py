"""The dashboard's entry script: finds the pages, gives them one look, and runs the one that was asked for."""

from pathlib import Path

import streamlit as st

from dashboard.preload import finish

finish()  # before anything else is imported here

from dashboard.screens import LIBRARY, SCREENS  # noqa: E402
from dashboard.sign_in import come_in, watch_rights  # noqa: E402
from dashboard.ui import look  # noqa: E402
from dashboard.ui.header import header, script_of  # noqa: E402
from dashboard.ui.open_ledger import draw_for_whoever_looks, drawn_errors  # noqa: E402

HERE = Path(__file__).parent
FRONT = "campaigns"

st.set_page_config(
    page_title="Campaign Ledger",
    page_icon=str(HERE / "static" / "icon.svg"),
    layout="wide",
    initial_sidebar_state="collapsed",
)
page = st.navigation(
    [
        st.Page(HERE / script_of(name), title=title, url_path=name, default=name == FRONT)
        for name, title in (LIBRARY | SCREENS).items()
    ],
    position="hidden",
)
look.put_on()
with drawn_errors():
    draw_for_whoever_looks()
    if come_in():
        st.set_page_config(page_title=header(page.url_path or FRONT))
        page.run()
        watch_rights()
