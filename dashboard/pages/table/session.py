"""The session at the head of the Play screen: a game master opens it before play, and closes it after."""

import streamlit as st

from dashboard.forms.table_state import Ask
from dashboard.forms.text import plain
from dashboard.ui.recording import TablePage
from domain.kernel.campaign.sessions import CloseSession, OpenSession

UNCOUNTED = "No session is open: what is played now belongs to no evening."


def session_step(page: TablePage, front: Ask | None) -> None:
    """The button that opens the form of the next session, or of the end of this one, where that is on offer."""
    offer = next((it for it in page.offers if it.command in (OpenSession, CloseSession)), None)
    if offer is None:
        return
    opens, last = offer.command is OpenSession, page.moment.campaign.session
    ask = Ask.of(offer, page.seat)
    row = st.container(horizontal=True, vertical_alignment="center", gap="small", key="table-session")
    row.button(
        plain(f"Open session {last.number + 1 if last else 1}" if opens else offer.label),
        key=f"session|{page.slug}",
        on_click=page.screen.open,
        args=(ask,),
        type="secondary" if opens or ask == front else "tertiary",
        icon=":material/wb_twilight:" if opens else ":material/nights_stay:",
        help="What is played from now on belongs to it: the story, the recap and the seals go by sessions."
        if opens
        else "It is sealed, and the recap tells it.",
    )
    if opens and page.preparation is None:
        row.html(f'<span class="quiet">{UNCOUNTED}</span>', width="content")
