"""Payments: which pool pays for what, and what may not be paid (VE-13, VE-17)."""

from domain.death_of_the_vele.state import DiceBag, Vele
from domain.death_of_the_vele.terms import Dice, Die, Home, Pool
from domain.kernel.decisions import CommandRefused, need


def bag(state: Vele, home: Home) -> DiceBag:
    """The dice at a counted home; empty for one that is not known."""
    owner = home.owner or ""
    match home.pool:
        case Pool.CHARACTER if owner in state.story.players:
            return state.story.players[owner].character_dice
        case Pool.STORY if owner in state.story.players:
            return state.story.players[owner].story_dice
        case Pool.ALLOCATED if owner in state.components:
            return state.components[owner].allocated
        case Pool.GROUP if owner in state.groups:
            return state.groups[owner].group_dice
    return DiceBag()


def as_held(state: Vele, dice: Dice) -> Dice:
    """Dice as a pool holds them: where pools are plain points, in d4s (VE-P1)."""
    return Dice(d4=dice.points) if state.house_rules.points_pools else dice


def dice_held(state: Vele, home: Home, dice: Dice) -> None:
    """These dice lie at this home."""
    if home.pool is Pool.BOWL:
        return
    held = bag(state, home)
    if state.house_rules.points_pools:
        need(
            dice.points <= held.points, "points_not_held", need=dice.points, have=held.points, pool=home.pool.value
        )
        return
    lacking = held.lacks(dice)
    if lacking is None:
        return
    raise CommandRefused("not_held", die=lacking.value, have=held.dice.said({}), pool=home.pool.value)


def price_paid(state: Vele, home: Home, dice: Dice, price: int) -> None:
    """These dice lie at this home and pay the price. No change is given."""
    if dice.points != price:
        raise CommandRefused("price_not_met", price=price, paid=dice.points, dice=dice.said({}))
    dice_held(state, home, dice)


def single(die: Die) -> Dice:
    """One die, as a handful."""
    return Dice.of((die,))
