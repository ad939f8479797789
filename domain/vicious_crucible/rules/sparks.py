"""Sparks: when they may be used, what they cost, what they do to a hand (VC-20 to VC-24, VC-32, VC-37)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, allowed, found, need
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible import events as say
from domain.vicious_crucible.lookup import (
    die_in,
    npcs_in_hand,
    same_rulesheet,
    spendable,
    tie_to_reroll,
    values_of,
)
from domain.vicious_crucible.state import Contest, Crucible, Element, HandDie, Side, Spark, Tool
from domain.vicious_crucible.tables import HINDERING_DIE, spark_cost
from domain.vicious_crucible.terms import GM, ElementStatus, HeatReason, PresentCause, SparkKind, Stage

from .common import (
    no_such_die,
    not_denied,
    own_side,
    unsettled_contest,
)
from .heat import heat_spent
from .rolling import heat_for_d4s

SparkCommand: TypeAlias = ask.UseRerollSpark | ask.UseShiftSpark | ask.UseRulesheetSpark


@dataclass(frozen=True, slots=True)
class Printing:
    """A spark where it is printed: `on` an element or a tool, whose slug is `source`."""

    owner: str
    source: str
    on: Element | Tool
    slug: str
    spark: Spark

    @property
    def used_as(self) -> str:
        """How its use is remembered for the length of a contest."""
        return f"{self.owner}.{self.source}.{self.slug}"


def printings(state: Crucible, side_id: str, side: Side) -> list[Printing]:
    """Every spark this side could think of using, usable or not."""
    printed: list[Printing] = []
    for owner in npcs_in_hand(state, side) if side_id == GM else [side_id]:
        character = state.characters[owner]
        sources: tuple[Mapping[str, Element | Tool], ...] = (character.elements, character.tools)
        for source, it in ((source, it) for kind in sources for source, it in kind.items()):
            printed += (Printing(owner, source, it, slug, spark) for slug, spark in it.sparks.items())
    return printed


def in_hand(side: Side, printing: Printing) -> bool:
    """Whether the element or tool it is printed on was rolled."""
    return any(die.owner == printing.owner and printing.source in (die.element, die.tool) for die in side.hand)


def usable_now(state: Crucible, side: Side, printing: Printing, kind: SparkKind) -> None:
    """VC-20: on an unlocked element or a tool at hand, and what the house asks besides; its price apart."""
    rules = state.house_rules
    match printing.on:
        case Tool() as tool:
            not_denied(printing.source, tool)
        case Element(status=status):
            need(status is not ElementStatus.LOCKED, "spark_locked", element=printing.source)
            need(status is not ElementStatus.SACRIFICED, "spark_sacrificed", element=printing.source)
    it = printing.spark.kind
    need(it is kind, "spark_wrong_kind", spark=printing.slug, kind=it, wanted=kind)
    if rules.spark_needs_element_in_hand and not in_hand(side, printing):
        raise CommandRefused("spark_not_in_hand", spark=printing.slug, element=printing.source)
    if rules.spark_once_per_contest and printing.used_as in side.sparks_used:
        raise CommandRefused("spark_used", spark=printing.slug)


def dice_on_the_table(state: Crucible, side: str) -> Contest:
    """VC-20: sparks and passes come after dice have fallen, and before anybody has won."""
    contest = unsettled_contest(state)
    need(contest.status is not Stage.DECLARED, "present_first", side=side)
    return contest


def ready_spark(
    state: Crucible, contest: Contest, command: SparkCommand, asker: Asker, kind: SparkKind
) -> tuple[Side, Printing]:
    """VC-20, VC-24: the side has presented, no tie waits, and the spark can be used."""
    side = own_side(state, contest, command.side, asker)
    need(side.presented_die is not None, "present_first", side=command.side)
    if tied := tie_to_reroll(contest):
        raise CommandRefused("tie_first", sides=tied)
    if command.side == GM and command.owner is not None and command.owner not in npcs_in_hand(state, side):
        raise CommandRefused("npc_not_in_hand", character=command.owner)
    meant = [
        printing
        for printing in printings(state, command.side, side)
        if printing.slug == command.spark
        and command.source in (None, printing.source)
        and command.owner in (None, printing.owner)
    ]
    need(meant, "spark_unknown", side=command.side, spark=command.spark)
    ready = next((it for it in meant if allowed(usable_now, state, side, it, kind)), meant[0])
    usable_now(state, side, ready, kind)
    return side, ready


def payment(state: Crucible, side: str, printing: Printing, points: int = 1) -> list[Event]:
    """VC-20, VC-24: Heat for a player character, nothing for the GM."""
    if side == GM:
        return []
    price = spark_cost(printing.spark, state.house_rules) * points
    have = spendable(state, state.characters[side])
    need(have >= price, "too_little_heat", character=side, have=have, need=price)
    return [heat_spent(state, side, price, HeatReason.SPARK, printing.slug)] if price else []


def use_reroll_spark(state: Crucible, command: ask.UseRerollSpark, asker: Asker, dice: Dice) -> Events:
    """VC-21: any die of one's own hand, each once."""
    contest = dice_on_the_table(state, command.side)
    side, printing = ready_spark(state, contest, command, asker, SparkKind.REROLL)
    die = die_in(side, command.die_id)
    if die is None:
        raise no_such_die(side, command.side)
    if state.house_rules.sparks_presented_die_only and die.die_id != side.presented_die:
        raise presented_only(side)
    need(not die.spark_rerolled, "die_already_rerolled", faces=die.faces, element=die.element)
    paid = payment(state, command.side, printing)
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


