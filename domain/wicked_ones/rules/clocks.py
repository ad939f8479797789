"""Clocks and what ticks them, adventurers and their hearts and moves (WO-24, WO-51, WO-53)."""

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.wicked_ones import commands as ask
from domain.wicked_ones import events as say
from domain.wicked_ones.state import ActionRoll, Adventurer, Clock, Underworld
from domain.wicked_ones.tables import TICKS
from domain.wicked_ones.terms import (
    LEAST_CRITICAL_TICKS,
    MOVES,
    AdventurerStatus,
    ClockStatus,
    Effect,
    Result,
    RollStatus,
)

from .common import free_id, positive, reason_given
from .pools import throw


def start_clock(state: Underworld, command: ask.StartClock) -> Events:
    """WO-51: of any number of segments."""
    need(command.segments >= 1, "bad_segments", name=command.name, given=command.segments)
    slug = free_id(state, command.name, command.id)
    return [say.ClockStarted(clock=slug, name=command.name, segments=command.segments, on_full=command.on_full)]


def running(state: Underworld, slug: str) -> Clock:
    """A clock that still runs."""
    clock = state.clocks.get(slug)
    if clock is None or clock.status is ClockStatus.CLOSED:
        raise CommandRefused("clock_missing", clock=slug)
    need(clock.status is not ClockStatus.FULL, "clock_full", clock=slug, segments=clock.segments)
    return clock


def ticked(clock: Clock, slug: str, amount: int, why: str, roll: str | None = None) -> list[Event]:
    """WO-51, WO-A37: fill segments; what finds no room is lost."""
    fits = min(amount, clock.segments - clock.filled)
    events: list[Event] = [say.ClockTicked(clock=slug, amount=fits, why=why, roll=roll)]
    if clock.filled + fits == clock.segments:
        events.append(say.ClockFilled(clock=slug))
    return events


def tick_clock(state: Underworld, command: ask.TickClock) -> Events:
    """WO-51: beside any roll, with a reason."""
    clock = running(state, command.clock)
    positive(command.amount)
    reason_given(command.why)
    return ticked(clock, command.clock, command.amount, command.why)


def close_clock(state: Underworld, command: ask.CloseClock) -> Events:
    """Off the table, full or not."""
    clock = state.clocks.get(command.clock)
    if clock is None or clock.status is ClockStatus.CLOSED:
        raise CommandRefused("clock_missing", clock=command.clock)
    return [say.ClockClosed(clock=command.clock, why=command.why)]


def tick_from_roll(state: Underworld, command: ask.TickFromRoll) -> Events:
    """WO-24, WO-29: as many as the result says, once for each roll."""
    roll = found(state.rolls.get(command.roll), "roll_unknown", roll=command.roll)
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
        return slashed(state.adventurers[command.onto], command, amount)
    clock = running(state, command.onto)
    return ticked(clock, command.onto, amount, roll.intention, command.roll)


def right_ticks(roll: ActionRoll, result: Result, command: ask.TickFromRoll) -> int:
    """How many ticks a roll is good for, or why it ticks nothing."""
    need(roll.effect is not Effect.ZERO, "zero_effect", roll=command.roll)
    if roll.ticks is not None:
        raise CommandRefused("ticks_used", roll=command.roll, ticks=roll.ticks)
    usual = TICKS[result]
    given = usual if command.ticks is None else command.ticks
    if result is Result.CRITICAL:
        need(given >= LEAST_CRITICAL_TICKS, "too_few_ticks_for_critical", need=LEAST_CRITICAL_TICKS, given=given)
    elif given != usual or not usual:
        raise CommandRefused("ticks_mismatch", result=result, need=usual, given=given)
    return given


def slashed(it: Adventurer, command: ask.TickFromRoll, amount: int) -> Events:
    """WO-53: hearts gone; none left is defeat."""
    need(it.status is not AdventurerStatus.DEFEATED, "adventurer_defeated", adventurer=command.onto)
    hurt = min(amount, it.hearts_left)
    events: list[Event] = [say.HeartsSlashed(adventurer=command.onto, amount=hurt, roll=command.roll)]
    return events if hurt < it.hearts_left else [*events, say.AdventurerDefeated(adventurer=command.onto)]


def introduce_adventurer(state: Underworld, command: ask.IntroduceAdventurer) -> Events:
    """WO-53: hearts as the GM says, three moves."""
    need(command.hearts >= 1, "bad_segments", name=command.name, given=command.hearts)
    slug = free_id(state, command.name, command.id)
    return [say.AdventurerIntroduced(adventurer=slug, name=command.name, hearts=command.hearts, moves=MOVES)]


def standing_adventurer(state: Underworld, slug: str) -> Adventurer:
    """An adventurer that is not defeated."""
    it = found(state.adventurers.get(slug), "adventurer_missing", adventurer=slug)
    need(it.status is not AdventurerStatus.DEFEATED, "adventurer_defeated", adventurer=slug)
    return it


def with_a_move(state: Underworld, slug: str) -> Adventurer:
    """A standing adventurer that has a move left."""
    it = standing_adventurer(state, slug)
    need(it.moves, "no_moves", adventurer=slug, moves=MOVES)
    return it


def move_to_resist(state: Underworld, command: ask.MoveToResist, dice: Dice) -> Events:
    """WO-53, WO-A22: one move, and dice the GM reads."""
    it = with_a_move(state, command.adventurer)
    roll = state.rolls.get(command.roll)
    if roll is None or roll.status not in (RollStatus.FRAMED, RollStatus.ROLLED):
        raise CommandRefused("roll_unknown", roll=command.roll)
    fallen = throw(command.dice, state.house_rules, dice, f"{it.name} to withstand")
    return [
        say.MoveSpent(adventurer=command.adventurer, purpose="resist"),
        say.DefensiveMoveRolled(
            adventurer=command.adventurer,
            roll=command.roll,
            dice=command.dice,
            zero_dice=fallen.zero_dice,
            faces=fallen.faces,
            kept=fallen.kept,
            result=fallen.result,
            reading=command.reading,
        ),
    ]


def restore_moves(state: Underworld, command: ask.RestoreMoves) -> Events:
    """WO-A21: by the GM's word, back to three."""
    it = standing_adventurer(state, command.adventurer)
    need(it.moves < MOVES, "no_change")
    reason_given(command.why)
    return [say.MovesRestored(adventurer=command.adventurer, amount=MOVES - it.moves, why=command.why)]
