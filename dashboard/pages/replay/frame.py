"""A frame of the replay: everything that moves with the cursor, as the texts of one position."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dashboard.ui.attached.attachments import files_of
from dashboard.ui.attached.voices import said_at
from dashboard.ui.drawing.attached import attached_html, hear_html
from dashboard.ui.drawing.feed import changes_html, feed_html
from dashboard.ui.drawing.headings import over_html
from dashboard.ui.drawing.links import dispute_way, here_html
from dashboard.ui.drawing.map_data import MOST_BESIDE, map_data
from dashboard.ui.drawing.rolls import table_html
from dashboard.ui.open_ledger import remembered
from dashboard.ui.page_context import PageContext
from dashboard.ui.replay_view import PositionView, scene_at
from domain.kernel.journal.attached.terms import Belongs, BelongsTo
from exchange.documents.html.face import face_data
from exchange.documents.html.kept_blocks import KeptBlocks
from exchange.documents.html.sheet import sheet_html
from ledger.log.lines import lies_on
from projections.views.timeline import TimelineEntry


@dataclass(frozen=True, slots=True)
class Frame:
    """The texts shown of one position, and the scene they were drawn from."""

    texts: Mapping[str, str]
    scene: PositionView


def frame_at(context: PageContext, at: int, chosen: str) -> Frame:
    """The frame of a position, for the viewer of this context. `chosen` names whose sheet it shows.

    The answer to a step and the frames ahead of it are both drawn here, and nowhere else.
    """
    views, line, address = context.library.views, context.line, context.address
    kept = remembered()
    scene = scene_at(context.campaign, views, kept, context.viewer, line, at, chosen, address)
    ever = scene.map_history.ever() if scene.relations else None
    drawn = {
        "sheet": _sheet(scene, kept.drawn),
        "table": over_html("On the table") + table_html(scene.table, at, scene.ruling),
        "around": over_html("Around this moment") + _around(context, scene, at),
        "changed": over_html(f"Changed since {scene.since_words} began", f"at {scene.since:,}")
        + changes_html(scene.changes, scene.names),
        "map": over_html("The map") if ever else "",
    }
    told = {
        "near": [[it.position, it.kind.value, it.headline[:180], it.ruling] for it in scene.near],
        "roster": _roster(scene, chosen),
        "faction_map": map_data(scene.relations, scene.relations_before, ever, scene.faces) if ever else None,
        "beside": ever is not None and len(ever.nodes) <= MOST_BESIDE,
    }
    return Frame({**drawn, **{name: as_text(it) for name, it in told.items()}}, scene)


def as_text(told: Mapping[str, Any] | list[Any] | bool | None) -> str:
    """Data as the text that is cut into pieces."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _around(context: PageContext, scene: PositionView, at: int) -> str:
    """The records around the cursor, each with the way to dispute its ruling where that can be."""
    slug, line = context.slug, context.line
    path = line.lines.path(line.head)

    def current(entry: TimelineEntry) -> bool:
        return line.is_current or lies_on(path, entry.position)

    here = next((entry for entry in scene.around if entry.position == at), None)
    head = here_html(slug, here, current=here is not None and current(here)) + _files(context, scene)
    return head + feed_html(scene.around, at, lambda entry: dispute_way(slug, entry, current=current(entry)))


def _files(context: PageContext, scene: PositionView) -> str:
    """The recording of this moment, and what was attached to it: whenever that was."""
    to = Belongs(kind=BelongsTo.RECORD, number=scene.at)
    handed = attached_html(files_of(context.campaign, context.viewer, to), context.address)
    said = said_at(context.campaign, context.library.views, context.viewer, scene.heard)
    return hear_html(scene.heard, context.address, said) + handed


def _sheet(scene: PositionView, drawn: KeptBlocks) -> str:
    if scene.sheet is None:
        return '<p class="quiet">Nobody has entered the story yet.</p>'
    return sheet_html(scene.sheet, scene.before, asks=0, face=scene.faces.over(scene.sheet), kept=drawn)


def _face(scene: PositionView, who: str) -> Mapping[str, Any] | None:
    found = scene.faces.of_sheet(who)
    return None if found is None else face_data(found)


def _roster(scene: PositionView, chosen: str) -> dict[str, Any] | None:
    """The people whose sheet can be chosen, and which one is; nothing before anybody has entered the story."""
    if scene.sheet is None:
        return None
    people = [
        {
            "id": it.id,
            "name": it.name[:80],
            "face": _face(scene, it.id),
            "played": it.played,
            "how": it.how[:120],
            "gone": it.gone,
            "touched": it.touched,
            "shown": it.id == scene.sheet.character,
        }
        for it in scene.figures
    ]
    return {"people": people, "chosen": chosen if chosen in {it.id for it in scene.figures} else ""}
