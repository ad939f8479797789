"""Wagers after the roll: what they cost whoever loses, and winnings that nobody claims (VE-61, VE-63)."""

from collections.abc import Iterable
from typing import Literal

from domain.death_of_the_vele.chapters.pools import dice_home
from domain.death_of_the_vele.chapters.struggle_dice.rolling import advance
from domain.death_of_the_vele.lookup import BOWL, player_of, struggle_of, table_of
from domain.death_of_the_vele.phrases import dice_moved, told
from domain.death_of_the_vele.state.struggle import Side, Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import ACTOR, main_of, next_settlement
from domain.death_of_the_vele.terms.dice import Dice, Home
from domain.death_of_the_vele.terms.struggle import StruggleKind, Winner
from domain.death_of_the_vele.verdicts import Verdict
from domain.kernel.chapter import Chapter
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.terms import Person, Slug

chapter = Chapter[Vele]("Wagers lost, winnings nobody claims")


def power_dice_spent(struggle: Struggle) -> list[Event]:
    """Event of the power dice, which are spent win or lose (VE-61)."""
    dice = Dice.of(die.die for side in struggle.sides.values() for die in side.power_dice)
    return [PowerDiceDiscarded(struggle=struggle.id, dice=dice)] if dice else []


def dice_after_decision(state: Vele, struggle: Struggle, verdicts: list[Verdict]) -> list[Event]:
    """Events that move the struggle dice: home, or into the winnings."""
    if struggle.kind is StruggleKind.HEALING or all(it.winner is Winner.NONE for it in verdicts):
        return dice_home(state)
    events: list[Event] = []
    beaten = any(it.winner is Winner.OPPONENT for it in verdicts)
    for name, side in struggle.sides.items():
        lost = beaten if name == ACTOR else any(it.side == name and it.winner is Winner.ACTOR for it in verdicts)
        if lost:
            events += wagers_lost(struggle, side)
    if struggle.kind is StruggleKind.MASS and beaten:
        dice = Dice.of(die.die for die in struggle.actor.pushed.values())
        events.append(MassWagerLost(struggle=struggle.id, dice=dice))
    return [*events, *unclaimed(struggle, verdicts)]


def wagers_lost(struggle: Struggle, side: Side) -> list[Event]:
    """Events of a loser's own dice, which are lost (VE-63); what was borrowed costs nothing."""
    lost: dict[tuple[str, str, str | None], list[int]] = {}
    own = [die for die in side.pushed.values() if not die.borrowed]
    for number, die in enumerate(own):
        lost.setdefault((die.player, die.source.pool.value, die.source.owner), []).append(number)
    return [
        WagerLost(
            struggle=struggle.id,
            player=own[numbers[0]].player,
            home=own[numbers[0]].source,
            dice=Dice.of(own[number].die for number in numbers),
        )
        for numbers in lost.values()
    ]


def unclaimed(struggle: Struggle, verdicts: list[Verdict]) -> list[Event]:
    """Events that leave the actor's dice to the bowl, one for each side on which the scenery won."""
    return [
        WinningsUnclaimed(
            struggle=struggle.id,
            loser=ACTOR,
            dice=Dice.of(die.die for die in struggle.actor.pushed.values()),
        )
        for it in verdicts
        if it.winner is Winner.OPPONENT and struggle.sides[it.side].main is None
    ]


class PowerDiceDiscarded(Event):
    """The power dice lie in the bowl, won or lost (VE-61)."""

    type: Literal["death_of_the_vele.power_dice_discarded.v1"] = "death_of_the_vele.power_dice_discarded.v1"
    struggle: Slug
    dice: Dice


@chapter.applies(PowerDiceDiscarded)
def _(state: Vele, event: PowerDiceDiscarded) -> None:
    """No change here: the dice were paid into the bowl when they were declared."""
    struggle_of(state)


@chapter.tells(PowerDiceDiscarded, "Power dice are gone: {dice}")
def _(state: Vele, event: PowerDiceDiscarded) -> Iterable[Fact]:
    yield told(f"power dice are gone: {event.dice.said({})}", "struggle")


class WagerLost(Event):
    """A loser's own dice are part of the winnings (VE-63). `home`: the pool they came from."""

    type: Literal["death_of_the_vele.wager_lost.v1"] = "death_of_the_vele.wager_lost.v1"
    struggle: Slug
    player: Person
    home: Home
    dice: Dice


@chapter.applies(WagerLost)
def _(state: Vele, event: WagerLost) -> None:
    """The dice lie on the table until the winnings are taken."""
    player_of(state, event.player)


@chapter.tells(WagerLost, "{player} loses a wager: {dice}")
def _(state: Vele, event: WagerLost) -> Iterable[Fact]:
    yield told(f"{event.dice.said({})} wagered and lost", "struggle", event.player)


class MassWagerLost(Event):
    """The actor of a mass struggle lost to somebody: the dice pushed are lost, once (VE-82)."""

    type: Literal["death_of_the_vele.mass_wager_lost.v1"] = "death_of_the_vele.mass_wager_lost.v1"
    struggle: Slug
    dice: Dice


@chapter.applies(MassWagerLost)
def _(state: Vele, event: MassWagerLost) -> None:
    """The dice lie on the table until the winnings are taken."""
    struggle_of(state)


@chapter.tells(MassWagerLost, "The dice pushed against many are lost: {dice}")
def _(state: Vele, event: MassWagerLost) -> Iterable[Fact]:
    yield told(f"the dice pushed are lost: {event.dice.said({})}", "struggle", *main_of(state, ACTOR))


class WinningsUnclaimed(Event):
    """The losing side's dice lie in the bowl: nobody is there to win them."""

    type: Literal["death_of_the_vele.winnings_unclaimed.v1"] = "death_of_the_vele.winnings_unclaimed.v1"
    struggle: Slug
    loser: Slug
    dice: Dice


def take_all(struggle: Struggle, loser: str) -> None:
    """Mark the dice of a side as won."""
    side = struggle.sides[loser]
    side.taken = True
    for die in side.pushed.values():
        die.home = True


def close_settlement(struggle: Struggle) -> None:
    """Close the settlement with one opponent, whose dice are shared out."""
    winning = next_settlement(struggle)
    if winning is not None:
        opponent = winning[1] if winning[0] == ACTOR else winning[0]
        struggle.sides[opponent].settled = True
    struggle.winnings, struggle.shares = [], {}


@chapter.applies(WinningsUnclaimed)
def _(state: Vele, event: WinningsUnclaimed) -> None:
    struggle = struggle_of(state)
    take_all(struggle, event.loser)
    winning = next_settlement(struggle)
    if winning is not None:
        close_settlement(struggle)
    advance(state)


@chapter.tells(WinningsUnclaimed, "The bowl takes {dice}")
def _(state: Vele, event: WinningsUnclaimed) -> Iterable[Fact]:
    yield from dice_moved(state, table_of(event.struggle), BOWL, event.dice, "nobody to win them")
