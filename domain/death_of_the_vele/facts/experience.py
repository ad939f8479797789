"""Experience retold."""

from collections.abc import Iterable

from domain.death_of_the_vele.events import experience as say
from domain.death_of_the_vele.house_rules import PcAspects
from domain.death_of_the_vele.slots import slots_by_value
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.tables import STEPS_IN_A_LEVEL, XP_STEP, pc_aspect_floor, pc_trait_slots, step_die
from domain.death_of_the_vele.terms import Home, Pool
from domain.kernel import facts
from domain.kernel.facts import Fact

from .telling import dice_moved, tells, towards_an_aspect, words


def brings(state: Vele, player: str, step: int) -> str:
    """What the nth step of 20 XP brings, in words."""
    die = step_die(step)
    return f"a {die}" if die is not None else level_brings(state, player, 1 + step // STEPS_IN_A_LEVEL)


def level_brings(state: Vele, player: str, level: int) -> str:
    """A level and its slot, in words. The aspects of an even level may already be there by the PC's value."""
    if pc_trait_slots(level) > pc_trait_slots(level - 1):
        return f"level {level}: one more trait slot"
    if state.house_rules.pc_aspects is PcAspects.VALUE:
        return f"level {level}"
    floor, pc = pc_aspect_floor(level), state.components.get(state.story.players[player].pc or "")
    more = pc is None or floor > slots_by_value(pc)
    return f"level {level}: " + ("one more aspect slot" if more else f"{floor} aspect slots at least")


def progress(state: Vele, player: str) -> facts.ProgressSet:
    """How far a player is towards the next twenty points."""
    it = state.story.players[player]
    return facts.ProgressSet(
        owner=player,
        track="level",
        have=it.xp_earned - it.xp_apart,
        need=(it.steps_taken + 1) * XP_STEP,
        brings=brings(state, player, it.steps_taken + 1),
        label=f"XP, level {it.level}",
    )


def xp(player: str, name: str, label: str, delta: int, now: int, why: str) -> Fact:
    """XP came or went."""
    return facts.NumberChanged(owner=player, name=name, label=label, delta=delta, now=now, low=0, why=why)


@tells(say.ExperienceAwarded)
def _(state: Vele, event: say.ExperienceAwarded) -> Iterable[Fact]:
    it, why = state.story.players[event.player], words(event.reason.value)
    yield xp(event.player, "xp_earned", "XP earned", event.amount, it.xp_earned, why)
    yield xp(event.player, "xp_balance", "XP to spend", event.amount, it.xp_balance, why)
    yield progress(state, event.player)


@tells(say.ExperienceSpent)
def _(state: Vele, event: say.ExperienceSpent) -> Iterable[Fact]:
    it = state.story.players[event.player]
    yield xp(event.player, "xp_balance", "XP to spend", -event.amount, it.xp_balance, words(event.reason.value))


@tells(say.LevelDieGained)
def _(state: Vele, event: say.LevelDieGained) -> Iterable[Fact]:
    home = Home(pool=Pool.CHARACTER, owner=event.player)
    yield from dice_moved(state, Home(pool=Pool.BOWL), home, event.dice, f"{event.threshold} XP")
    yield facts.Advanced(owner=event.player, track="level", what=f"a {event.die} for {event.threshold} XP")
    yield progress(state, event.player)


@tells(say.LevelGained)
def _(state: Vele, event: say.LevelGained) -> Iterable[Fact]:
    gained = level_brings(state, event.player, event.level)
    yield facts.Advanced(owner=event.player, track="level", what=gained)
    yield progress(state, event.player)
    if (pc := state.story.players[event.player].pc) is not None:
        yield from towards_an_aspect(state, pc)
