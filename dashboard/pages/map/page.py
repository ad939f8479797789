"""Map: the powers of a campaign and how they stand towards each other, as of any moment, and what moved them."""

from dataclasses import dataclass

import streamlit as st

from dashboard.forms.text import plain
from dashboard.pages.map.words import tensions_html, words_html
from dashboard.ui import browser_components
from dashboard.ui.attached.attachments import attachments
from dashboard.ui.drawing.empty_states import state_html
from dashboard.ui.drawing.feed import changes_html, feed_html
from dashboard.ui.drawing.headings import over_html
from dashboard.ui.drawing.map_data import map_data
from dashboard.ui.header import script_of
from dashboard.ui.open_ledger import guarded
from dashboard.ui.page_context import PageContext, open_page, under_scrubber
from dashboard.ui.replay_view import began
from domain.kernel.journal.attached.terms import Belongs, BelongsTo, FileRole
from exchange.documents.html.faces import POWERS
from projections.read_models import Filter
from projections.views.faction_map import MapHistory
from projections.views.recap_words import words
from projections.views.relations import Relations, map_changes

LATEST = 7  # So many of the last records that moved the map are listed
MOST_BESIDE_CHANGES = 18  # A map of so many nodes leaves room beside it; a larger one takes the whole page
SINCE = {
    "session": "since the session began",
    "scene": "since the scene began",
    "record": "since the moment before",
    "start": "since the campaign began",
}


@guarded
def faction_map() -> None:
    """Draw the page."""
    context = open_page("No campaign to draw", "The powers and places of a campaign stand here.")
    if context is not None:
        under_scrubber(context, _charted)


def _charted(context: PageContext, at: int) -> None:
    map_history, gm = context.map_history(), context.campaign.game.gm_in_short
    if not map_history:
        st.html(
            state_html(
                "Nothing is on the map yet",
                [
                    "Once a power or a place has a name, it stands here with all that ties it to the others.",
                    f"The {gm} can put factions on the map and relate them on Play, under Map.",
                ],
            )
        )
        _to_the_table(context)
    else:
        with st.container(horizontal=True, vertical_alignment="bottom", key="map-choices"):
            since = _since(context, at)
            kinds = _kinds(context, map_history)
        _drawn(context, map_history, at, since, kinds)


def _to_the_table(context: PageContext) -> None:
    with st.container(horizontal_alignment="center"):
        st.page_link(script_of("table"), label="To Play", query_params={"campaign": context.slug})


# --- what is asked ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ComparedMoment:
    """The moment that the map is compared with: as of `position` (0: an empty one), said in `words`."""

    position: int
    words: str


def _since(context: PageContext, at: int) -> ComparedMoment:
    pin_key = f"map-pin-{context.slug}"
    asked = st.query_params.get("since", "")
    if pin_key not in st.session_state and asked.isascii() and asked.isdigit() and len(asked) < 18:
        st.session_state[pin_key] = max(1, min(context.line.head, int(asked)))
    pinned = st.session_state.get(pin_key)
    words = dict(SINCE) | ({"pin": f"with moment {pinned:,}"} if pinned else {})
    chosen = st.selectbox(
        "Compare",
        list(words),
        index=list(words).index("pin") if pinned else 0,
        format_func=lambda it: words[it],
        key=f"map-since-{context.slug}-{pinned or 0}",
        width=270,
        persist_state="session",
    )

    def pin() -> None:
        st.session_state[pin_key] = at

    st.button("Compare with this moment", key="map-pin", on_click=pin, disabled=pinned == at)
    lines = context.line.lines
    match chosen:
        case "pin":
            return ComparedMoment(int(pinned or 0), f"Between moments {pinned:,} and {at:,}")
        case "start":
            return ComparedMoment(0, "Since the campaign began")
        case "record":
            return ComparedMoment(lines.parent(at), "With this moment")
        case _:
            form = "session" if chosen == "session" else "scene"
            begin, said = began(context.line, at, form)
            return ComparedMoment(lines.parent(begin), f"Since {said} began, at {begin:,}")


