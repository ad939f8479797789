"""Replay: one campaign, as of any moment of it. The address says where, and the scrubber keeps it in step."""

import json
from collections.abc import Mapping
from typing import Any

import streamlit as st

from dashboard.pages.replay.html_cache import Sending
from dashboard.ui import browser_components
from dashboard.ui.drawing.dispute_links import dispute_way, here_html
from dashboard.ui.drawing.feed import changes_html, feed_html
from dashboard.ui.drawing.headings import over_html
from dashboard.ui.drawing.map_data import MOST_BESIDE, web
from dashboard.ui.drawing.rolls import table_html
from dashboard.ui.explain_panel import UNASKED, answer_to, asked_for
from dashboard.ui.open_ledger import guarded, remembered
from dashboard.ui.page_context import PageContext, moment, open_page, scrubber_key
from dashboard.ui.replay_view import Scene, scene_at
from exchange.documents.html.sheet import sheet_html
from ledger.log.lines import lies_on
from projections.views.timeline import Entry


@guarded
def replay() -> None:
    """Draw the page."""
    stage = open_page("Nothing to replay yet", "A campaign can be replayed from its first moment on.")
    if stage is not None:
        _stage(stage, Sending())


@st.fragment
@guarded
def _stage(stage: PageContext, sending: Sending) -> None:
    """All that moves with the cursor is one part of the page: a step is one message, and draws the page once."""
    key, line = scrubber_key(stage.slug), stage.line
    at, ack = moment(stage)
    chosen = browser_components.said(key, "picked").get("id")
    chosen = chosen if isinstance(chosen, str) else ""
    scene = scene_at(stage.campaign, stage.library.views, remembered(), stage.viewer, line, at, chosen)
    ever = scene.atlas.ever() if scene.relations else None
    drawn = {
        "sheet": _sheet(scene),
        "table": over_html("On the table") + table_html(scene.table, at, scene.ruling),
        "around": over_html("Around this moment") + _around(stage, scene, at),
        "changed": over_html(f"Changed since {scene.since_words} began", f"at {scene.since:,}")
        + changes_html(scene.changes, scene.names),
        "map": over_html("The map") if ever else "",
    }
    sheets = {0: [scene.sheet] if scene.sheet else []}
    told = {
        "near": [[it.position, it.kind.value, it.headline[:180], it.ruling] for it in scene.near],
        "roster": _roster(scene, chosen),
        "explain": answer_to(asked_for(key), stage.library, stage.slug, stage.viewer, at, sheets, scene.names),
        "web": web(scene.relations, scene.relations_before, ever) if ever else None,
    }
    data = {
        "campaign": stage.slug,
        "rev": line.data["rev"],
        "at": at,
        "ack": ack,
        "beside": ever is not None and len(ever.nodes) <= MOST_BESIDE,
        **sending.message({**drawn, **{name: _as_text(it) for name, it in told.items()}}),
    }
    sent_back = browser_components.several_answers(
        {"cursor": {"at": at, "n": 0}, "picked": {"id": ""}, "asked": UNASKED}
    )
    browser_components.mount("theatre", key=key, data=data, on_lost_change=sending.begin_anew, **sent_back)


def _as_text(told: Mapping[str, Any] | list[Any] | None) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _around(stage: PageContext, scene: Scene, at: int) -> str:
    """The records around the cursor, each with the way to dispute its ruling where that can be."""
    slug, line = stage.slug, stage.line
    path = line.lines.path(line.head)

    def current(entry: Entry) -> bool:
        return line.is_current or lies_on(path, entry.position)

    here = next((entry for entry in scene.around if entry.position == at), None)
    head = here_html(slug, here, current=here is not None and current(here))
    return head + feed_html(scene.around, at, lambda entry: dispute_way(slug, entry, current=current(entry)))


def _sheet(scene: Scene) -> str:
    if scene.sheet is None:
        return '<p class="quiet">Nobody has entered the story yet.</p>'
    return sheet_html(scene.sheet, scene.before, asks=0)


def _roster(scene: Scene, chosen: str) -> dict[str, Any] | None:
    """Whose sheet can be chosen, and which one is; nothing before anybody has entered the story."""
    if scene.sheet is None:
        return None
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
    return {"people": people, "chosen": chosen if chosen in {it.id for it in scene.figures} else ""}


replay()
