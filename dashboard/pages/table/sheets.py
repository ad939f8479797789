"""The sheets at hand while one records: below the form, folded away until wanted."""

from collections.abc import Sequence

import streamlit as st

from dashboard.files.addresses import addresses_for
from dashboard.forms.text import cut
from dashboard.ui.attached.faces import faces_at
from dashboard.ui.explain_panel import explain_aside
from dashboard.ui.open_ledger import guarded, remembered
from dashboard.ui.recording import TablePage
from dashboard.ui.replay_view import LOOK_BACK, whose_sheet
from domain.kernel.sheet import Sheet
from exchange.documents.html.sheet import EarlierSheet, sheet_html
from ledger.answers import ToldRecord
from projections.compare.differences import changes

FOLLOW = ""
"""Chosen instead of a character: whoever was spoken of last."""


@st.fragment
@guarded
def sheets_at_hand(page: TablePage) -> None:
    """One character's sheet as it stands, with what the last ruling changed on it.

    The panel that explains is here even while the sheet is folded away: the form's preview asks it as well.
    """
    folded = st.expander("Sheets", key=f"table-sheets-{page.slug}", on_change="rerun", icon=":material/article:")
    with folded:
        if folded.open:
            _sheet(page)
    at = page.moment.position

    def asked(position: int) -> Sequence[Sheet] | None:
        return _sheets(page, at) if position == at else None

    explain_aside(page.library, page.slug, page.viewer, at, asked, page.names)


def _sheets(page: TablePage, at: int) -> Sequence[Sheet]:
    return remembered().sheets(page.campaign, at, page.viewer)


def _sheet(page: TablePage) -> None:
    at = page.moment.position
    now = _sheets(page, at)
    if not now:
        st.html('<p class="tbl-empty">Nobody has entered the story yet.</p>')
        return
    called = {sheet.character: sheet.title for sheet in now}
    chosen = st.selectbox(
        "Whose sheet",
        [FOLLOW, *called],
        key=f"table-sheet-of-{page.slug}",
        label_visibility="collapsed",
        format_func=lambda it: cut(called.get(it, "Whoever was spoken of last"), 60),
        persist_state="session",
    )
    recent = remembered().told(page.campaign, at, max(0, at - LOOK_BACK), page.viewer)
    shown = whose_sheet(now, recent, chosen or FOLLOW)
    if shown is None:
        return
    was = _sheets(page, page.campaign.lines.parent(_last_began(recent, at)))
    old = next((sheet for sheet in was if sheet.character == shown.character), None)
    better = {it.path: it.better for it in changes(was, now) if it.owner == shown.character}
    with st.container(border=True, key="table-sheet"):
        address = addresses_for(page.slug, page.viewer)
        faces = faces_at(page.campaign, page.library.views, remembered(), page.viewer, at, address)
        st.html(sheet_html(shown, EarlierSheet.of(old, better), asks=0, face=faces.over(shown)))


def _last_began(recent: Sequence[ToldRecord], at: int) -> int:
    """The first record of the last ruling of play; what the journal says beside it changes no sheet."""
    played = [it.record for it in recent if not it.record.event.type.startswith("journal.")]
    if not played:
        return at
    last = played[-1].envelope.ruling
    return next(it.position for it in played if it.envelope.ruling == last)
