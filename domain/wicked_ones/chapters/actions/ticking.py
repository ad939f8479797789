"""Ticks of a roll: clocks, and the hearts of adventurers (WO-24, WO-29, WO-53)."""

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Points, Slug
from domain.wicked_ones.chapters.guards import gm_only, in_play
from domain.wicked_ones.chapters.world.clocks import mark_ticks, running_clock, ticks_made
from domain.wicked_ones.lookup import required
from domain.wicked_ones.phrases import number
from domain.wicked_ones.printed import TICKS
from domain.wicked_ones.state.play import ActionRoll
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.state.world import Adventurer
from domain.wicked_ones.terms.bounds import LEAST_CRITICAL_TICKS
from domain.wicked_ones.terms.harm import AdventurerStatus, ClockStatus
from domain.wicked_ones.terms.refs import ActionRef, TickedRef
from domain.wicked_ones.terms.rolls import Effect, Result, RollStatus

chapter = Chapter[Underworld](
    "Ticks from a roll",
    {
        "result_mismatch": "Dice {faces} are no {given}; they are read as {result}.",
        "too_few_ticks_for_critical": "A critical ticks at least {need}, not {given}.",
        "ticks_mismatch": "Read as {result}, the dice tick {need:=0>nothing}. Leave the number out.",
        "ticks_used": "{roll} has ticked already: {ticks}.",
        "zero_effect": "Ticks cannot come from a zero-effect roll.",
        "not_rolled": "The dice of {roll} have not fallen yet.",
        "adventurer_defeated": "{adventurer} is defeated.",
    },
)


class TickFromRoll(Command):
    """Put the ticks where they belong: on a clock, or off an adventurer's hearts.

    Needs:    the GM; a roll whose dice fell and that has not ticked yet.
    Refused:  `only_gm`, `roll_unknown`, `not_rolled`, `ticks_used`, `zero_effect`, `ticks_mismatch`,
              `too_few_ticks_for_critical`, `result_mismatch`, `clock_missing`, `clock_full`,
              `adventurer_defeated`.
    Yields:   `ClockTicked`, `ClockFilled`; or `HeartsSlashed`, `AdventurerDefeated`.
    """

    type: Literal["wicked_ones.tick_from_roll"] = "wicked_ones.tick_from_roll"
    roll: ActionRef = Field(description="The action.")
    onto: TickedRef = Field(title="What it ticks", description="A clock, or an adventurer.")
    ticks: Annotated[int, Field(ge=0, le=100)] | None = Field(
        default=None, description="Left out: what the result ticks; a critical ticks three or more."
    )
    result: Result | None = Field(default=None, description="How the table read the dice; checked.")


class HeartsSlashed(Event):
    """An adventurer lost hearts to a roll."""

    type: Literal["wicked_ones.hearts_slashed.v1"] = "wicked_ones.hearts_slashed.v1"
    adventurer: Slug
    amount: Points
    roll: Slug


class AdventurerDefeated(Event):
    """An adventurer lost the last heart."""

    type: Literal["wicked_ones.adventurer_defeated.v1"] = "wicked_ones.adventurer_defeated.v1"
    adventurer: Slug


@chapter.decides(TickFromRoll)
def tick_from_roll(state: Underworld, command: TickFromRoll, asker: Asker, dice: Dice) -> Events:
    """WO-24, WO-29: put as many ticks as the result says on a clock or an adventurer, once for each roll."""
    gm_only(asker)
    in_play(state)
    roll = one_there(state.rolls, command.roll, "roll_unknown")
    if roll.status is not RollStatus.ROLLED or roll.result is None:
        raise CommandRefused("not_rolled", roll=command.roll)
    need(
        command.result in (None, roll.result),
        "result_mismatch",
        faces=list(roll.faces),
        result=roll.result,
        given=command.result,
    )
    amount = right_ticks(roll, roll.result, command)
    if command.onto in state.adventurers:
        return hearts_lost(state.adventurers[command.onto], command, amount)
    clock = running_clock(state, command.onto)
    return ticks_made(clock, command.onto, amount, roll.intention, command.roll)


