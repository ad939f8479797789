"""The line on top of every page: the campaign with the way to others, its screens, and who looks."""

from collections.abc import Mapping, Sequence

import streamlit as st

from dashboard.access import visitor
from dashboard.screens import LIBRARY, SCREENS
from dashboard.ui import browser_components
from dashboard.ui.cursor_place import position_looked_at
from dashboard.ui.drawing.links import address_of
from dashboard.ui.open_ledger import library, opened
from dashboard.ui.seats import place_seats
from exchange.documents.html.markup import joined, people, text
from ledger.database.errors import LedgerUnavailable
from ledger.errors import LedgerError

MOVING = frozenset({"replay", "sheets", "map", "advancement", "luck"})
"""Screens that show any moment: from one to another the moment stays."""
FOLDERS = {"campaigns": "library", "find": "search", "between": "recap"}
"""Screens whose folder is not called as their address is."""
LONGEST_TITLE = 34
SHOWN, MOST = 7, 60
"""The most campaigns that lie open in the switcher, and that can be searched there: the shelf has all."""
_SCREEN, _RUN = "screen", "screen-runs"


def script_of(screen: str) -> str:
    """The script of a screen, as Streamlit names it: from the folder of the dashboard."""
    return f"pages/{FOLDERS.get(screen, screen)}/page.py"


def header(screen: str) -> str:
    """Draw the header of the open screen, and return the title of the browser's tab."""
    st.session_state[_SCREEN] = screen
    slug = campaign_asked()
    title, head = _known(slug) if slug else ("", 0)
    moves = screen in MOVING
    at = st.query_params.get("at") if moves else position_looked_at(slug or "")
    others = _played_last(slug) if title else ()
    with st.container(key="head", horizontal=True, gap="small", vertical_alignment="center"):
        st.html(head_html(screen, slug if title else None, title, others, at=at), width="content")
        place_seats(st.container(key="head-seats", width="content"))
        run = st.session_state[_RUN] = st.session_state.get(_RUN, 0) + 1  # a run like the last is told as well
        data = {"screen": screen, "campaign": slug, "moves": moves, "head": head, "run": run}
        browser_components.mount("ways", key="ways", data=data, **browser_components.answers("again", n=0))
    words = (LIBRARY | SCREENS)[screen]
    return f"{words} · {title}" if title and screen in SCREENS else words


def screen_open() -> str:
    """The screen that is being drawn."""
    return str(st.session_state.get(_SCREEN, "campaigns"))


def campaign_asked() -> str | None:
    """The campaign that the address names. Nothing else says which campaign a page is about."""
    return st.query_params.get("campaign") or None


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


def head_html(
    screen: str, slug: str | None, title: str, others: Sequence[tuple[str, str]] = (), at: object = None
) -> str:
    """The line: the switcher, and a link to each screen. `others` are campaigns played last, by slug and title;
    `at` is the moment that screens which show any are opened at.
    """
    around = {"campaign": slug} if slug else {}
    of_the_library = _links(LIBRARY, screen, around, None)
    rows = of_the_library
    if slug:
        rows = switch_html(screen, title, others, of_the_library) + _links(SCREENS, screen, around, at)
    return f'<nav class="screens-line" aria-label="Screens">{rows}</nav>'


def switch_html(screen: str, title: str, others: Sequence[tuple[str, str]], below: str) -> str:
    """The campaign's title, which opens the way to the others and to the screens of the library.

    Those beyond the first few are there to be searched: the script of the header shows what fits.
    """
    there = screen if screen in SCREENS else "table"
    listed = joined(
        f'<li{" hidden" if place >= SHOWN else ""}><a data-way href="{text(address_of(there, campaign=slug))}">'
        f"{people(_short(name))}</a></li>"
        for place, (slug, name) in enumerate(others)
    )
    search = '<input type="search" class="switch-find" placeholder="Search" aria-label="Search campaigns">'
    played = f'<p class="over">Played last</p>{search if len(others) > SHOWN else ""}<ul>{listed}</ul>'
    return (
        f'<details class="switch"><summary title="{text(title)}" aria-label="{text(title)}: other campaigns">'
        f'<b class="head-title">{people(_short(title))}</b></summary>'
        f'<div class="switch-list">{played if others else ""}<div class="switch-library">{below}</div></div>'
        "</details>"
    )


def _played_last(here: str | None) -> list[tuple[str, str]]:
    """The other campaigns that whoever looks may go to, the one played last first."""
    try:
        known = library().views.played_last(MOST)
    except (LedgerError, LedgerUnavailable):
        return []  # the page itself says why
    looks = visitor()
    return [(slug, title) for slug, title in known if slug != here and looks.may_look(slug)]


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
