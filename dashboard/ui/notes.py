"""A place to add a note, on screens that are not the table."""

from collections.abc import Mapping

import streamlit as st

from dashboard.forms.table_state import TableScreenState
from dashboard.forms.text import plain
from dashboard.ui.drawing import rulings as html
from dashboard.ui.recording import TablePage, tick_note, write_note
from dashboard.ui.seats import SeatChoice, viewer_key
from domain.kernel.journal.notes import FORMS, Visibility
from domain.kernel.journal.state import NoteForm
from domain.kernel.offers import Offer
from domain.kernel.people import Role, Viewer
from domain.kernel.vocabulary import Vocabulary
from ledger.handle import CampaignHandle
from wiring.library import Library

MOST_OF_A_NOTE = 300
"""So many signs of a note stand beside its box."""


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
    note_form(_page(library, campaign, viewer, names, offers), about=about)


def ticking(
    library: Library, campaign: CampaignHandle, viewer: Viewer, names: Mapping[str, str], notes: Mapping[int, str]
) -> None:
    """Draw a box to tick for each of these notes, by number."""
    if not notes:
        return
    page = _page(library, campaign, viewer, names, [])
    for number, text in notes.items():
        st.checkbox(
            plain(text, MOST_OF_A_NOTE),
            key=f"tick|{campaign.slug}|{viewer.person}|{number}",
            on_change=tick_note,
            args=(page, number),
        )


def _page(
    library: Library, campaign: CampaignHandle, viewer: Viewer, names: Mapping[str, str], offers: list[Offer]
) -> TablePage:
    slug, game = campaign.slug, campaign.game
    screen: TableScreenState = st.session_state.setdefault(f"desk|{slug}", TableScreenState())
    return TablePage(
        library=library,
        campaign=campaign,
        slug=slug,
        screen=screen,
        seat=viewer.person,
        viewer=viewer,
        game=game,
        moment=campaign.now,
        names=names,
        offers=offers,
        commands=Vocabulary(game).commands,
        seated=SeatChoice.now(viewer_key(slug)),
    )


def note_form(page: TablePage, *, about: bool = False) -> None:
    """The form of a note, for the table, one person or only the GM; what came of the last one stands below.

    With `about` it may be a comment on one record.
    """
    screen = page.screen
    key = f"{screen.note_ticket}|text"
    form = _chosen_form(page)  # outside the form below, which is drawn anew only when it is sent
    with st.form("table-note", border=False):
        _details(page, form)
        st.text_area(
            "Note",
            key=key,
            height=80,
            placeholder="Something worth remembering",
            label_visibility="collapsed",
            persist_state="session",
        )
        about_key = f"{screen.note_ticket}|about" if about else None
        if about_key is not None:
            st.number_input(
                "About moment (empty: about none)",
                min_value=1,
                max_value=page.moment.position,
                value=None,
                key=about_key,
                persist_state="session",
            )
        personal = form is NoteForm.TO_PERSON
        secret = page.viewer.role is Role.GM and not personal
        with st.container(horizontal=True):
            st.form_submit_button(
                "Note to this person" if personal else "Note for the table",
                on_click=write_note,
                args=(page, page.seat, key, Visibility.TABLE, about_key),
                key="note-table",
            )
            if secret:
                st.form_submit_button(
                    f"Only the {page.game.gm_in_short}",
                    on_click=write_note,
                    args=(page, page.seat, key, Visibility.GM, about_key),
                    key="note-gm",
                    type="tertiary",
                )
    if screen.note_trouble:
        st.html(html.refusal_html(screen.note_trouble, "Not noted"))
    elif screen.noted:
        st.html(html.waiting_html(screen.noted))


def _chosen_form(page: TablePage) -> NoteForm:
    """Ask for the form of the note."""
    labels = {choice.value: choice.label for choice in FORMS}
    st.html('<p class="tbl-over">Note</p>')
    chosen = st.selectbox(
        "What kind of note",
        [choice.value for choice in FORMS],
        format_func=lambda form: labels[form],
        key=f"{page.screen.note_ticket}|form",
        label_visibility="collapsed",
        persist_state="session",
    )
    return NoteForm(str(chosen))


def _details(page: TablePage, form: NoteForm) -> None:
    """Ask for the speaker or the addressee, and for what the note is about."""
    ticket = page.screen.note_ticket
    if form is NoteForm.QUOTE:
        st.text_input("Whose words", key=f"{ticket}|whose", max_chars=200, persist_state="session")
    if form is NoteForm.TO_PERSON:
        seats = page.moment.campaign.people
        others = [person for person in seats if person != page.seat]
        st.selectbox(
            f"For whom, besides the {page.game.gm_in_short}",
            others,
            format_func=lambda person: plain(seats[person].name),
            key=f"{ticket}|to",
            index=None,
            persist_state="session",
        )
    about = {it.value: it.label for it in page.game.references(page.moment.game, "character", page.viewer)}
    about |= {it: page.names.get(it, it) for it in page.moment.campaign.factions}
    if about and form is not NoteForm.NOTE:
        st.selectbox(
            "About whom (empty: nobody in particular)",
            list(about),
            format_func=lambda it: plain(str(about[it])),
            key=f"{ticket}|thing",
            index=None,
            persist_state="session",
        )
