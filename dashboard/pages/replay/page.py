"""Replay: one campaign, as of any moment of it. The address says where, and the scrubber keeps it in step."""

import streamlit as st

from dashboard.pages.replay.frame import as_text, frame_at
from dashboard.pages.replay.frames_ahead import ticket_for
from dashboard.pages.replay.html_cache import Sending
from dashboard.ui import browser_components
from dashboard.ui.attached.attachments import attachments
from dashboard.ui.attached.voices import line_asked
from dashboard.ui.drawing.attached import aloud_html
from dashboard.ui.explain_panel import UNASKED, answer_to, asked_for
from dashboard.ui.open_ledger import guarded
from dashboard.ui.page_context import PageContext, cursor, moment, open_page, scrubber_key
from domain.kernel.journal.attached.terms import Belongs, BelongsTo, FileRole


@guarded
def replay() -> None:
    """Draw the page."""
    context = open_page("Nothing to replay yet", "A campaign can be replayed from its first moment on.")
    if context is not None:
        _aloud(context)
        _stage(context, Sending())
        _attaching(context)
        browser_components.mount("hear", key="hear", data={})


def _aloud(context: PageContext) -> None:
    """The line of a transcript that the address asks for, ready to be heard: it stays while one scrubs on."""
    asked = st.query_params.get("spoken", "")
    found = line_asked(context.campaign, context.library.views, context.viewer, asked) if asked else None
    if found is None:
        return
    with st.container(key="replay-aloud", gap=None):
        st.html(aloud_html(found, context.address))
        st.button("Close", key="replay-aloud-close", type="tertiary", on_click=_close)


def _close() -> None:
    st.query_params.pop("spoken", None)


@st.fragment
@guarded
def _stage(context: PageContext, sending: Sending) -> None:
    """All that moves with the cursor is one part of the page: a step is one message, and draws the page once."""
    key = scrubber_key(context.slug)
    at, ack = moment(context)
    chosen = browser_components.said(key, "picked").get("id")
    chosen = chosen if isinstance(chosen, str) else ""
    stamp = f"{context.line.data['rev']}|{chosen}"
    data = {
        "campaign": context.slug,
        "rev": context.line.data["rev"],
        "at": at,
        "ack": ack,
        "chosen": chosen,
        "stamp": stamp,
        "ticket": ticket_for(context),
        **sending.message(_texts(context, at, chosen, drawn=sending.begun and _drawn(key) == stamp)),
    }
    sent_back = browser_components.several_answers(
        {"cursor": {"at": at, "n": 0}, "picked": {"id": ""}, "asked": UNASKED}
    )
    browser_components.mount("replay", key=key, data=data, on_lost_change=sending.begin_anew, **sent_back)


@st.fragment
@guarded
def _attaching(context: PageContext) -> None:
    """Attach a handout to a moment: the one that was looked at when this was unfolded, or another."""
    head = context.line.head
    at, _ack = cursor(context.slug, context.first, head)
    folded = st.expander("Handouts", key=f"replay-handouts-{context.slug}", on_change="rerun")
    with folded:
        if folded.open:
            key = f"replay-handout-at-{context.slug}"
            moment = int(st.number_input("At moment", 1, head, value=at, key=key, width=160))
            to = Belongs(kind=BelongsTo.RECORD, number=moment)
            roles = (FileRole.HANDOUT, FileRole.PICTURE)
            label = f"A handout at moment {moment:,}"
            attachments(context.library, context.campaign, context.viewer, context.address, to, roles, label)


def _texts(context: PageContext, at: int, chosen: str, *, drawn: bool) -> dict[str, str]:
    """Texts that the page is to show. Where it has `drawn` the frame from those ahead, that is not sent again."""
    asked = asked_for(scrubber_key(context.slug))
    frame = None if drawn and not asked[0] else frame_at(context, at, chosen)
    sheets = {0: [frame.scene.sheet] if frame and frame.scene.sheet else []}
    names = frame.scene.names if frame else {}
    explained = answer_to(asked, context.library, context.slug, context.viewer, at, sheets, names)
    shown = frame.texts if frame and not drawn else {}
    return {**shown, "explain": as_text(explained)}


def _drawn(key: str) -> object:
    """The key of the frame that the page says it has drawn by itself."""
    return browser_components.said(key, "cursor").get("drawn")


replay()
