"""Guidelines and fiction (VE-05, VE-06)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.agreement.approvals import RequestApproval, challenging
from domain.death_of_the_vele.chapters.agreement.table import MarkPresence
from domain.death_of_the_vele.chapters.deeds import note_deed, undoes
from domain.death_of_the_vele.chapters.guards import in_story, known_component
from domain.death_of_the_vele.lookup import narrates, narrator_of, player_for
from domain.death_of_the_vele.phrases import STORY, told
from domain.death_of_the_vele.seats import TABLE, one_seat, players, seats
from domain.death_of_the_vele.state.table import Deed, Guideline
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.play import ActStatus, DeedKind
from domain.death_of_the_vele.terms.references import ComponentRef, GuidelineRef
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need, one_there
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Person, Slug, Text

chapter = Chapter[Vele](
    "Guidelines and fiction",
    {
        "guideline_by_narrator": "Only the narrator adds guidelines during an act.",
        "guideline_unknown": "There is no such guideline{there:+. Those there are: }.",
        "fiction_needs_struggle": "{component} belongs to {player}: changing it takes a struggle, or their word.",
    },
)


def may_write_guidelines(state: Vele, asker: Asker) -> None:
    """Refuse a guideline by anybody but the narrator in play; in set-up anybody writes them (VE-05)."""
    playing = state.act is not None and state.act.status is ActStatus.PLAYING
    need(not playing or narrates(state, asker), "guideline_by_narrator")


class AddGuideline(Command):
    """Write down a fact or rule of this story.

    Needs:    the narrator, once an act is being played; anybody before.
    Refused:  `guideline_by_narrator`, `text_missing`.
    Yields:   `GuidelineAdded`.
    """

    type: Literal["death_of_the_vele.add_guideline"] = "death_of_the_vele.add_guideline"
    text: Text = Field(title="Guideline")


class GuidelineAdded(Event):
    """A guideline was written (VE-05)."""

    type: Literal["death_of_the_vele.guideline_added.v1"] = "death_of_the_vele.guideline_added.v1"
    guideline: Slug
    text: Text
    author: Person


@chapter.decides(AddGuideline)
def add_guideline(state: Vele, command: AddGuideline, asker: Asker, chance: Chance) -> Events:
    """VE-05: write down a guideline, which binds the story."""
    in_story(state, asker)
    may_write_guidelines(state, asker)
    need(command.text.strip(), "text_missing")
    number = len(state.story.guidelines) + 1
    while f"guideline-{number}" in state.story.guidelines:
        number += 1
    return [GuidelineAdded(guideline=f"guideline-{number}", text=command.text, author=asker.person)]


@chapter.applies(GuidelineAdded, renames=True)
def _(state: Vele, event: GuidelineAdded) -> None:
    must(event.guideline not in state.story.guidelines, f"{event.guideline} is written already")
    state.story.guidelines[event.guideline] = Guideline(event.text, event.author)
    note_deed(state, DeedKind.GUIDELINE, event.author, event.guideline)


@undoes(DeedKind.GUIDELINE)
def _(state: Vele, done: Deed) -> None:
    guideline = state.story.guidelines.pop(done.subject, None)
    if guideline is not None and done.was:
        state.story.guidelines[done.subject] = Guideline(done.was, guideline.author)


class GuidelineRevised(Event):
    """A guideline reads otherwise now."""

    type: Literal["death_of_the_vele.guideline_revised.v1"] = "death_of_the_vele.guideline_revised.v1"
    guideline: Slug
    text: Text
    author: Person


def guideline_reads(state: Vele, event: GuidelineAdded | GuidelineRevised) -> Iterable[Fact]:
    """Facts of a guideline, as it reads now."""
    yield facts.TextSet(owner=STORY, field=event.guideline, text=event.text)


chapter.tells(GuidelineAdded, "{author} writes a guideline: {text}")(guideline_reads)


chapter.tells(GuidelineRevised, "{author} rewrites a guideline: {text}")(guideline_reads)


class ReviseGuideline(Command):
    """Write a guideline otherwise.

    Needs:    as for adding one.
    Refused:  `guideline_by_narrator`, `guideline_unknown`, `text_missing`, `no_change`.
    Yields:   `GuidelineRevised`.
    """

    type: Literal["death_of_the_vele.revise_guideline"] = "death_of_the_vele.revise_guideline"
    guideline: GuidelineRef
    text: Text = Field(title="How it reads now")


@chapter.decides(ReviseGuideline)
def revise_guideline(state: Vele, command: ReviseGuideline, asker: Asker, chance: Chance) -> Events:
    """VE-05: change the words of a guideline; whoever may add one may."""
    in_story(state, asker)
    may_write_guidelines(state, asker)
    known = one_there(
        state.story.guidelines,
        command.guideline,
        "guideline_unknown",
        (one.text for one in state.story.guidelines.values()),
    )
    need(command.text.strip(), "text_missing")
    need(known.text != command.text, "no_change")
    return [GuidelineRevised(guideline=command.guideline, text=command.text, author=asker.person)]


class RecordFiction(Command):
    """Tell what happens, without dice.

    Needs:    the narrator for anything but others' components; a player for their own.
    Refused:  `text_missing`, `component_unknown`, `fiction_needs_struggle`, `not_your_component`.
    Yields:   `FictionRecorded`.
    """

    type: Literal["death_of_the_vele.record_fiction"] = "death_of_the_vele.record_fiction"
    text: Text
    about: tuple[ComponentRef, ...] = Field(default=(), description="Components it is about.")
    changes_component: bool = Field(
        title="It decides what somebody does or becomes",
        default=False,
        description="It decides what somebody's component does or becomes.",
    )


class FictionRecorded(Event):
    """Something was told (VE-06). `block_value`: what noticing otherwise has to beat (VE-104)."""

    type: Literal["death_of_the_vele.fiction_recorded.v1"] = "death_of_the_vele.fiction_recorded.v1"
    author: Person
    text: Text
    about: tuple[Slug, ...] = ()
    block_value: int | None = None


@chapter.decides(RecordFiction)
def record_fiction(state: Vele, command: RecordFiction, asker: Asker, chance: Chance) -> Events:
    """VE-06: tell without dice: the narrator of everything but others' components, a player of their own."""
    in_story(state, asker)
    need(command.text.strip(), "text_missing")
    playing = state.act is not None and state.act.status is ActStatus.PLAYING
    for slug in command.about:
        it = known_component(state, slug)
        if player_for(it) == asker.person:
            continue
        if command.changes_component:
            raise CommandRefused("fiction_needs_struggle", component=slug, player=player_for(it))
        if playing and not narrates(state, asker):
            raise CommandRefused("not_your_component", component=slug, player=player_for(it))
    return [FictionRecorded(author=asker.person, text=command.text, about=command.about)]


