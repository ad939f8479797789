"""Chronicle: what happened, to be read: as prose or record by record, with what was written down in its place."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import streamlit as st

from dashboard.files.addresses import addresses_for
from dashboard.pages.chronicle.contents import ReadingSpan, contents_html, holding
from dashboard.pages.chronicle.document import StoryRead, story_as_file
from dashboard.pages.chronicle.story import HeardMoments, hung_in_story, passages, story_html
from dashboard.ui import browser_components
from dashboard.ui.attached.attachments import attachments, opened_files
from dashboard.ui.attached.faces import faces_at
from dashboard.ui.attached.voices import hearing
from dashboard.ui.damage import damage_html, readable
from dashboard.ui.drawing.empty_states import state_html
from dashboard.ui.live_updates import watch
from dashboard.ui.notes import noting
from dashboard.ui.open_ledger import guarded, library, opened, remembered
from dashboard.ui.page_context import heading, summary_of
from domain.kernel.facts import Kind
from domain.kernel.journal.attached.terms import Belongs, BelongsTo, FileRole
from domain.kernel.people import Viewer
from exchange.documents.html.markup import number, text
from exchange.documents.html.story import parts_html
from ledger.answers import ToldRecord
from ledger.handle import CampaignHandle
from projections.read_models import Filter, ReadModels
from projections.story.lengths import about
from projections.story.model import Part, Prelude
from projections.story.story_builder import told_story
from projections.story.subjects import subjects_of
from projections.views.roster import Roster
from projections.views.story import BEFORE, session_title
from projections.views.timeline import Mark, TimelineEntry
from wiring.library import Library

PAGE = 400  # So many records are told on one page
FURTHEST = 4_000  # So many records are read for what they tell in full; over more, their headlines are
LONGEST_NUMBER = 12  # Digits of a record in an address
KINDS = {Kind.STORY: "Story", Kind.DICE: "Dice", Kind.GAIN: "Gains", Kind.LOSS: "Losses", Kind.GROWTH: "Growth"}


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The part of the story to read, as it was chosen."""

    wanted: Filter
    words: str
    number: int
    """The session that is read; 0 for several."""
    sessions: list[ReadingSpan]
    scenes: list[ReadingSpan]
    """All scenes of what is read, also where one of them is."""
    read: ReadingSpan | None
    """The session that is read, or what precedes the first one."""
    heard: int | None
    """The position at which the session before begins, of a session that is read alone."""
    asked: int
    """The record that the address asks for; 0 for none."""


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
        with st.container(key="chronicle-choosing"):  # on a narrow screen alone, where the story comes first
            st.toggle("Search, choose, write, keep", key=f"chronicle-choosing-{slug}", persist_state="session")
        chosen = _filters(open_now.views, campaign, viewer, end)
        told_as = st.segmented_control(
            "Told as",
            ["prose", "entries"],
            default="prose",
            format_func=str.capitalize,
            key=f"chronicle-as-{slug}",
            persist_state="session",
        )
        if sound.why is None:
            with st.expander("Add a note, or a comment on a moment"):
                noting(open_now, campaign, viewer, {}, [], about=True)
            with st.expander("As a file to keep"):
                read = StoryRead(library=open_now, campaign=campaign, viewer=viewer, session=chosen.number)
                story_as_file(read)
    with left:
        shown = _story(_Reading(open_now.views, campaign, viewer, end), chosen, entries=told_as == "entries")
        if chosen.number:
            _files(open_now, campaign, viewer, chosen.number)
    scenes = (
        chosen.scenes if chosen.read else [it for it in chosen.scenes if shown.first <= it.first <= shown.last]
    )
    if contents := contents_html(slug, chosen.sessions, scenes, chosen.read):
        with right.container(key="chronicle-contents"):
            st.html(contents)
    browser_components.mount("record_links", key="record-links", data={"campaign": slug, "read": chosen.asked})
    browser_components.mount("hear", key="hear", data={})
    st.session_state[_answered(slug)] = st.query_params.get("read", "")


def _files(open_now: Library, campaign: CampaignHandle, viewer: Viewer, session: int) -> None:
    """Draw the files attached to the session that is read."""
    to = Belongs(kind=BelongsTo.SESSION, number=session)
    roles = (FileRole.RECORDING, FileRole.TRANSCRIPT, FileRole.HANDOUT, FileRole.PICTURE)
    address = addresses_for(campaign.slug, viewer)
    attachments(
        open_now, campaign, viewer, address, to, roles, "A recording, what was said, or a picture of this session"
    )


