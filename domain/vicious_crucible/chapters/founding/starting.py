"""Play starts and ends; who was not picked becomes an NPC, or stays away (VC-03, VC-04)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, Text
from domain.vicious_crucible.chapters.founding.picking import SupportingCharacterAdmitted
from domain.vicious_crucible.chapters.guards import gm_only, in_play, laid_out
from domain.vicious_crucible.lookup import character_of, pcs
from domain.vicious_crucible.phrases import changed
from domain.vicious_crucible.state import Crucible
from domain.vicious_crucible.terms import CharacterRef, CharacterSlug, Kind, Status

chapter = Chapter[Crucible](
    "Cast-offs and supporting cast",
    {
        "cast_off_stays": "{character} stays: every unpicked character is an NPC in play.",
        "nobody_picked": "Nobody has picked a character yet. At least one player must.",
        "scene_open": "A scene is still open, {scene}. End it first.",
    },
)


class StartPlay(Command):
    """Begin play: whoever was not picked becomes an NPC, and the supporting cast is filtered.

    Needs:    the GM; setup; at least one character picked, each with its sheet.
    Refused:  `gm_only`, `crucible_not_open`, `setup_only`, `nobody_picked`, `sheet_missing`, `cast_off_stays`.
    Yields:   `CastOffAssigned` each, `PlayStarted`, then `SupportingCharacterAdmitted` or
              `SupportingCharacterBenched` each.
    """

    type: Literal["vicious_crucible.start_play"] = "vicious_crucible.start_play"
    leave_out: tuple[CharacterRef, ...] = Field(
        title="Nobody to leave out",
        default=(),
        description="Always empty: a character that nobody picked cannot be left out.",
    )


class CastOffAssigned(Event):
    """A character that nobody picked: an NPC from now on, and always in play."""

    type: Literal["vicious_crucible.cast_off_assigned.v1"] = "vicious_crucible.cast_off_assigned.v1"
    character: CharacterSlug


class PlayStarted(Event):
    """Setup is over."""

    type: Literal["vicious_crucible.play_started.v1"] = "vicious_crucible.play_started.v1"


class SupportingCharacterBenched(Event):
    """A supporting character does not appear: nobody its write-up names was picked."""

    type: Literal["vicious_crucible.supporting_character_benched.v1"] = (
        "vicious_crucible.supporting_character_benched.v1"
    )
    character: CharacterSlug


@chapter.decides(StartPlay)
def start_play(state: Crucible, command: StartPlay, asker: Asker, dice: Dice) -> Events:
    """VC-03, VC-04: start play: who was not picked becomes an NPC, or stays away if linked to nobody picked."""
    gm_only(asker)
    laid_out(state)
    need(state.status is Status.SETUP, "setup_only")
    if command.leave_out:
        raise CommandRefused("cast_off_stays", character=command.leave_out[0])
    picked = [slug for slug in state.playable_characters if state.characters[slug].is_pc]
    need(picked, "nobody_picked")
    for slug in picked:
        need(state.characters[slug].registered, "sheet_missing", character=slug)
    events: list[Event] = [
        CastOffAssigned(character=CharacterId(slug)) for slug in state.playable_characters if slug not in picked
    ]
    events.append(PlayStarted())
    for slug in state.supporting_characters:
        links = tuple(CharacterId(it) for it in state.characters[slug].mentions if it in picked)
        if links:
            events.append(SupportingCharacterAdmitted(character=CharacterId(slug), because_of=links))
        else:
            events.append(SupportingCharacterBenched(character=CharacterId(slug)))
    return events


@chapter.applies(CastOffAssigned)
def _(state: Crucible, event: CastOffAssigned) -> None:
    character = character_of(state, event.character)
    must(character.kind is Kind.UNASSIGNED, f"{event.character} is not left over")
    character.kind = Kind.CAST_OFF


@chapter.tells(CastOffAssigned, "Nobody picked {character}: an NPC from now on")
def _(state: Crucible, event: CastOffAssigned) -> Iterable[Fact]:
    yield changed(state, event.character, "cast-off")


@chapter.applies(PlayStarted)
def _(state: Crucible, event: PlayStarted) -> None:
    must(state.status is Status.SETUP, "play starts once")
    state.status = Status.PLAYING


@chapter.tells(PlayStarted, "Play begins")
def _(state: Crucible, event: PlayStarted) -> Iterable[Fact]:
    yield facts.ChapterOpened(chapter="play", title=state.crucible)


@chapter.applies(SupportingCharacterBenched)
def _(state: Crucible, event: SupportingCharacterBenched) -> None:
    character = character_of(state, event.character)
    character.kind = Kind.BENCHED
    character.marker = None


@chapter.tells(SupportingCharacterBenched, "{character} does not appear")
def _(state: Crucible, event: SupportingCharacterBenched) -> Iterable[Fact]:
    yield facts.CharacterLeft(character=event.character, how="benched")


class EndPlay(Command):
    """Tell the last chapter: what was played stays as it is.

    Needs:    the GM; play; no open scene.
    Refused:  `gm_only`, `not_playing`, `scene_open`.
    Yields:   `PlayEnded`.
    """

    type: Literal["vicious_crucible.end_play"] = "vicious_crucible.end_play"
    epilogue: Text = Field(default="", title="How does it end?")


class PlayEnded(Event):
    """The crucible is told to its end."""

    type: Literal["vicious_crucible.play_ended.v1"] = "vicious_crucible.play_ended.v1"
    epilogue: Text


@chapter.decides(EndPlay)
def end_play(state: Crucible, command: EndPlay, asker: Asker, dice: Dice) -> Events:
    """End play with an epilogue; refused while a scene is open."""
    gm_only(asker)
    in_play(state)
    need(state.current_scene is None, "scene_open", scene=state.current_scene)
    return [PlayEnded(epilogue=command.epilogue)]


@chapter.applies(PlayEnded)
def _(state: Crucible, event: PlayEnded) -> None:
    must(state.status is Status.PLAYING, "only a crucible in play can end")
    state.status = Status.ENDED


@chapter.tells(PlayEnded, "The crucible ends")
def _(state: Crucible, event: PlayEnded) -> Iterable[Fact]:
    if event.epilogue:
        yield facts.Told(text=event.epilogue, form="epilogue")
    yield facts.ChapterClosed(chapter="play")


def starting(state: Crucible) -> Iterable[Offer]:
    """Play may start when every character that was picked has its sheet."""
    picked = pcs(state)
    if picked and all(it.registered for it in picked.values()):
        yield Offer(command=StartPlay, label="Start play", known={"leave_out": ()}, group="Setup")


def ending() -> Offer:
    """The end of the crucible."""
    return Offer(command=EndPlay, label="End the crucible", group="Scene", weight=Weight.ENDING)
