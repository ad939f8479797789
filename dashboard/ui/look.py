"""The look of every page: one style, five colours with a fixed meaning."""

from functools import cache
from importlib.resources import files

import streamlit as st

from dashboard.ui.named_file import NamedFile, named

DRAWN_EVERYWHERE = files("exchange.documents.html")
"""Dice, sheets and feeds look on a page as they do in a document."""
DASHBOARD = files("dashboard")
SHEETS = (
    DRAWN_EVERYWHERE / "look.css",
    DASHBOARD / "ui/styles/head.css",
    DRAWN_EVERYWHERE / "dice.css",
    DRAWN_EVERYWHERE / "face.css",
    DRAWN_EVERYWHERE / "sheet.css",
    DASHBOARD / "ui/styles/explained.css",
    DASHBOARD / "ui/styles/attached.css",
    DASHBOARD / "ui/styles/rolls.css",
    DRAWN_EVERYWHERE / "feed.css",
    DASHBOARD / "pages/table/table.css",
    DASHBOARD / "pages/disputes/disputes.css",
    DASHBOARD / "pages/map/map.css",
    DASHBOARD / "pages/library/library.css",
    DASHBOARD / "ui/styles/growth.css",
    DASHBOARD / "pages/recap/recap.css",
    DASHBOARD / "pages/search/search.css",
    DASHBOARD / "pages/people/people.css",
    DASHBOARD / "pages/luck/luck.css",
    DRAWN_EVERYWHERE / "story.css",
    DASHBOARD / "pages/chronicle/contents.css",
    DASHBOARD / "ui/styles/narrow.css",
    DASHBOARD / "ui/styles/touch.css",
    DASHBOARD / "ui/styles/paper.css",
    DRAWN_EVERYWHERE / "contrast.css",
)
"""In this order: of two rules alike the later one holds."""


@cache
def stylesheet() -> NamedFile:
    """The style of every page."""
    return named("look", "css", "\n".join(sheet.read_text(encoding="utf-8") for sheet in SHEETS))


def put_on() -> None:
    """Style the page. Called once in a run, before anything is drawn."""
    st.html(f'<style>@import url("{stylesheet().address}");</style>')
