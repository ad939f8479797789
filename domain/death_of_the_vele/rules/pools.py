"""Payments: which pool pays for what, and what may not be paid (VE-13, VE-17)."""

from domain.death_of_the_vele.state import DiceBag, Vele
from domain.death_of_the_vele.terms import Dice, Die, Home, Pool
from domain.kernel.decisions import Refusal, refuse


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


def not_held(state: Vele, home: Home, dice: Dice) -> Refusal | None:
    """Why these dice cannot leave this home, or None."""
    if home.pool is Pool.BOWL:
        return None
    held = bag(state, home)
    if state.house_rules.points_pools:
        if dice.points > held.points:
            return refuse("points_not_held", need=dice.points, have=held.points, pool=home.pool.value)
        return None
    lacking = held.lacks(dice)
    if lacking is None:
        return None
    return refuse("not_held", die=lacking.value, have=held.dice.said({}), pool=home.pool.value)


def payment(state: Vele, home: Home, dice: Dice, price: int) -> Refusal | None:
    """Why a price is not paid by these dice from this home, or None. No change is given."""
    if dice.points != price:
        return refuse("price_not_met", price=price, paid=dice.points, dice=dice.said({}))
    return not_held(state, home, dice)


def single(die: Die) -> Dice:
    """One die, as a handful."""
    return Dice.of((die,))
