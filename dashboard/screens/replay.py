"""Replay: one campaign, as of any moment of it. The address says where, and the scrubber keeps it in step."""

from typing import Any

import streamlit as st

from dashboard.components import parts
from dashboard.components.court_links import dispute_way, here_html
from dashboard.components.court_ways import follow_ways
from dashboard.components.feed import changes_html, feed_html
from dashboard.components.heads import away_html, notice_html, over_html, title_html
from dashboard.components.library import guarded, library, remembered
from dashboard.components.links import end_of_line, place_in, quoted
from dashboard.components.rolls import table_html
from dashboard.components.sheet import sheet_html
from dashboard.components.shelf import who_plays
from dashboard.components.states import state_html
from dashboard.components.theatre import Line, Scene, left_words, line_through, scene_at, viewers
from dashboard.components.web import MOST_BESIDE, web
from dashboard.wiring import Library
from domain.kernel.people import Viewer
from ledger.lines import lies_on
from projections.read_models import Summary
from projections.relations import RELATIONS
from projections.timeline import Entry

CAMPAIGNS = "screens/campaigns.py"


@guarded
def replay() -> None:
    """Draw the page."""
    open_now = library()
    shelf = {it.slug: it for it in open_now.views.summaries()}
    slug, notice = _which(shelf)
    follow_ways()
    if slug is None:
        _no_campaign(notice)
        return
    st.session_state["campaign"] = slug
    summary = shelf[slug]
    head = open_now.ledger.head(slug)
    place = place_in(st.query_params.get("at"), head)
    at = _cursor(slug, place.at, head)[0]

    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.html(title_html(summary.title, f"{summary.game_title} · {who_plays(summary)}"), width="stretch")
        viewer = _viewer(open_now, slug)
    line = line_through(open_now.ledger, open_now.views, slug, viewer, at)
    words = notice or place.notice
    notices = notice_html(words) if words else ""
    if not line.is_current:
        left_at = open_now.ledger.lines(slug).parent(_first_beyond(open_now, slug, line))
        notices += away_html(line.end, left_at, head, _why_left(open_now, slug, line.end))
    said = st.empty()  # always there, so that nothing below changes its place when there is something to say
    if notices:
        said.html(notices)
    parts.load(line.data)
    _stage(open_now, slug, viewer, line, place.at)


def _which(shelf: dict[str, Summary]) -> tuple[str | None, str]:
    """The campaign the address asks for, else the one last opened, else the one last played."""
    asked = st.query_params.get("campaign")
    if asked is not None:
        if asked in shelf:
            return asked, ""
        return None, f"There is no campaign called “{quoted(asked)}” in this ledger."
    last = st.session_state.get("campaign")
    if last in shelf:
        return last, ""
    return next(iter(shelf), None), ""


def _no_campaign(notice: str) -> None:
    if notice:
        st.html(state_html("No such campaign", [notice]))
    else:
        st.html(state_html("Nothing to replay yet", ["A campaign can be replayed from its first record on."]))
    with st.container(horizontal_alignment="center"):
        st.page_link(CAMPAIGNS, label="To the campaigns")


def _viewer(open_now: Library, slug: str) -> Viewer:
    """Who the page is seen as: a choice of this browser tab, not a login."""
    known = viewers(open_now.ledger, slug)

    def sit() -> None:
        """Who looks here also asks at the table and in the court."""
        person = known[st.session_state.get(f"viewer-{slug}") or 0][0].person
        if person:
            st.session_state[f"seat|{slug}"] = str(person)

    index = st.selectbox(
        "Seen as",
        range(len(known)),
        format_func=lambda it: f"Seen as {known[it][1][:60]}",
        key=f"viewer-{slug}",
        label_visibility="collapsed",
        on_change=sit,
        width=230,
    )
    return known[index or 0][0]


