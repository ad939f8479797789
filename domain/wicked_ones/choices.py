"""Choices in forms, as the rulebook names them; how they are said here is ours, and so are those marked so."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from domain.kernel.offers import Choice

from .chapters.actions.framing import CATEGORIES
from .chapters.consequences.harm import kind_choices
from .printed import ATTRIBUTE_OF, DEFENSE_TYPES, MANNER, MENU
from .terms.frame import Phase, Place
from .terms.harm import ChangeKind, Kind, Lighter, Origin, Severity, Trouble
from .terms.holdings import (
    Answer,
    DefenseSource,
    GrowthKind,
    HeartsReason,
    InformationForm,
    InformationSource,
    StressReason,
)
from .terms.rolls import Action, Attribute, Axis, Bonus, Effect, Position, Result, Sign

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

KINDS = kind_choices(Kind)
LIGHTER = (
    Choice(Lighter.LESSER.value, "The same, a step lighter"),
    Choice(Lighter.COST.value, "A price instead", "a step lighter; the player picks it"),
    Choice(Lighter.NOTHING.value, "Nothing at all"),
)
PHASES = (
    Choice(Phase.LURKING.value, "Lurking", "at home; everybody recovers first"),
    Choice(Phase.RAIDING.value, "Raiding", "against a target out there"),
)
STRESSED_BY = (
    Choice(StressReason.ABILITY.value, "An ability of the calling"),
    Choice(StressReason.FLASHBACK.value, "A flashback"),
    Choice(StressReason.TEAM_UP.value, "Teaming up"),
    Choice(StressReason.MAGIC_ITEM.value, "A magic item"),
)
DEFENSE_SOURCES = (
    Choice(DefenseSource.GEAR.value, "Gear", "one for each monster"),
    Choice(DefenseSource.CALLING.value, "The calling"),
    Choice(DefenseSource.MAGIC_ITEM.value, "A magic item"),
    Choice(DefenseSource.POTION.value, "A potion"),
    Choice(DefenseSource.CONCOCTION.value, "A concoction"),
)
GROWTH = (
    Choice(GrowthKind.ACTION.value, "An action", "one die more"),
    Choice(GrowthKind.ABILITY.value, "An ability", "of the calling"),
    Choice(GrowthKind.OTHER.value, "Something else"),
)
HEARTS = (
    Choice(HeartsReason.REVELRY.value, "Revelry"),
    Choice(HeartsReason.WITNESSED_KNELL.value, "A death knell they saw"),
    Choice(HeartsReason.OTHER.value, "Something else"),
)
ANSWERS = (
    Choice(Answer.YES.value, "Yes", "it is so"),
    Choice(Answer.NO.value, "No", "it is not so"),
    Choice(Answer.MAYBE.value, "Maybe", "a fortune roll says it"),
)
SOURCES = (
    Choice(InformationSource.PRISONER.value, "A prisoner", "tortured"),
    Choice(InformationSource.FACTION.value, "A faction", "or a vile friend, persuaded"),
    Choice(InformationSource.ACQUAINTANCE.value, "An acquaintance", "for gold"),
    Choice(InformationSource.RAID.value, "A raid"),
    Choice(InformationSource.ABILITY.value, "An ability", "of the calling"),
    Choice(InformationSource.ROOM.value, "A room", "of the dungeon"),
    Choice(InformationSource.FLASHBACK.value, "A flashback", "to an ability, a room, or gold"),
    Choice(InformationSource.FLASHBACK_TO_TORTURE.value, "A flashback to torture", "with a torture chamber"),
)
INFORMATION = (
    Choice(InformationForm.QUESTIONS.value, "Questions", "the GM answers them"),
    Choice(InformationForm.FACTS.value, "Facts", "the player says them"),
    Choice(InformationForm.SECRETS.value, "Secrets", "the GM tells them"),
)
RESULTS = (
    Choice(Result.FAILURE.value, "Failure", "1 to 3"),
    Choice(Result.MIXED.value, "Mixed", "4 or 5"),
    Choice(Result.SUCCESS.value, "Success", "6"),
    Choice(Result.CRITICAL.value, "Critical", "two sixes or more"),
)

CHOICES: Mapping[type[StrEnum], tuple[Choice, ...]] = MappingProxyType(
    {
        Action: ACTIONS,
        Answer: ANSWERS,
        Attribute: ATTRIBUTES,
        ChangeKind: CHANGES_OF_THINGS,
        DefenseSource: DEFENSE_SOURCES,
        GrowthKind: GROWTH,
        HeartsReason: HEARTS,
        InformationForm: INFORMATION,
        InformationSource: SOURCES,
        Kind: KINDS,
        Lighter: LIGHTER,
        Phase: PHASES,
        Result: RESULTS,
        Severity: SEVERITIES,
        StressReason: STRESSED_BY,
        Trouble: TROUBLES,
    }
)
"""Every term that somebody chooses, as it is called there."""
