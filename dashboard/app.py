"""The dashboard's entry script: finds the pages, gives them one look, and runs the one that was asked for."""

from pathlib import Path

import streamlit as st

from dashboard.warming import finish

finish()  # before anything else is imported here

from dashboard.components import look  # noqa: E402
from dashboard.components.door import come_in, watch_rights  # noqa: E402
from dashboard.components.library import draw_for_whoever_looks, drawn_errors  # noqa: E402

HERE = Path(__file__).parent
# Scripts in `screens/`, in the order of the menu, under what one comes for. One that is not there is left out.
MENU = {
    "": (("campaigns", "Campaigns"), ("find", "Find"), ("people", "People")),
    "Look back": (("replay", "Replay"), ("chronicle", "Chronicle"), ("luck", "Luck")),
    "The world": (("sheets", "Sheets"), ("map", "Map"), ("advancement", "Advancement")),
    "At the table": (("table", "Table"), ("disputes", "Disputes"), ("between", "Between sessions")),
}

st.set_page_config(
    page_title="Campaign Ledger",
    page_icon=str(HERE / "static" / "icon.svg"),
    layout="wide",
    initial_sidebar_state="collapsed",
)
page = st.navigation(
    {
        section: [
            st.Page(HERE / "screens" / f"{name}.py", title=title, url_path=name, default=name == "campaigns")
            for name, title in pages
            if (HERE / "screens" / f"{name}.py").is_file()
        ]
        for section, pages in MENU.items()
    },
    position="top",
)
look.put_on()
with drawn_errors():
    draw_for_whoever_looks()
    if come_in():
        page.run()
        watch_rights()