def _first_beyond(open_now: Library, slug: str, line: Line) -> int:
    """The first record of the shown line that the current line does not have."""
    lines = open_now.ledger.lines(slug)
    for first, last in lines.path(line.end):
        if not lines.is_ancestor(last, line.head):
            shared = [stretch for stretch in lines.path(line.head) if stretch.first == first]
            return shared[0].last + 1 if shared else first
    return line.end


def _why_left(open_now: Library, slug: str, end: int) -> str:
    """Why the line that ended here was left, in a sentence."""
    left = (it for it in open_now.ledger.court.register(slug) if it.left_at == end)
    words, _short = left_words(next(left, None))
    return f"{words}." if words != "Abandoned" else ""


# --- what moves with the cursor --------------------------------------------------------------------------


def _key(slug: str) -> str:
    return f"scrubber-{slug}"


def _cursor(slug: str, first: int, head: int) -> tuple[int, int]:
    """Position and acknowledgement as the browser last said them. It is not to be trusted: parse and clamp."""
    said = parts.said(_key(slug), "cursor")
    try:
        at, count = int(said["at"]), int(said["n"])
    except (KeyError, TypeError, ValueError, OverflowError):
        at, count = first, 0
    return max(1, min(head, at)), count


def _chosen(slug: str) -> str:
    chosen = parts.said(f"roster-{slug}", "picked").get("id")
    return chosen if isinstance(chosen, str) else ""


@st.fragment
@guarded
def _stage(open_now: Library, slug: str, viewer: Viewer, line: Line, first: int) -> None:
    ledger, views = open_now.ledger, open_now.views
    at, ack = _cursor(slug, first, line.head)
    if end_of_line(ledger.lines(slug), at, line.head) != line.end:
        st.rerun()
    top = st.container()  # drawn first, filled last: then the acknowledgement means that all is drawn
    rail, left, right = st.columns([0.72, 1.62, 1.3], gap="large")
    scene = scene_at(ledger, views, remembered(), slug, viewer, line, at, _chosen(slug))
    with rail.container(key="rail"):
        parts.mount("contents", key=f"contents-{slug}", data={"rev": line.data["rev"], "at": at})
    with left.container(border=True, key="sheet-page"):
        _sheet(slug, scene)
    with right:
        st.html(over_html("On the table") + table_html(scene.table, at, scene.ruling))
        st.html(over_html("Around this record") + _around(open_now, slug, line, scene, at))
        over = over_html(f"Changed since {scene.since_words} began", f"at {scene.since:,}")
        st.html(over + changes_html(scene.changes, scene.names))
    if scene.relations.nodes:
        whole = remembered().view(ledger.find(slug), ledger.lines(slug), RELATIONS, line.end, viewer)
        with right if len(whole.nodes) <= MOST_BESIDE else st.container():
            st.html(over_html("The map"))
            parts.mount("web", key=f"web-{slug}", data=web(scene.relations, scene.relations_before, whole))
    with top:
        parts.mount(
            "scrubber",
            key=_key(slug),
            data=_scrubber(slug, line, scene, ack),
            **parts.answers("cursor", at=at, n=0),
        )


def _around(open_now: Library, slug: str, line: Line, scene: Scene, at: int) -> str:
    """The records around the cursor, each with the way to dispute its ruling where that can be."""
    path = open_now.ledger.lines(slug).path(line.head)

    def current(entry: Entry) -> bool:
        return line.is_current or lies_on(path, entry.position)

    here = next((entry for entry in scene.around if entry.position == at), None)
    head = here_html(slug, here, current=here is not None and current(here))
    return head + feed_html(scene.around, at, lambda entry: dispute_way(slug, entry, current=current(entry)))


def _scrubber(slug: str, line: Line, scene: Scene, ack: int) -> dict[str, Any]:
    near = [[it.position, it.kind.value, it.headline[:180], it.ruling] for it in scene.near]
    return {"campaign": slug, "rev": line.data["rev"], "at": scene.at, "ack": ack, "near": near}


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
    st.html(sheet_html(scene.sheet, scene.before))


replay()
