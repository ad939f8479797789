"""Beside the form: what was recorded last, by whomever, and a note."""

from collections.abc import Sequence
from itertools import groupby

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.forms.text import cut, plain, shown
from dashboard.pages.table.handing_out import handing_out
from dashboard.pages.table.undo import back
from dashboard.polls import SELDOM, poll
from dashboard.ui.drawing import rulings as html
from dashboard.ui.drawing.links import dispute_way, waiting_html
from dashboard.ui.notes import note_form
from dashboard.ui.open_ledger import TROUBLES, guarded, remembered, trouble_words
from dashboard.ui.recording import TablePage, held_now
from ledger.handle import CampaignHandle, Soundness
from projections.views.timeline import TimelineEntry

LAST = 30
"""The number of records looked at for the list of the last rulings, and for the scene at hand."""
RULINGS = 6


def beside(page: TablePage) -> DeltaGenerator:
    """Draw what can be taken back, a note, what is handed out, and the last rulings: `news` fills their place."""
    if waiting := waiting_html(page.slug, page.moment.journal):
        st.html(waiting)
    back(page)
    note_form(page)
    handing_out(page)
    st.html('<p class="tbl-over">Last rulings</p>')
    return st.empty()


AWAY = "The ledger cannot be reached just now"


@st.fragment(run_every=SELDOM)
@guarded
def news(page: TablePage, seen: int, rulings: DeltaGenerator, drawn: list[str]) -> None:
    """Say on top of the page what others have recorded since it was drawn, with the way there.

    A page that nobody has begun to fill in goes along by itself; every other is left alone until it is asked to.
    The last rulings beside the form are kept up to date in either case.
    """
    key = f"table-poll|{page.slug}"
    try:
        campaign = page.campaign if drawn else page.library.ledger.open(page.slug)
        drawn.clear()  # the page around it was drawn just now: from here on it looks by itself
        campaign.check_end()
        head = campaign.head
        entries = last_records(page, campaign)
    except TROUBLES as trouble:
        st.html(html.refusal_html(trouble_words(trouble), AWAY))  # the last rulings stand as they were
        poll(key, lambda: True)
        return
    if head != seen and not page.screen.busy(held_now()):
        st.rerun()
    if head > seen:
        words = _news(page, [it for it in entries if it.position > seen], head - seen)
        if st.button(words, key="table-news", width="stretch", icon=":material/sync:"):
            st.rerun()
    rulings.html(_rulings(page, entries))
    ledger, slug = page.library.ledger, page.slug
    poll(key, lambda: ledger.soundness(slug) != Soundness(seen))  # which keeps no more of the page than it needs


def last_records(page: TablePage, campaign: CampaignHandle) -> Sequence[TimelineEntry]:
    """The last records that whoever looks may see, the newest first: read once for all who ask at this head."""
    views = page.library.views
    return remembered().once(
        campaign,
        page.viewer,
        "last records",
        lambda: views.timeline(campaign, page.viewer, limit=LAST, newest_first=True),
    )


def _news(page: TablePage, entries: Sequence[TimelineEntry], new: int) -> str:
    """The button that brings the page up to date: how much is new, and what of it came last."""
    count = "1 new moment" if new == 1 else f"{new} new moments"
    if not entries:
        return f"{count} · show"
    last = entries[0]
    return plain(f"{count} · {page.names.get(last.by, last.by)}: {cut(last.headline, 70)} · show", 200)


def _rulings(page: TablePage, entries: Sequence[TimelineEntry]) -> str:
    rows = []
    for _ruling, group in groupby(entries, key=lambda entry: entry.ruling):
        records = list(group)[::-1]
        lines = html.headlines_html((entry.kind.value, entry.headline) for entry in records)
        who = shown(page.names.get(records[0].by, records[0].by), 40)
        moment = records[-1].position
        way = dispute_way(page.slug, records[0], current=True, words="dispute", moment=moment)
        rows.append(f"<li><header><span>moment {moment:,} {way}</span><span>{who}</span></header>{lines}</li>")
    if not rows:
        return '<p class="tbl-empty">Nothing yet.</p>'
    return f'<ol class="tbl-rulings">{"".join(rows[:RULINGS])}</ol>'
