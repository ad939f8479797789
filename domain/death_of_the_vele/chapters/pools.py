"""Pools of dice (VE-13, VE-17)."""

from collections.abc import Iterable
from typing import Literal

from domain.death_of_the_vele.lookup import (
    BOWL,
    as_held,
    bag,
    bag_at,
    component_of,
    player_of,
    single,
    struggle_of,
    table_of,
)
from domain.death_of_the_vele.phrases import AT_THE_BOWL, dice_moved
from domain.death_of_the_vele.state.struggle import PushedDie, Struggle
from domain.death_of_the_vele.state.table import Gain
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.dice import Dice, Die, Home, Pool
from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, ImpossibleHistoryError, must, need
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.terms import Points, Slug, Text

chapter = Chapter[Vele](
    "Pools of dice",
    {
        "not_held": "There is no such {die} there: what is there is {have}.",
        "points_not_held": "This takes {need:?point|points}; the dice there are worth {have}.",
        "price_not_met": "The price is {price:?point|points} and no change is given; {dice} make {paid}.",
    },
)


def dice_held(state: Vele, home: Home, dice: Dice) -> None:
    """Refuse dice that do not lie at this home."""
    if home.pool is Pool.BOWL:
        return
    held = bag(state, home)
    if state.house_rules.points_pools:
        # Larger dice are no points: a pool may hold some from before the house counted so.
        have = held.count(Die.D4)
        need(dice.points <= have, "points_not_held", need=dice.points, have=have, pool=home.pool.value)
        return
    lacking = held.lacks(dice)
    if lacking is None:
        return
    raise CommandRefused("not_held", die=lacking.value, have=held.dice.said({}), pool=home.pool.value)


def price_paid(state: Vele, home: Home, dice: Dice, price: int) -> None:
    """Refuse dice that do not lie at this home, or do not pay the price. No change is given."""
    if dice.points != price:
        raise CommandRefused("price_not_met", price=price, paid=dice.points, dice=dice.said({}))
    dice_held(state, home, dice)


def held_dice(state: Vele, die: PushedDie) -> Dice:
    """A pushed die as its home holds it."""
    return single(die.die) if die.borrowed else as_held(state, single(die.die))


def die_returned(state: Vele, struggle: Struggle, die: PushedDie) -> Event:
    """Event of one pushed die that goes home."""
    return StruggleDieReturned(
        struggle=struggle.id,
        component=die.component,
        trait=die.trait,
        die=die.die,
        source=die.source,
        dice=held_dice(state, die),
    )


def dice_home(state: Vele) -> list[Event]:
    """Events of every die still on the table, which goes home."""
    struggle = state.struggle
    if struggle is None:
        return []
    return [
        die_returned(state, struggle, die)
        for side in struggle.sides.values()
        for die in side.pushed.values()
        if not die.home
    ]


class PoolEmptied(Event):
    """The rest in a pool is gone, because a new act begins (VE-33)."""

    type: Literal["death_of_the_vele.pool_emptied.v1"] = "death_of_the_vele.pool_emptied.v1"
    home: Home
    dice: Dice


def take(state: Vele, home: Home, dice: Dice) -> None:
    """Remove dice from a home. Raises when they are not there."""
    bag = bag_at(state, home)
    if bag is None:
        return
    if bag.lacks(dice) is not None:
        raise ImpossibleHistoryError(f"{home.said({})} hold no {dice.said({})}")
    bag.take(dice)


@chapter.applies(PoolEmptied)
def _(state: Vele, event: PoolEmptied) -> None:
    take(state, event.home, event.dice)


@chapter.tells(PoolEmptied, "The {home} lose {dice}")
def _(state: Vele, event: PoolEmptied) -> Iterable[Fact]:
    yield from dice_moved(state, event.home, AT_THE_BOWL, event.dice, "a new act")


class ActDiceGranted(Event):
    """A player took the dice of a new act."""

    type: Literal["death_of_the_vele.act_dice_granted.v1"] = "death_of_the_vele.act_dice_granted.v1"
    home: Home
    dice: Dice


def put(state: Vele, home: Home, dice: Dice) -> None:
    """Add dice to a home."""
    bag = bag_at(state, home)
    if bag is not None:
        bag.put(dice)


@chapter.applies(ActDiceGranted)
def _(state: Vele, event: ActDiceGranted) -> None:
    put(state, event.home, event.dice)


@chapter.tells(ActDiceGranted, "The {home} gain {dice}")
def _(state: Vele, event: ActDiceGranted) -> Iterable[Fact]:
    yield from dice_moved(state, AT_THE_BOWL, event.home, event.dice, "dice of the act")


class GroupDiceSpent(Event):
    """Dice of a group were spent on traits of its members."""

    type: Literal["death_of_the_vele.group_dice_spent.v1"] = "death_of_the_vele.group_dice_spent.v1"
    group: Slug
    dice: Dice


