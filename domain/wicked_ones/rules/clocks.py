"""Clocks and what ticks them, adventurers and their hearts and moves (WO-24, WO-51, WO-53)."""

from domain.kernel.decisions import Decision, Refusal, refuse
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

from .common import free_id, wrong_amount, wrong_reason
from .pools import throw


def start_clock(state: Underworld, command: ask.StartClock) -> Decision[Event]:
    """WO-51: of any number of segments."""
    if command.segments < 1:
        return refuse("bad_segments", name=command.name, given=command.segments)
    slug = free_id(state, command.name, command.id)
    if isinstance(slug, Refusal):
        return slug
    return [say.ClockStarted(clock=slug, name=command.name, segments=command.segments, on_full=command.on_full)]


def running(state: Underworld, slug: str) -> Clock | Refusal:
    """A clock that still runs."""
    clock = state.clocks.get(slug)
    if clock is None or clock.status is ClockStatus.CLOSED:
        return refuse("clock_missing", clock=slug)
    if clock.status is ClockStatus.FULL:
        return refuse("clock_full", clock=slug, segments=clock.segments)
    return clock


def ticked(clock: Clock, slug: str, amount: int, why: str, roll: str | None = None) -> list[Event]:
    """WO-51, WO-A37: fill segments; what finds no room is lost."""
    fits = min(amount, clock.segments - clock.filled)
    events: list[Event] = [say.ClockTicked(clock=slug, amount=fits, why=why, roll=roll)]
    if clock.filled + fits == clock.segments:
        events.append(say.ClockFilled(clock=slug))
    return events


def tick_clock(state: Underworld, command: ask.TickClock) -> Decision[Event]:
    """WO-51: beside any roll, with a reason."""
    clock = running(state, command.clock)
    if isinstance(clock, Refusal):
        return clock
    wrong = wrong_amount(command.amount) or wrong_reason(command.why)
    return wrong or ticked(clock, command.clock, command.amount, command.why)


def close_clock(state: Underworld, command: ask.CloseClock) -> Decision[Event]:
    """Off the table, full or not."""
    clock = state.clocks.get(command.clock)
    if clock is None or clock.status is ClockStatus.CLOSED:
        return refuse("clock_missing", clock=command.clock)
    return [say.ClockClosed(clock=command.clock, why=command.why)]


def tick_from_roll(state: Underworld, command: ask.TickFromRoll) -> Decision[Event]:
    """WO-24, WO-29: as many as the result says, once for each roll."""
    roll = state.rolls.get(command.roll)
    if roll is None:
        return refuse("roll_unknown", roll=command.roll)
    if roll.status is not RollStatus.ROLLED or roll.result is None:
        return refuse("not_rolled", roll=command.roll)
    if command.result not in (None, roll.result):
        return refuse("result_mismatch", faces=list(roll.faces), result=roll.result, given=command.result)
    amount = right_ticks(roll, roll.result, command)
    if isinstance(amount, Refusal):
        return amount
    if command.onto in state.adventurers:
        return slashed(state.adventurers[command.onto], command, amount)
    clock = running(state, command.onto)
    return (
        clock if isinstance(clock, Refusal) else ticked(clock, command.onto, amount, roll.intention, command.roll)
    )


def right_ticks(roll: ActionRoll, result: Result, command: ask.TickFromRoll) -> int | Refusal:
    """How many ticks a roll is good for, or why it ticks nothing."""
    if roll.effect is Effect.ZERO:
        return refuse("zero_effect", roll=command.roll)
    if roll.ticks is not None:
        return refuse("ticks_used", roll=command.roll, ticks=roll.ticks)
    usual = TICKS[result]
    given = usual if command.ticks is None else command.ticks
    if result is Result.CRITICAL:
        if given < LEAST_CRITICAL_TICKS:
            return refuse("too_few_ticks_for_critical", need=LEAST_CRITICAL_TICKS, given=given)
    elif given != usual or not usual:
        return refuse("ticks_mismatch", result=result, need=usual, given=given)
    return given


def slashed(it: Adventurer, command: ask.TickFromRoll, amount: int) -> Decision[Event]:
    """WO-53: hearts gone; none left is defeat."""
    if it.status is AdventurerStatus.DEFEATED:
        return refuse("adventurer_defeated", adventurer=command.onto)
    hurt = min(amount, it.hearts_left)
    events: list[Event] = [say.HeartsSlashed(adventurer=command.onto, amount=hurt, roll=command.roll)]
    return events if hurt < it.hearts_left else [*events, say.AdventurerDefeated(adventurer=command.onto)]


def introduce_adventurer(state: Underworld, command: ask.IntroduceAdventurer) -> Decision[Event]:
    """WO-53: hearts as the GM says, three moves."""
    if command.hearts < 1:
        return refuse("bad_segments", name=command.name, given=command.hearts)
    slug = free_id(state, command.name, command.id)
    if isinstance(slug, Refusal):
        return slug
    return [say.AdventurerIntroduced(adventurer=slug, name=command.name, hearts=command.hearts, moves=MOVES)]


def standing_adventurer(state: Underworld, slug: str) -> Adventurer | Refusal:
    """An adventurer that is not defeated."""
    it = state.adventurers.get(slug)
    if it is None:
        return refuse("adventurer_missing", adventurer=slug)
    if it.status is AdventurerStatus.DEFEATED:
        return refuse("adventurer_defeated", adventurer=slug)
    return it


def with_a_move(state: Underworld, slug: str) -> Adventurer | Refusal:
    """A standing adventurer that has a move left."""
    it = standing_adventurer(state, slug)
    if isinstance(it, Refusal) or it.moves:
        return it
    return refuse("no_moves", adventurer=slug, moves=MOVES)


def move_to_resist(state: Underworld, command: ask.MoveToResist, dice: Dice) -> Decision[Event]:
    """WO-53, WO-A22: one move, and dice the GM reads."""
    it = with_a_move(state, command.adventurer)
    if isinstance(it, Refusal):
        return it
    roll = state.rolls.get(command.roll)
    if roll is None or roll.status not in (RollStatus.FRAMED, RollStatus.ROLLED):
        return refuse("roll_unknown", roll=command.roll)
    fallen = throw(command.dice, state.house_rules, dice, f"{it.name} to withstand")
    if isinstance(fallen, Refusal):
        return fallen
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


def restore_moves(state: Underworld, command: ask.RestoreMoves) -> Decision[Event]:
    """WO-A21: by the GM's word, back to three."""
    it = standing_adventurer(state, command.adventurer)
    if isinstance(it, Refusal):
        return it
    if it.moves >= MOVES:
        return refuse("no_change")
    return wrong_reason(command.why) or [
        say.MovesRestored(adventurer=command.adventurer, amount=MOVES - it.moves, why=command.why)
    ]
