"""Actions retold, and what they tick."""

from collections.abc import Iterable

from domain.kernel import facts
from domain.kernel.facts import Fact
from domain.wicked_ones import events as say
from domain.wicked_ones.state import Underworld
from domain.wicked_ones.terms import Result

from .telling import condition, number, rolled, shock, state_of, tells, told, words

_WON = (Result.SUCCESS, Result.CRITICAL)


@tells(say.ActionProposed)
def _(state: Underworld, event: say.ActionProposed) -> Iterable[Fact]:
    yield facts.TestOpened(test=event.roll, form="action roll", sides=(event.character,), aim=event.intention)
    yield told(f"{event.description} At risk: {event.risk}", words(event.action), event.character)


@tells(say.NarratedWithoutRoll)
def _(state: Underworld, event: say.NarratedWithoutRoll) -> Iterable[Fact]:
    yield told(event.description, "narrated", event.character)


@tells(say.ActionFramed)
def _(state: Underworld, event: say.ActionFramed) -> Iterable[Fact]:
    who = state.rolls[event.roll].character
    why = "; ".join(each.text for each in event.circumstances)
    framed = f"{event.position} position, {event.effect} effect"
    yield told(f"{framed} ({why})" if why else framed, "frame", who)


@tells(say.DeadlyAnnounced)
def _(state: Underworld, event: say.DeadlyAnnounced) -> Iterable[Fact]:
    yield told("death is at stake", "deadly", event.character)


@tells(say.ActionWithdrawn)
def _(state: Underworld, event: say.ActionWithdrawn) -> Iterable[Fact]:
    yield facts.TestClosed(test=event.roll, outcome="taken back", losers=(state.rolls[event.roll].character,))


@tells(say.ActionRolled)
def _(state: Underworld, event: say.ActionRolled) -> Iterable[Fact]:
    yield rolled(event, event.character, words(event.action), event.roll, event.action)
    won = event.result in _WON
    yield facts.TestClosed(
        test=event.roll,
        outcome=words(event.result),
        winner=event.character if won else None,
        losers=() if won else (event.character,),
    )


@tells(say.CriticalBonusTaken)
def _(state: Underworld, event: say.CriticalBonusTaken) -> Iterable[Fact]:
    yield told(event.text or words(event.bonus), "critical", state.rolls[event.roll].character)


@tells(say.ShockCleared)
def _(state: Underworld, event: say.ShockCleared) -> Iterable[Fact]:
    yield shock(event.character, event.attribute, comes=False, why="shaken off by a roll")


@tells(say.BloodiedEnded)
def _(state: Underworld, event: say.BloodiedEnded) -> Iterable[Fact]:
    yield condition(event.character, "bloodied", comes=False, why="every shock is cleared")


@tells(say.ClockTicked)
def _(state: Underworld, event: say.ClockTicked) -> Iterable[Fact]:
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


@tells(say.ClockFilled)
def _(state: Underworld, event: say.ClockFilled) -> Iterable[Fact]:
    clock = state.clocks[event.clock]
    yield state_of(event.clock, "clock", "status", "running", "full", clock.on_full, label=clock.name)


@tells(say.HeartsSlashed)
def _(state: Underworld, event: say.HeartsSlashed) -> Iterable[Fact]:
    it = state.adventurers[event.adventurer]
    why = state.rolls[event.roll].intention
    yield number(event.adventurer, "hearts", -event.amount, it.hearts_left, why, high=it.hearts, good=False)


@tells(say.AdventurerDefeated)
def _(state: Underworld, event: say.AdventurerDefeated) -> Iterable[Fact]:
    yield facts.CharacterLeft(character=event.adventurer, how="defeated")
