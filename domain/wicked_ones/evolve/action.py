"""How an action roll goes through its stages, and what it ticks."""

from domain.wicked_ones import events as say
from domain.wicked_ones.state import ActionRoll, Underworld
from domain.wicked_ones.terms import AdventurerStatus, ClockStatus, RollStatus

from .fold import character_of, evolve, known, must, numbered, roll_of, scene_of


@evolve.on(say.ActionProposed)
def _(state: Underworld, event: say.ActionProposed) -> None:
    must(event.character in state.characters, f"{event.character} never came")
    numbered(state, "roll", event.roll)
    scene = scene_of(state)
    if event.character not in scene.present:
        scene.present.append(event.character)
    state.rolls[event.roll] = ActionRoll(event.character, event.intention, event.action)


@evolve.on(say.NarratedWithoutRoll)
def _(state: Underworld, event: say.NarratedWithoutRoll) -> None:
    scene_of(state)


@evolve.on(say.ActionFramed)
def _(state: Underworld, event: say.ActionFramed) -> None:
    roll = roll_of(state, event.roll)
    must(roll.status in (RollStatus.PROPOSED, RollStatus.FRAMED), f"{event.roll} cannot be framed now")
    roll.status = RollStatus.FRAMED
    roll.position, roll.effect = event.position, event.effect
    roll.circumstances = list(event.circumstances)
    roll.risks_harm = event.risks_harm


@evolve.on(say.DeadlyAnnounced)
def _(state: Underworld, event: say.DeadlyAnnounced) -> None:
    """Said aloud, so that nobody can say afterwards that it was not."""
    roll_of(state, event.roll)


@evolve.on(say.ActionWithdrawn)
def _(state: Underworld, event: say.ActionWithdrawn) -> None:
    roll = roll_of(state, event.roll)
    must(roll.status in (RollStatus.PROPOSED, RollStatus.FRAMED), f"{event.roll} cannot be withdrawn now")
    roll.status = RollStatus.WITHDRAWN


@evolve.on(say.ActionRolled)
def _(state: Underworld, event: say.ActionRolled) -> None:
    roll = roll_of(state, event.roll)
    must(roll.status is RollStatus.FRAMED, f"{event.roll} cannot be rolled now")
    roll.status = RollStatus.ROLLED
    roll.pool, roll.faces, roll.result = event.pool, list(event.faces), event.result
    roll.was_bloodied = event.was_bloodied
    scene_of(state).at_the_start = False


@evolve.on(say.CriticalBonusTaken)
def _(state: Underworld, event: say.CriticalBonusTaken) -> None:
    roll = roll_of(state, event.roll)
    roll.bonus = event.bonus
    roll.effect = event.effect


@evolve.on(say.ShockCleared)
def _(state: Underworld, event: say.ShockCleared) -> None:
    it = character_of(state, event.character)
    must(it.shock[event.attribute], f"{event.character} is not shocked in {event.attribute}")
    it.shock[event.attribute] = False


@evolve.on(say.BloodiedEnded)
def _(state: Underworld, event: say.BloodiedEnded) -> None:
    it = character_of(state, event.character)
    must(it.bloodied and not it.shocked, f"{event.character} is still shocked")
    it.bloodied = False


@evolve.on(say.ClockTicked)
def _(state: Underworld, event: say.ClockTicked) -> None:
    clock = known(state.clocks, event.clock, "clock")
    must(clock.status is ClockStatus.RUNNING, f"{event.clock} does not run")
    clock.filled += event.amount
    must(clock.filled <= clock.segments, f"{event.clock} cannot come to {clock.filled}")
    mark(state, event.roll, event.amount)


def mark(state: Underworld, roll: str | None, amount: int) -> None:
    """Note on a roll what it ticked: once for each roll."""
    if roll is not None:
        roll_of(state, roll).ticks = amount


@evolve.on(say.ClockFilled)
def _(state: Underworld, event: say.ClockFilled) -> None:
    clock = known(state.clocks, event.clock, "clock")
    must(clock.filled == clock.segments, f"{event.clock} is not full")
    clock.status = ClockStatus.FULL


@evolve.on(say.HeartsSlashed)
def _(state: Underworld, event: say.HeartsSlashed) -> None:
    it = known(state.adventurers, event.adventurer, "adventurer")
    it.hearts_left -= event.amount
    must(it.hearts_left >= 0, f"{event.adventurer} has fewer hearts than that")
    mark(state, event.roll, event.amount)


@evolve.on(say.AdventurerDefeated)
def _(state: Underworld, event: say.AdventurerDefeated) -> None:
    it = known(state.adventurers, event.adventurer, "adventurer")
    must(it.hearts_left == 0, f"{event.adventurer} has hearts left")
    it.status = AdventurerStatus.DEFEATED
