"""Advancement: what everybody could take now, what comes next and what it still takes, as of any moment."""

import streamlit as st

from dashboard.ui.drawing.advancement import TrackAxis, owner_html, owners, ready_html
from dashboard.ui.drawing.empty_states import state_html
from dashboard.ui.drawing.feed import feed_html
from dashboard.ui.drawing.headings import over_html
from dashboard.ui.open_ledger import guarded
from dashboard.ui.page_context import PageContext, open_page, under_scrubber
from exchange.documents.html.markup import joined
from projections.read_models import Filter
from projections.views.advancement import Growth
from projections.views.roster import Roster

LATEST = 9  # So many of the last records that moved a track are listed


@guarded
def advancement() -> None:
    """Draw the page."""
    context = open_page("No campaign to grow in", "How the characters of a campaign come on stands here.")
    if context is not None:
        under_scrubber(context, _growing)


def _growing(context: PageContext, at: int) -> None:
    views, campaign = context.library.views, context.campaign
    growth = views.growth(campaign, context.viewer, at=at)
    if not growth:
        st.html(_nobody(bool(views.growth(campaign, context.viewer, at=context.line.end))))
    else:
        _drawn(context, growth, context.roster(at), at)


def _nobody(later: bool) -> str:
    if later:
        return state_html("Nobody has begun to grow yet", ["The first track begins later on this line: scrub on."])
    lines = ["A track stands here as soon as a ruling sets one: what it needs, what it has, what it will bring."]
    return state_html("Nobody grows yet", lines)


def _drawn(context: PageContext, growth: Growth, roster: Roster, at: int) -> None:
    names = context.names(at) | {key: it.name for key, it in roster.members.items()}
    over = TrackAxis(context.line.lines.path(context.line.end))
    called_out = ready_html(growth, names)
    if called_out:
        st.html(called_out)
    left, right = st.columns([2.6, 1], gap="large")
    with left:
        cards = joined(
            owner_html(owner, stories, names, roster.members.get(owner), over, at)
            for owner, stories in owners(growth, roster.members)
        )
        st.html(over_html("Who comes to what, the nearest first") + f'<div class="growers">{cards}</div>')
    with right:
        st.html(over_html("What moved them last") + _latest(context, growth, at))


def _latest(context: PageContext, growth: Growth, at: int) -> str:
    moved = sorted({move.position for story in growth.values() for move in story.moves})[-LATEST:]
    entries = context.library.views.timeline(
        context.campaign, context.viewer, at=at, where=Filter(among=tuple(moved)), limit=LATEST, newest_first=True
    )
    return feed_html(entries, at)


advancement()
