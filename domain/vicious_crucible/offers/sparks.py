"""Sparks on offer: one offer for each that can be used and paid for."""

from collections.abc import Iterable

from domain.kernel.decisions import Refusal
from domain.kernel.offers import Choice, Offer
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible.rules.common import same_rulesheet, spendable
from domain.vicious_crucible.rules.sparks import Printing, printings, shifted, trouble_with
from domain.vicious_crucible.state import Contest, Crucible, Side
from domain.vicious_crucible.tables import spark_cost
from domain.vicious_crucible.terms import GM, SparkKind

from .seats import Seat, side_name

_GROUP = "Contest: sparks"


def sparks(state: Crucible, contest: Contest, side: Side, seat: Seat) -> Iterable[Offer]:
    """What this side can use now."""
    for printing in printings(state, seat.side, side):
        kind = printing.spark.kind
        if kind is SparkKind.DOUBLE_HEAT or trouble_with(state, side, printing, kind):
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
            yield from shifts(state, side, seat, known, label)
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
        dice = tuple(
            Choice(die.die_id, f"d{die.faces} showing {die.value}", die.element)
            for die in ready
            if die.faces == faces
        )
        yield seat.offer(
            ask.UseRerollSpark, f"{label}: a d{faces}", known, {"die_id": dice}, group=_GROUP, dice=(faces,)
        )


def shifts(state: Crucible, side: Side, seat: Seat, known: dict[str, str], label: str) -> Iterable[Offer]:
    """One point from a die to another, one offer for each pair that can take it."""
    only = side.presented_die if state.house_rules.sparks_presented_die_only else None
    for down in side.hand:
        for up in side.hand:
            move = ask.Move(from_die=down.die_id, to_die=up.die_id)
            if down is up or isinstance(shifted(side, seat.side, (move,), only), Refusal):
                continue
            words = f"{label}: d{down.faces} {down.value} down, d{up.faces} {up.value} up"
            yield seat.offer(ask.UseShiftSpark, words, {**known, "moves": (move.model_dump(),)}, group=_GROUP)
