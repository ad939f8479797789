"""Replay: one campaign, as of any moment of it. The address says where, and the scrubber keeps it in step."""

import streamlit as st

from dashboard.components import parts
from dashboard.components.court_links import dispute_way, here_html
from dashboard.components.court_ways import follow_ways
from dashboard.components.explained import explain
from dashboard.components.feed import changes_html, feed_html
from dashboard.components.heads import over_html
from dashboard.components.library import guarded, remembered
from dashboard.components.rolls import table_html
from dashboard.components.sheet import sheet_html
from dashboard.components.stage import Stage, moment, open_stage, scrubber
from dashboard.components.theatre import Scene, scene_at
from dashboard.components.web import MOST_BESIDE, web
from ledger.lines import lies_on
from projections.timeline import Entry


@guarded
def replay() -> None:
    """Draw the page."""
    follow_ways()
    stage = open_stage("Nothing to replay yet", "A campaign can be replayed from its first record on.")
    if stage is not None:
        _stage(stage)


def _chosen(slug: str) -> str:
    chosen = parts.said(f"roster-{slug}", "picked").get("id")
    return chosen if isinstance(chosen, str) else ""


@st.fragment
@guarded
def _stage(stage: Stage) -> None:
    ledger, views, slug = stage.library.ledger, stage.library.views, stage.slug
    viewer, line = stage.viewer, stage.line
    at, ack = moment(stage)
    top = st.container()  # drawn first, filled last: then the acknowledgement means that all is drawn
    rail, left, right = st.columns([0.72, 1.62, 1.3], gap="large")
    scene = scene_at(ledger, views, remembered(), slug, viewer, line, at, _chosen(slug))
    with rail.container(key="rail"):
        parts.mount("contents", key=f"contents-{slug}", data={"rev": line.data["rev"], "at": at})
    with left.container(border=True, key="sheet-page"):
        _sheet(slug, scene)
    with right:
        explain(stage.library, slug, viewer, at, {0: [scene.sheet] if scene.sheet else []}, scene.names)
        st.html(over_html("On the table") + table_html(scene.table, at, scene.ruling))
        st.html(over_html("Around this record") + _around(stage, scene, at))
        over = over_html(f"Changed since {scene.since_words} began", f"at {scene.since:,}")
        st.html(over + changes_html(scene.changes, scene.names))
    if scene.relations:
        ever = scene.atlas.ever()
        with right if len(ever.nodes) <= MOST_BESIDE else st.container():
            st.html(over_html("The map"))
            parts.mount("web", key=f"web-{slug}", data=web(scene.relations, scene.relations_before, ever))
    with top:
        scrubber(stage, at, ack, list(scene.near))


def _around(stage: Stage, scene: Scene, at: int) -> str:
    """The records around the cursor, each with the way to dispute its ruling where that can be."""
    slug, line = stage.slug, stage.line
    path = stage.library.ledger.lines(slug).path(line.head)

    def current(entry: Entry) -> bool:
        return line.is_current or lies_on(path, entry.position)

    here = next((entry for entry in scene.around if entry.position == at), None)
    head = here_html(slug, here, current=here is not None and current(here))
    return head + feed_html(scene.around, at, lambda entry: dispute_way(slug, entry, current=current(entry)))


def _sheet(slug: str, scene: Scene) -> None:
    if scene.sheet is None:
        st.html('<p class="quiet">Nobody has entered the story yet.</p>')
        return
    people = [
        {
            "id": it.id,
            "name": it.name[:80],
            "played": it.played,
            "how": it.how[:120],
            "gone": it.gone,
            "touched": it.touched,
            "shown": it.id == scene.sheet.character,
        }
        for it in scene.figures
    ]
    chosen = _chosen(slug)
    chosen = chosen if chosen in {it.id for it in scene.figures} else ""
    parts.mount(
        "roster",
        key=f"roster-{slug}",
        data={"people": people, "chosen": chosen},
        **parts.answers("picked", id=""),
    )
    st.html(sheet_html(scene.sheet, scene.before, asks=0))


replay()
