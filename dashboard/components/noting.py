"""A place to add a note, on screens that are not the table."""

from collections.abc import Mapping

import streamlit as st

from dashboard.components.seats import SeatChoice, viewer_key
from dashboard.components.table_beside import note_form
from dashboard.components.table_recording import Room
from dashboard.forms.desk import Desk
from dashboard.wiring import Library
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Offer
from domain.kernel.people import Role, Viewer
from domain.kernel.vocabulary import Vocabulary


def noting(
    library: Library,
    slug: str,
    viewer: Viewer,
    moment: AnyMoment,
    names: Mapping[str, str],
    offers: list[Offer],
    *,
    about: bool = False,
) -> None:
    """Draw the form, or why there is none. With `about` the note may be about one record."""
    if viewer.role is Role.READER:
        st.html('<p class="quiet">Who has a seat can add a note here.</p>')
        return
    desk: Desk = st.session_state.setdefault(f"desk|{slug}", Desk())
    game = library.ledger.game(library.ledger.find(slug).game)
    room = Room(
        library=library,
        slug=slug,
        desk=desk,
        seat=viewer.person,
        viewer=viewer,
        game=game,
        moment=moment,
        names=names,
        offers=offers,
        commands=Vocabulary(game).commands,
        seated=SeatChoice.now(viewer_key(slug)),
    )
    note_form(room, about=about)
