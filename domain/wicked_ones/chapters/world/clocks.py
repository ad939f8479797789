"""Progress clocks, and what fills them (WO-51)."""

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Delta, Name, Points, Slug, Text
from domain.wicked_ones.chapters.guards import free_id, gm_only, in_play, positive, reason_given
from domain.wicked_ones.lookup import must_be_new, required, roll_of
from domain.wicked_ones.phrases import number, state_of, told
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.state.world import Clock
from domain.wicked_ones.terms.harm import ClockStatus
from domain.wicked_ones.terms.refs import ClockRef, NewThing

chapter = Chapter[Underworld](
    "Clocks",
    {
        "clock_missing": "There is no such clock on the table{there:+. Those there are: }.",
        "clock_full": "{clock} is full: all {segments} segments.",
        "bad_segments": "{name} needs at least 1, not {given}.",
    },
)


class StartClock(Command):
    """Start a progress clock for something that builds up.

    Needs:    the GM.
    Refused:  `only_gm`, `bad_segments`, `id_taken`, `id_empty`.
    Yields:   `ClockStarted`.
    """

    type: Literal["wicked_ones.start_clock"] = "wicked_ones.start_clock"
    name: Name
    segments: Annotated[int, Field(ge=-100, le=100)]
    on_full: Text = Field(
        title="What happens when it is full", default="", description="What happens when it is full."
    )
    id: NewThing | None = None


class ClockStarted(Event):
    """A progress clock was started. `on_full`: what happens when it is full."""

    type: Literal["wicked_ones.clock_started.v1"] = "wicked_ones.clock_started.v1"
    clock: Slug
    name: Name
    segments: Points
    on_full: Text


@chapter.decides(StartClock)
def start_clock(state: Underworld, command: StartClock, asker: Asker, dice: Dice) -> Events:
    """WO-51: start a clock of any number of segments."""
    gm_only(asker)
    in_play(state)
    need(command.segments >= 1, "bad_segments", name=command.name, given=command.segments)
    slug = free_id(state, command.name, command.id)
    return [ClockStarted(clock=slug, name=command.name, segments=command.segments, on_full=command.on_full)]


@chapter.applies(ClockStarted, renames=True)
def _(state: Underworld, event: ClockStarted) -> None:
    must_be_new(state.clocks, event.clock)
    state.clocks[event.clock] = Clock(event.name, event.segments, event.on_full)


@chapter.tells(ClockStarted, "A clock of {segments}: {name}")
def _(state: Underworld, event: ClockStarted) -> Iterable[Fact]:
    why = event.on_full or "begins to run"
    yield state_of(event.clock, "clock", "status", "", "running", why, label=event.name)
    if event.on_full:
        yield facts.Stakes(test="", who="", text=event.on_full, form=facts.Form.SENTENCE, what=event.name)


class TickClock(Command):
    """Fill segments of a clock beside any roll.

    Needs:    the GM; a clock that is not full.
    Refused:  `only_gm`, `clock_missing`, `clock_full`, `amount_not_positive`, `reason_missing`.
    Yields:   `ClockTicked`; `ClockFilled` with the last segment.
    """

    type: Literal["wicked_ones.tick_clock"] = "wicked_ones.tick_clock"
    clock: ClockRef
    amount: Delta = 1
    why: Text = Field(title="Reason")


class ClockTicked(Event):
    """Segments of a clock were filled. `roll`: the roll whose ticks they are, if any."""

    type: Literal["wicked_ones.clock_ticked.v1"] = "wicked_ones.clock_ticked.v1"
    clock: Slug
    amount: Points
    why: Text
    roll: Slug | None


class ClockFilled(Event):
    """The last segment of a clock is full."""

    type: Literal["wicked_ones.clock_filled.v1"] = "wicked_ones.clock_filled.v1"
    clock: Slug


@chapter.decides(TickClock)
def tick_clock(state: Underworld, command: TickClock, asker: Asker, dice: Dice) -> Events:
    """WO-51: fill segments beside any roll, with a reason."""
    gm_only(asker)
    in_play(state)
    clock = running_clock(state, command.clock)
    positive(command.amount)
    reason_given(command.why)
    return ticks_made(clock, command.clock, command.amount, command.why)


def laid_out(state: Underworld, slug: str) -> Clock:
    """A clock that is on the table, full or not; refused otherwise."""
    on_table = {known: it for known, it in state.clocks.items() if it.status is not ClockStatus.CLOSED}
    return one_there(on_table, slug, "clock_missing")


