"""What to pick from, as the rulebook names it; how it is said here is ours, and so is what is marked so."""

from types import MappingProxyType

from domain.kernel.offers import Choice

from .chapters.actions.framing import CATEGORIES
from .tables import ATTRIBUTE_OF, DEFENSE_TYPES, MANNER
from .terms.frame import Place
from .terms.rolls import Axis, Effect, Position, Sign

ACTIONS = tuple(
    Choice(action.value, action.value.capitalize(), f"{attribute}, {MANNER[action]}")
    for action, attribute in ATTRIBUTE_OF.items()
)
CALLINGS = tuple(Choice(it, it) for it in ("Brute", "Conniver", "Crafter", "Hunter"))
"""Those that this part of the rulebook names; a table may have others."""
DEFENSES = tuple(Choice(it, it.capitalize()) for it in DEFENSE_TYPES)
SPREADS = MappingProxyType(
    {
        "Clever (ours)": {"tinker": 3, "trick": 2, "scan": 1, "finesse": 1, "banter": 1},
        "Strong (ours)": {"smash": 3, "threaten": 2, "skulk": 1, "finesse": 1, "scan": 1},
        "Bold (ours)": {"invoke": 3, "banter": 2, "threaten": 1, "trick": 1, "skulk": 1},
    }
)
"""Ready ratings, our own: this part of the rulebook prints no total."""

PLACES = (
    Choice(Place.DUNGEON.value, "Dungeon", "at home"),
    Choice(Place.SURFACE.value, "Surface", "out there"),
)
POSITIONS = tuple(Choice(it.value, it.value.capitalize()) for it in Position)
EFFECTS = tuple(Choice(it.value, it.value.capitalize()) for it in Effect)
AXES = (
    Choice(Axis.POSITION.value, "Position", "how bad it may get"),
    Choice(Axis.EFFECT.value, "Effect", "how much it may do"),
)
SIGNS = (Choice(Sign.BETTER.value, "Better"), Choice(Sign.WORSE.value, "Worse"))
OUTWEIGHS = (Choice(True, "It outweighs the rest"),)
CIRCUMSTANCES = CATEGORIES
RISKS = tuple(
    Choice(it, it)
    for it in (
        "Somebody sees me.",
        "I get hurt.",
        "It takes too long.",
        "It breaks.",
        "They raise the alarm.",
        "Somebody else pays for it.",
    )
)
"""What often goes wrong; all of it ours."""
