"""The table that events are applied by, and how an impossible history is noticed."""

from typing import TypeVar

from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.evolution import Evolution
from domain.wicked_ones.state import ActionRoll, Consequence, Scene, Underworld, WickedOne, number_of
from domain.wicked_ones.terms import DUNGEON, SceneStatus

T = TypeVar("T")

evolve = Evolution[Underworld]()


def must(possible: bool, problem: str) -> None:
    """Raise `ImpossibleHistoryError` unless this is possible."""
    if not possible:
        raise ImpossibleHistoryError(problem)


def known(things: dict[str, T], slug: str, what: str) -> T:
    """The thing of this id."""
    found = things.get(slug)
    if found is None:
        raise ImpossibleHistoryError(f"there is no {what} {slug}")
    return found


def character_of(state: Underworld, character: str) -> WickedOne:
    """A Wicked One, living or dead."""
    return known(state.characters, character, "Wicked One")


def scene_of(state: Underworld) -> Scene:
    """The open scene."""
    if state.scene is None or state.scene.status is not SceneStatus.OPEN:
        raise ImpossibleHistoryError("no scene is open")
    return state.scene


def roll_of(state: Underworld, roll: str) -> ActionRoll:
    """An action roll of this scene."""
    return known(state.rolls, roll, "action roll")


def pending_of(state: Underworld, consequence: str) -> Consequence:
    """A consequence that is still to be settled."""
    found = known(state.consequences, consequence, "consequence")
    must(found.pending, f"{consequence} is settled already")
    return found


def numbered(state: Underworld, kind: str, slug: str) -> None:
    """Count a new thing of a numbered kind; its number must be a later one. Numbers may be left out.

    What is named after its source takes no number.
    """
    if slug.startswith(f"{kind}-of-"):
        return
    counted, number = state.counts.get(kind, 0), number_of(slug)
    must(slug == f"{kind}-{number}" and number > counted, f"{slug} cannot follow {kind}-{counted}")
    state.counts[kind] = number


def fresh(things: dict[str, T], slug: str) -> None:
    """Raise when this id is in use already."""
    must(slug not in things, f"{slug} is there already")


def move_gold(state: Underworld, purse: str, amount: int) -> None:
    """Gold into a purse, or out of it when negative."""
    owner = state.dungeon if purse == DUNGEON else character_of(state, purse)
    owner.gold += amount
    must(owner.gold >= 0, f"{purse} has too little gold for this")