def running_clock(state: Underworld, slug: str) -> Clock:
    """A clock that still runs; refused otherwise."""
    clock = laid_out(state, slug)
    need(clock.status is not ClockStatus.FULL, "clock_full", clock=slug, segments=clock.segments)
    return clock


def ticks_made(clock: Clock, slug: str, amount: int, why: str, roll: str | None = None) -> list[Event]:
    """Events of filled segments; what finds no room is lost (WO-51, WO-A37)."""
    fits = min(amount, clock.segments - clock.filled)
    events: list[Event] = [ClockTicked(clock=slug, amount=fits, why=why, roll=roll)]
    if clock.filled + fits == clock.segments:
        events.append(ClockFilled(clock=slug))
    return events


def mark_ticks(state: Underworld, roll: str | None, amount: int) -> None:
    """Note on a roll how many ticks it made: a roll ticks once."""
    if roll is not None:
        roll_of(state, roll).ticks = amount


@chapter.applies(ClockTicked)
def _(state: Underworld, event: ClockTicked) -> None:
    clock = required(state.clocks, event.clock, "clock")
    must(clock.status is ClockStatus.RUNNING, f"{event.clock} does not run")
    clock.filled += event.amount
    must(clock.filled <= clock.segments, f"{event.clock} cannot come to {clock.filled}")
    mark_ticks(state, event.roll, event.amount)


@chapter.tells(ClockTicked, "{clock} ticks {amount}")
def _(state: Underworld, event: ClockTicked) -> Iterable[Fact]:
    clock = state.clocks[event.clock]
    if event.amount:
        yield number(
            event.clock,
            "filled",
            event.amount,
            clock.filled,
            event.why,
            label=clock.name,
            high=clock.segments,
            good=event.roll is not None,
        )
    else:
        yield told(event.why, "clock", event.clock)


@chapter.applies(ClockFilled)
def _(state: Underworld, event: ClockFilled) -> None:
    clock = required(state.clocks, event.clock, "clock")
    must(clock.filled == clock.segments, f"{event.clock} is not full")
    clock.status = ClockStatus.FULL


@chapter.tells(ClockFilled, "{clock} is full")
def _(state: Underworld, event: ClockFilled) -> Iterable[Fact]:
    clock = state.clocks[event.clock]
    yield state_of(event.clock, "clock", "status", "running", "full", clock.on_full, label=clock.name)
    yield facts.HeadlineTold()


class CloseClock(Command):
    """Take a clock off the table.

    Needs:    the GM.
    Refused:  `only_gm`, `clock_missing`.
    Yields:   `ClockClosed`.
    """

    type: Literal["wicked_ones.close_clock"] = "wicked_ones.close_clock"
    clock: ClockRef
    why: Text = Field(default="", title="Reason")


class ClockClosed(Event):
    """A clock was taken off the table."""

    type: Literal["wicked_ones.clock_closed.v1"] = "wicked_ones.clock_closed.v1"
    clock: Slug
    why: Text


@chapter.decides(CloseClock)
def close_clock(state: Underworld, command: CloseClock, asker: Asker, dice: Dice) -> Events:
    """WO-51: take a clock off the table, full or not."""
    gm_only(asker)
    in_play(state)
    laid_out(state, command.clock)
    return [ClockClosed(clock=command.clock, why=command.why)]


@chapter.applies(ClockClosed, renames=True)
def _(state: Underworld, event: ClockClosed) -> None:
    required(state.clocks, event.clock, "clock").status = ClockStatus.CLOSED


@chapter.tells(ClockClosed, "{clock} is off the table{why:+: }")
def _(state: Underworld, event: ClockClosed) -> Iterable[Fact]:
    it = state.clocks[event.clock]
    was = "full" if it.filled == it.segments else "running"
    yield state_of(event.clock, "clock", "status", was, "closed", event.why, label=it.name)


def ticking(state: Underworld) -> Iterable[Offer]:
    """Offers to start, tick and close clocks."""
    yield Offer(command=StartClock, label="Start a clock", known={"segments": 6}, group="Clocks")
    running = tuple(
        Choice(slug, it.name, f"{it.filled} of {it.segments}")
        for slug, it in state.clocks.items()
        if it.status is ClockStatus.RUNNING
    )
    if running:
        known = {"amount": 1}
        choices = {"clock": running}
        yield Offer(command=TickClock, label="Tick a clock", known=known, choices=choices, group="Clocks")
    there = tuple(
        Choice(slug, it.name) for slug, it in state.clocks.items() if it.status is not ClockStatus.CLOSED
    )
    if there:
        yield Offer(
            command=CloseClock, label="Take a clock off the table", choices={"clock": there}, group="Clocks"
        )
