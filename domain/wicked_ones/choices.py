"""Choices in forms, as the rulebook names them; how they are said here is ours, and so are those marked so."""

from types import MappingProxyType

from domain.kernel.offers import Choice

from .chapters.actions.framing import CATEGORIES
from .printed import ATTRIBUTE_OF, DEFENSE_TYPES, MANNER, MENU
from .terms.frame import Place
from .terms.harm import ChangeKind, Origin, Severity, Trouble
from .terms.rolls import Attribute, Axis, Bonus, Effect, Position, Sign

ACTIONS = tuple(
    Choice(action.value, action.value.capitalize(), f"{attribute}, {MANNER[action]}")
    for action, attribute in ATTRIBUTE_OF.items()
)
ATTRIBUTES = tuple(
    Choice(it.value, it.value.capitalize(), ", ".join(action for action, of in ATTRIBUTE_OF.items() if of is it))
    for it in Attribute
)
CALLINGS = tuple(Choice(it, it) for it in ("Brute", "Conniver", "Crafter", "Hunter"))
"""Those that this part of the rulebook names; a table may have others."""
DEFENSES = tuple(Choice(it, it.capitalize()) for it in DEFENSE_TYPES)
SPREADS = MappingProxyType(
    {
        "Brute (ours)": {"smash": 3, "threaten": 2, "skulk": 1, "finesse": 1, "invoke": 1},
        "Conniver (ours)": {"banter": 3, "trick": 2, "threaten": 1, "scan": 1, "skulk": 1},
        "Crafter (ours)": {"tinker": 3, "scan": 2, "trick": 1, "finesse": 1, "invoke": 1},
        "Hunter (ours)": {"skulk": 3, "finesse": 2, "scan": 2, "trick": 1},
        "Conjurer (ours)": {"invoke": 3, "banter": 2, "threaten": 1, "trick": 1, "skulk": 1},
    }
)
"""Ready ratings, our own, one for each calling and one for whoever conjures: this part of the rulebook prints no
total."""

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
BONUSES = (
    Choice(Bonus.INCREASED_EFFECT.value, "More effect", "a step up, to strong at the most"),
    Choice(Bonus.SECONDARY.value, "A second benefit", "beside what was wanted"),
)
ORIGINS = (
    Choice(Origin.INFLICTED.value, "Out of the story"),
    Choice(Origin.ACTION_ROLL.value, "From an action"),
    Choice(Origin.ENGAGEMENT.value, "From a bad start"),
    Choice(Origin.CLOCK.value, "From a full clock"),
    Choice(Origin.BARGAIN.value, "From a dark bargain"),
    Choice(Origin.BLOWBACK.value, "From blowback"),
    Choice(Origin.CALAMITY.value, "From a calamity"),
    Choice(Origin.CRAFTING.value, "From crafting"),
    Choice(Origin.OTHER.value, "From something else"),
)
SEVERITIES = tuple(
    Choice(it.value, it.value.capitalize(), ", ".join(MENU[it])) for it in Severity if it is not Severity.NONE
)
TROUBLES = (
    Choice(Trouble.LOST_ITEM.value, "A lost item"),
    Choice(Trouble.LOST_OPPORTUNITY.value, "A lost opportunity"),
    Choice(Trouble.ARRIVAL.value, "Somebody arrives"),
    Choice(Trouble.BACKFIRE.value, "It backfires"),
    Choice(Trouble.ENVIRONMENT.value, "Trouble around them"),
    Choice(Trouble.OBSTACLE.value, "An obstacle"),
    Choice(Trouble.HINDERED.value, "Somebody is hindered"),
)
CHANGES_OF_THINGS = (
    Choice(ChangeKind.TICK_CLOCK.value, "A clock moves on"),
    Choice(ChangeKind.LOSE_ITEM.value, "An item is lost"),
    Choice(ChangeKind.LOSE_GOLD.value, "Gold is lost"),
    Choice(ChangeKind.LOSE_LOOT.value, "Loot is lost"),
    Choice(ChangeKind.LOSE_MINIONS.value, "Minions are lost"),
    Choice(ChangeKind.SHOCK.value, "Shock", "as a price"),
    Choice(ChangeKind.BLOODIED.value, "Bloodied", "as a price"),
)
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
"""Risks that often come true; all of them ours."""
