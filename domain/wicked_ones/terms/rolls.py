"""Actions and how they are rolled."""

from enum import StrEnum


class Attribute(StrEnum):
    """Three groups of actions; shock strikes one of them."""

    BRAINS = "brains"
    MUSCLES = "muscles"
    GUTS = "guts"


class Action(StrEnum):
    """Nine ways to go about something."""

    SCAN = "scan"
    TINKER = "tinker"
    TRICK = "trick"
    FINESSE = "finesse"
    SKULK = "skulk"
    SMASH = "smash"
    BANTER = "banter"
    INVOKE = "invoke"
    THREATEN = "threaten"


class Position(StrEnum):
    """The position: how bad a consequence of a roll will be, from the best to the worst."""

    DOMINANT = "dominant"
    DEFAULT = "default"
    DIRE = "dire"
    DEADLY = "deadly"


class Effect(StrEnum):
    """The effect: how much a success will do, from the most to nothing."""

    STRONG = "strong"
    DEFAULT = "default"
    WEAK = "weak"
    ZERO = "zero"


class Axis(StrEnum):
    """The scale of a circumstance."""

    POSITION = "position"
    EFFECT = "effect"


class Category(StrEnum):
    """The usual kinds of circumstance."""

    ACTION = "action"
    SCALE = "scale"
    EQUIPMENT = "equipment"
    SKILL = "skill"
    DEFENSES = "defenses"
    MAGIC = "magic"
    ENVIRONMENT = "environment"
    KNOWLEDGE = "knowledge"


class Sign(StrEnum):
    """The direction of a circumstance, as the roller sees it."""

    BETTER = "better"
    WORSE = "worse"


class Result(StrEnum):
    """The result of dice."""

    FAILURE = "failure"
    MIXED = "mixed"
    SUCCESS = "success"
    CRITICAL = "critical"


class RollStatus(StrEnum):
    """The stages of an action roll."""

    PROPOSED = "proposed"
    FRAMED = "framed"
    ROLLED = "rolled"
    WITHDRAWN = "withdrawn"


class Bonus(StrEnum):
    """The bonus that a critical adds to an action."""

    INCREASED_EFFECT = "increased_effect"
    SECONDARY = "secondary"
