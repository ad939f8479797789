"""Struggles are decided, hidden ones too (VE-60, VE-65, VE-68)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.guards import in_story, struggle_rolled
from domain.death_of_the_vele.chapters.outcomes.attack_effects import score_with_power
from domain.death_of_the_vele.chapters.outcomes.followups import followups
from domain.death_of_the_vele.chapters.outcomes.wagers import dice_after_decision, power_dice_spent
from domain.death_of_the_vele.chapters.pools import dice_home
from domain.death_of_the_vele.chapters.struggle_dice.fate import whoever_knows_the_result
from domain.death_of_the_vele.chapters.struggle_dice.rolling import (
    StruggleDie,
    advance,
    die_fact,
    roller_of,
    taking_part,
)
from domain.death_of_the_vele.lookup import side_of, struggle_of
from domain.death_of_the_vele.phrases import told
from domain.death_of_the_vele.state.struggle import Side, Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import (
    ACTOR,
    OPPONENT,
    main_of,
    open_window,
    player_of_component,
    power_dice,
    result_of,
)
from domain.death_of_the_vele.terms.struggle import Phase, StruggleKind, Winner
from domain.death_of_the_vele.verdicts import Verdict
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events, always
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.people import EVERYONE, Asker, Audience
from domain.kernel.terms import Person, Points, Slug, Text

chapter = Chapter[Vele](
    "Struggles are decided, hidden ones too",
    {
        "fate_open": "{side} may still use fate. Pass first.",
        "hidden_by_opponent": "{player} rolled unseen, and alone reads it.",
        "nothing_hidden": "No roll is hidden.",
    },
)


class DecideStruggle(Command):
    """Read the dice: results, winner, score, and everything that follows from them without a choice.

    Needs:    every window for fate closed. A hidden roll is read by the side that rolled it.
    Refused:  `no_struggle`, `not_rolled`, `decided_already`, `fate_open`, `hidden_by_opponent`,
              `not_taking_part`.
    Yields:   `StruggleDecided` for each opponent, `PowerDiceDiscarded`, the effects, `WagerLost`,
              `AspectMadeSticky`, `AspectPlaced`, `BlockHeld`, `BlockOvercome`, `BlockRolled`, `BlockSet`,
              `BlockValueFixed`, `ComponentCreated`, `ComponentMoved`, `EffectDealt`, `FictionRecorded`,
              `HealingRead`, `HiddenOutcomeTold`, `LethalApplied`, `MassWagerLost`, `ReflectiveApplied`,
              `StruggleDieReturned`, `TraitHealed`, `WinningsUnclaimed`.
    """

    type: Literal["death_of_the_vele.decide_struggle"] = "death_of_the_vele.decide_struggle"
    told: Text = Field(
        title="What the other side is told",
        default="",
        description="For a hidden roll: what the other side is told.",
    )


class StruggleDecided(Event):
    """The result against one opponent, `side` (VE-60). `score`: points the winner is ahead by."""

    type: Literal["death_of_the_vele.struggle_decided.v1"] = "death_of_the_vele.struggle_decided.v1"
    struggle: Slug
    side: Slug = "opponent"
    actor_result: int
    opponent_result: int
    winner: Winner
    score: Points


class HiddenOutcomeTold(Event):
    """The result of a hidden roll as told by the side that rolled unseen (VE-68)."""

    type: Literal["death_of_the_vele.hidden_outcome_told.v1"] = "death_of_the_vele.hidden_outcome_told.v1"
    struggle: Slug
    player: Person
    told: Text


@chapter.decides(DecideStruggle)
def decide_struggle(state: Vele, command: DecideStruggle, asker: Asker, chance: Chance) -> Events:
    """VE-60: compare each opponent with the actor; effects, power and wagers follow."""
    in_story(state, asker)
    struggle = struggle_rolled(state)
    if (waiting := open_window(state, struggle)) is not None:
        raise CommandRefused("fate_open", side=waiting)
    if struggle.hidden:
        main = struggle.sides[OPPONENT].main
        if main is not None and player_of_component(state, main) != asker.person:
            raise CommandRefused("hidden_by_opponent", player=player_of_component(state, main))
    taking_part(state, struggle, asker)
    verdicts = [verdict_against(state, struggle, name, side) for name, side in struggle.opponents.items()]
    events: list[Event] = [
        StruggleDecided(
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
        told = HiddenOutcomeTold(struggle=struggle.id, player=asker.person, told=command.told)
        return [*events, told, *power_dice_spent(struggle), *dice_home(state)]
    events += power_dice_spent(struggle)
    events += followups(state, struggle, verdicts, chance)
    return [*events, *dice_after_decision(state, struggle, verdicts)]


def verdict_against(state: Vele, struggle: Struggle, name: str, side: Side) -> Verdict:
    """The actor's result against one opponent."""
    mine, theirs = result_of(struggle.actor), result_of(side)
    winner = winner_of(state, struggle, name, mine, theirs)
    score = abs(mine - theirs)
    if winner is Winner.ACTOR:
        score = score_with_power(score, struggle.actor, side, name)
    elif winner is Winner.OPPONENT and struggle.kind is StruggleKind.HEAD_TO_HEAD:
        score = score_with_power(score, side, struggle.actor, ACTOR)
    return Verdict(name, mine, theirs, winner, score if winner is not Winner.NONE else 0)


