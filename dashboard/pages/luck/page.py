"""Luck: how the dice fell against their exact odds, and what came in and went out, as of any moment."""

from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from typing import Any

import streamlit as st

from dashboard.files.to_save import MadeFile, file_to_save
from dashboard.pages.luck.resources import resource_html
from dashboard.ui.drawing.advancement import TrackAxis
from dashboard.ui.drawing.empty_states import state_html
from dashboard.ui.drawing.headings import over_html
from dashboard.ui.drawing.luck import apart_html, faces_html, rows_html, whole_html
from dashboard.ui.open_ledger import guarded
from dashboard.ui.page_context import PageContext, open_page, under_scrubber
from domain.kernel.people import Role
from exchange.documents.row_files import write_csv
from ledger.answers import ToldRecord
from projections.history.folded_views import told_to
from projections.views import figures
from projections.views.economy import resources
from projections.views.luck import together
from projections.views.story import BEFORE

VIEWS = {"dice": "The dice", "economy": "What came in and went out"}
MOST_AT_ONCE = 6


@guarded
def luck() -> None:
    """Draw the page."""
    context = open_page("No dice yet", "How the dice of a campaign fell stands here.")
    if context is not None:
        under_scrubber(context, _fortune)


def _fortune(context: PageContext, at: int) -> None:
    chosen = st.segmented_control(
        "What to look at",
        list(VIEWS),
        default="dice",
        format_func=VIEWS.__getitem__,
        key=f"luck-view-{context.slug}",
        label_visibility="collapsed",
        persist_state="session",
    )
    if chosen == "economy":
        _economy(context, at)
    else:
        _dice(context, at)


def _dice(context: PageContext, at: int) -> None:
    found = context.library.views.luck(context.campaign, context.viewer, at=at)
    whole, struck = found.whole(), together(found.struck)
    if not whole.count:
        lines = ["As soon as dice fall, it stands here how they fell and how likely that was."]
        st.html(state_html("No die has fallen yet", lines))
        return
    names = context.names(at)
    left, right = st.columns([1.35, 1], gap="large")
    with left:
        st.html(whole_html(found))
    with right:
        st.html(over_html("Each face, and its fair share") + faces_html(whole))
    st.html(rows_html("By who threw them", "Who", found.by_roller(), names))
    sessions = {f"Session {number}" if number else BEFORE: tally for number, tally in found.by_session().items()}
    if len(sessions) > 1:
        st.html(rows_html("By session", "When", sessions, {}))
    st.html(rows_html("By what they were thrown for", "What for", found.by_kind(), names))
    st.html(over_html("What is left apart, and how to read this") + apart_html(found, struck))
    _as_table(context, "rolls", figures.RolledDieRow, figures.rolls)


def _economy(context: PageContext, at: int) -> None:
    found = resources(context.library.views.economy(context.campaign, context.viewer, at=at))
    if not found:
        lines = ["As soon as a number on a sheet goes up or down, its accounts stand here."]
        st.html(state_html("Nothing was earned or spent yet", lines))
        return
    labels = {it.name: f"{it.label} ({it.moved:,})"[:60] for it in found}
    # Not pills: their words would be read as Markdown, and tracks are named by people.
    chosen = st.multiselect(
        "Which",
        list(labels),
        default=[it.name for it in found[:2]],
        max_selections=MOST_AT_ONCE,
        format_func=lambda name: labels.get(name, name),
        key=f"luck-which-{context.slug}-{len(found)}",
        persist_state="session",
    )
    names = context.names(at)
    over = TrackAxis(context.line.lines.path(context.line.end))
    shown = [it for it in found if it.name in (chosen or [])]
    if not shown:
        st.html('<p class="quiet">Choose what to look at: in brackets, how much of it came and went.</p>')
    for resource in shown:
        st.html(resource_html(resource, names, over, at))
    _as_table(context, "resources", figures.NumberRow, figures.resources)


def _as_table(
    context: PageContext, what: str, row: type[Any], rows: Callable[[Iterator[ToldRecord]], Iterable[Any]]
) -> None:
    """Draw the button for every row of the campaign as a file, as whoever looks may know them."""
    slug, viewer = context.slug, context.viewer

    def make() -> MadeFile:
        to = BytesIO()
        told = told_to(context.library.ledger, slug, None, None if viewer.role is Role.READER else viewer)
        count = write_csv(row, rows(told), to)
        return MadeFile(
            content=to.getvalue(),
            name=f"{slug}-{what}.csv",
            media="text/csv",
            remarks=(f"It has {count:,} rows.",),
        )

    file_to_save(f"luck-{what}", context.campaign, viewer, make, "Make a table of them all, for a spreadsheet")


luck()
