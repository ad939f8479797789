"""Chronicle: what happened, to be read: as prose or record by record, with what was written down in its place."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from dashboard.pages.chronicle.story import passages, story_html
from dashboard.pages.chronicle.telling import telling_html
from dashboard.ui import browser_components
from dashboard.ui.attached.addresses import addresses_for
from dashboard.ui.attached.faces import faces_at
from dashboard.ui.attached.here import attached_here
from dashboard.ui.damage import damage_html, readable
from dashboard.ui.drawing.empty_states import state_html
from dashboard.ui.live_updates import watch
from dashboard.ui.notes import noting
from dashboard.ui.open_ledger import guarded, library, opened, remembered
from dashboard.ui.page_context import heading, summary_of
from domain.kernel.facts import CharacterKind, Kind
from domain.kernel.journal.attached.terms import Belongs, BelongsTo, FileRole
from domain.kernel.people import Viewer
from exchange.documents.html.markup import number, text
from ledger.answers import Told
from ledger.handle import CampaignHandle
from projections.read_models import Filter, ReadModels
from projections.story.lengths import about
from projections.story.telling import told_story
from projections.views.roster import Roster
from projections.views.timeline import Entry, Mark
from wiring.library import Library

PAGE = 400  # So many records are told on one page
FURTHEST = 4_000  # So many records are read for what they tell in full; over more, their headlines are
KINDS = {
    Kind.STORY: "Story", Kind.DICE: "Dice", Kind.GAIN: "Gains", Kind.LOSS: "Losses", Kind.GROWTH: "Growth",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Span:
    """Something to read: a session or scene, from its first position to its last."""

    title: str
    first: int
    last: int


@guarded
def chronicle() -> None:
    """Draw the page."""
    open_now = library()
    summary = summary_of(open_now, "Nothing to read yet", "The story of a campaign stands here.")
    if summary is None:
        return
    slug, campaign = summary.slug, opened(summary.slug)
    sound = readable(open_now, campaign)
    if sound is None:
        return
    viewer = heading(campaign, summary)
    browser_components.load()
    if damage := damage_html(slug, sound):
        st.html(damage)
    watch(open_now.ledger, slug, sound)
    end = sound.position
    left, right = st.columns([2.2, 1], gap="large")
    with right.container(key="chronicle-filters"):
        wanted, words, session = _filters(open_now.views, campaign, viewer, end)
        as_entries = st.segmented_control(
            "Told as", ["prose", "entries"], default="prose", format_func=str.capitalize,
            key=f"chronicle-as-{slug}", persist_state="session",
        ) == "entries"  # fmt: skip
        if sound.why is None:
            with st.expander("Add a note, or a comment on a moment"):
                noting(open_now, campaign, viewer, {}, [], about=True)
    with left:
        if session:
            _files(open_now, campaign, viewer, session)
        _story(_Reading(open_now.views, campaign, viewer, end), wanted, words, entries=as_entries)
    browser_components.mount("record_links", key="record-links", data={"campaign": slug})


def _files(open_now: Library, campaign: CampaignHandle, viewer: Viewer, session: int) -> None:
    """Draw the files attached to the session that is read."""
    to = Belongs(kind=BelongsTo.SESSION, number=session)
    roles = (FileRole.RECORDING, FileRole.HANDOUT, FileRole.PICTURE)
    address = addresses_for(campaign.slug, viewer)
    attached_here(open_now, campaign, viewer, address, to, roles, "A recording or a picture of this session")


# --- what to read ----------------------------------------------------------------------------------------


def _spans(marks: list[Mark], form: str, end: int) -> list[Span]:
    """The sessions or scenes of a line. What came before the first session is one as well."""
    own = [mark for mark in marks if mark.form == form]
    starts = [mark.position for mark in own] + [end + 1]
    spans = []
    if form == "session" and own and own[0].position > 1:
        spans.append(Span("Before the first session", 1, own[0].position - 1))
    for place, mark in enumerate(own):
        named = f"Session {mark.session}" + (f": {mark.title}" if mark.title else "")
        title = named if form == "session" else mark.title or "A scene"
        spans.append(Span(title, mark.position, starts[place + 1] - 1))
    return spans


def _filters(views: ReadModels, campaign: CampaignHandle, viewer: Viewer, end: int) -> tuple[Filter, str, int]:
    """What is wanted, what is sought in words, and the number of the session that is read; 0 for several."""
    slug = campaign.slug
    marks = views.marks(campaign, at=end, viewer=viewer)
    words = st.text_input(
        "Search", key=f"chronicle-search-{slug}", placeholder="Words in the story or in notes", max_chars=200
    ).strip()
    sessions = _spans(marks, "session", end)
    span: Span | None = None
    if sessions:
        place = st.selectbox(
            "Session", [-1, *range(len(sessions))], index=0 if words else len(sessions),
            format_func=lambda it: "The whole campaign" if it < 0 else sessions[it].title[:80],
            key=f"chronicle-session-{slug}-{len(sessions)}-{bool(words)}",
        )  # fmt: skip
        span = sessions[place] if place is not None and place >= 0 else None
    begun = [it for it in marks if span and it.form == "session" and it.position == span.first]
    session = begun[0].session if begun else 0
    scenes = [it for it in _spans(marks, "scene", end) if span and span.first <= it.first <= span.last]
    if span and scenes:
        place = st.selectbox(
            "Scene", [-1, *range(len(scenes))], key=f"chronicle-scene-{slug}-{span.first}",
            format_func=lambda it: "All of them" if it < 0 else scenes[it].title[:80],
        )  # fmt: skip
        if place is not None and place >= 0:
            span = Span(scenes[place].title, scenes[place].first, min(scenes[place].last, span.last))
    who, by = _person(views.cast(campaign, viewer).at(end), slug)
    kind = st.pills("Kind", list(KINDS), format_func=lambda it: KINDS[it], key=f"chronicle-kind-{slug}")
    first, last = (span.first, span.last) if span else (None, None)
    wanted = Filter(first=first, last=last, about=who, by=by, kind=kind, search=words or None)
    return wanted, words, session


def _person(roster: Roster, slug: str) -> tuple[str | None, str | None]:
    people: dict[str, str] = {f"about|{it.character}": it.name for it in roster.members.values()}
    people |= {f"by|{it.person}": f"recorded by {it.name}" for it in roster.people.values()}
    chosen = st.selectbox(
        "Person", ["", *people], format_func=lambda it: people.get(it, "Everybody")[:80],
        key=f"chronicle-person-{slug}-{len(people)}",
    )  # fmt: skip
    how, _bar, who = (chosen or "").partition("|")
    return (who if how == "about" else None), (who if how == "by" else None)


# --- the story -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Reading:
    """A campaign read by one viewer, up to the record where it ends, or is sound."""

    views: ReadModels
    campaign: CampaignHandle
    viewer: Viewer
    end: int


def _story(it: _Reading, wanted: Filter, words: str, *, entries: bool) -> None:
    many = it.views.count(it.campaign, it.viewer, at=it.end, where=wanted)
    if not many:
        hint = "Nothing was found that you may read. Search in the whole campaign, or with fewer words."
        first = "It begins with the first ruling."
        st.html(state_html("Nothing here", [hint if it.end > 1 else first]))
        return
    pages = (many + PAGE - 1) // PAGE
    page = 1
    if pages > 1:
        page = int(
            st.selectbox(
                "Page",
                range(1, pages + 1),
                format_func=lambda each: f"{each:,} of {pages:,}",
                key=f"chronicle-page-{it.campaign.slug}-{pages}",
                width=160,
            )
            or 1
        )
    if words or wanted.kind or wanted.about or wanted.by:
        said = f"{number(many)} moment{'' if many == 1 else 's'}"
        sought = f" with “{text(words)}”" if words else ""
        st.html(f'<p class="found quiet" role="status">{said}{sought}. Each leads to its moment.</p>')
    faces = faces_at(
        it.campaign, it.views, remembered(), it.viewer, it.end, addresses_for(it.campaign.slug, it.viewer)
    )
    found, told = _page(it, wanted, page)
    chosen = words or wanted.kind or wanted.by
    if entries or chosen or not told or len(told) < len(found):
        names = {
            each.person: each.name for each in it.views.cast(it.campaign, it.viewer).at(it.end).people.values()
        }
        by_position = {each.record.position: each for each in told}
        st.html(story_html(passages(found, by_position, names), words, faces, entries=entries))
        return
    members = {each.character: each for each in faces.roster.members.values()}
    known = {who: (each.name, each.kind is CharacterKind.PLAYERS) for who, each in members.items()}
    parts = told_story(told, known)
    st.html(telling_html(parts if wanted.about is None else about(parts, wanted.about), faces))


def _page(it: _Reading, wanted: Filter, page: int) -> tuple[list[Entry], Sequence[Told]]:
    """One page of what is wanted, and the records from its first to its last, where they are few enough."""
    views, campaign, viewer = it.views, it.campaign, it.viewer
    after = 0
    for _ in range(page - 1):  # positions, not numbers of rows: pages stay where they are while others record
        before = views.timeline(campaign, viewer, at=it.end, where=wanted, limit=PAGE, after=after)
        after = before[-1].position if before else after
    found = views.timeline(campaign, viewer, at=it.end, where=wanted, limit=PAGE, after=after)
    if not found:
        return found, ()
    first, last = found[0].position, found[-1].position
    told: Sequence[Told] = ()
    if last - first < FURTHEST:
        # The journal is kept beside the lines: what was written on a line that was left is told by its headline.
        end = max(
            (each.position for each in found if campaign.lines.is_ancestor(each.position, it.end)), default=0
        )
        told = remembered().told(campaign, end, first - 1, viewer) if end else ()
    return found, told


chronicle()