def winner_of(state: Vele, struggle: Struggle, name: str, mine: int, theirs: int) -> Winner:
    """Higher wins; how equality is read depends on the kind of struggle and on power (VE-60, VE-65)."""
    if mine != theirs:
        return Winner.ACTOR if mine > theirs else Winner.OPPONENT
    if struggle.kind is StruggleKind.HEAD_TO_HEAD:
        return Winner.NONE
    rules = state.house_rules
    against = power_dice(struggle.sides[name], ACTOR)
    if power_dice(struggle.actor, name) and (not against or rules.power_breaks_all_ties):
        return Winner.ACTOR
    wagered = struggle.kind in (StruggleKind.OFFENSIVE_DEFENSIVE, StruggleKind.BLOCKED)
    return Winner.NONE if rules.equal_returns_dice and wagered else Winner.OPPONENT


def conclude(struggle: Struggle) -> None:
    """Set the result as a whole: of a mass struggle, the actor's best opponent counts."""
    sides = list(struggle.opponents.values())
    won = [side for side in sides if side.winner is Winner.ACTOR]
    best = max(won or sides, key=lambda side: side.score)
    struggle.winner, struggle.score = best.winner, best.score
    struggle.actor.winner, struggle.actor.score = best.winner, best.score


@chapter.applies(StruggleDecided)
def _(state: Vele, event: StruggleDecided) -> None:
    struggle, side = struggle_of(state), side_of(state, event.side)
    struggle.actor.result, side.result = event.actor_result, event.opponent_result
    side.winner, side.score = event.winner, event.score
    side.settled = event.winner is Winner.NONE or struggle.hidden or struggle.kind is StruggleKind.HEALING
    if all(it.winner is not None for it in struggle.opponents.values()):
        struggle.phase = Phase.DECIDED
        conclude(struggle)
        advance(state)


@chapter.applies(HiddenOutcomeTold)
def _(state: Vele, event: HiddenOutcomeTold) -> None:
    struggle_of(state).told = event.told


def whoever_knows(state: Vele, event: StruggleDecided) -> Audience:
    """Audience of a result: for a hidden roll its roller alone."""
    return whoever_knows_the_result(state)


class HiddenRollRevealed(Event):
    """A hidden roll was shown."""

    type: Literal["death_of_the_vele.hidden_roll_revealed.v1"] = "death_of_the_vele.hidden_roll_revealed.v1"
    struggle: Slug
    rolls: tuple[StruggleDie, ...]
    actor_result: int
    opponent_result: int
    winner: Winner
    score: Points


