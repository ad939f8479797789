"""People: who plays where, across every campaign of the library, and what they did there."""

import streamlit as st

from dashboard.access import visitor
from dashboard.files.addresses import addresses_for
from dashboard.pages.people.seats_by_person import apart_html, everybody_html, one_html, seen
from dashboard.ui import browser_components
from dashboard.ui.attached.faces import faces_at
from dashboard.ui.catching_up import catching_up
from dashboard.ui.drawing.empty_states import state_html
from dashboard.ui.drawing.headings import over_html, title_html
from dashboard.ui.open_ledger import guarded, library, opened, remembered
from domain.kernel.people import Role, Viewer
from domain.kernel.terms import PersonId
from exchange.documents.html.faces import Faces
from ledger.errors import LedgerError
from projections.people import LibraryPerson

ASKED = "people-asked"


_READER = Viewer(PersonId(""), Role.READER)
"""Sees what the whole table knows."""


def _faces(it: LibraryPerson) -> dict[str, Faces]:
    """The faces of the campaigns somebody sits in, as far as everybody there may see them."""
    found = {}
    for slug in {seat.campaign for seat in it.seats}:
        try:
            campaign = opened(slug)
            found[slug] = faces_at(
                campaign, library().views, remembered(), _READER, campaign.head, addresses_for(slug, _READER)
            )
        except LedgerError:
            continue  # what is wrong with it is said on its own pages
    return found


@guarded
def acquaintances() -> None:
    """Draw the page."""
    browser_components.load()
    views = library().views
    known = seen(views.people(), visitor().may_look)
    tables = len({seat.campaign for it in known for seat in it.seats})
    counted = f"{len(known):,} at {tables:,} {'table' if tables == 1 else 'tables'}"
    st.html(title_html("People", counted if known else ""))
    catching_up()
    if not known:
        st.html(state_html("Nobody has a seat yet", ["Whoever takes a seat in a campaign stands here."]))
        return
    named = {it.key: it for it in known}
    st.html(over_html("Everybody", "the same name is the same person, unless a table says otherwise"))
    st.html(everybody_html(known))
    asked = st.query_params.get("who")
    if asked in named and st.session_state.get(ASKED) != asked:
        st.session_state[ASKED] = st.session_state["people-who"] = asked
    chosen = st.selectbox(
        "What somebody played",
        list(named),
        index=None,
        format_func=lambda key: named[key].name[:60],
        placeholder="Choose somebody",
        key="people-who",
        width=320,
    )
    if chosen in named:
        it = named[chosen]
        st.html(over_html(f"What {it.name} played") + one_html(it, views.played(it), _faces(it)) + apart_html(it))


acquaintances()
