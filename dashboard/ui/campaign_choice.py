"""The campaigns to choose from, as cards that each lead to a screen."""

from collections.abc import Sequence

import streamlit as st

from dashboard.access import visitor
from dashboard.ui import browser_components
from dashboard.ui.addresses import quoted
from dashboard.ui.drawing.empty_states import state_html
from dashboard.ui.drawing.headings import title_html
from dashboard.ui.drawing.links import address_of
from dashboard.ui.filters import choose
from dashboard.ui.header import screen_open, script_of
from dashboard.ui.live_updates import catching_up
from dashboard.ui.shelf import card_data
from projections.tables.shelves import Summary
from wiring.library import Library

SHELF = "shelf"
AT_ONCE = 24
TO_THE_CAMPAIGNS = "To the campaigns"
BEGIN = "Press “New campaign” to begin one."
CAMPAIGNS = script_of("campaigns")


def shelf_of(open_now: Library, shelf: Sequence[Summary], screen: str) -> None:
    """The campaigns that are wanted, so many at a time: a cover is drawn from its whole campaign."""
    choice = choose(shelf)
    wanted = [it for it in shelf if choice.fits(it)]
    if not wanted:
        st.html('<p class="quiet">No campaign fits.</p>')
        return
    shown = st.session_state.get("shelf-shown", AT_ONCE) if st.session_state.get("shelf-of") == choice else AT_ONCE
    st.session_state["shelf-of"], st.session_state["shelf-shown"] = choice, shown
    drawn = [card_data(open_now.ledger, open_now.views, it) for it in wanted[:shown]]
    for each in drawn:
        each["address"] = address_of(screen, campaign=each["slug"])
    browser_components.mount("shelf", key=SHELF, data={"volumes": drawn})
    if shown < len(wanted):
        with st.container(horizontal_alignment="center"):
            st.button(f"Show more of the {len(wanted):,}", key="shelf-more", on_click=_show_more)


def _show_more() -> None:
    st.session_state["shelf-shown"] += AT_ONCE * 2


def which_campaign(open_now: Library, empty: str, words: str) -> None:
    """A page whose address names no campaign: the shelf to choose one from, for this very screen.

    Where there is none to choose, `empty` is its title, with `words` below.
    """
    looks = visitor()
    shelf = [it for it in open_now.views.summaries() if looks.may_look(it.slug)]
    if not shelf:
        founds = looks.may_found
        st.html(state_html(empty, [words, BEGIN if founds else "You are not at any table here yet."]))
        to_the_campaigns("New campaign" if founds else TO_THE_CAMPAIGNS)
        return
    browser_components.load()
    st.html(title_html("Which campaign?"))
    catching_up()
    shelf_of(open_now, shelf, screen_open())


def no_such_campaign(asked: str) -> None:
    """A page whose address names a campaign that is not there, or not for whoever looks."""
    told = f"There is no campaign called “{quoted(asked)}” in this ledger."
    st.html(state_html("No such campaign", [told]))
    to_the_campaigns()


def to_the_campaigns(words: str = TO_THE_CAMPAIGNS) -> None:
    """The way out of a page with nothing to show."""
    with st.container(horizontal_alignment="center"):
        st.page_link(CAMPAIGNS, label=words)