def result_facts(
    state: Vele, event: StruggleDecided | HiddenRollRevealed, side: str, audience: Audience
) -> Iterable[Fact]:
    """Facts of the winner and the score against one side."""
    actor, opponent = main_of(state, ACTOR), main_of(state, side)
    result = f"{event.actor_result} against {event.opponent_result}"
    winners, losers = (actor, opponent) if event.winner is Winner.ACTOR else (opponent, actor)
    nobody = event.winner is Winner.NONE
    yield facts.TestClosed(
        test=event.struggle,
        outcome=f"{result}: nobody wins" if nobody else f"{result}: score {event.score}",
        winner=winners[0] if winners and not nobody else None,
        losers=() if nobody else losers,
        audience=audience,
    )
    came = facts.Came.UNSAID if nobody or not winners else facts.Came.WON
    best, other = sorted((event.actor_result, event.opponent_result), reverse=True)
    yield facts.Outcome(
        test=event.struggle,
        who=winners[0] if winners else "",
        came=came,
        proof=f"{best} {'against' if best == other else 'over'} {other}",
        audience=audience,
    )


@chapter.tells(
    StruggleDecided, "{actor_result} against {opponent_result}: {winner} wins, score {score}", to=whoever_knows
)
def _(state: Vele, event: StruggleDecided) -> Iterable[Fact]:
    yield from result_facts(state, event, event.side, whoever_knows_the_result(state))


@chapter.tells(HiddenOutcomeTold, "{player} says{told:+: }")
def _(state: Vele, event: HiddenOutcomeTold) -> Iterable[Fact]:
    yield told(event.told or "nothing is said of how it came out", "hidden roll", *main_of(state, OPPONENT))


class RevealHiddenRoll(Command):
    """Show a hidden roll after all.

    Needs:    a hidden roll that is decided; the player who rolled it.
    Refused:  `nothing_hidden`, `not_decided`, `hidden_by_opponent`.
    Yields:   `HiddenRollRevealed`.
    """

    type: Literal["death_of_the_vele.reveal_hidden_roll"] = "death_of_the_vele.reveal_hidden_roll"


@chapter.decides(RevealHiddenRoll, opens=always)
def reveal_hidden_roll(state: Vele, command: RevealHiddenRoll, asker: Asker, chance: Chance) -> Events:
    """VE-68: show a hidden roll, at the word of whoever rolled it."""
    in_story(state, asker)
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
    """Event with everything that was kept back about a hidden roll."""
    rolls = [
        StruggleDie(side=OPPONENT, component=it.component, trait=it.trait, die=it.die, value=it.value or 0)
        for it in side.pushed.values()
    ]
    return HiddenRollRevealed(
        struggle=struggle.id,
        rolls=tuple(rolls),
        actor_result=struggle.actor.result or 0,
        opponent_result=side.result or 0,
        winner=struggle.winner or Winner.NONE,
        score=struggle.score,
    )


@chapter.applies(HiddenRollRevealed)
def _(state: Vele, event: HiddenRollRevealed) -> None:
    must(state.struggle is not None and state.struggle.id == event.struggle, "no such roll was hidden")
    if state.struggle is not None:
        state.struggle.hidden_revealed = True


@chapter.tells(HiddenRollRevealed, "The hidden roll is shown: {actor_result} against {opponent_result}")
def _(state: Vele, event: HiddenRollRevealed) -> Iterable[Fact]:
    struggle = state.struggle
    if struggle is None:
        return
    yield facts.DiceRolled(
        roller=roller_of(struggle, struggle.sides[OPPONENT]),
        purpose="the hidden roll, shown",
        dice=tuple(die_fact(state, n, roll, kept=True) for n, roll in enumerate(event.rolls)),
        test=event.struggle,
        reads=facts.Reads.HIGHEST,
        shown=True,
    )
    yield from result_facts(state, event, OPPONENT, EVERYONE)
