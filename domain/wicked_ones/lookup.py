"""Lookups in a state of Wicked Ones, for rules, for whoever applies an event, for offers and sheets."""

from collections.abc import Iterator
from typing import TypeVar

from domain.kernel.decisions import ImpossibleHistoryError, must
from domain.wicked_ones.house_rules import GoldOwner
from domain.wicked_ones.printed import FOOTING_EFFECT, FOOTING_POSITION
from domain.wicked_ones.state.play import ActionRoll, Consequence, Scene
from domain.wicked_ones.state.underworld import Underworld, number_of
from domain.wicked_ones.state.world import MinionPack, WickedOne
from domain.wicked_ones.terms.bounds import DUNGEON
from domain.wicked_ones.terms.frame import Footing, Phase, RaidStatus, SceneStatus
from domain.wicked_ones.terms.holdings import PackStatus
from domain.wicked_ones.terms.rolls import Effect, Position, Result, RollStatus


def scene_is_open(state: Underworld) -> bool:
    """True if a scene is being played."""
    return state.scene is not None and state.scene.status is SceneStatus.OPEN


def is_near(state: Underworld, character: str) -> bool:
    """True if a monster is in the open scene, or none is open."""
    return state.scene is None or state.scene.status is not SceneStatus.OPEN or character in state.scene.present


def phase_in_words(phase: Phase) -> str:
    """A phase by its name; nothing before the first."""
    return "" if phase is Phase.NONE else phase.value


def purse_of(state: Underworld, character: str) -> str:
    """The purse a monster pays from: its own, or the dungeon's by house rule (WO-A27)."""
    return DUNGEON if state.house_rules.gold_owner is GoldOwner.HOARD else character


def gold_of(state: Underworld, character: str) -> int:
    """Gold there is to pay with."""
    return sum(held for _, held in purses_of(state, character))


def purses_of(state: Underworld, character: str) -> list[tuple[str, int]]:
    """The purses a monster pays from, and the gold in each: its own, or by house rule the hoard (WO-A27).

    Gold that monsters held when the house made it one hoard belongs to that too: it is paid after the rest.
    """
    if purse_of(state, character) != DUNGEON:
        return [(character, state.characters[character].gold)]
    others = (slug for slug in state.characters if slug != character)
    held = ((slug, state.characters[slug].gold) for slug in (character, *others))
    return [(DUNGEON, state.dungeon.gold), *held]


def paid_from(state: Underworld, character: str, amount: int) -> Iterator[tuple[str, int]]:
    """The purses that a monster pays so much gold from, and the part of each."""
    for purse, held in purses_of(state, character):
        part = min(held, amount)
        if part:
            amount -= part
            yield purse, part


def standing_of(state: Underworld, character: str) -> Position:
    """Position of a monster in the scene: by what befell it, or by how the scene started (WO-34, WO-41)."""
    scene = state.scene
    if scene is None:
        return Position.DEFAULT
    start = FOOTING_POSITION[scene.footing] if scene.at_the_start else Position.DEFAULT
    return scene.standing.get(character, start)


def effect_at_first(state: Underworld) -> Effect:
    """Effect that an action starts with: other than default only for the first after an engagement (WO-34)."""
    scene = state.scene
    return FOOTING_EFFECT[scene.footing] if scene is not None and scene.at_the_start else Effect.DEFAULT


THE_START = "the bad start"


def roll_owes(state: Underworld, slug: str, roll: ActionRoll) -> bool:
    """True if a roll owes a consequence: it failed or was mixed (WO-28, WO-31, WO-33). The dead owe nothing."""
    return (
        scene_is_open(state)
        and roll.status is RollStatus.ROLLED
        and roll.result in (Result.FAILURE, Result.MIXED)
        and not (roll.knell or roll.waived)
        and state.characters[roll.character].alive
        and all(it.roll_id != slug for it in state.consequences.values())
    )


def start_owes(state: Underworld) -> bool:
    """True if a failed engagement still owes its consequence (WO-34)."""
    scene = state.scene
    return (
        scene is not None
        and scene_is_open(state)
        and scene.engaged
        and scene.footing is Footing.TIGHT_SPOT
        and not scene.answered
    )


def first_owing(state: Underworld) -> str | None:
    """The first roll, or the start, that owes a consequence; None if nothing does."""
    if start_owes(state):
        return THE_START
    return next((slug for slug, roll in state.rolls.items() if roll_owes(state, slug, roll)), None)


def on_the_way(state: Underworld) -> bool:
    """True if loot is still being carried home."""
    return state.raid is not None and state.raid.status is RaidStatus.OPEN


def loot_at_hand(state: Underworld) -> int:
    """Loot that could be lost: what is carried on a raid, or else what lies at home."""
    return state.raid.loot if state.raid is not None and on_the_way(state) else state.dungeon.loot


def active(pack: MinionPack) -> bool:
    """True if a pack is still there."""
    return pack.status is PackStatus.ACTIVE


def nothing_pending_over_anybody(state: Underworld) -> bool:
    """True if no consequence is pending over anybody."""
    return not any(it.pending for it in state.consequences.values())


T = TypeVar("T")


def required(things: dict[str, T], slug: str, what: str) -> T:
    """The thing of this id; raises where there is none. `what` names it in the error."""
    thing = things.get(slug)
    if thing is None:
        raise ImpossibleHistoryError(f"there is no {what} {slug}")
    return thing


def character_of(state: Underworld, character: str) -> WickedOne:
    """A Wicked One, living or dead."""
    return required(state.characters, character, "Wicked One")


def scene_of(state: Underworld) -> Scene:
    """The open scene."""
    if state.scene is None or state.scene.status is not SceneStatus.OPEN:
        raise ImpossibleHistoryError("no scene is open")
    return state.scene


def roll_of(state: Underworld, roll: str) -> ActionRoll:
    """An action roll of this scene."""
    return required(state.rolls, roll, "action roll")


def pending_of(state: Underworld, consequence: str) -> Consequence:
    """A consequence that is still to be settled."""
    it = required(state.consequences, consequence, "consequence")
    must(it.pending, f"{consequence} is settled already")
    return it


def count_number(state: Underworld, kind: str, slug: str) -> None:
    """Count a new thing of a numbered kind; its number must be a later one. Numbers may be left out.

    What is named after its source takes no number.
    """
    if slug.startswith(f"{kind}-of-"):
        return
    counted, number = state.counts.get(kind, 0), number_of(slug)
    must(slug == f"{kind}-{number}" and number > counted, f"{slug} cannot follow {kind}-{counted}")
    state.counts[kind] = number


def must_be_new(things: dict[str, T], slug: str) -> None:
    """Raise when this id is in use already."""
    must(slug not in things, f"{slug} is there already")


def from_a_deadly_roll(state: Underworld, it: Consequence) -> bool:
    """True if a roll that was framed deadly brought this consequence."""
    roll = state.rolls.get(it.roll_id or "")
    return roll is not None and roll.position is Position.DEADLY
