"""Beside the form: what was recorded last, by whomever, and a note."""

from itertools import groupby

import streamlit as st

from dashboard.components import table_html as html
from dashboard.forms.text import shown
from dashboard.screens.recording import TROUBLES, Desktop, write_note
from domain.kernel.journal.commands import Visibility
from domain.kernel.people import Role

LAST = 30
"""So many records are looked at for the list of the last rulings."""
RULINGS = 6


def beside(desktop: Desktop, seat: str, seen: int) -> None:
    """A note field, and the last rulings, kept up to date while others record. `seen` is the page's position."""
    _note(desktop, seat)
    last_rulings(desktop, seen)


@st.fragment(run_every="2s")
def last_rulings(desktop: Desktop, seen: int) -> None:
    """The last rulings. Says when others have recorded since the page was drawn, and leaves the page alone."""
    st.html('<p class="tbl-over">Last rulings</p>')
    try:
        head = desktop.library.ledger.head(desktop.slug)
        entries = desktop.library.views.timeline(desktop.slug, desktop.viewer, limit=LAST, newest_first=True)
    except TROUBLES as trouble:
        st.html(html.refusal_html(str(trouble), "No news"))
        return
    if head > seen:
        new = head - seen
        words = "1 new record" if new == 1 else f"{new} new records"
        if st.button(f"{words} · bring the page up to date", key="table-news", width="stretch"):
            st.rerun()
    rows = []
    for ruling, group in groupby(entries, key=lambda entry: entry.ruling):
        records = list(group)[::-1]
        lines = html.headlines_html((entry.kind.value, entry.headline) for entry in records)
        who = shown(desktop.names.get(records[0].by, records[0].by), 40)
        rows.append(f"<li><header><span>ruling {ruling}</span><span>{who}</span></header>{lines}</li>")
    if not rows:
        st.html('<p class="tbl-empty">Nothing yet.</p>')
        return
    st.html(f'<ol class="tbl-rulings">{"".join(rows[:RULINGS])}</ol>')


def _note(desktop: Desktop, seat: str) -> None:
    desk = desktop.desk
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
        secret = desktop.viewer.role is Role.GM
        with st.container(horizontal=True):
            st.form_submit_button(
                "Note for the table",
                on_click=write_note,
                args=(desktop, seat, key, Visibility.TABLE),
                key="note-table",
            )
            if secret:
                st.form_submit_button(
                    "Only the GM",
                    on_click=write_note,
                    args=(desktop, seat, key, Visibility.GM),
                    key="note-gm",
                    type="tertiary",
                )
    if desk.note_trouble:
        st.html(html.refusal_html(desk.note_trouble, "Not noted"))
    elif desk.noted:
        st.html(html.waiting_html(desk.noted))
