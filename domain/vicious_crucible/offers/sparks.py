"""Sparks on offer: one offer for each that can be used and paid for."""

from collections.abc import Iterable
from itertools import permutations

from domain.kernel.decisions import allowed
from domain.kernel.offers import Choice, Offer
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible.lookup import same_rulesheet, spendable
from domain.vicious_crucible.rules.sparks import Printing, printings, shifted, usable_now
from domain.vicious_crucible.state import Contest, Crucible, Side
from domain.vicious_crucible.tables import spark_cost
from domain.vicious_crucible.terms import GM, SparkKind

from .seats import Seat, die_choice, element_name, side_name

_GROUP = "Contest: sparks"
MOST_STEPS = 7
"""From the lowest to the highest face of the largest die."""


def sparks(state: Crucible, contest: Contest, side: Side, seat: Seat) -> Iterable[Offer]:
    """What this side can use now."""
    for printing in printings(state, seat.side, side):
        kind = printing.spark.kind
        if kind is SparkKind.DOUBLE_HEAT or not allowed(usable_now, state, side, printing, kind):
            continue
        cost = 0 if seat.side == GM else spark_cost(printing.spark, state.house_rules)
        if seat.side != GM and spendable(state, state.characters[seat.side]) < cost:
            continue
        known = {
            "side": seat.side,
            "spark": printing.slug,
            "source": printing.source,
            "owner": printing.owner,
        }
        price = f", {cost} Heat" if cost else ""
        label = f"{side_name(state, seat.side)}: {printing.spark.name} ({kind.replace('_', ' ')}{price})"
        if kind is SparkKind.REROLL:
            yield from rerolls(state, side, seat, known, label)
        elif kind is SparkKind.SHIFT:
            yield from shifts(state, side, seat, known, label, cost)
        elif fits(contest, printing):
            yield seat.offer(ask.UseRulesheetSpark, label, known, group=_GROUP)


def fits(contest: Contest, printing: Printing) -> bool:
    """Whether a rulesheet spark's module is invoked."""
    wanted = printing.spark.rulesheet
    return contest.rulesheet is not None and (not wanted or same_rulesheet(contest.rulesheet, wanted))


def rerolls(state: Crucible, side: Side, seat: Seat, known: dict[str, str], label: str) -> Iterable[Offer]:
    """Dice not yet rerolled, one offer for each size so that the die to throw is known."""
    only = side.presented_die if state.house_rules.sparks_presented_die_only else None
    ready = [die for die in side.hand if not die.spark_rerolled and only in (None, die.die_id)]
    for faces in sorted({die.faces for die in ready}, reverse=True):
        dice = tuple(die_choice(state, die) for die in ready if die.faces == faces)
        yield seat.offer(
            ask.UseRerollSpark, f"{label}: a d{faces}", known, {"die_id": dice}, group=_GROUP, dice=(faces,)
        )


def shifts(
    state: Crucible, side: Side, seat: Seat, known: dict[str, str], label: str, cost: int
) -> Iterable[Offer]:
    """Points from a die to another, one offer for each pair, with as many points as it can take and pay for."""
    only = side.presented_die if state.house_rules.sparks_presented_die_only else None
    for down, up in permutations(side.hand, 2):
        move = ask.Move(from_die=down.die_id, to_die=up.die_id)
        most = min((down.value or 1) - 1, up.faces - (up.value or 0), affordable(state, seat.side, cost))
        if most < 1 or not allowed(shifted, side, seat.side, [move], only):
            continue
        lower, higher = (f"{element_name(state, die)} {die.value}" for die in (down, up))
        fixed: dict[str, object] = {**known, "moves": (move.model_dump(),)}
        points = {"points": tuple(Choice(n, points_for(n, n * cost)) for n in range(1, most + 1))}
        if most == 1:
            fixed, points = {**fixed, "points": 1}, {}
        yield seat.offer(ask.UseShiftSpark, f"{label}: {lower} down, {higher} up", fixed, points, group=_GROUP)


def affordable(state: Crucible, side: str, cost: int) -> int:
    """How many points a side can pay for, as far as a die reaches."""
    if side == GM or not cost:
        return MOST_STEPS
    return spendable(state, state.characters[side]) // cost


def points_for(points: int, heat: int) -> str:
    """So many points, and what they cost."""
    return f"{points} {'point' if points == 1 else 'points'}{f', {heat} Heat' if heat else ''}"
