"""The printed numbers: slots, starting dice, thresholds, prices (VE-18, VE-28, VE-114, section 5 of the rules)."""

from .terms.cast import Effect, Size
from .terms.dice import Dice, Die

STIPEND = 6
HIGHEST_BID = 6
XP_STEP = 20
XP_LEVEL = 100
STEPS_IN_A_LEVEL = 5
GROUP_SETS = 5
MOST_PC_SPOTLIGHTS = 2
MOST_REPLENISHED = 10
LEADER_ASPECTS = 4
MEMBER_ASPECTS = 3

SLOTS = {Size.MINION: 1, Size.NORMAL: 4, Size.MAIN: 6, Size.PC_MAIN: 6}
STEP_DICE = (Die.D4, Die.D6, Die.D8, Die.D10)

ANY_SIZE = tuple(Die)
EFFECT_SIZES = {
    Effect.POWER_ATTACK: ANY_SIZE,
    Effect.POWER_DEFENSE: ANY_SIZE,
    Effect.LETHAL: (Die.D10, Die.D12),
    Effect.FINESSE: (Die.D6,),
    Effect.AUTO_FINESSE: (Die.D8,),
    Effect.MOVE: (Die.D8, Die.D10, Die.D12),
    Effect.RANGE: ANY_SIZE,
    Effect.BLOCK: (Die.D6,),
    Effect.AUTO_BLOCK: (Die.D8,),
    Effect.CHAIN: (Die.D6,),
    Effect.REFLECTIVE: (Die.D12,),
    Effect.AREA: (Die.D8,),
    Effect.SELECTIVE_AREA: (Die.D10,),
    Effect.HEAL: ANY_SIZE,
    Effect.FICTION: (Die.D6,),
    Effect.CREATE: ANY_SIZE,
}
"""The sizes each effect is printed in (VE-89 to VE-105)."""


def level_at(xp: int) -> int:
    """The level of so much XP."""
    return 1 + xp // XP_LEVEL


def step_die(step: int) -> Die | None:
    """The gain of the nth step of 20 XP: a die, or None where it is a new level."""
    place = step % STEPS_IN_A_LEVEL
    return STEP_DICE[place - 1] if place else None


def level_dice(xp: int) -> Dice:
    """All dice the steps up to so much XP have brought."""
    steps = range(1, xp // XP_STEP + 1)
    return Dice.of(die for step in steps if (die := step_die(step)))


def pc_trait_slots(level: int) -> int:
    """Trait slots of a PC's main component: one more at each odd level from 3."""
    return SLOTS[Size.PC_MAIN] + (level - 1) // 2


def pc_aspect_floor(level: int) -> int:
    """The least number of aspect slots of a PC's main component: one more at each even level."""
    return 5 + level // 2
