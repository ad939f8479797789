"""The table: its story and its players (VE-01)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.guards import in_story
from domain.death_of_the_vele.lookup import player_of
from domain.death_of_the_vele.phrases import STORY, told, words
from domain.death_of_the_vele.state.table import Player
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.play import TakenOut, Tone
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.references import PersonRef
from domain.kernel.terms import Name, Person

chapter = Chapter[Vele](
    "The table: its story and its players",
    {
        "no_change": "That is how it stands already, so there is nothing to record.",
        "story_started": "{story} has begun already; a campaign tells one story.",
        "players_missing": "Name at least one player.",
        "player_twice": "Each player is named once.",
        "tone_missing": "Choose the dramatic tone, one of {tones}.",
        "same_kind_tone_missing": "A {tone} story needs a fallback tone, pulpy or gritty, for PC against PC.",
        "same_kind_tone_wrong": "{tone} cannot be a fallback tone: choose pulpy or gritty.",
        "not_in_story": "Nobody called so plays in this story.",
    },
)


class StartStory(Command):
    """Begin a story: everybody who plays in it.

    Needs:    a seat at the table; no story yet.
    Refused:  `story_started`, `players_missing`, `player_twice`, `tone_missing`, `same_kind_tone_missing`,
              `same_kind_tone_wrong`.
    Yields:   `StoryStarted`.
    """

    type: Literal["death_of_the_vele.start_story"] = "death_of_the_vele.start_story"
    title: Name
    players: tuple[PersonRef, ...]
    dramatic_tone: Tone | None = Field(default=None, description="Which side of a struggle uses fate first.")
    same_kind_tone: Tone | None = Field(
        title="Tone when two of a kind struggle",
        default=None,
        description="Pulpy or gritty; for heroic and doomed stories, when two of a kind struggle.",
    )
    taken_out_default: TakenOut = Field(
        title="Somebody without a usable trait is",
        default=TakenOut.UNCONSCIOUS,
        description="What it means to have no usable trait left.",
    )


class StoryStarted(Event):
    """A story began (VE-01). `taken_out_default`: what happens to a character without a usable trait."""

    type: Literal["death_of_the_vele.story_started.v1"] = "death_of_the_vele.story_started.v1"
    title: Name
    players: tuple[Person, ...]
    dramatic_tone: Tone
    same_kind_tone: Tone | None
    taken_out_default: TakenOut


@chapter.decides(StartStory)
def start_story(state: Vele, command: StartStory, asker: Asker, chance: Chance) -> Events:
    """VE-01: begin a story: its players, its tone, and what it means to be taken out."""
    need(not state.story.started, "story_started", story=state.story.title)
    need(command.players, "players_missing")
    need(len(set(command.players)) == len(command.players), "player_twice")
    if command.dramatic_tone is None:
        raise CommandRefused("tone_missing", tones=list(Tone))
    tone, fallback = command.dramatic_tone, command.same_kind_tone
    if tone.needs_fallback and fallback is None:
        raise CommandRefused("same_kind_tone_missing", tone=tone)
    if fallback is not None and fallback.needs_fallback:
        raise CommandRefused("same_kind_tone_wrong", tone=fallback)
    return [
        StoryStarted(
            title=command.title,
            players=command.players,
            dramatic_tone=tone,
            same_kind_tone=fallback if tone.needs_fallback else None,
            taken_out_default=command.taken_out_default,
        )
    ]


@chapter.applies(StoryStarted, renames=True)
def _(state: Vele, event: StoryStarted) -> None:
    must(not state.story.started, "a story has begun already")
    story = state.story
    story.title = event.title
    story.players = {player: Player() for player in event.players}
    story.dramatic_tone = event.dramatic_tone
    story.same_kind_tone = event.same_kind_tone
    story.taken_out_default = event.taken_out_default


@chapter.tells(StoryStarted, "{title} begins")
def _(state: Vele, event: StoryStarted) -> Iterable[Fact]:
    yield facts.ChapterOpened(chapter=STORY, title=event.title)
    yield facts.TextSet(owner=STORY, field="dramatic_tone", text=event.dramatic_tone.value)
    yield facts.TextSet(owner=STORY, field="taken_out_default", text=words(event.taken_out_default.value))


class MarkPresence(Command):
    """Say who is here: a player is away tonight, or back.

    Needs:    a player of the story.
    Refused:  `not_in_story`, `no_change`.
    Yields:   `PresenceMarked`.
    """

    type: Literal["death_of_the_vele.mark_presence"] = "death_of_the_vele.mark_presence"
    player: PersonRef
    present: bool = Field(title="They are here")


class PresenceMarked(Event):
    """A player is away tonight, or back."""

    type: Literal["death_of_the_vele.presence_marked.v1"] = "death_of_the_vele.presence_marked.v1"
    player: Person
    present: bool


@chapter.decides(MarkPresence)
def mark_presence(state: Vele, command: MarkPresence, asker: Asker, chance: Chance) -> Events:
    """VE-02, VE-31: note a player away or back: whose votes count, and whose components others may play."""
    in_story(state, asker)
    player = found(state.story.players.get(command.player), "not_in_story", player=command.player)
    need(player.present is not command.present, "no_change")
    return [PresenceMarked(player=command.player, present=command.present)]


@chapter.applies(PresenceMarked)
def _(state: Vele, event: PresenceMarked) -> None:
    player_of(state, event.player).present = event.present


@chapter.tells(PresenceMarked, "{player} {present:=yes>is at the table again|no>is away from the table}")
def _(state: Vele, event: PresenceMarked) -> Iterable[Fact]:
    yield told("is here" if event.present else "is away", "presence", event.player)


def beginning(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offer to start a story."""
    if not state.story.started:
        yield Offer(
            command=StartStory, label="Start a story", known={"players": (asker.person,)}, group="The story"
        )
