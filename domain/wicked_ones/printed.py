"""The printed tables: which action belongs where, what positions bring, what results cost and tick."""

from .terms.frame import Footing
from .terms.harm import Kind, Severity
from .terms.rolls import Action, Attribute, Effect, Position, Result

ACTIONS: dict[Attribute, tuple[Action, ...]] = {
    Attribute.BRAINS: (Action.SCAN, Action.TINKER, Action.TRICK),
    Attribute.MUSCLES: (Action.FINESSE, Action.SKULK, Action.SMASH),
    Attribute.GUTS: (Action.BANTER, Action.INVOKE, Action.THREATEN),
}
ATTRIBUTE_OF: dict[Action, Attribute] = {
    action: attribute for attribute, actions in ACTIONS.items() for action in actions
}
MANNER: dict[Action, str] = {
    Action.SCAN: "perceptively",
    Action.TINKER: "cleverly",
    Action.TRICK: "slyly",
    Action.FINESSE: "precisely",
    Action.SKULK: "sneakily",
    Action.SMASH: "powerfully",
    Action.BANTER: "affably",
    Action.INVOKE: "magically",
    Action.THREATEN: "forcefully",
}

TICKS: dict[Result, int] = {Result.FAILURE: 0, Result.MIXED: 1, Result.SUCCESS: 2, Result.CRITICAL: 3}
"""The number of ticks of a result; a critical three or more."""

RESISTANCE_STRESS: dict[Result, int] = {Result.FAILURE: 3, Result.MIXED: 2, Result.SUCCESS: 1, Result.CRITICAL: -1}
"""Stress a resistance roll takes; a critical clears one."""

POSITIONS = tuple(Position)
EFFECTS = tuple(Effect)
SEVERITIES = tuple(Severity)

USUAL_SEVERITY: dict[Position, Severity] = {
    Position.DOMINANT: Severity.ANNOYING,
    Position.DEFAULT: Severity.FRUSTRATING,
    Position.DIRE: Severity.DEVASTATING,
    Position.DEADLY: Severity.DEVASTATING,
}

COMPLICATION_TICKS: dict[Severity, int | None] = {
    Severity.NONE: 0,
    Severity.ANNOYING: 1,
    Severity.FRUSTRATING: 2,
    Severity.DEVASTATING: None,
}
"""Ticks that a complication puts on a clock; None fills it."""

ENGAGEMENT_FOOTING: dict[Result, Footing] = {
    Result.FAILURE: Footing.TIGHT_SPOT,
    Result.MIXED: Footing.EQUAL,
    Result.SUCCESS: Footing.UPPER_HAND,
    Result.CRITICAL: Footing.UPPER_HAND,
}

FOOTING_POSITION: dict[Footing, Position] = {
    Footing.UPPER_HAND: Position.DOMINANT,
    Footing.EQUAL: Position.DEFAULT,
    Footing.TIGHT_SPOT: Position.DIRE,
    Footing.VERY_BAD: Position.DEADLY,
}
FOOTING_EFFECT: dict[Footing, Effect] = {
    Footing.UPPER_HAND: Effect.STRONG,
    Footing.EQUAL: Effect.DEFAULT,
    Footing.TIGHT_SPOT: Effect.WEAK,
    Footing.VERY_BAD: Effect.ZERO,
}

DEFENSE_TYPES = (
    "being caught lying",
    "containment",
    "detection",
    "enemy movement",
    "magic",
    "minion mistakes",
    "wounds",
)
"""Usual types of defense; a table may think of others."""

MENU: dict[Severity, tuple[str, ...]] = {
    Severity.NONE: (),
    Severity.ANNOYING: ("lose a dominant position", "complication", "reduced effect", "shock"),
    Severity.FRUSTRATING: (
        "reduced effect",
        "shock",
        "position becomes dire",
        "reduced effect and complication",
        "shock and dire position",
        "shock and complication",
        "bloodied",
    ),
    Severity.DEVASTATING: ("bloodied", "bloodied and complication", "death"),
}
"""The usual consequences of a severity: a guide, never enforced."""

PARTIAL: dict[Kind, str] = {
    Kind.REDUCED_EFFECT: "less effect on similar actions later",
    Kind.WORSE_POSITION: "some gear that is not essential is dropped",
    Kind.SHOCK: "shock to an attribute that hurts less",
    Kind.BLOODIED: "bloodied with only one or two shocks, or three shocks and not bloodied",
    Kind.COMPLICATION: "half of it: an item dropped instead of broken, an item instead of gold",
    Kind.DEATH: "what was said before the roll, still devastating",
}
"""The reduced form of a consequence, by its kind."""


RIPE_TIER = 4
"""The tier at which the master plan is near."""


def attribute_of(action: Action) -> Attribute:
    """WO-08: the attribute an action belongs to."""
    return ATTRIBUTE_OF[action]


def worse(position: Position) -> Position:
    """One step further down; deadly stays."""
    return POSITIONS[min(POSITIONS.index(position) + 1, len(POSITIONS) - 1)]


def less(effect: Effect) -> Effect:
    """One step less; weak stays, and so does zero."""
    return {Effect.STRONG: Effect.DEFAULT, Effect.DEFAULT: Effect.WEAK}.get(effect, effect)


def more(effect: Effect) -> Effect:
    """One step more; strong stays."""
    return EFFECTS[max(EFFECTS.index(effect) - 1, 0)]


def lighter(severity: Severity) -> Severity:
    """One step lighter; none stays."""
    return SEVERITIES[max(SEVERITIES.index(severity) - 1, 0)]
