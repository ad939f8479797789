"""The line on top of every page: the screens of the library and of the campaign, and the one that is open."""

from collections.abc import Mapping

import streamlit as st

from dashboard.access import visitor
from dashboard.ui import browser_components
from dashboard.ui.drawing.page_links import address_of
from dashboard.ui.open_ledger import opened
from exchange.documents.html.markup import joined, people, text
from ledger.database.errors import LedgerUnavailable
from ledger.errors import LedgerError

LIBRARY = {"campaigns": "Campaigns", "find": "Find", "people": "People"}
"""Screens of the whole library."""
SCREENS = {
    "table": "Table",
    "replay": "Replay",
    "chronicle": "Story",
    "sheets": "Sheets",
    "map": "Map",
    "advancement": "Growth",
    "luck": "Luck",
    "disputes": "Disputes",
    "between": "Between sessions",
}
"""Screens of one campaign."""
MOVING = frozenset({"replay", "sheets", "map", "advancement", "luck"})
"""Screens that show any moment: from one to another the moment stays."""
FOLDERS = {"campaigns": "library", "find": "search", "between": "recap"}
"""Screens whose folder is not called as their address is."""
LONGEST_TITLE = 48
_SCREEN = "screen"


def script_of(screen: str) -> str:
    """The script of a screen, as Streamlit names it: from the folder of the dashboard."""
    return f"pages/{FOLDERS.get(screen, screen)}/page.py"


def header(screen: str) -> str:
    """Draw it for the screen that is open. Hands back what the browser's tab is called."""
    st.session_state[_SCREEN] = screen
    slug = campaign_asked()
    title, head = _known(slug) if slug else ("", 0)
    moves = screen in MOVING
    at = st.query_params.get("at") if moves else st.session_state.get(looked_at(slug or ""))
    with st.container(key="head", gap=None):
        st.html(head_html(screen, slug if title else None, title, at=at))
        data = {"screen": screen, "campaign": slug, "moves": moves, "head": head}
        browser_components.mount("ways", key="ways", data=data)
    words = (LIBRARY | SCREENS)[screen]
    return f"{words} · {title}" if title and screen in SCREENS else words


def screen_open() -> str:
    """The screen that is being drawn."""
    return str(st.session_state.get(_SCREEN, "campaigns"))


def campaign_asked() -> str | None:
    """The campaign that the address names. Nothing else says which campaign a page is about."""
    return st.query_params.get("campaign") or None


def looked_at(slug: str) -> str:
    """Where it is kept which moment was looked at; None for the last record, whichever that is by now."""
    return f"looked-at-{slug}"


def _known(slug: str) -> tuple[str, int]:
    """Title and last record of a campaign. No title: it may not be looked at, or cannot be read."""
    if not visitor().may_look(slug):
        return "", 0
    try:
        campaign = opened(slug, anew=True)
        if campaign.slug != slug:
            return "", 0
        return campaign.now.campaign.title, campaign.head
    except (LedgerError, LedgerUnavailable):
        return "", 0  # the page itself says why


def head_html(screen: str, slug: str | None, title: str, at: object = None) -> str:
    """The line: a link to each screen. `at` is the moment that screens which show any are opened at."""
    around = {"campaign": slug} if slug else {}
    rows = _links(LIBRARY, screen, around, None)
    if slug:
        named = f'<b class="head-title" title="{text(title)}">{people(_short(title))}</b>'
        rows += named + _links(SCREENS, screen, around, at)
    return f'<nav class="screens-line" aria-label="Screens">{rows}</nav>'


def _links(screens: Mapping[str, str], here: str, around: Mapping[str, str], at: object) -> str:
    return joined(_link(name, words, name == here, around, at) for name, words in screens.items())


def _link(name: str, words: str, here: bool, around: Mapping[str, str], at: object) -> str:
    moving = name in MOVING
    query = {**around, **({"at": at} if moving and at else {})}
    address = address_of(name, **query) if query else name
    marks = (" data-moves" if moving else "") + (' aria-current="page"' if here else "")
    return f'<a data-way href="{text(address)}"{marks}>{text(words)}</a>'


def _short(title: str) -> str:
    return title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1].rstrip() + "…"
