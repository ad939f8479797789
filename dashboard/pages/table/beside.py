"""Beside the form: what was recorded last, by whomever, and a note."""

from itertools import groupby

import streamlit as st

from dashboard.forms.text import shown
from dashboard.pages.table.undo import back
from dashboard.ui.drawing import rulings as html
from dashboard.ui.drawing.dispute_links import dispute_way, waiting_html
from dashboard.ui.notes import note_form
from dashboard.ui.open_ledger import guarded
from dashboard.ui.recording import TROUBLES, TablePage

LAST = 30
"""So many records are looked at for the list of the last rulings."""
RULINGS = 6


def beside(page: TablePage) -> None:
    """What can be taken back, a note field, and the last rulings, kept up to date while others record."""
    if waiting := waiting_html(page.slug, page.moment.journal):
        st.html(waiting)
    back(page)
    note_form(page)
    last_rulings(page, page.moment.position, [page.slug])


@st.fragment(run_every="2s")
@guarded
def last_rulings(page: TablePage, seen: int, drawn: list[str]) -> None:
    """The last rulings. Says when others have recorded since the page was drawn, and leaves the page alone."""
    st.html('<p class="tbl-over">Last rulings</p>')
    try:
        campaign = page.campaign if drawn else page.library.ledger.open(page.slug)
        drawn.clear()  # the page around it was drawn just now: from here on it looks by itself
        campaign.check_end()
        head = campaign.head
        entries = page.library.views.timeline(campaign, page.viewer, limit=LAST, newest_first=True)
    except TROUBLES as trouble:
        st.html(html.refusal_html(str(trouble), "No news"))
        return
    if head != seen and not page.desk.busy({str(key): value for key, value in st.session_state.items()}):
        st.rerun()
    if head > seen:
        new = head - seen
        words = "1 new moment" if new == 1 else f"{new} new moments"
        if st.button(f"{words} · bring the page up to date", key="table-news", width="stretch"):
            st.rerun()
    rows = []
    for _ruling, group in groupby(entries, key=lambda entry: entry.ruling):
        records = list(group)[::-1]
        lines = html.headlines_html((entry.kind.value, entry.headline) for entry in records)
        who = shown(page.names.get(records[0].by, records[0].by), 40)
        way = dispute_way(page.slug, records[0], current=True, words="dispute")
        rows.append(
            f"<li><header><span>moment {records[-1].position} {way}</span><span>{who}</span></header>{lines}</li>"
        )
    if not rows:
        st.html('<p class="tbl-empty">Nothing yet.</p>')
        return
    st.html(f'<ol class="tbl-rulings">{"".join(rows[:RULINGS])}</ol>')
