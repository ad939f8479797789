"""Between two sessions, for one who looks: what became of their characters, what they can take, what waits.

Values that the screen and the command line draw; nothing here draws.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol

from domain.kernel.facts import CharacterKind, CharacterLeft
from domain.kernel.game import AnyGame
from domain.kernel.journal.state import NoteForm
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import GM_ONLY, Asker, Role, Viewer
from domain.kernel.preparation.next_step import due_people, next_for
from domain.kernel.sheet import Counter, CounterForm, Sheet, Texts
from ledger.answers import ToldRecord
from projections.compare.differences import Change, changes
from projections.story.grammar import in_sentences
from projections.story.lengths import deeds, words_said
from projections.story.model import SpanKind, Story, StorySpan, gathered, plain
from projections.story.page import told_in_short
from projections.story.sentences import stopped
from projections.story.story_builder import told_story
from projections.story.subjects import subjects_of
from projections.views.advancement import Growth, Track, outlook
from projections.views.recap import Recap, SceneRecap
from projections.views.recap_words import SceneTelling
from projections.views.roster import VOICE, Roster, RosterEntry

EVENING = 4
"""So many lines tell somebody's evening."""


@dataclass(frozen=True, slots=True)
class Share:
    """The part of the last session that concerns one character."""

    member: RosterEntry
    evening: tuple[str, ...]
    changed: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class WaitingRequest:
    """Something that waits for whoever looks. `about` says what it is; `position` is a record it is about."""

    about: str
    text: str
    position: int | None = None
    note: int | None = None
    """The number of a note to oneself, by which it is ticked."""
    recording: int | None = None
    """The number of a recording that waits for one to agree."""


@dataclass(frozen=True, slots=True)
class StepGroup:
    """Steps that somebody may take and nobody asks for, under the heading that their game has for them."""

    heading: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reminder:
    """A note for next time, and the number by which it is ticked."""

    note: int
    text: str


@dataclass(frozen=True, slots=True)
class RunningClock:
    """A clock that runs, on one of the sheets."""

    on: str
    label: str
    value: int
    high: int


@dataclass(frozen=True, slots=True)
class SecretText:
    """A text on one of the sheets that only the GM may read."""

    on: str
    label: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Between:
    """Everything that is somebody's own between two sessions."""

    shares: tuple[Share, ...]
    ready: tuple[Track, ...]
    asked: tuple[WaitingRequest, ...]
    next_time: tuple[Reminder, ...]
    """Notes of one's own for next time that are not ticked, in the order they were written."""
    may: tuple[StepGroup, ...] = ()
    """Steps that a player may take besides what is asked."""
    clocks: tuple[RunningClock, ...] = ()
    plans: tuple[SecretText, ...] = ()


class WhatIsKnown(Protocol):
    """The records and sheets of a campaign as whoever looks knows them."""

    def told(self, at: int, since: int) -> Sequence[ToldRecord]:
        """The records of the line of a position after another."""
        ...

    def sheets(self, at: int) -> Sequence[Sheet]:
        """The sheets as of a position."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SinceLastSession:
    """The campaign since its last session began, for one who looks. `before` is the record before that session,
    `ended` the one it ends with; both are the head where none was played.
    """

    game: AnyGame
    moment: AnyMoment
    viewer: Viewer
    before: int
    ended: int
    head: int
    roster: Roster
    growth: Growth
    offers: Sequence[Offer]
    """The steps that are in order now, for whoever looks."""
    names: Mapping[str, str]


def between_sessions(week: SinceLastSession, known: WhatIsKnown) -> Between:
    """Somebody's own part between their last session and the next."""
    viewer, moment = week.viewer, week.moment
    members, gm = own_characters(week.roster, viewer), viewer.role is Role.GM
    told = (
        known.told(week.ended, week.before) if week.before < week.ended and viewer.role is not Role.READER else ()
    )
    theirs = own_characters(week.roster, viewer, left_in(told))
    was, became = (known.sheets(at) if told and not gm and at else () for at in (week.before, week.ended))
    now = known.sheets(week.head) if gm else ()
    player = viewer.role is Role.PLAYER
    steps = steps_asked(week.game, moment, viewer, week.offers) if player else ()
    return Between(
        shares=shares_of(theirs, week.roster, told, was, became, lines=1 if gm else EVENING),
        ready=ready_for(week.growth, members),
        asked=asked_of(moment, viewer, steps, week.names),
        next_time=notes_for_next_time(moment, viewer),
        may=steps_allowed(viewer, week.offers, steps) if player else (),
        clocks=clocks_on(now),
        plans=plans_on(now),
    )


