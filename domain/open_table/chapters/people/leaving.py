"""Out of play, and back (OT-05)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Text
from domain.open_table.chapters.guards import acts, hands, mine
from domain.open_table.chapters.people.characters import kind_of
from domain.open_table.seats import CAST_GROUP, people, whose
from domain.open_table.state import OpenTable
from domain.open_table.terms import CharacterRef

chapter = Chapter[OpenTable](
    "Out of play",
    {
        "is_here": "{character} is in play already.",
    },
)


class LeavePlay(Command):
    """Take a character out of play: dead, gone, retired. The sheet stays as it is.

    Needs:    your own character, in play.
    Refused:  `character_unknown`, `not_yours`, `has_left`.
    Yields:   `CharacterLeft`.
    """

    type: Literal["open_table.leave_play"] = "open_table.leave_play"
    character: CharacterRef = Field(title="Who")
    how: Text = Field(default="", title="What became of them")


class CharacterLeft(Event):
    """A character is out of play."""

    type: Literal["open_table.character_left.v1"] = "open_table.character_left.v1"
    character: CharacterSlug
    how: Text


@chapter.decides(LeavePlay)
def leave_play(state: OpenTable, command: LeavePlay, asker: Asker, dice: Dice) -> Events:
    """OT-05: whoever is in play can leave it."""
    acts(state, command.character, asker)
    return [CharacterLeft(character=command.character, how=command.how)]


@chapter.applies(CharacterLeft)
def _(state: OpenTable, event: CharacterLeft) -> None:
    must(event.character in state.characters, f"{event.character} is nobody")
    must(state.characters[event.character].here, f"{event.character} left before")
    state.characters[event.character].here = False
    if state.scene is not None and event.character in state.scene.present:
        state.scene.present.remove(event.character)


@chapter.tells(CharacterLeft, "{character} is out of play{how:+: }")
def _(state: OpenTable, event: CharacterLeft) -> Iterable[Fact]:
    yield facts.CharacterLeft(character=event.character, how=event.how)


class ReturnToPlay(Command):
    """Bring a character back: into play, with the sheet as it was.

    Needs:    your own character, out of play.
    Refused:  `character_unknown`, `not_yours`, `is_here`.
    Yields:   `CharacterReturned`.
    """

    type: Literal["open_table.return_to_play"] = "open_table.return_to_play"
    character: CharacterRef = Field(title="Who")


class CharacterReturned(Event):
    """A character is in play again."""

    type: Literal["open_table.character_returned.v1"] = "open_table.character_returned.v1"
    character: CharacterSlug


@chapter.decides(ReturnToPlay)
def return_to_play(state: OpenTable, command: ReturnToPlay, asker: Asker, dice: Dice) -> Events:
    """OT-05: whoever left can come back."""
    mine(state, command.character, asker)
    need(not state.characters[command.character].here, "is_here", character=command.character)
    return [CharacterReturned(character=command.character)]


@chapter.applies(CharacterReturned)
def _(state: OpenTable, event: CharacterReturned) -> None:
    must(event.character in state.characters, f"{event.character} is nobody")
    must(not state.characters[event.character].here, f"{event.character} is here")
    state.characters[event.character].here = True


@chapter.tells(CharacterReturned, "{character} is back")
def _(state: OpenTable, event: CharacterReturned) -> Iterable[Fact]:
    it = state.characters[event.character]
    yield facts.CharacterChanged(
        character=event.character,
        name=it.name,
        character_kind=kind_of(it.player),
        player=it.player,
        how="back in play",
    )


def leaving(state: OpenTable, asker: Asker) -> Iterable[Offer]:
    """Out of play, and back: beside the course of play."""
    if own := hands(state, asker):
        known, choices = whose(state, own, "character")
        yield Offer(
            command=LeavePlay,
            label="Take a character out of play",
            known=known,
            choices=choices,
            group=CAST_GROUP,
            weight=Weight.ASIDE,
        )
    gone = [
        slug for slug, it in state.characters.items() if not it.here and (asker.is_gm or it.player == asker.person)
    ]
    if gone:
        yield Offer(
            command=ReturnToPlay,
            label="Let a character come back",
            choices={"character": people(state, gone)},
            group=CAST_GROUP,
            weight=Weight.ASIDE,
        )
