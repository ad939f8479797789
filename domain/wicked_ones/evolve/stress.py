"""How stress fills and empties, and what impulses do."""

from domain.wicked_ones import events as say
from domain.wicked_ones.state import Compel, Underworld
from domain.wicked_ones.terms import STRESS_SEGMENTS

from .fold import character_of, evolve, known, must, numbered


@evolve.on(say.StressSpent)
def _(state: Underworld, event: say.StressSpent) -> None:
    it = character_of(state, event.character)
    it.stress += event.amount
    must(it.stress <= STRESS_SEGMENTS, f"{event.character} cannot come to {it.stress} stress")


@evolve.on(say.StressCleared)
def _(state: Underworld, event: say.StressCleared) -> None:
    it = character_of(state, event.character)
    it.stress -= event.amount
    must(it.stress >= 0, f"{event.character} has less stress than that")


@evolve.on(say.WentFeral)
def _(state: Underworld, event: say.WentFeral) -> None:
    it = character_of(state, event.character)
    must(it.stress == STRESS_SEGMENTS and not it.feral, f"{event.character} cannot go feral now")
    it.feral = True


@evolve.on(say.FeralEnded)
def _(state: Underworld, event: say.FeralEnded) -> None:
    it = character_of(state, event.character)
    must(it.feral, f"{event.character} is not feral")
    it.feral = False


@evolve.on(say.ImpulseCompelled)
def _(state: Underworld, event: say.ImpulseCompelled) -> None:
    numbered(state, "compel", event.compel)
    state.compels[event.compel] = Compel(event.character, event.act)


def answered(state: Underworld, compel: str, character: str) -> None:
    """The impulse was met, one way or the other."""
    must(known(state.compels, compel, "impulse").character == character, f"{compel} pushes somebody else")
    del state.compels[compel]


@evolve.on(say.ImpulseSuppressed)
def _(state: Underworld, event: say.ImpulseSuppressed) -> None:
    answered(state, event.compel, event.character)


@evolve.on(say.ImpulseFollowed)
def _(state: Underworld, event: say.ImpulseFollowed) -> None:
    answered(state, event.compel, event.character)


@evolve.on(say.FlashbackPlayed)
def _(state: Underworld, event: say.FlashbackPlayed) -> None:
    """What it costs stands in the event after it."""
    character_of(state, event.character)


@evolve.on(say.TeamedUp)
def _(state: Underworld, event: say.TeamedUp) -> None:
    """What it costs stands in the event after it."""
    character_of(state, event.character)


@evolve.on(say.AbilityUsed)
def _(state: Underworld, event: say.AbilityUsed) -> None:
    """What it costs stands in the event after it."""
    character_of(state, event.character)
