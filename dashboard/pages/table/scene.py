"""The scene at hand while one records: how it began, below the form."""

from collections.abc import Iterator

import streamlit as st

from dashboard.pages.table.beside import last_records
from dashboard.ui.drawing import rulings as html
from dashboard.ui.open_ledger import guarded, remembered
from dashboard.ui.recording import TablePage
from domain.kernel.facts import Kind, SceneOpened
from projections.tables.selection import Filter
from projections.views.timeline import TimelineEntry

LONGEST = 4_000
"""Signs of one sentence that are shown: what is read aloud is shown whole."""
FIRST = 6
"""The number of records that say how a scene began."""


@st.fragment
@guarded
def scene_at_hand(page: TablePage) -> None:
    """The beginning of the scene under way, to be read aloud: open until something is tried in it."""
    lately = last_records(page, page.campaign)
    scene = next((it.scene for it in lately if not it.type.startswith("journal.")), "")
    if not scene:
        return
    begun = next((it for it in lately if it.opens == "scene"), None)
    tried = begun is None or any(it.opens == "test" for it in lately if it.position > begun.position)
    folded = st.expander(
        "The scene",
        expanded=not tried,
        key=f"table-scene-{page.slug}-{scene}",
        on_change="rerun",
        icon=":material/theaters:",
    )
    with folded:
        if folded.open:
            st.html(html.headlines_html(_beginning(page, begun), LONGEST))


def _beginning(page: TablePage, begun: TimelineEntry | None) -> Iterator[tuple[str, str]]:
    """The kinds and sentences of the first records of the scene that began last, with all that is there to see."""
    views = page.library.views
    if begun is None:
        marks = views.marks(page.campaign, viewer=page.viewer)
        first = next((it.position for it in reversed(marks) if it.form == "scene"), 1)
    else:
        first = begun.position
    for entry in views.timeline(page.campaign, page.viewer, where=Filter(first=first), limit=FIRST):
        yield entry.kind.value, entry.headline
        if entry.opens == "scene":
            before = page.campaign.lines.parent(entry.position)
            for told in remembered().told(page.campaign, entry.position, before, page.viewer):
                for fact in told.retelling.facts:
                    if isinstance(fact, SceneOpened):
                        more = (fact.text, fact.demand)
                        yield from ((Kind.STORY.value, it) for it in more if it and it not in entry.headline)
