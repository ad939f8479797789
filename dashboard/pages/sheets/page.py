"""Sheets: everybody's, as of two moments side by side with the difference marked, or one to print."""

from dataclasses import dataclass

import streamlit as st

from dashboard.forms.text import plain
from dashboard.ui import browser_components
from dashboard.ui.attached.attachments import attachments
from dashboard.ui.drawing.empty_states import state_html
from dashboard.ui.drawing.feed import changes_html
from dashboard.ui.drawing.headings import over_html
from dashboard.ui.explain_panel import explain
from dashboard.ui.open_ledger import guarded, remembered
from dashboard.ui.page_context import PageContext, open_page, under_scrubber
from dashboard.ui.replay_view import began
from domain.kernel.journal.attached.terms import Belongs, BelongsTo, FileRole
from domain.kernel.sheet import Sheet
from exchange.documents.html.faces import Faces
from exchange.documents.html.markup import people
from exchange.documents.html.sheet import EarlierSheet, sheet_html
from projections.compare.differences import Change, changes

AGAINST = {
    "": "Nothing: one sheet alone",
    "session": "When the session began",
    "scene": "When the scene began",
    "start": "When the campaign began",
    "pin": "A moment …",
}
EVERYBODY = "*"


@dataclass(frozen=True, slots=True)
class Compared:
    """One character at two moments; None where the sheet was not there."""

    character: str
    title: str
    was: Sheet | None
    now: Sheet | None


@guarded
def sheets() -> None:
    """Draw the page."""
    context = open_page("No sheets yet", "The characters of a campaign stand here.")
    if context is not None:
        under_scrubber(context, _compared)


def _nobody(*, later: bool) -> str:
    """Words for a moment without a sheet, and where one comes from if none follows."""
    if later:
        return state_html("Nobody has entered the story yet", ["At a later moment there may be sheets: scrub on."])
    lines = ["A sheet stands here as soon as somebody enters the story, on Play."]
    return state_html("Nobody has entered the story yet", lines)


def _compared(context: PageContext, at: int) -> None:
    slug, campaign = context.slug, context.campaign
    now = remembered().sheets(campaign, at, context.viewer)
    with st.container(horizontal=True, vertical_alignment="bottom", key="sheets-choice"):
        then = _against(context, at)
        was = remembered().sheets(campaign, then, context.viewer) if then else []
        chosen = _whose(context, [*now, *was])
        browser_components.mount("print", key=f"print-{slug}", data={"label": "Print, or save as PDF"})
    shown = _chosen(chosen, was, now)
    differ = changes(was, now) if then is not None else []
    if not shown:
        st.html(_nobody(later=at < context.line.end))
    else:
        ask = {0: now, then: was} if then else {0: now}
        explain(context.library, slug, context.viewer, at, ask, context.names(at))
        with st.container(key="sheets-printed"):
            named = people(f"{context.summary.title}, as of moment {at:,}")
            st.html(f'<p class="on-paper" aria-hidden="true">{named}</p>')
            for one in shown:
                _drawn(context, one, then, at, [it for it in differ if it.owner == one.character])
        if len(shown) == 1:
            _pictures(context, shown[0])


def _pictures(context: PageContext, one: Compared) -> None:
    """The pictures of the character whose sheet is shown."""
    campaign = context.campaign
    if one.character not in campaign.game.cast(campaign.now.game):
        return
    to = Belongs(kind=BelongsTo.CHARACTER, id=one.character)
    label = f"A face or a picture for {plain(one.title[:40])}"
    roles = (FileRole.PORTRAIT, FileRole.PICTURE)
    attachments(context.library, campaign, context.viewer, context.address, to, roles, label)


def _against(context: PageContext, at: int) -> int | None:
    """The other position, on whatever line; None where nothing is compared."""
    asked = st.query_params.get("since", "")
    pinned = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 18 else None
    chosen = st.selectbox(
        "Compare with",
        list(AGAINST),
        index=list(AGAINST).index("pin") if pinned else 0,
        format_func=AGAINST.__getitem__,
        key=f"sheets-against-{context.slug}",
        width=270,
        persist_state="session",
    )
    if not chosen:
        return None
    lines = context.line.lines
    if chosen == "pin":
        first = min(pinned or max(1, lines.parent(at)), context.line.head)
        value = st.number_input(
            "Moment", 1, context.line.head, value=first, key=f"sheets-pin-{context.slug}", width=150
        )
        return int(value)
    if chosen == "start":
        return 0
    begin, _words = began(context.line, at, chosen)
    return lines.parent(begin)


def _whose(context: PageContext, both: list[Sheet]) -> str:
    called = {sheet.character: sheet.title[:60] for sheet in reversed(both)}
    order = [EVERYBODY, *dict.fromkeys(sheet.character for sheet in both)]
    chosen = st.selectbox(
        "Whose",
        order,
        index=min(1, len(order) - 1),
        format_func=lambda it: "Everybody" if it == EVERYBODY else called.get(it, it),
        key=f"sheets-whose-{context.slug}",
        width=270,
        persist_state="session",
    )
    return chosen if isinstance(chosen, str) else EVERYBODY


def _chosen(chosen: str, was: list[Sheet], now: list[Sheet]) -> list[Compared]:
    then, here = ({sheet.character: sheet for sheet in sheets} for sheets in (was, now))
    found = []
    for character in dict.fromkeys((*here, *then)):
        if chosen in (EVERYBODY, character) or chosen not in {*here, *then}:
            sheet = here.get(character) or then[character]
            found.append(Compared(character, sheet.title, then.get(character), here.get(character)))
    return found if chosen == EVERYBODY or chosen in {*here, *then} else found[:1]


def _drawn(context: PageContext, one: Compared, then: int | None, at: int, differ: list[Change]) -> None:
    faces = context.faces(at)
    if then is None:
        with st.container(border=True, key=f"sheet-alone-{one.character}"):
            st.html(_sheet(one.now, None, 0, faces))
        return
    left, right, beside = st.columns([1.3, 1.3, 0.8], gap="medium")
    with left.container(border=True, key=f"sheet-was-{one.character}"):
        when = f"As of moment {then:,}" if then else "Before the campaign"
        st.html(over_html(when) + _sheet(one.was, None, then, context.faces(then)))
    better = {it.path: it.better for it in differ}
    with right.container(border=True, key=f"sheet-now-{one.character}"):
        st.html(over_html(f"As of moment {at:,}") + _sheet(one.now, EarlierSheet.of(one.was, better), 0, faces))
    with beside:
        nothing = "Nothing differs." if one.was else "The whole sheet is new."
        shown = differ if one.was else []
        st.html(over_html("What differs") + changes_html(shown, {one.character: one.title}, nothing))


def _sheet(sheet: Sheet | None, before: EarlierSheet | None, asks: int, faces: Faces) -> str:
    if sheet is None:
        return '<p class="quiet">Not there at this moment.</p>'
    return sheet_html(sheet, before, asks=asks, face=faces.over(sheet))


sheets()