# --- what to read ----------------------------------------------------------------------------------------


def _spans(marks: list[Mark], form: str, end: int) -> list[ReadingSpan]:
    """The sessions or scenes of a line. What came before the first session is one as well."""
    own = [mark for mark in marks if mark.form == form]
    starts = [mark.position for mark in own] + [end + 1]
    spans = []
    if form == "session" and own and own[0].position > 1:
        spans.append(ReadingSpan(BEFORE, 1, own[0].position - 1))
    for place, mark in enumerate(own):
        named = session_title(mark.session, mark.title)
        title = named if form == "session" else mark.title or "A scene"
        spans.append(ReadingSpan(title, mark.position, starts[place + 1] - 1))
    return spans


def _asked(slug: str, end: int) -> int:
    """The record that the address asks for, from which on it is read; 0 where it asks nothing new.

    An address that asks no longer, as by the browser's Back, asks for the end. It counts as answered once all is
    drawn: a redraw that another interrupts has answered nothing, though it has begun to.
    """
    raw = st.query_params.get("read", "")
    if st.session_state.get(_answered(slug), "") == st.session_state.get(_begun(slug), "") == raw:
        return 0
    st.session_state[_begun(slug)] = raw
    if not raw:
        return end
    return int(raw) if raw.isascii() and raw.isdigit() and len(raw) <= LONGEST_NUMBER else 0


def _forget(slug: str) -> None:
    """Take the answered question out of the address: something else was chosen on the page."""
    if "read" in st.query_params:
        del st.query_params["read"]
        st.session_state[_answered(slug)] = st.session_state[_begun(slug)] = ""


def _begun(slug: str) -> str:
    return f"chronicle-reading-{slug}"


def _answered(slug: str) -> str:
    return f"chronicle-read-{slug}"


def _filters(views: ReadModels, campaign: CampaignHandle, viewer: Viewer, end: int) -> _Chosen:
    """Draw the boxes, and tell what was chosen in them."""
    slug = campaign.slug
    marks = views.marks(campaign, at=end, viewer=viewer)
    asked = _asked(slug, end)
    if asked:
        st.session_state[f"chronicle-search-{slug}"] = ""
    words = st.text_input(
        "Search", key=f"chronicle-search-{slug}", placeholder="Words in the story or in notes", max_chars=200
    ).strip()
    sessions, every = _spans(marks, "session", end), _spans(marks, "scene", end)
    span: ReadingSpan | None = None
    if sessions:
        key = f"chronicle-session-{slug}-{len(sessions)}-{bool(words)}"
        if asked and (place := holding(sessions, asked)) is not None:
            st.session_state[key] = place
        st.session_state.setdefault(key, len(sessions) - 1 if not words else -1)
        place = st.selectbox(
            "Session",
            [-1, *range(len(sessions))],
            key=key,
            on_change=_forget,
            args=(slug,),
            format_func=lambda it: "The whole campaign" if it < 0 else sessions[it].title[:80],
        )
        span = sessions[place] if place is not None and place >= 0 else None
    session = span
    begun = [it for it in marks if span and it.form == "session" and it.position == span.first]
    before = [it.first for it in sessions if span and begun and it.last < span.first]
    scenes = [it for it in every if span and span.first <= it.first <= span.last]
    if span and scenes:
        key = f"chronicle-scene-{slug}-{span.first}"
        if asked:
            st.session_state[key] = -1
        place = st.selectbox(
            "Scene",
            [-1, *range(len(scenes))],
            key=key,
            on_change=_forget,
            args=(slug,),
            format_func=lambda it: "All of them" if it < 0 else scenes[it].title[:80],
        )
        if place is not None and place >= 0:
            span = ReadingSpan(scenes[place].title, scenes[place].first, min(scenes[place].last, span.last))
    who, by = _person(views.roster_history(campaign, viewer).at(end), slug)
    kind = st.pills("Kind", list(KINDS), format_func=lambda it: KINDS[it], key=f"chronicle-kind-{slug}")
    first, last = (span.first, span.last) if span else (None, None)
    return _Chosen(
        wanted=Filter(first=first, last=last, about=who, by=by, kind=kind, search=words or None),
        words=words,
        number=begun[0].session if begun else 0,
        sessions=sessions,
        scenes=scenes if session else every,
        read=session,
        heard=before[-1] if before and span is session else None,
        asked=asked,
    )