def _kinds(context: PageContext, map_history: MapHistory) -> frozenset[str]:
    """The kinds of nodes to draw, where there are several: at first those that take sides."""
    ever = map_history.ever()
    kind_of = {node.node: node.node_kind for node in ever.nodes.values()}
    kinds = sorted(set(kind_of.values()))
    if len(kinds) < 2:
        return frozenset(kinds)
    sided = {kind_of.get(end) for ends, tie in ever.ties.items() if tie.friendly is not None for end in ends}
    chosen = st.pills(
        "Show",
        kinds,
        default=[kind for kind in kinds if kind in sided] or kinds,
        selection_mode="multi",
        format_func=words,
        key=f"map-kinds-{context.slug}",
        persist_state="session",
    )
    return frozenset(chosen or kinds)


def _only(relations: Relations, kinds: frozenset[str]) -> Relations:
    nodes = {key: node for key, node in relations.nodes.items() if node.node_kind in kinds}
    ties = {ends: tie for ends, tie in relations.ties.items() if ends[0] in nodes and ends[1] in nodes}
    return Relations(nodes, ties)


# --- what is shown ---------------------------------------------------------------------------------------


def _drawn(
    context: PageContext, map_history: MapHistory, at: int, since: ComparedMoment, kinds: frozenset[str]
) -> None:
    now, before, ever = (
        _only(relations, kinds)
        for relations in (map_history.at(at), map_history.at(since.position), map_history.ever())
    )
    shown = map_data(
        now, before if before.nodes else now, ever, context.faces(at)
    )  # where everything is new, nothing needs a mark
    changed = changes_html(
        map_changes(before, now), map_history.names(), "Nothing on the map has moved.", map_history.moved(at)
    )
    beside = len(ever.nodes) <= MOST_BESIDE_CHANGES
    left, right = st.columns([2.6, 1], gap="large") if beside else (st.container(), None)
    with left:
        if not now.nodes and not before.nodes:
            st.html('<p class="quiet">Nothing is on the map yet at this moment: scrub on.</p>')
        browser_components.mount("faction_map", key=f"faction-map-{context.slug}", data=shown)
        below = st.columns(2 if right else [1.2, 1, 1], gap="large")
    with (right or below[0]).container(key="map-since"):
        st.html(over_html(since.words) + changed)
    with below[-2]:
        st.html(over_html("Where something has to give") + tensions_html(now))
    with below[-1]:
        st.html(over_html("What moved the map last") + _latest(context, map_history, at))
    if now.nodes:
        st.html(over_html("The map in words") + words_html(now))
    _pictures(context, now)


def _pictures(context: PageContext, now: Relations) -> None:
    """Maps of the campaign, and pictures of what is on the map: of all of it, or of the one that is chosen."""
    chosen = st.selectbox(
        "Maps and pictures of",
        ["", *now.nodes],
        format_func=lambda it: plain(now.nodes[it].name[:60]) if it in now.nodes else "the whole campaign",
        key=f"map-pictures-{context.slug}",
        width=320,
    )
    to, named = Belongs(), "the campaign"
    roles: tuple[FileRole, ...] = (FileRole.MAP, FileRole.PICTURE)
    if chosen in now.nodes:
        node = now.nodes[chosen]
        kind = BelongsTo.FACTION if node.node_kind in POWERS else BelongsTo.PLACE
        to, named = Belongs(kind=kind, id=node.node), plain(node.name[:40])
        roles = (FileRole.MAP, FileRole.PICTURE, FileRole.PORTRAIT)
    label = f"A map or a picture of {named}"
    attachments(context.library, context.campaign, context.viewer, context.address, to, roles, label)


def _latest(context: PageContext, map_history: MapHistory, at: int) -> str:
    positions = tuple(map_history.records(at)[-LATEST:])
    entries = context.library.views.timeline(
        context.campaign, context.viewer, at=at, where=Filter(among=positions), limit=LATEST, newest_first=True
    )
    return feed_html(entries, at) if entries else '<p class="quiet">Nothing has moved it yet.</p>'


faction_map()
