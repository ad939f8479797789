"""The table that events are applied by, where dice are at home, and how an impossible history is noticed."""

from domain.death_of_the_vele.state import (
    Act,
    Aspect,
    Component,
    Deed,
    DiceBag,
    DiceMove,
    Gain,
    Group,
    Player,
    Scene,
    Side,
    Struggle,
    Trait,
    Vele,
)
from domain.death_of_the_vele.terms import DeedKind, Dice, Home, Pool
from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.evolution import Evolution

evolve = Evolution[Vele]()

DEEDS_KEPT = 40
"""How many of the latest deeds can still be looked up for a challenge."""


def must(possible: bool, problem: str) -> None:
    """Raise `ImpossibleHistoryError` unless this is possible."""
    if not possible:
        raise ImpossibleHistoryError(problem)


def player_of(state: Vele, player: str) -> Player:
    """A person of the story."""
    found = state.story.players.get(player)
    if found is None:
        raise ImpossibleHistoryError(f"{player} does not play in this story")
    return found


def act_of(state: Vele) -> Act:
    """The act under way."""
    if state.act is None:
        raise ImpossibleHistoryError("no act has begun")
    return state.act


def scene_of(state: Vele) -> Scene:
    """The open scene."""
    if state.scene is None or not state.scene.open:
        raise ImpossibleHistoryError("no scene is open")
    return state.scene


def struggle_of(state: Vele) -> Struggle:
    """The struggle under way."""
    if state.struggle is None or not state.struggle.running:
        raise ImpossibleHistoryError("no struggle is under way")
    return state.struggle


def side_of(state: Vele, side: str) -> Side:
    """A side of the struggle under way."""
    found = struggle_of(state).sides.get(side)
    if found is None:
        raise ImpossibleHistoryError(f"{side} is no side of this struggle")
    return found


def component_of(state: Vele, component: str) -> Component:
    """A component of the story."""
    found = state.components.get(component)
    if found is None:
        raise ImpossibleHistoryError(f"there is no component {component}")
    return found


def trait_of(state: Vele, component: str, trait: str) -> Trait:
    """A trait of a component."""
    found = component_of(state, component).traits.get(trait)
    if found is None:
        raise ImpossibleHistoryError(f"{component} has no trait {trait}")
    return found


def group_of(state: Vele, group: str) -> Group:
    """A group of the act."""
    found = state.groups.get(group)
    if found is None:
        raise ImpossibleHistoryError(f"there is no group {group}")
    return found


def aspect_of(state: Vele, aspect: str) -> Aspect:
    """An aspect of anything."""
    found = state.aspects.get(aspect)
    if found is None:
        raise ImpossibleHistoryError(f"there is no aspect {aspect}")
    return found


def bag_at(state: Vele, home: Home) -> DiceBag | None:
    """The bag at a home; None for the bowl and the table, which are counted elsewhere or not at all."""
    owner = home.owner or ""
    match home.pool:
        case Pool.CHARACTER:
            return player_of(state, owner).character_dice
        case Pool.STORY:
            return player_of(state, owner).story_dice
        case Pool.ALLOCATED:
            return component_of(state, owner).allocated
        case Pool.GROUP:
            return group_of(state, owner).group_dice
        case Pool.BOWL | Pool.TABLE:
            return None


def take(state: Vele, home: Home, dice: Dice) -> None:
    """Dice leave a home. Raises when they are not there."""
    bag = bag_at(state, home)
    if bag is None:
        return
    if bag.lacks(dice) is not None:
        raise ImpossibleHistoryError(f"{home.said({})} hold no {dice.said({})}")
    bag.take(dice)


def put(state: Vele, home: Home, dice: Dice) -> None:
    """Dice come to a home."""
    bag = bag_at(state, home)
    if bag is not None:
        bag.put(dice)


def move(state: Vele, giver: Home, taker: Home, dice: Dice) -> None:
    """Dice go from one home to another."""
    take(state, giver, dice)
    put(state, taker, dice)


def gain(state: Vele, home: Home, dice: Dice) -> None:
    """Dice come into a pool of a player's, who may merge them until they next pay (VE-15)."""
    put(state, home, dice)
    if home.pool in (Pool.CHARACTER, Pool.STORY) and dice:
        player_of(state, home.owner or "").just_gained.append(Gain(home, dice))


def pay(state: Vele, giver: Home, taker: Home, dice: Dice) -> None:
    """Dice are pushed, spent or paid: whoever pays can no longer merge what came before."""
    move(state, giver, taker, dice)
    owner = giver.owner or ""
    if giver.pool is Pool.ALLOCATED:
        owner = component_of(state, owner).owner
    if owner in state.story.players:
        state.story.players[owner].just_gained.clear()


def deed(state: Vele, kind: DeedKind, player: str, subject: str, *paid: DiceMove, was: str = "") -> None:
    """Note something that the table may take back until a roll rests on it."""
    state.deeds_done += 1
    state.deeds[f"deed-{state.deeds_done}"] = Deed(kind, player, subject, list(paid), was)
    for old in list(state.deeds)[:-DEEDS_KEPT]:
        del state.deeds[old]


def rest_on_deeds(state: Vele) -> None:
    """Dice were rolled: what was done before them stands (VE-02)."""
    for each in state.deeds.values():
        each.rested = True
