"""The printed tables: base dice, obstacles, prices of advancement, awards."""

from types import MappingProxyType

from .terms import Ability, AssetKind, Fit, GoalResult, OnFailure, Rank

STARTING_RATING = 3
DOUBLED_RATING = 4
HIGHEST_RATING = 6
BASE_DICE = MappingProxyType({Fit.NEUTRAL: 2, Fit.HINDERING: 1})
"""A helpful lifepath gives its rating instead."""
OPPOSITION_DIE = 1

SUCCESS_FROM = 4
AGAIN_AT = 6
DIE = 6
DECK = 52

LEVELS = ("anybody", "a journeyman", "a master")
"""The people who would find it so hard, from level 0."""
STEPS = ("easy", "moderate", "hard")
"""The words for how hard it is for them, from step 1."""
HIGHEST_LEVEL = 2
LOWEST_STEP, HIGHEST_STEP = 1, 3
BASE_OB = 1
"""Of resources, circles and wises, before modifiers."""

PERSONA_TO_RAISE = MappingProxyType({3: 6, 4: 12, 5: 18})
"""By the rating a lifepath has now. At 6 there is nothing more to gain."""

UPGRADES = MappingProxyType(
    {
        AssetKind.SUBJECT: AssetKind.WISE,
        AssetKind.FOCUS: AssetKind.SKILL,
        AssetKind.GEAR: AssetKind.SPECIAL_ITEM,
        AssetKind.CONTACT: AssetKind.RELATIONSHIP,
    }
)
FATE_TO_UPGRADE = MappingProxyType(
    {AssetKind.SUBJECT: 6, AssetKind.FOCUS: 6, AssetKind.GEAR: 9, AssetKind.CONTACT: 12}
)
COST_OF = MappingProxyType({UPGRADES[kind]: cost for kind, cost in FATE_TO_UPGRADE.items()})
"""The price of a permanent asset, by kind."""

TESTS_TO_CLEAR = MappingProxyType({Rank.MINOR: 1, Rank.MAJOR: 3})

GOAL_REWARD = MappingProxyType(
    {GoalResult.FURTHERED: 1, GoalResult.SIMPLE: 2, GoalResult.MODERATE: 4, GoalResult.COMPLEX: 6}
)
ANOTHER_PC = 1
REPLACED = 2
LOST_ASSET_PERSONA = 1
STARTING_FATE = STARTING_PERSONA = 1

ASSET_OF = MappingProxyType(
    {
        Ability.RESOURCES: AssetKind.GEAR,
        Ability.CIRCLES: AssetKind.CONTACT,
        Ability.WISES: AssetKind.SUBJECT,
        Ability.DEEDS: AssetKind.FOCUS,
    }
)
"""The temporary asset a passed ability test leaves behind."""
ABILITY_FOR = MappingProxyType({kind: ability for ability, kind in ASSET_OF.items()})
"""The ability that brings a temporary asset to hand."""
BONUS_FOR = MappingProxyType(
    {
        Ability.RESOURCES: frozenset({AssetKind.GEAR}),
        Ability.CIRCLES: frozenset({AssetKind.CONTACT}),
        Ability.WISES: frozenset({AssetKind.SUBJECT, AssetKind.WISE}),
        Ability.DEEDS: frozenset({AssetKind.FOCUS, AssetKind.SKILL}),
    }
)
"""The existing assets that add a die to an ability test."""
MODIFIERS = MappingProxyType(
    {
        Ability.RESOURCES: ("valuable", "rare", "unlikely"),
        Ability.CIRCLES: ("hostile", "specific_lifepath", "different_rank", "unlikely"),
        Ability.WISES: ("obscure", "secret", "distant", "unlikely"),
        Ability.DEEDS: (),
    }
)
ALTERNATIVE = MappingProxyType(
    {
        Ability.CIRCLES: OnFailure.HOSTILE,
        Ability.WISES: OnFailure.MISINFORMED,
        Ability.DEEDS: OnFailure.CONSEQUENCES,
    }
)
"""The conditions that the gamemaster may choose instead of a tax."""

FEWEST_SETTINGS, MOST_SETTINGS = 4, 6
MOST_FACTIONS_IN_A_SETTING = 2
FEWEST_FACTIONS_FOR_THE_BAG = 3
FEWEST_AFFECTED = 2
ABILITY_TESTS_IN_A_SCENE = 2
OBSTACLE_TESTS_IN_A_SCENE = 1
