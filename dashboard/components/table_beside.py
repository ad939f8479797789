"""Beside the form: what was recorded last, by whomever, and a note."""

from itertools import groupby

import streamlit as st

from dashboard.components import table_html as html
from dashboard.components.court_back import back
from dashboard.components.court_links import dispute_way, waiting_html
from dashboard.components.library import guarded
from dashboard.components.table_recording import TROUBLES, Room, write_note
from dashboard.forms.text import shown
from domain.kernel.journal.commands import Visibility
from domain.kernel.people import Role

LAST = 30
"""So many records are looked at for the list of the last rulings."""
RULINGS = 6


def beside(room: Room) -> None:
    """What can be taken back, a note field, and the last rulings, kept up to date while others record."""
    if waiting := waiting_html(room.slug, room.moment.journal):
        st.html(waiting)
    back(room)
    note_form(room)
    last_rulings(room, room.moment.position)


@st.fragment(run_every="2s")
@guarded
def last_rulings(room: Room, seen: int) -> None:
    """The last rulings. Says when others have recorded since the page was drawn, and leaves the page alone."""
    st.html('<p class="tbl-over">Last rulings</p>')
    try:
        head = room.library.ledger.head(room.slug)
        entries = room.library.views.timeline(room.slug, room.viewer, limit=LAST, newest_first=True)
    except TROUBLES as trouble:
        st.html(html.refusal_html(str(trouble), "No news"))
        return
    if head != seen and not room.desk.busy({str(key): value for key, value in st.session_state.items()}):
        st.rerun()
    if head > seen:
        new = head - seen
        words = "1 new record" if new == 1 else f"{new} new records"
        if st.button(f"{words} · bring the page up to date", key="table-news", width="stretch"):
            st.rerun()
    rows = []
    for ruling, group in groupby(entries, key=lambda entry: entry.ruling):
        records = list(group)[::-1]
        lines = html.headlines_html((entry.kind.value, entry.headline) for entry in records)
        who = shown(room.names.get(records[0].by, records[0].by), 40)
        way = dispute_way(room.slug, records[0], current=True, words="dispute")
        rows.append(f"<li><header><span>ruling {ruling} {way}</span><span>{who}</span></header>{lines}</li>")
    if not rows:
        st.html('<p class="tbl-empty">Nothing yet.</p>')
        return
    st.html(f'<ol class="tbl-rulings">{"".join(rows[:RULINGS])}</ol>')


def note_form(room: Room, *, about: bool = False) -> None:
    """Room for a note, for the table or only for the GM; what came of the last one stands below.

    With `about` it may be a comment on one record.
    """
    desk = room.desk
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
                "About record (empty: about none)",
                min_value=1,
                max_value=room.moment.position,
                value=None,
                key=about_key,
                persist_state="session",
            )
        secret = room.viewer.role is Role.GM
        with st.container(horizontal=True):
            st.form_submit_button(
                "Note for the table",
                on_click=write_note,
                args=(room, room.seat, key, Visibility.TABLE, about_key),
                key="note-table",
            )
            if secret:
                st.form_submit_button(
                    "Only the GM",
                    on_click=write_note,
                    args=(room, room.seat, key, Visibility.GM, about_key),
                    key="note-gm",
                    type="tertiary",
                )
    if desk.note_trouble:
        st.html(html.refusal_html(desk.note_trouble, "Not noted"))
    elif desk.noted:
        st.html(html.waiting_html(desk.noted))