def right_ticks(roll: ActionRoll, result: Result, command: TickFromRoll) -> int:
    """Number of ticks a roll is good for. Refused where it ticks nothing."""
    need(roll.effect is not Effect.ZERO, "zero_effect", roll=command.roll)
    if roll.ticks is not None:
        raise CommandRefused("ticks_used", roll=command.roll, ticks=roll.ticks)
    usual = TICKS[result]
    given = usual if command.ticks is None else command.ticks
    if result is Result.CRITICAL:
        need(given >= LEAST_CRITICAL_TICKS, "too_few_ticks_for_critical", need=LEAST_CRITICAL_TICKS, given=given)
    elif given != usual or not usual:
        raise CommandRefused("ticks_mismatch", result=result, need=usual)
    return given


def hearts_lost(it: Adventurer, command: TickFromRoll, amount: int) -> Events:
    """Events of hearts that an adventurer loses; with the last one it is defeated (WO-53)."""
    need(it.status is not AdventurerStatus.DEFEATED, "adventurer_defeated", adventurer=command.onto)
    hurt = min(amount, it.hearts_left)
    events: list[Event] = [HeartsSlashed(adventurer=command.onto, amount=hurt, roll=command.roll)]
    return events if hurt < it.hearts_left else [*events, AdventurerDefeated(adventurer=command.onto)]


@chapter.applies(HeartsSlashed)
def _(state: Underworld, event: HeartsSlashed) -> None:
    it = required(state.adventurers, event.adventurer, "adventurer")
    it.hearts_left -= event.amount
    must(it.hearts_left >= 0, f"{event.adventurer} has fewer hearts than that")
    mark_ticks(state, event.roll, event.amount)


@chapter.tells(HeartsSlashed, "{adventurer} loses {amount:?heart|hearts}")
def _(state: Underworld, event: HeartsSlashed) -> Iterable[Fact]:
    it = state.adventurers[event.adventurer]
    why = state.rolls[event.roll].intention
    yield number(event.adventurer, "hearts", -event.amount, it.hearts_left, why, high=it.hearts, good=False)


@chapter.applies(AdventurerDefeated, renames=True)
def _(state: Underworld, event: AdventurerDefeated) -> None:
    it = required(state.adventurers, event.adventurer, "adventurer")
    must(it.hearts_left == 0, f"{event.adventurer} has hearts left")
    it.status = AdventurerStatus.DEFEATED


@chapter.tells(AdventurerDefeated, "{adventurer} is defeated")
def _(state: Underworld, event: AdventurerDefeated) -> Iterable[Fact]:
    yield facts.CharacterLeft(character=event.adventurer, how="defeated")


def ticks(state: Underworld, slug: str, roll: ActionRoll, result: Result) -> Iterable[Offer]:
    """Offers to tick from the roll."""
    if TICKS[result] and roll.ticks is None and roll.effect is not Effect.ZERO:
        targets = tickable(state)
        if targets:
            yield Offer(
                command=TickFromRoll,
                label=f"Tick {TICKS[result]} from {roll.action}: {roll.intention}",
                known={"roll": slug, "ticks": TICKS[result], "result": None},
                choices={"onto": targets},
                group="Action",
            )


def tickable(state: Underworld) -> tuple[Choice, ...]:
    """Running clocks and standing adventurers."""
    clocks = tuple(
        Choice(slug, it.name, f"{it.filled} of {it.segments}")
        for slug, it in state.clocks.items()
        if it.status is ClockStatus.RUNNING
    )
    hearts = tuple(
        Choice(slug, it.name, "1 heart left" if it.hearts_left == 1 else f"{it.hearts_left} hearts left")
        for slug, it in state.adventurers.items()
        if it.status is AdventurerStatus.ACTIVE
    )
    return (*clocks, *hearts)
