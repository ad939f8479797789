"""Pictures and handouts at the table: those of the last moments, and the form to attach one to the moment now."""

import streamlit as st

from dashboard.files.addresses import addresses_for
from dashboard.ui.attached.form import attach_form
from dashboard.ui.attached.spot import Spot
from dashboard.ui.drawing.attached import attached_html
from dashboard.ui.recording import TablePage
from domain.kernel.journal.attached.state import AttachedFile, shown
from domain.kernel.journal.attached.terms import Belongs, BelongsTo, FileRole
from ledger.log.tags import JOURNAL_PREFIX

BACK = 60
"""The number of records that a handout may lie behind and still be on the table."""
MOST = 4


def handing_out(page: TablePage) -> None:
    """Draw what was handed out just now, and the form to hand out more."""
    if drawn := attached_html(_on_the_table(page), addresses_for(page.slug, page.viewer)):
        st.html(f'<p class="tbl-over">Handed out</p>{drawn}')
    at = _moment_now(page)
    if not at:
        return
    spot = Spot(
        library=page.library,
        campaign=page.campaign,
        viewer=page.viewer,
        to=Belongs(kind=BelongsTo.RECORD, number=at),
        roles=(FileRole.HANDOUT, FileRole.PICTURE),
        label="Hand out a picture",
        called="at-the-table",
    )
    attach_form(spot)


def _on_the_table(page: TablePage) -> list[AttachedFile]:
    since = page.moment.position - BACK
    found = [
        it
        for it in shown(page.moment.journal.files, page.viewer)
        if it.belongs.kind is BelongsTo.RECORD
        and (it.belongs.number or 0) > since
        and it.role in (FileRole.HANDOUT, FileRole.PICTURE)
        and it.opened_by(page.viewer)
    ]
    return found[-MOST:]


def _moment_now(page: TablePage) -> int:
    """The last record of play that whoever looks may know of; 0 where there is none."""
    entries = page.library.views.timeline(page.campaign, page.viewer, limit=BACK, newest_first=True)
    return next((it.position for it in entries if not it.type.startswith(JOURNAL_PREFIX)), 0)
