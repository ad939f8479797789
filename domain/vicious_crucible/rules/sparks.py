"""Sparks: when they may be used, what they cost, what they do to a hand (VC-20 to VC-24, VC-32, VC-37)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible import events as say
from domain.vicious_crucible.state import Contest, Crucible, HandDie, Side, Spark
from domain.vicious_crucible.tables import HINDERING_DIE, spark_cost
from domain.vicious_crucible.terms import GM, ElementStatus, HeatReason, PresentCause, SparkKind

from .common import denied, die_in, heat_spent, no_such_die, own_side, same_rulesheet, spendable
from .rolling import heat_for_d4s
from .winning import tie_to_reroll

SparkCommand: TypeAlias = ask.UseRerollSpark | ask.UseShiftSpark | ask.UseRulesheetSpark


@dataclass(frozen=True, slots=True)
class Printing:
    """A spark where it is printed. `trouble` is why it cannot be used at all, or None."""

    owner: str
    source: str
    slug: str
    spark: Spark
    trouble: Refusal | None = None

    @property
    def used_as(self) -> str:
        """How its use is remembered for the length of a contest."""
        return f"{self.owner}.{self.source}.{self.slug}"


def npcs_in_hand(state: Crucible, side: Side) -> list[str]:
    """VC-24: the NPCs whose elements the GM rolled."""
    return list(dict.fromkeys(die.owner for die in side.hand if die.owner in state.characters))


def printings(state: Crucible, side_id: str, side: Side) -> list[Printing]:
    """Every spark this side could think of using, usable or not."""
    found: list[Printing] = []
    for owner in npcs_in_hand(state, side) if side_id == GM else [side_id]:
        character = state.characters[owner]
        for source, element in character.elements.items():
            trouble = None
            if element.status is ElementStatus.LOCKED:
                trouble = refuse("spark_locked", element=source)
            elif element.status is ElementStatus.SACRIFICED:
                trouble = refuse("spark_sacrificed", element=source)
            found += (Printing(owner, source, slug, spark, trouble) for slug, spark in element.sparks.items())
        for source, tool in character.tools.items():
            trouble = None if tool.available else denied(source, tool.denied_by_contest)
            found += (Printing(owner, source, slug, spark, trouble) for slug, spark in tool.sparks.items())
    return found


def in_hand(side: Side, printing: Printing) -> bool:
    """Whether the element or tool it is printed on was rolled."""
    return any(die.owner == printing.owner and printing.source in (die.element, die.tool) for die in side.hand)


def trouble_with(state: Crucible, side: Side, printing: Printing, kind: SparkKind) -> Refusal | None:
    """Why this spark cannot be used now, its price apart, or None."""
    rules = state.house_rules
    if printing.trouble:
        return printing.trouble
    if printing.spark.kind is not kind:
        return refuse("spark_wrong_kind", spark=printing.slug, kind=printing.spark.kind, wanted=kind)
    if rules.spark_needs_element_in_hand and not in_hand(side, printing):
        return refuse("spark_not_in_hand", spark=printing.slug, element=printing.source)
    if rules.spark_once_per_contest and printing.used_as in side.sparks_used:
        return refuse("spark_used", spark=printing.slug)
    return None


def ready_spark(
    state: Crucible, contest: Contest, command: SparkCommand, asker: Asker, kind: SparkKind
) -> tuple[Side, Printing] | Refusal:
    """VC-20, VC-24: the side has presented, no tie waits, and the spark can be used."""
    side = own_side(state, contest, command.side, asker)
    if isinstance(side, Refusal):
        return side
    if side.presented_die is None:
        return refuse("present_first", side=command.side)
    if tied := tie_to_reroll(contest):
        return refuse("tie_first", sides=tied)
    if command.side == GM and command.owner is not None and command.owner not in npcs_in_hand(state, side):
        return refuse("npc_not_in_hand", character=command.owner)
    meant = [
        printing
        for printing in printings(state, command.side, side)
        if printing.slug == command.spark
        and command.source in (None, printing.source)
        and command.owner in (None, printing.owner)
    ]
    if not meant:
        return refuse("spark_unknown", side=command.side, spark=command.spark)
    troubles = [(trouble_with(state, side, printing, kind), printing) for printing in meant]
    for trouble, printing in troubles:
        if trouble is None:
            return side, printing
    return troubles[0][0] or refuse("spark_unknown", side=command.side, spark=command.spark)


def payment(state: Crucible, side: str, printing: Printing, points: int = 1) -> list[Event] | Refusal:
    """VC-20, VC-24: Heat for a player character, nothing for the GM."""
    if side == GM:
        return []
    need = spark_cost(printing.spark, state.house_rules) * points
    have = spendable(state, state.characters[side])
    if have < need:
        return refuse("too_little_heat", character=side, have=have, need=need)
    return [heat_spent(state, side, need, HeatReason.SPARK, printing.slug)] if need else []


def use_reroll_spark(
    state: Crucible, contest: Contest, command: ask.UseRerollSpark, asker: Asker, dice: Dice
) -> Decision[Event]:
    """VC-21: any die of one's own hand, each once."""
    ready = ready_spark(state, contest, command, asker, SparkKind.REROLL)
    if isinstance(ready, Refusal):
        return ready
    side, printing = ready
    die = die_in(side, command.die_id)
    if die is None:
        return no_such_die(side, command.side)
    if state.house_rules.sparks_presented_die_only and die.die_id != side.presented_die:
        return presented_only(side)
    if die.spark_rerolled:
        return refuse("die_already_rerolled", faces=die.faces, element=die.element)
    paid = payment(state, command.side, printing)
    if isinstance(paid, Refusal):
        return paid
    (new,) = dice.roll(die.faces)
    rerolled = say.DieRerolled.model_validate(
        {
            "side": command.side,
            "die_id": die.die_id,
            "faces": die.faces,
            "old": die.value,
            "new": new,
            "spark": printing.slug,
            "source": printing.source,
            "owner": printing.owner,
        }
    )
    again = represent(state, command.side, side, {**values_of(side), die.die_id: new})
    return [*paid, rerolled, *again, *reroll_heat(state, command.side, die, paid)]


