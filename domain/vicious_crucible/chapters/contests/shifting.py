"""A spark shifts points between dice of one hand (VC-22)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, allowed, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Points, Slug
from domain.vicious_crucible.chapters.contests.sparks import (
    Ready,
    dice_on_the_table,
    payment,
    presented_only,
    ready_spark,
    represent,
    use_spark,
)
from domain.vicious_crucible.chapters.guards import no_such_die
from domain.vicious_crucible.lookup import die_of, spendable, values_of
from domain.vicious_crucible.names import names
from domain.vicious_crucible.phrases import reading, test_of
from domain.vicious_crucible.seats import Seat, element_name
from domain.vicious_crucible.state import Crucible, Side
from domain.vicious_crucible.terms import (
    GM,
    OWNER,
    SIDE,
    SOURCE,
    DieId,
    DieRef,
    OwnerRef,
    SideId,
    SideRef,
    SourceRef,
    SparkKind,
    SparkRef,
)

chapter = Chapter[Crucible](
    "Spark: shift points",
    {
        "no_points": "Shift at least one point.",
        "shift_same_die": "A point goes from one die to another, not from the d{faces} for {element} to itself.",
        "shift_below_one": "The d{faces} for {element} shows {value}, and no die goes below 1.",
        "shift_above_faces": "The d{faces} for {element} shows {value}, and no d{faces} shows more than {faces}.",
    },
)


MOST_STEPS = 7
"""From the lowest to the highest face of the largest die."""


class Move(BaseModel):
    """One point from one die of a hand to another."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    from_die: DieRef = Field(title="Which die goes down?", description="The die that goes down.")
    to_die: DieRef = Field(title="Which goes up?", description="The die that goes up.")


class UseShiftSpark(Command):
    """Turn one die of your hand down and another up, by so many points for each move; all of them or none.

    Needs:    as every spark; Heat for each point.
    Refused:  as every spark, and `no_points`, `die_not_in_hand`, `shift_same_die`, `shift_below_one`,
              `shift_above_faces`, `presented_die_only`, `too_little_heat`.
    Yields:   `HeatSpent`, `PointsShifted`, `DiePresented` if another die is now the highest.
    """

    type: Literal["vicious_crucible.use_shift_spark"] = "vicious_crucible.use_shift_spark"
    side: SideRef = Field(title="Whose step is it?", description=SIDE)
    moves: tuple[Move, ...] = Field(title="From die to die")
    points: int = Field(
        title="How many points?", default=1, ge=1, le=7, description="How many points each of these moves shifts."
    )
    spark: SparkRef = Field(title="Which spark?", description="The spark to use.")
    source: SourceRef | None = Field(
        title="On which element or tool is it printed?", default=None, description=SOURCE
    )
    owner: OwnerRef | None = Field(title="Whose is it?", default=None, description=OWNER)


class ShiftedPoint(BaseModel):
    """One point that went from one die to another."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    from_die: DieId
    to_die: DieId


class PointsShifted(Event):
    """A spark turned dice of one hand down and up, point by point."""

    type: Literal["vicious_crucible.points_shifted.v1"] = "vicious_crucible.points_shifted.v1"
    side: SideId
    moves: tuple[ShiftedPoint, ...]
    points: Points
    spark: Slug
    source: Slug
    owner: Slug


@chapter.decides(UseShiftSpark)
def use_shift_spark(state: Crucible, command: UseShiftSpark, asker: Asker, dice: Dice) -> Events:
    """VC-22: shift points between dice, all of them or none, each paid for."""
    contest = dice_on_the_table(state, command.side)
    side, printing = ready_spark(state, contest, command, asker, SparkKind.SHIFT)
    need(command.moves, "no_points")
    moves = [move for move in command.moves for _ in range(command.points)]
    only = side.presented_die if state.house_rules.sparks_presented_die_only else None
    values = shifted(side, command.side, moves, only)
    paid = payment(state, command.side, printing, len(moves))
    moved = PointsShifted(
        side=command.side,
        moves=tuple(ShiftedPoint(from_die=it.from_die, to_die=it.to_die) for it in moves),
        points=len(moves),
        spark=printing.slug,
        source=printing.source,
        owner=printing.owner,
    )
    return [*paid, moved, *represent(state, command.side, side, values)]


def shifted(side: Side, side_id: str, moves: Sequence[Move], only: str | None) -> dict[str, int]:
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


@chapter.applies(PointsShifted)
def _(state: Crucible, event: PointsShifted) -> None:
    for move in event.moves:
        down = die_of(state, event.side, move.from_die)
        up = die_of(state, event.side, move.to_die)
        down.value = (down.value or 0) - 1
        up.value = (up.value or 0) + 1
        must(down.value >= 1 and up.value <= up.faces, "a die was shifted beyond its faces")
    use_spark(state, event.side, f"{event.owner}.{event.source}.{event.spark}")


@chapter.tells(PointsShifted, "{side} shifts {points:?point|points} by {spark}")
def _(state: Crucible, event: PointsShifted) -> Iterable[Fact]:
    moved: Counter[str] = Counter()
    for move in event.moves:
        moved[move.from_die] -= 1
        moved[move.to_die] += 1
    hand = state.contest.sides[event.side].hand if state.contest else []
    why = names(state).get(event.spark, event.spark)
    for die in hand:
        if moved[die.die_id]:
            now = die.value or 0
            yield facts.DieChanged(
                roller=event.side,
                die=die.die_id,
                size=die.faces,
                was=now - moved[die.die_id],
                now=now,
                why=why,
                test=test_of(state),
                reading=reading(state, event.side),
            )


def shifts(state: Crucible, side: Side, seat: Seat, spark: Ready) -> Iterable[Offer]:
    """Points from a die to another, one offer for each pair, with as many points as it can take and pay for."""
    only = side.presented_die if state.house_rules.sparks_presented_die_only else None
    for down, up in permutations(side.hand, 2):
        move = Move(from_die=down.die_id, to_die=up.die_id)
        most = min((down.value or 1) - 1, up.faces - (up.value or 0), affordable(state, seat.side, spark.cost))
        if most < 1 or not allowed(shifted, side, seat.side, [move], only):
            continue
        lower, higher = (f"{element_name(state, die)} {die.value}" for die in (down, up))
        fixed: dict[str, object] = {**spark.known, "moves": (move.model_dump(),)}
        points = {"points": tuple(Choice(n, points_for(n, n * spark.cost)) for n in range(1, most + 1))}
        if most == 1:
            fixed, points = {**fixed, "points": 1}, {}
        label = f"{spark.label}: {lower} down, {higher} up"
        yield seat.offer(UseShiftSpark, label, fixed, points, group="Contest: sparks")


def affordable(state: Crucible, side: str, cost: int) -> int:
    """Number of points a side can pay for, as far as a die reaches."""
    if side == GM or not cost:
        return MOST_STEPS
    return spendable(state, state.characters[side]) // cost


def points_for(points: int, heat: int) -> str:
    """A number of points and their price, in words."""
    return f"{points} {'point' if points == 1 else 'points'}{f', {heat} Heat' if heat else ''}"