@chapter.applies(FictionRecorded, renames=True)
def _(state: Vele, event: FictionRecorded) -> None:
    note_deed(state, DeedKind.FICTION, event.author, "fiction")


@undoes(DeedKind.FICTION)
def _(state: Vele, done: Deed) -> None:
    """No change: the telling stays in the journal, marked as taken back; no number hung on it."""


@chapter.tells(FictionRecorded, "{author} tells: {text}")
def _(state: Vele, event: FictionRecorded) -> Iterable[Fact]:
    yield told(event.text, "fiction", *event.about)
    yield facts.Turn(test="", who="", text=event.text)


@chapter.applies(GuidelineRevised, renames=True)
def _(state: Vele, event: GuidelineRevised) -> None:
    must(event.guideline in state.story.guidelines, f"there is no {event.guideline}")
    was = state.story.guidelines[event.guideline].text
    state.story.guidelines[event.guideline] = Guideline(event.text, event.author)
    note_deed(state, DeedKind.GUIDELINE, event.author, event.guideline, was=was)


def table(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers open at any time: challenge, ask, tell, write a guideline."""
    playing = state.act is not None and state.act.status is ActStatus.PLAYING
    for seat in seats(state, asker):
        narrates = narrator_of(state) == seat.player
        who = seat.who
        yield seat.offer(RecordFiction, f"{who} tells what happens", {"about": ()}, group=TABLE)
        if narrates or not playing:
            yield seat.offer(AddGuideline, f"{who} adds a guideline", group=TABLE)
            if written := tuple(Choice(slug, it.text[:60]) for slug, it in state.story.guidelines.items()):
                yield seat.offer(
                    ReviseGuideline, f"{who} revises a guideline", {}, {"guideline": written}, group=TABLE
                )
        if state.question is None:
            yield seat.offer(RequestApproval, f"{who} asks for approval", group=TABLE)
        yield from challenging(state, seat, narrates=narrates)
    if (any_seat := one_seat(state, asker)) is not None:
        yield any_seat.offer(
            MarkPresence, "Somebody is away, or back", {}, {"player": players(state)}, group=TABLE
        )