def steps_in_order(offers: Iterable[Offer], game: AnyGame) -> list[Offer]:
    """The game's own steps; before and between sessions also the table's, which open the next one.

    Steps of play come first, then those beside it, then what ends something.
    """
    own = [it for it in offers if it.tag.startswith(f"{game.key}.") or it.tag == "campaign.open_session"]
    return sorted(own, key=lambda it: list(Weight).index(it.weight))


def left_in(told: Iterable[ToldRecord]) -> frozenset[str]:
    """The characters who left the campaign in these records."""
    return frozenset(
        fact.character for each in told for fact in each.retelling.facts if isinstance(fact, CharacterLeft)
    )


def own_characters(roster: Roster, viewer: Viewer, gone: frozenset[str] = frozenset()) -> list[RosterEntry]:
    """Those of somebody; for the GM everybody whom a player plays. Of those who are gone, the ones of `gone`."""
    there = [
        it
        for it in roster.members.values()
        if (it.present or it.character in gone)
        and it.kind is CharacterKind.PLAYERS
        and it.player
        and it.how != VOICE
    ]
    return there if viewer.role is Role.GM else [it for it in there if it.player == viewer.person]


def shares_of(
    members: Iterable[RosterEntry],
    roster: Roster,
    told: Sequence[ToldRecord],
    before: Sequence[Sheet],
    after: Sequence[Sheet],
    lines: int = EVENING,
) -> tuple[Share, ...]:
    """The parts of a session that concern these characters. `told` are its records, `before` and `after` the
    sheets around them.

    Of whoever came in the session everything would be new: that is their sheet, and no change.
    """
    story = list(told_story(told, subjects_of(roster)))
    changed = list(_told_once(changes(before, after)))
    were_there = {sheet.character for sheet in before}
    return tuple(
        Share(
            member,
            tuple(plain(line) for line in deeds(story, member.character, lines)),
            tuple(it for it in changed if it.owner == member.character and it.owner in were_there),
        )
        for member in members
    )


def _told_once(changed: Iterable[Change]) -> Iterator[Change]:
    """Yield changes as they are told: what is a number and a track once, of a table the rows that differ, of a
    thing that changed its state alone its name once.
    """
    told: set[tuple[str, ...]] = set()
    for it in changed:
        rows = it.was.split("\n"), it.now.split("\n")
        was = "\n".join(row for row in rows[0] if row not in rows[1])
        now = "\n".join(row for row in rows[1] if row not in rows[0])
        place, _, word = it.label.partition(": ")
        label = it.label
        if word and was.startswith(f"{word} · ") and now.startswith(f"{word} · "):
            label, now = place, now.removeprefix(f"{word} · ")
        said = it.owner, label.casefold(), was, now
        if (was or now) and said not in told:
            told.add(said)
            yield replace(it, label=label, was=was, now=now)


WORDS = 9
"""The most lines of words that were said in a session without scenes."""


def session_story(told: Iterable[ToldRecord], roster: Roster) -> Story:
    """The story of a session, from its records."""
    return gathered(told_story(told, subjects_of(roster)))


def words_of(story: Story) -> tuple[str, ...]:
    """Words that were said in a session of play taken in, where no scene came to anything."""
    return tuple(plain(line) for line in words_said(story, WORDS))


def told_by_scene(story: Story, recap: Recap) -> SceneTelling:
    """Each scene of a recap, and what lies between two, as the story of its session tells them."""
    ends = {one.opened: other.opened for one, other in pairwise(recap.scenes)}

    def telling(scene: SceneRecap, signs: int) -> str:
        return plain(told_in_short(story, scene.opened, ends.get(scene.opened), signs))

    return telling


def ready_for(growth: Growth, members: Iterable[RosterEntry]) -> tuple[Track, ...]:
    """The tracks whose advance these characters can take now."""
    mine = {member.character for member in members}
    return outlook(story.track for story in growth.values() if story.track.owner in mine).ready