def represent(state: Crucible, side_id: str, side: Side, values: dict[str, int]) -> list[Event]:
    """VC-23: the highest die lies in front; a tie keeps the one there, a pinned die stays."""
    if side.pinned or not state.house_rules.represent_after_spark or side.presented_die is None:
        return []
    best = max(values.values())
    if values[side.presented_die] == best:
        return []
    die_id = next(die_id for die_id, value in values.items() if value == best)
    return [say.DiePresented(side=side_id, die_id=die_id, value=best, cause=PresentCause.SPARK)]


def presented_only(side: Side) -> CommandRefused:
    """The refusal for a die that a spark does not reach, because only the presented one is reached."""
    only = die_in(side, side.presented_die)
    return CommandRefused("presented_die_only", faces=only and only.faces, element=only and only.element)


def shifted(side: Side, side_id: str, moves: Sequence[ask.Move], only: str | None) -> dict[str, int]:
    """VC-22: the hand after these moves, step by step within every die's bounds."""
    values = values_of(side)
    dice = {die.die_id: die for die in side.hand}
    for move in moves:
        down, up = dice.get(move.from_die), dice.get(move.to_die)
        if down is None or up is None:
            raise no_such_die(side, side_id)
        need(down is not up, "shift_same_die", faces=down.faces, element=down.element)
        if only is not None and only not in (move.from_die, move.to_die):
            raise presented_only(side)
        if values[move.from_die] <= 1:
            raise CommandRefused("shift_below_one", faces=down.faces, element=down.element, value=down.value)
        if values[move.to_die] >= up.faces:
            raise CommandRefused("shift_above_faces", faces=up.faces, element=up.element, value=up.value)
        values[move.from_die] -= 1
        values[move.to_die] += 1
    return values


def use_shift_spark(state: Crucible, command: ask.UseShiftSpark, asker: Asker, dice: Dice) -> Events:
    """VC-22: all the points or none, each paid for."""
    contest = dice_on_the_table(state, command.side)
    side, printing = ready_spark(state, contest, command, asker, SparkKind.SHIFT)
    need(command.moves, "no_points")
    moves = [move for move in command.moves for _ in range(command.points)]
    only = side.presented_die if state.house_rules.sparks_presented_die_only else None
    values = shifted(side, command.side, moves, only)
    paid = payment(state, command.side, printing, len(moves))
    moved = say.PointsShifted(
        side=command.side,
        moves=tuple(say.ShiftedPoint(from_die=it.from_die, to_die=it.to_die) for it in moves),
        points=len(moves),
        spark=printing.slug,
        source=printing.source,
        owner=printing.owner,
    )
    return [*paid, moved, *represent(state, command.side, side, values)]


def use_rulesheet_spark(state: Crucible, command: ask.UseRulesheetSpark, asker: Asker, dice: Dice) -> Events:
    """VC-37: with its rulesheet invoked; what it did is told, not judged."""
    contest = dice_on_the_table(state, command.side)
    _, printing = ready_spark(state, contest, command, asker, SparkKind.RULESHEET)
    needed = found(printing.spark.rulesheet or contest.rulesheet, "no_rulesheet")
    if contest.rulesheet is None or not same_rulesheet(contest.rulesheet, needed):
        raise CommandRefused("rulesheet_not_invoked", rulesheet=needed)
    need(command.effect.strip(), "effect_missing", spark=printing.slug)
    paid = payment(state, command.side, printing)
    used = say.RulesheetSparkUsed(
        character=CharacterId(printing.owner),
        side=command.side,
        spark=printing.slug,
        source=printing.source,
        rulesheet=contest.rulesheet,
        effect=command.effect,
    )
    return [*paid, used]
