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
    """How bad a consequence of a roll will be, from the best to the worst."""

    DOMINANT = "dominant"
    DEFAULT = "default"
    DIRE = "dire"
    DEADLY = "deadly"


class Effect(StrEnum):
    """How much a success will do, from the most to nothing."""

    STRONG = "strong"
    DEFAULT = "default"
    WEAK = "weak"
    ZERO = "zero"


class Axis(StrEnum):
    """What a circumstance bears on."""

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
    """Which way a circumstance pulls, as the roller sees it."""

    BETTER = "better"
    WORSE = "worse"


class Result(StrEnum):
    """What dice come to."""

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
    """What a critical adds to an action."""

    INCREASED_EFFECT = "increased_effect"
    SECONDARY = "secondary"