def reroll_heat(state: Crucible, side: str, die: HandDie, paid: list[Event]) -> list[Event]:
    """A rerolled d4 earns nothing, unless the house says so."""
    rules = state.house_rules
    if die.faces != HINDERING_DIE or not rules.reroll_d4_heat or rules.d4_heat_delayed:
        return []
    return heat_for_d4s(state, side, [die], sum(it.amount for it in paid if isinstance(it, say.HeatSpent)))


def values_of(side: Side) -> dict[str, int]:
    """What each die of a hand shows."""
    return {die.die_id: die.value or 0 for die in side.hand}


def represent(state: Crucible, side_id: str, side: Side, values: dict[str, int]) -> list[Event]:
    """VC-23: the highest die lies in front; a tie keeps the one there, a pinned die stays."""
    if side.pinned or not state.house_rules.represent_after_spark or side.presented_die is None:
        return []
    best = max(values.values())
    if values[side.presented_die] == best:
        return []
    die_id = next(die_id for die_id, value in values.items() if value == best)
    return [say.DiePresented(side=side_id, die_id=die_id, value=best, cause=PresentCause.SPARK)]


def presented_only(side: Side) -> Refusal:
    """The refusal for a die that a spark does not reach, because only the presented one is reached."""
    shown = die_in(side, side.presented_die)
    return refuse("presented_die_only", faces=shown and shown.faces, element=shown and shown.element)


def shifted(side: Side, side_id: str, moves: Sequence[ask.Move], only: str | None) -> dict[str, int] | Refusal:
    """VC-22: the hand after these moves, step by step within every die's bounds."""
    values = values_of(side)
    dice = {die.die_id: die for die in side.hand}
    for move in moves:
        down, up = dice.get(move.from_die), dice.get(move.to_die)
        if down is None or up is None:
            return no_such_die(side, side_id)
        if down is up:
            return refuse("shift_same_die", faces=down.faces, element=down.element)
        if only is not None and only not in (move.from_die, move.to_die):
            return presented_only(side)
        if values[move.from_die] <= 1:
            return refuse("shift_below_one", faces=down.faces, element=down.element, value=down.value)
        if values[move.to_die] >= up.faces:
            return refuse("shift_above_faces", faces=up.faces, element=up.element, value=up.value)
        values[move.from_die] -= 1
        values[move.to_die] += 1
    return values


def use_shift_spark(
    state: Crucible, contest: Contest, command: ask.UseShiftSpark, asker: Asker
) -> Decision[Event]:
    """VC-22: all the points or none, each paid for."""
    ready = ready_spark(state, contest, command, asker, SparkKind.SHIFT)
    if isinstance(ready, Refusal):
        return ready
    side, printing = ready
    if not command.moves:
        return refuse("no_points")
    moves = [move for move in command.moves for _ in range(command.points)]
    only = side.presented_die if state.house_rules.sparks_presented_die_only else None
    values = shifted(side, command.side, moves, only)
    if isinstance(values, Refusal):
        return values
    paid = payment(state, command.side, printing, len(moves))
    if isinstance(paid, Refusal):
        return paid
    moved = say.PointsShifted(
        side=command.side,
        moves=tuple(say.ShiftedPoint(from_die=it.from_die, to_die=it.to_die) for it in moves),
        points=len(moves),
        spark=printing.slug,
        source=printing.source,
        owner=printing.owner,
    )
    return [*paid, moved, *represent(state, command.side, side, values)]


def use_rulesheet_spark(
    state: Crucible, contest: Contest, command: ask.UseRulesheetSpark, asker: Asker
) -> Decision[Event]:
    """VC-37: with its rulesheet invoked; what it did is told, not judged."""
    ready = ready_spark(state, contest, command, asker, SparkKind.RULESHEET)
    if isinstance(ready, Refusal):
        return ready
    _, printing = ready
    needed = printing.spark.rulesheet or contest.rulesheet
    if needed is None:
        return refuse("no_rulesheet")
    if contest.rulesheet is None or not same_rulesheet(contest.rulesheet, needed):
        return refuse("rulesheet_not_invoked", rulesheet=needed)
    if not command.effect.strip():
        return refuse("effect_missing", spark=printing.slug)
    paid = payment(state, command.side, printing)
    if isinstance(paid, Refusal):
        return paid
    used = say.RulesheetSparkUsed(
        character=CharacterId(printing.owner),
        side=command.side,
        spark=printing.slug,
        source=printing.source,
        rulesheet=contest.rulesheet,
        effect=command.effect,
    )
    return [*paid, used]
