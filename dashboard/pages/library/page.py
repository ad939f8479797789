"""Campaigns: every campaign of this ledger as a card, and a new one."""

from collections.abc import Callable, Sequence
from typing import Literal

import streamlit as st

from dashboard.access import Access, visitor
from dashboard.pages.library.import_panel import panel
from dashboard.pages.library.import_state import discard_import
from dashboard.pages.library.new_campaign import ONCE, new_campaign
from dashboard.pages.library.sample_campaigns import samples_button, samples_progress
from dashboard.pages.library.shelf_form import place, placeable, runs_one
from dashboard.ui import browser_components
from dashboard.ui.campaign_choice import shelf_of
from dashboard.ui.drawing.empty_states import state_html
from dashboard.ui.drawing.headings import title_html
from dashboard.ui.header import script_of
from dashboard.ui.live_updates import catching_up
from dashboard.ui.open_ledger import guarded, library
from dashboard.ui.shelf import counted
from projections.tables.shelves import Summary
from wiring.library import Library

TABLE = script_of("table")


@guarded
def campaigns() -> None:
    """Draw the page."""
    open_now = library()
    looks = visitor()
    shelf = [it for it in open_now.views.summaries() if looks.may_look(it.slug)]
    chosen = st.session_state.pop("founded", None)
    if isinstance(chosen, str) and looks.may_look(chosen):
        st.switch_page(TABLE, query_params={"campaign": chosen})
    browser_components.load()
    with st.container(horizontal=True, vertical_alignment="bottom", horizontal_alignment="distribute"):
        st.html(title_html("Campaigns", counted(len(shelf))), width="content")
        if open_now.ledger.games:
            with st.container(horizontal=True, width="content"):
                _buttons(open_now, shelf, looks)
    catching_up()
    loading = samples_progress()
    if isinstance(chosen, str):
        _unseated(open_now, chosen, looks.address)
        st.session_state.pop(ONCE, None)  # where the form stays, it is for another campaign now
    mine = (
        placeable(open_now, shelf) if st.session_state.get("placing") or st.session_state.get("taking-in") else []
    )
    if loading and not shelf:
        return
    if not shelf and not (st.session_state.get("taking-in") and looks.may_found):
        _empty(open_now, looks)
    elif mine and st.session_state.get("placing"):
        place(open_now, mine)
    elif st.session_state.get("taking-in") and (mine or looks.may_found):
        panel(open_now, [(it.slug, it.title) for it in mine], may_found=looks.may_found)
    elif st.session_state.get("founding") and looks.may_found:
        new_campaign(open_now)
    if shelf:
        samples_button(open_now, shelf, looks)
        shelf_of(open_now, shelf, "replay")


def _buttons(open_now: Library, shelf: Sequence[Summary], looks: Access) -> None:
    """The forms of the shelf, each opened and closed by its button."""
    if not shelf:
        if looks.may_found and st.session_state.get("taking-in"):
            _import_button()
        return
    runs = runs_one(open_now, shelf)
    if runs:
        _form_button("placing", "Arrange", _turn_placing)
    if looks.may_found or runs:
        _import_button()
    if looks.may_found:
        _form_button("founding", "New campaign", _turn_founding, kind="primary")


def _import_button() -> None:
    _form_button("taking-in", "Import", _turn_intake, help_="Logs and notes of what you have played elsewhere.")


def _form_button(
    form: str,
    words: str,
    turn: Callable[[bool], None],
    *,
    kind: Literal["primary", "secondary"] = "secondary",
    help_: str | None = None,
) -> None:
    """The button that opens a form, or another that closes it, which a double click does not press."""
    is_open = bool(st.session_state.get(form))
    st.button(
        "Close" if is_open else words,
        key=f"{form}-{'close' if is_open else 'open'}",
        on_click=turn,
        args=(not is_open,),
        type="secondary" if is_open else kind,
        help=help_,
    )


def _turn_founding(is_open: bool) -> None:
    for each in ("found-problem", ONCE):
        st.session_state.pop(each, None)
    _only("founding", is_open)


def _turn_placing(is_open: bool) -> None:
    _only("placing", is_open)


def _turn_intake(is_open: bool) -> None:
    discard_import()
    _only("taking-in", is_open)


def _only(form: str, is_open: bool) -> None:
    """Open this form of the three and close the others, or close it."""
    for each in ("founding", "placing", "taking-in"):
        st.session_state[each] = is_open and each == form


def _unseated(open_now: Library, slug: str, address: str) -> None:
    """On a shared server a campaign is nobody's until `secrets.toml` says whose: say what to write there."""
    gm = open_now.ledger.as_far_as_sound(slug).campaign.gm or "gm"
    told = (
        "Nobody holds a seat in it yet. Whoever runs this server writes into secrets.toml, with each player after:"
    )
    st.html(state_html("It is founded", [told], code=f'[access.seats.{slug}]\n{gm} = "{address}"'))


def _empty(open_now: Library, looks: Access) -> None:
    lines = ["A campaign is kept here ruling by ruling, and can be replayed from any moment of it."]
    if not open_now.ledger.games:
        st.html(state_html("No games", ["This program holds no game to found a campaign with."], broken=True))
        return
    if not looks.may_found:
        told = [
            f"Nobody has given {looks.address} a seat at a table of this server.",
            "Whoever runs it can: seats go by e-mail address.",
        ]
        st.html(state_html("No campaign is open to you", told))
        return
    first = "Begin your first campaign below, or import what you have played elsewhere."
    if not looks.shared:
        first = "Begin your first campaign below, import what you have played, or look around in the samples."
    st.html(state_html("The shelf is empty", [*lines, first]))
    with st.container(horizontal=True, horizontal_alignment="center", gap="small"):
        samples_button(open_now, [], looks)
        _import_button()
    new_campaign(open_now)


campaigns()
