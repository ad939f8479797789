"""People: who plays where, across every campaign of the library, and what they did there."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from dashboard.access import visitor
from dashboard.files.addresses import addresses_for
from dashboard.pages.people.seats_by_person import apart_html, everybody_html, one_html, seen
from dashboard.ui import browser_components
from dashboard.ui.attached.faces import WIDTH
from dashboard.ui.drawing.empty_states import state_html
from dashboard.ui.drawing.headings import over_html, title_html
from dashboard.ui.live_updates import catching_up
from dashboard.ui.open_ledger import guarded, library
from domain.kernel.people import Role, Viewer
from domain.kernel.terms import PersonId
from exchange.documents.html.face import Picture
from exchange.documents.html.faces import portraits
from ledger.errors import LedgerError
from projections.people import LibraryPerson

ASKED = "people-asked"
MOST = 60
"""Campaigns whose portraits are drawn at most; in others there are monograms."""

_READER = Viewer(PersonId(""), Role.READER)
"""Sees what the whole table knows."""


def _pictures(known: Sequence[LibraryPerson]) -> dict[str, dict[str, Picture]]:
    """Portraits of the characters that are listed, as far as everybody at their tables may see them.

    Only campaigns that keep files are opened for it, and of those the ones played last.
    """
    ledger, found = library().ledger, dict[str, dict[str, Picture]]()
    keeping = ledger.files.whole()
    seats = sorted((seat for it in known for seat in it.seats if seat.cast), key=lambda seat: seat.last_played)
    for slug in list(dict.fromkeys(seat.campaign for seat in reversed(seats))):
        if len(found) == MOST:
            break
        try:
            if str(ledger.find(slug).id) not in keeping:
                continue
            files, address = ledger.open(slug).now.journal.files, addresses_for(slug, _READER)
        except LedgerError:
            continue  # what is wrong with it is said on its own pages
        found[slug] = portraits(files, _READER, files, partial(address, width=WIDTH))
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
    pictures = _pictures(known)
    st.html(everybody_html(known, pictures))
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
        st.html(over_html(f"What {it.name} played") + one_html(it, views.played(it), pictures) + apart_html(it))


acquaintances()
