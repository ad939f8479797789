"""The look of every page: one style, five colours with a fixed meaning."""

from functools import cache
from pathlib import Path

import streamlit as st

_HERE = Path(__file__).parent
SHEETS = (
    "look.css",
    "head.css",
    "dice.css",
    "sheet.css",
    "explained.css",
    "rolls.css",
    "feed.css",
    "table.css",
    "court.css",
    "map.css",
    "growth.css",
    "between.css",
    "find.css",
    "people.css",
    "luck.css",
    "retold.css",
    "narrow.css",
    "paper.css",
)


@cache
def _style() -> str:
    css = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in SHEETS)
    return f"<style>\n{css}\n</style>"


def put_on() -> None:
    """Style the page. Called once in a run, before anything is drawn."""
    st.html(_style())