def steps_asked(game: AnyGame, moment: AnyMoment, viewer: Viewer, offers: Iterable[Offer]) -> tuple[str, ...]:
    """The steps that others wait for somebody to take, by their labels: those of what is under way, if it is their
    turn in it, else the first due step of the preparation. None where play lies open.
    """
    if viewer.person is None or viewer.person not in due_people(game, moment):
        return ()
    if flows := tuple(game.flows(moment.game)):
        mine = (it for it in _own_steps(viewer, offers) if any(flow.has(it.group) for flow in flows))
        return tuple(dict.fromkeys(it.label for it in mine if it.weight is Weight.TURN))
    following = next_for(game, moment, Asker(viewer.person, viewer.role), ())
    if following.step is not None:
        return (following.step.label,)
    return (following.offer.label,) if following.offer is not None else ()


def steps_allowed(viewer: Viewer, offers: Iterable[Offer], asked: Iterable[str]) -> tuple[StepGroup, ...]:
    """The steps that somebody may take besides those asked of them, by heading, in the order of the offers."""
    groups: dict[str, dict[str, None]] = {}
    for offer in _own_steps(viewer, offers):
        if offer.weight is not Weight.ENDING and offer.label not in asked:
            groups.setdefault(offer.group.partition(":")[0], {})[offer.label] = None
    return tuple(StepGroup(heading, tuple(labels)) for heading, labels in groups.items())


def _own_steps(viewer: Viewer, offers: Iterable[Offer]) -> Iterator[Offer]:
    return (it for it in offers if it.by in (None, viewer.person))


def asked_of(
    moment: AnyMoment, viewer: Viewer, steps: Iterable[str], names: Mapping[str, str]
) -> tuple[WaitingRequest, ...]:
    """The requests that wait for somebody: these steps, notes to them, disputes, recordings of their voice."""
    if viewer.role is Role.READER:
        return ()
    return (
        *(WaitingRequest("Your step", label) for label in steps),
        *_notes(moment, viewer, names),
        *_disputes(moment, viewer, names),
        *_recordings(moment, viewer),
    )


def _notes(moment: AnyMoment, viewer: Viewer, names: Mapping[str, str]) -> Iterator[WaitingRequest]:
    for number, note in moment.journal.waiting_for(viewer.person):
        if note.form is NoteForm.TO_PERSON:
            writer = note.person or ""
            yield WaitingRequest(f"{names.get(writer, writer)} wrote to you", note.text, note=number)


def _disputes(moment: AnyMoment, viewer: Viewer, names: Mapping[str, str]) -> Iterator[WaitingRequest]:
    for number, dispute in moment.journal.disputes.items():
        if moment.journal.is_open(number):
            mine = dispute.person == viewer.person
            by = "You dispute" if mine else f"{names.get(dispute.person, dispute.person)} disputes"
            yield WaitingRequest(f"{by} moment {dispute.position}", dispute.text, dispute.position)


def _recordings(moment: AnyMoment, viewer: Viewer) -> Iterator[WaitingRequest]:
    for file in moment.journal.files:
        if viewer.person in file.heard and viewer.person not in file.agreed and file.here:
            words = f"{file.caption or file.name}: do you agree to it?"
            yield WaitingRequest("You are heard in a recording", words, recording=file.number)


def notes_for_next_time(moment: AnyMoment, viewer: Viewer) -> tuple[Reminder, ...]:
    """One's own notes for next time."""
    waiting = moment.journal.waiting_for(viewer.person)
    return tuple(Reminder(number, note.text) for number, note in waiting if note.form is NoteForm.NEXT_TIME)


def clocks_on(sheets: Iterable[Sheet]) -> tuple[RunningClock, ...]:
    """Every clock that has begun and not run out."""
    return tuple(
        RunningClock(sheet.title, block.label, block.value, block.high)
        for sheet in sheets
        for block in sheet.blocks
        if isinstance(block, Counter)
        and block.form is CounterForm.CLOCK
        and block.high
        and block.low < block.value < block.high
    )


def one_after_another(texts: Iterable[str]) -> str:
    """Texts in one line, each with a stop of its own."""
    return " ".join(plain(stopped((StorySpan(SpanKind.SAID, in_sentences(it)),))) for it in texts if it.strip())


def plans_on(sheets: Iterable[Sheet]) -> tuple[SecretText, ...]:
    """The texts written for the GM alone."""
    return tuple(
        SecretText(sheet.title, block.label, one_after_another(block.texts))
        for sheet in sheets
        for block in sheet.blocks
        if isinstance(block, Texts) and block.audience == GM_ONLY and any(text.strip() for text in block.texts)
    )
