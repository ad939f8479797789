"""A place to add a note, on screens that are not the table."""

from collections.abc import Mapping

import streamlit as st

from dashboard.forms.desk import Desk
from dashboard.ui.drawing import rulings as html
from dashboard.ui.recording import TablePage, write_note
from dashboard.ui.seats import SeatChoice, viewer_key
from domain.kernel.journal.notes import Visibility
from domain.kernel.offers import Offer
from domain.kernel.people import Role, Viewer
from domain.kernel.vocabulary import Vocabulary
from ledger.handle import CampaignHandle
from wiring.library import Library


def noting(
    library: Library,
    campaign: CampaignHandle,
    viewer: Viewer,
    names: Mapping[str, str],
    offers: list[Offer],
    *,
    about: bool = False,
) -> None:
    """Draw the form, or why there is none. With `about` the note may be about one record."""
    if viewer.role is Role.READER:
        st.html('<p class="quiet">Who has a seat can add a note here.</p>')
        return
    slug, game = campaign.slug, campaign.game
    desk: Desk = st.session_state.setdefault(f"desk|{slug}", Desk())
    page = TablePage(
        library=library,
        campaign=campaign,
        slug=slug,
        desk=desk,
        seat=viewer.person,
        viewer=viewer,
        game=game,
        moment=campaign.now,
        names=names,
        offers=offers,
        commands=Vocabulary(game).commands,
        seated=SeatChoice.now(viewer_key(slug)),
    )
    note_form(page, about=about)


def note_form(page: TablePage, *, about: bool = False) -> None:
    """TablePage for a note, for the table or only for the GM; what came of the last one stands below.

    With `about` it may be a comment on one record.
    """
    desk = page.desk
    key = f"{desk.note_ticket}|text"
    with st.form("table-note", border=False):
        st.html('<p class="tbl-over">Note</p>')
        st.text_area(
            "Note",
            key=key,
            height=80,
            placeholder="Something worth remembering",
            label_visibility="collapsed",
            persist_state="session",
        )
        about_key = f"{desk.note_ticket}|about" if about else None
        if about_key is not None:
            st.number_input(
                "About moment (empty: about none)",
                min_value=1,
                max_value=page.moment.position,
                value=None,
                key=about_key,
                persist_state="session",
            )
        secret = page.viewer.role is Role.GM
        with st.container(horizontal=True):
            st.form_submit_button(
                "Note for the table",
                on_click=write_note,
                args=(page, page.seat, key, Visibility.TABLE, about_key),
                key="note-table",
            )
            if secret:
                st.form_submit_button(
                    "Only the GM",
                    on_click=write_note,
                    args=(page, page.seat, key, Visibility.GM, about_key),
                    key="note-gm",
                    type="tertiary",
                )
    if desk.note_trouble:
        st.html(html.refusal_html(desk.note_trouble, "Not noted"))
    elif desk.noted:
        st.html(html.waiting_html(desk.noted))
