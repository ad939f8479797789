"""Links inside drawn HTML that stay in this session: a plain click is followed here, a new tab by its address."""

from urllib.parse import parse_qsl, urlencode

import streamlit as st

from dashboard.components import parts
from dashboard.components.markup import text

WAYS = "ways"
SCREENS = ("replay", "table", "disputes")
_SAID = ("campaign", "at", "ruling", "dispute")
_LONGEST = 400


def address_of(screen: str, **query: object) -> str:
    """Where a screen is, with what it is asked to show."""
    return f"{screen}?{urlencode({name: str(value) for name, value in query.items()})}"


def way_html(words: str, screen: str, css: str = "", title: str = "", **query: object) -> str:
    """A link to a screen. `words` is markup already."""
    said = f' title="{text(title)}"' if title else ""
    css = f"way {css}".strip()
    return f'<a class="{css}" data-way href="{text(address_of(screen, **query))}"{said}>{words}</a>'


def follow_ways() -> None:
    """Go where a link led that was clicked. Mounts what listens for clicks: once on a page, outside fragments."""
    clicked = parts.said(WAYS, "to").get("address")
    if isinstance(clicked, str) and (place := _place(clicked)) is not None:
        screen, query = place
        st.switch_page(f"screens/{screen}.py", query_params=query)
    parts.mount(WAYS, key=WAYS, data={}, on_to_change=lambda: None)


def _place(address: str) -> tuple[str, dict[str, str]] | None:
    """Screen and query of an address that came from a browser; None for one that leads nowhere here."""
    screen, _, query = address[:_LONGEST].partition("?")
    if screen not in SCREENS:
        return None
    return screen, {name: value for name, value in parse_qsl(query) if name in _SAID}
