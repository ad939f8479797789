"""An adventure: its preview, its beginning and its end (SPC-01, SPC-02)."""

from collections.abc import Iterable
from typing import Literal

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Points, Text
from domain.spc.chapters.guards import between_scenes, gm_only, must_have_words, playing, previewed
from domain.spc.phrases import next_scene_told, told
from domain.spc.seats import SCENE_GROUP, TABLE_GROUP
from domain.spc.state.adventure import Adventure
from domain.spc.terms import TABLE, Status

chapter = Chapter[Adventure](
    "Adventures",
    {
        "mastermind_missing": "Nobody runs the villains yet. Take the Mastermind's chair first.",
        "preview_given": "The villainy was previewed already. Another preview comes after this adventure has "
        "ended.",
        "adventure_under_way": "The adventure has begun already.",
        "nobody_seated": "Nobody has a seat yet. At least one player must.",
        "character_missing": "{player} has no Character yet. Make one first.",
        "goal_scene_pending": "{character} has reached a goal. End the scene; the goal scene comes first.",
    },
)


class PreviewVillainy(Command):
    """Say what kind of villainy is intended. After an adventure has ended, this begins the next one.

    Needs:    the Mastermind.
    Refused:  `mastermind_only`, `mastermind_missing`, `preview_given`, `words_missing`.
    Yields:   `VillainyPreviewed`.
    """

    type: Literal["spc.preview_villainy"] = "spc.preview_villainy"
    text: Text


class VillainyPreviewed(Event):
    """The Mastermind said what kind of villainy is intended. Adventures of a table are counted from 1."""

    type: Literal["spc.villainy_previewed.v1"] = "spc.villainy_previewed.v1"
    adventure: Points
    text: Text


@chapter.decides(PreviewVillainy)
def preview_villainy(state: Adventure, command: PreviewVillainy, asker: Asker, dice: Dice) -> Events:
    """SPC-02: say what the villainy will be; after an ending this begins the next adventure."""
    gm_only(asker)
    need(state.mastermind == asker.person, "mastermind_missing")
    over = state.status is Status.ENDED
    if state.preview is not None and not over:
        raise CommandRefused("preview_given")
    number = state.adventure + 1 if over else state.adventure
    must_have_words(command.text, "the preview")
    return [VillainyPreviewed(adventure=number, text=command.text)]


@chapter.applies(VillainyPreviewed, renames=True)
def _(state: Adventure, event: VillainyPreviewed) -> None:
    state.adventure = event.adventure
    state.status = Status.FORMING
    state.preview = event.text
    state.round_position = 0
    state.opened = False


@chapter.tells(VillainyPreviewed, "Adventure {adventure}: {text}")
def _(state: Adventure, event: VillainyPreviewed) -> Iterable[Fact]:
    yield facts.TextSet(owner=TABLE, field="preview", text=event.text)


class StartAdventure(Command):
    """Begin to play: the first seat sets the first scene.

    Needs:    the Mastermind; the preview; a Character for every seat.
    Refused:  `mastermind_only`, `preview_first`, `adventure_under_way`, `adventure_over`, `nobody_seated`,
              `character_missing`.
    Yields:   `AdventureStarted`.
    """

    type: Literal["spc.start_adventure"] = "spc.start_adventure"


class AdventureStarted(Event):
    """The adventure is played from here on: the first seat sets the first scene."""

    type: Literal["spc.adventure_started.v1"] = "spc.adventure_started.v1"
    adventure: Points


@chapter.decides(StartAdventure)
def start_adventure(state: Adventure, command: StartAdventure, asker: Asker, dice: Dice) -> Events:
    """SPC-01: begin to play, with one or more players, each with a Character."""
    gm_only(asker)
    previewed(state)
    need(state.status is not Status.PLAYING, "adventure_under_way")
    need(state.seats, "nobody_seated")
    for player in state.seats:
        need(state.character_of(player) is not None, "character_missing", player=player)
    return [AdventureStarted(adventure=state.adventure)]


@chapter.applies(AdventureStarted)
def _(state: Adventure, event: AdventureStarted) -> None:
    must(state.status is Status.FORMING and bool(state.seats), "an adventure starts with players, once")
    state.status = Status.PLAYING


@chapter.tells(AdventureStarted, "Adventure {adventure} begins")
def _(state: Adventure, event: AdventureStarted) -> Iterable[Fact]:
    yield facts.ChapterOpened(chapter=f"adventure-{event.adventure}", title=f"Adventure {event.adventure}")
    yield next_scene_told(state)


class EndAdventure(Command):
    """End the adventure: the villainy is done or undone. What was played stays; another preview may follow.

    Needs:    the Mastermind; play; no scene under way; no goal scene owed.
    Refused:  `mastermind_only`, `not_playing`, `adventure_over`, `scene_open`, `goal_scene_pending`.
    Yields:   `AdventureEnded`.
    """

    type: Literal["spc.end_adventure"] = "spc.end_adventure"
    epilogue: Text = ""


class AdventureEnded(Event):
    """An adventure of this number is over."""

    type: Literal["spc.adventure_ended.v1"] = "spc.adventure_ended.v1"
    adventure: Points
    epilogue: Text


@chapter.decides(EndAdventure)
def end_adventure(state: Adventure, command: EndAdventure, asker: Asker, dice: Dice) -> Events:
    """End the adventure, between scenes and with no goal scene owed."""
    gm_only(asker)
    playing(state)
    between_scenes(state)
    if state.pending_goal_scenes:
        raise CommandRefused("goal_scene_pending", character=state.pending_goal_scenes[0])
    return [AdventureEnded(adventure=state.adventure, epilogue=command.epilogue)]


@chapter.applies(AdventureEnded)
def _(state: Adventure, event: AdventureEnded) -> None:
    must(state.status is Status.PLAYING, "only what is played can end")
    state.status = Status.ENDED


@chapter.tells(AdventureEnded, "Adventure {adventure} ends{epilogue:+: }")
def _(state: Adventure, event: AdventureEnded) -> Iterable[Fact]:
    if event.epilogue:
        yield told(event.epilogue, "epilogue")
    yield facts.ChapterClosed(chapter=f"adventure-{event.adventure}")


def beginnings(state: Adventure, asker: Asker) -> Iterable[Offer]:
    """Offers to the Mastermind: the preview, then the beginning once every seat has a Character."""
    if not asker.is_gm:
        return
    if state.preview is None or state.status is Status.ENDED:
        if state.mastermind == asker.person:
            yield Offer(command=PreviewVillainy, label="Preview the villainy", group=TABLE_GROUP)
        return
    ready = state.seats and all(state.character_of(player) for player in state.seats)
    if state.status is Status.FORMING and ready:
        yield starting()


def starting() -> Offer:
    """The beginning of the adventure."""
    return Offer(command=StartAdventure, label="Begin the adventure", group=TABLE_GROUP)


def ending_the_adventure(state: Adventure, asker: Asker) -> Iterable[Offer]:
    """Offers to the Mastermind to end the adventure, unless a goal scene is owed."""
    if asker.is_gm and not state.pending_goal_scenes:
        yield Offer(command=EndAdventure, label="End the adventure", group=SCENE_GROUP, weight=Weight.ENDING)