def _person(roster: Roster, slug: str) -> tuple[str | None, str | None]:
    people: dict[str, str] = {f"about|{it.character}": it.name for it in roster.members.values()}
    people |= {f"by|{it.person}": f"recorded by {it.name}" for it in roster.people.values()}
    chosen = st.selectbox(
        "Person",
        ["", *people],
        format_func=lambda it: people.get(it, "Everybody")[:80],
        key=f"chronicle-person-{slug}-{len(people)}",
    )
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


def _story(it: _Reading, chosen: _Chosen, *, entries: bool) -> ReadingSpan:
    """Draw what was chosen, or a page of it, and tell which records that was."""
    wanted, words = chosen.wanted, chosen.words
    many = it.views.count(it.campaign, it.viewer, at=it.end, where=wanted)
    if not many:
        hint = "Nothing was found that you may read. Search in the whole campaign, or with fewer words."
        first = "It begins with the first ruling."
        st.html(state_html("Nothing here", [hint if it.end > 1 else first], answers=True))
        return ReadingSpan("", 0, 0)
    pages = (many + PAGE - 1) // PAGE
    page = 1
    if pages > 1:
        key = f"chronicle-page-{it.campaign.slug}-{pages}"
        if chosen.asked:
            before = it.views.count(
                it.campaign, it.viewer, at=it.end, where=replace(wanted, last=chosen.asked - 1)
            )
            st.session_state[key] = min(pages, before // PAGE + 1)
        page = int(
            st.selectbox(
                "Page",
                range(1, pages + 1),
                format_func=lambda each: f"{each:,} of {pages:,}",
                key=key,
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
    heard = chosen.heard if page == 1 and not wanted.about else None
    found, told = _page(it, wanted, page, heard)
    shown = ReadingSpan("", found[0].position, found[-1].position) if found else ReadingSpan("", 0, 0)
    now = [each for each in told if each.record.position >= shown.first]
    if entries or words or wanted.kind or wanted.by or not now or len(now) < len(found):
        names = {
            each.person: each.name
            for each in it.views.roster_history(it.campaign, it.viewer).at(it.end).people.values()
        }
        by_position = {each.record.position: each for each in now}
        st.html(story_html(passages(found, by_position, names), words, faces, entries=entries))
        return shown
    parts: Iterator[Part] = told_story(told, subjects_of(faces.roster, faces.powers))
    if len(now) < len(told):  # what was before is heard, and not told
        parts = (part for part in parts if not isinstance(part, Prelude) and part.position >= shown.first)
    where = hearing(it.campaign, it.views, remembered(), it.viewer, found)
    told_parts = list(parts if wanted.about is None else about(parts, wanted.about))
    files = {file.number: file for file in opened_files(it.campaign, it.viewer)}
    moments = HeardMoments(where, addresses_for(it.campaign.slug, it.viewer), files)
    hung = hung_in_story(files, told_parts, shown.first, shown.last)
    st.html(parts_html(told_parts, faces, moments, hung))
    return shown


def _page(
    it: _Reading, wanted: Filter, page: int, heard: int | None
) -> tuple[list[TimelineEntry], Sequence[ToldRecord]]:
    """One page of what is wanted, and the records from its first to its last, where they are few enough.

    With `heard`, from there on, where these are few enough too.
    """
    views, campaign, viewer = it.views, it.campaign, it.viewer
    after = 0
    for _ in range(page - 1):  # positions, not numbers of rows: pages stay where they are while others record
        before = views.timeline(campaign, viewer, at=it.end, where=wanted, limit=PAGE, after=after)
        after = before[-1].position if before else after
    found = views.timeline(campaign, viewer, at=it.end, where=wanted, limit=PAGE, after=after)
    if not found:
        return found, ()
    first, last = found[0].position, found[-1].position
    told: Sequence[ToldRecord] = ()
    if heard is not None and last - heard < FURTHEST:
        first = heard
    if last - first < FURTHEST:
        # The journal is kept beside the lines: what was written on a line that was left is told by its headline.
        end = max(
            (each.position for each in found if campaign.lines.is_ancestor(each.position, it.end)), default=0
        )
        told = remembered().told(campaign, end, first - 1, viewer) if end else ()
    return found, told


chronicle()
