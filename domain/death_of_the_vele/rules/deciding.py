"""Winner and score, and what follows of itself (VE-60, VE-61, VE-63, VE-65, VE-68)."""

from domain.death_of_the_vele.commands import outcomes as ask
from domain.death_of_the_vele.events import outcomes as say
from domain.death_of_the_vele.events.struggles import StruggleDie
from domain.death_of_the_vele.reckoning import (
    ACTOR,
    OPPONENT,
    open_window,
    player_of_component,
    power,
    powered,
    result_of,
)
from domain.death_of_the_vele.state import Side, Struggle, Vele
from domain.death_of_the_vele.terms import Dice, Effect, Phase, StruggleKind, Winner
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .cases import answers, rolls_for
from .followups import followups
from .returning import dice_home
from .rolling import taking_part
from .stages import rolled
from .verdicts import Verdict


@rolls_for(ask.DecideStruggle)
def decide_struggle(state: Vele, command: ask.DecideStruggle, asker: Asker, chance: Chance) -> Events:
    """VE-60: each opponent is compared with the actor; then effects, power and wagers fall into place."""
    struggle = rolled(state)
    if (waiting := open_window(state, struggle)) is not None:
        raise CommandRefused("fate_open", side=waiting)
    if struggle.hidden:
        main = struggle.sides[OPPONENT].main
        if main is not None and player_of_component(state, main) != asker.person:
            raise CommandRefused("hidden_by_opponent", player=player_of_component(state, main))
    taking_part(state, struggle, asker)
    verdicts = [judge(state, struggle, name, side) for name, side in struggle.opponents.items()]
    events: list[Event] = [
        say.StruggleDecided(
            struggle=struggle.id,
            side=it.side,
            actor_result=it.actor_result,
            opponent_result=it.opponent_result,
            winner=it.winner,
            score=it.score,
        )
        for it in verdicts
    ]
    if struggle.hidden:
        told = say.HiddenOutcomeTold(struggle=struggle.id, player=asker.person, told=command.told)
        return [*events, told, *power_gone(struggle), *dice_home(state)]
    events += power_gone(struggle)
    events += followups(state, struggle, verdicts, chance)
    return [*events, *dice_fate(state, struggle, verdicts)]


def judge(state: Vele, struggle: Struggle, name: str, side: Side) -> Verdict:
    """How the actor did against one opponent."""
    mine, theirs = result_of(struggle.actor), result_of(side)
    winner = winner_of(state, struggle, name, mine, theirs)
    score = abs(mine - theirs)
    if winner is Winner.ACTOR:
        score = boosted(score, struggle.actor, side, name)
    elif winner is Winner.OPPONENT and struggle.kind is StruggleKind.HEAD_TO_HEAD:
        score = boosted(score, side, struggle.actor, ACTOR)
    return Verdict(name, mine, theirs, winner, score if winner is not Winner.NONE else 0)


def boosted(score: int, winner: Side, loser: Side, loser_name: str) -> int:
    """The winner's highest Power Attack die added, the loser's highest Power Defense die taken off."""
    defended = power(loser, Effect.POWER_DEFENSE, loser_name)
    return max(0, score + power(winner, Effect.POWER_ATTACK, loser_name) - defended)


def winner_of(state: Vele, struggle: Struggle, name: str, mine: int, theirs: int) -> Winner:
    """Higher wins; how equality is read depends on the kind of struggle and on power (VE-60, VE-65)."""
    if mine != theirs:
        return Winner.ACTOR if mine > theirs else Winner.OPPONENT
    if struggle.kind is StruggleKind.HEAD_TO_HEAD:
        return Winner.NONE
    rules = state.house_rules
    against = powered(struggle.sides[name], ACTOR)
    if powered(struggle.actor, name) and (not against or rules.power_breaks_all_ties):
        return Winner.ACTOR
    wagered = struggle.kind in (StruggleKind.OFFENSIVE_DEFENSIVE, StruggleKind.BLOCKED)
    return Winner.NONE if rules.equal_returns_dice and wagered else Winner.OPPONENT


def power_gone(struggle: Struggle) -> list[Event]:
    """VE-61: power dice are spent, win or lose."""
    dice = Dice.of(die.die for side in struggle.sides.values() for die in side.power_dice)
    return [say.PowerDiceDiscarded(struggle=struggle.id, dice=dice)] if dice else []


def dice_fate(state: Vele, struggle: Struggle, verdicts: list[Verdict]) -> list[Event]:
    """Where the struggle dice go: home, or into the winnings."""
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
        events.append(say.MassWagerLost(struggle=struggle.id, dice=dice))
    return [*events, *unclaimed(struggle, verdicts)]


def wagers_lost(struggle: Struggle, side: Side) -> list[Event]:
    """VE-63: a loser's own dice are lost; what was borrowed costs nothing."""
    lost: dict[tuple[str, str, str | None], list[int]] = {}
    own = [die for die in side.pushed.values() if not die.borrowed]
    for number, die in enumerate(own):
        lost.setdefault((die.player, die.source.pool.value, die.source.owner), []).append(number)
    return [
        say.WagerLost(
            struggle=struggle.id,
            player=own[numbers[0]].player,
            home=own[numbers[0]].source,
            dice=Dice.of(own[number].die for number in numbers),
        )
        for numbers in lost.values()
    ]


def unclaimed(struggle: Struggle, verdicts: list[Verdict]) -> list[Event]:
    """Where the scenery won, the actor's dice go to the bowl."""
    return [
        say.WinningsUnclaimed(
            struggle=struggle.id,
            loser=ACTOR,
            dice=Dice.of(die.die for die in struggle.actor.pushed.values()),
        )
        for it in verdicts
        if it.winner is Winner.OPPONENT and struggle.sides[it.side].main is None
    ]


@answers(ask.RevealHiddenRoll)
def reveal_hidden_roll(state: Vele, command: ask.RevealHiddenRoll, asker: Asker) -> Events:
    """VE-68: whoever rolled unseen may show it after all."""
    struggle = state.struggle
    if struggle is None or not struggle.hidden or struggle.hidden_revealed:
        raise CommandRefused("nothing_hidden")
    side = struggle.sides[OPPONENT]
    need(
        struggle.phase not in (Phase.GOAL, Phase.ALLIES, Phase.PUSHING, Phase.POWERING, Phase.ROLLED, Phase.FATE),
        "not_decided",
    )
    if side.main is not None and player_of_component(state, side.main) != asker.person:
        raise CommandRefused("hidden_by_opponent", player=player_of_component(state, side.main))
    return [revealed(struggle, side)]


def revealed(struggle: Struggle, side: Side) -> Event:
    """Everything that was kept back about it."""
    rolls = [
        StruggleDie(side=OPPONENT, component=it.component, trait=it.trait, die=it.die, value=it.value or 0)
        for it in side.pushed.values()
    ]
    return say.HiddenRollRevealed(
        struggle=struggle.id,
        rolls=tuple(rolls),
        actor_result=struggle.actor.result or 0,
        opponent_result=side.result or 0,
        winner=struggle.winner or Winner.NONE,
        score=struggle.score,
    )
