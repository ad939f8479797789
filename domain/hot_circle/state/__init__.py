"""A circle as it stands: its world, its people, and what is being settled."""

from .circle import Circle, GameSession, adopt, initial
from .people import (
    Belief,
    Bridge,
    Character,
    Condition,
    Instinct,
    Lifepath,
    PermanentAsset,
    TemporaryAsset,
)
from .play import (
    AbilityTest,
    Compel,
    Help,
    Hindrance,
    Lore,
    ObstacleTest,
    Result,
    Scene,
    Side,
    TraitVote,
)
from .world import Draw, Faction, FactionMap, FactionRelation, Requirement, Setting, Situation

__all__ = [
    "AbilityTest",
    "Belief",
    "Bridge",
    "Character",
    "Circle",
    "Compel",
    "Condition",
    "Draw",
    "Faction",
    "FactionMap",
    "FactionRelation",
    "GameSession",
    "Help",
    "Hindrance",
    "Instinct",
    "Lifepath",
    "Lore",
    "ObstacleTest",
    "PermanentAsset",
    "Requirement",
    "Result",
    "Scene",
    "Setting",
    "Side",
    "Situation",
    "TemporaryAsset",
    "TraitVote",
    "adopt",
    "initial",
]
