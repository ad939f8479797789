"""The words of struggles: kinds, stages, sides, what they are for and what comes of them."""

from collections.abc import Mapping
from enum import StrEnum


class SideName(StrEnum):
    """The two sides of a struggle."""

    ACTOR = "actor"
    OPPONENT = "opponent"

    @property
    def other(self) -> "SideName":
        """The side across the table."""
        return SideName.OPPONENT if self is SideName.ACTOR else SideName.ACTOR


class Winner(StrEnum):
    """The winner of a struggle."""

    ACTOR = "actor"
    OPPONENT = "opponent"
    NONE = "none"

    def said(self, names: Mapping[str, str]) -> str:
        """The winner, by the name of the side while its struggle lasts."""
        return "nobody" if self is Winner.NONE else names.get(self.value, self.value)


class StruggleKind(StrEnum):
    """The way a struggle is rolled."""

    OFFENSIVE_DEFENSIVE = "offensive_defensive"
    HEAD_TO_HEAD = "head_to_head"
    MASS = "mass"
    HEALING = "healing"
    BLOCKED = "blocked"
    """Trying what a block forbids."""


class GoalType(StrEnum):
    """The goal of a struggle (VE-51)."""

    CONTINUE_EXTENDED = "continue_extended"
    ATTACK = "attack"
    ATTACK_TRAIT = "attack_trait"
    MANEUVER = "maneuver"
    ASSESS = "assess"
    DECLARE = "declare"
    FICTION = "fiction"
    BLOCK = "block"
    HEAL = "heal"

    @property
    def is_attack(self) -> bool:
        """True if winning it deals an effect."""
        return self in (GoalType.ATTACK, GoalType.ATTACK_TRAIT)


class Phase(StrEnum):
    """The stages of a struggle, in order."""

    GOAL = "goal"
    ALLIES = "allies"
    PUSHING = "pushing"
    POWERING = "powering"
    ROLLED = "rolled"
    FATE = "fate"
    DECIDED = "decided"
    SETTLED = "settled"
    APPLIED = "applied"
    DONE = "done"


class ExtendedKind(StrEnum):
    """The four kinds of extended struggle (VE-85 to VE-88)."""

    OPPOSED = "opposed"
    CONTEST = "contest"
    TUG_OF_WAR = "tug_of_war"
    OVERPOWER = "overpower"


class FateUse(StrEnum):
    """The uses of fate, or of a free tag (VE-106)."""

    BONUS = "bonus"
    REROLL = "reroll"
    FEAT = "feat"
    OWN_ASPECT_FICTION = "own_aspect_fiction"
    CHANGE_FACT = "change_fact"
    CANCEL_CHANGE = "cancel_change"
    INSTANT_ATTACH = "instant_attach"


class SpinUse(StrEnum):
    """The uses of spin (VE-67)."""

    MODIFIER = "modifier"
    MANEUVER = "maneuver"
    ROLLLESS_ACTION = "rollless_action"


class MoveCost(StrEnum):
    """The price of a move (VE-71)."""

    FREE = "free"
    ACTION = "action"
    EFFECT = "effect"


class WagerSource(StrEnum):
    """The source of a struggle die (VE-53)."""

    OWN = "own"
    """The component's main pool: character or story dice."""
    ALLOCATED = "allocated"
    BOWL = "bowl"


class HarmCause(StrEnum):
    """The reason why a trait is lost (VE-74, VE-76, VE-91, VE-92, VE-100)."""

    DAMAGE = "damage"
    CONTROL = "control"
    LETHAL = "lethal"
    REFLECTIVE = "reflective"


class ExtendedEnd(StrEnum):
    """The reason why an extended struggle ended (VE-85 to VE-88)."""

    GOAL_REACHED = "goal_reached"
    SECOND_FAILURE = "second_failure"
    PLAN_FULFILLED = "plan_fulfilled"
    FIRST_SUCCESS = "first_success"
    NO_SUCCESS = "no_success"
    LEAD_OF_TWO = "lead_of_two"
    SURRENDER = "surrender"
    CANNOT_GO_ON = "cannot_go_on"
    TOTAL_CONTROL = "total_control"