@chapter.applies(GroupDiceSpent)
def _(state: Vele, event: GroupDiceSpent) -> None:
    take(state, Home(pool=Pool.GROUP, owner=event.group), event.dice)


@chapter.tells(GroupDiceSpent, "Dice of {group} go into traits: {dice}")
def _(state: Vele, event: GroupDiceSpent) -> Iterable[Fact]:
    home = Home(pool=Pool.GROUP, owner=event.group)
    yield from dice_moved(state, home, AT_THE_BOWL, event.dice, "traits of members")


class DiceSpent(Event):
    """Dice were paid for something and lie in the bowl (VE-17)."""

    type: Literal["death_of_the_vele.dice_spent.v1"] = "death_of_the_vele.dice_spent.v1"
    home: Home
    dice: Dice
    points: Points
    purpose: Text


def move(state: Vele, giver: Home, taker: Home, dice: Dice) -> None:
    """Move dice from one home to another."""
    take(state, giver, dice)
    put(state, taker, dice)


def pay(state: Vele, giver: Home, taker: Home, dice: Dice) -> None:
    """Move dice as a payment: whoever pays can no longer merge what came before."""
    move(state, giver, taker, dice)
    owner = giver.owner or ""
    if giver.pool is Pool.ALLOCATED:
        owner = component_of(state, owner).owner
    if owner in state.story.players:
        state.story.players[owner].just_gained.clear()


@chapter.applies(DiceSpent)
def _(state: Vele, event: DiceSpent) -> None:
    pay(state, event.home, BOWL, event.dice)


@chapter.tells(DiceSpent, "The {home} pay {dice}: {purpose}")
def _(state: Vele, event: DiceSpent) -> Iterable[Fact]:
    yield from dice_moved(state, event.home, AT_THE_BOWL, event.dice, event.purpose)


class DiceGained(Event):
    """Dice came from the bowl into a pool."""

    type: Literal["death_of_the_vele.dice_gained.v1"] = "death_of_the_vele.dice_gained.v1"
    home: Home
    dice: Dice
    reason: Text


def gain(state: Vele, home: Home, dice: Dice) -> None:
    """Add dice to a player's pool, and note that they may be merged until the player next pays (VE-15)."""
    put(state, home, dice)
    if home.pool in (Pool.CHARACTER, Pool.STORY) and dice:
        player_of(state, home.owner or "").just_gained.append(Gain(home, dice))


@chapter.applies(DiceGained)
def _(state: Vele, event: DiceGained) -> None:
    gain(state, event.home, event.dice)


@chapter.tells(DiceGained, "The {home} gain {dice}: {reason}")
def _(state: Vele, event: DiceGained) -> Iterable[Fact]:
    yield from dice_moved(state, AT_THE_BOWL, event.home, event.dice, event.reason)


class DiceMoved(Event):
    """Dice went from the home of `giver` to that of `taker`."""

    type: Literal["death_of_the_vele.dice_moved.v1"] = "death_of_the_vele.dice_moved.v1"
    giver: Home
    taker: Home
    dice: Dice
    reason: Text


@chapter.applies(DiceMoved)
def _(state: Vele, event: DiceMoved) -> None:
    if event.taker.pool in (Pool.CHARACTER, Pool.STORY):
        take(state, event.giver, event.dice)
        gain(state, event.taker, event.dice)
    else:
        move(state, event.giver, event.taker, event.dice)


@chapter.tells(DiceMoved, "The {giver} give {dice} to the {taker}: {reason}")
def _(state: Vele, event: DiceMoved) -> Iterable[Fact]:
    yield from dice_moved(state, event.giver, event.taker, event.dice, event.reason)


class StruggleDieReturned(Event):
    """A struggle die went back where it came from (VE-63, VE-65). `dice`: as that pool holds it."""

    type: Literal["death_of_the_vele.struggle_die_returned.v1"] = "death_of_the_vele.struggle_die_returned.v1"
    struggle: Slug
    component: Slug
    trait: Slug
    die: Die
    source: Home
    dice: Dice


def bring_home(struggle: Struggle, component: str, trait: str) -> None:
    """Take a pushed die off the table: it is home."""
    for side in struggle.sides.values():
        die = side.pushed.get(f"{component}.{trait}")
        if die is not None:
            must(not die.home, f"{component}.{trait} is home already")
            die.home = True


@chapter.applies(StruggleDieReturned)
def _(state: Vele, event: StruggleDieReturned) -> None:
    bring_home(struggle_of(state), event.component, event.trait)
    put(state, event.source, event.dice)


@chapter.tells(StruggleDieReturned, "The {die} of {component} goes back to {source}")
def _(state: Vele, event: StruggleDieReturned) -> Iterable[Fact]:
    yield from dice_moved(state, table_of(event.struggle), event.source, event.dice, "goes home")
