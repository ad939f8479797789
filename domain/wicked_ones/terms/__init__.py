"""The words of Wicked Ones: stages, kinds and levels that messages and state share."""

from .frame import Footing, GmRoll, Phase, Place, RaidStatus, SceneStatus, Stage
from .harm import (
    AdventurerStatus,
    ChangeKind,
    ClockStatus,
    CostStatus,
    Kind,
    Lighter,
    Origin,
    Settlement,
    Severity,
    Trouble,
)
from .holdings import (
    Answer,
    DefenseSource,
    FactSource,
    FactStatus,
    GrowthKind,
    HeartsReason,
    InformationForm,
    InformationSource,
    PackStatus,
    StressReason,
    XpReason,
)
from .rolls import Action, Attribute, Axis, Bonus, Category, Effect, Position, Result, RollStatus, Sign

GM = "gm"
DUNGEON = "dungeon"
"""The id of the group's home, as an owner, a target and a place on the map."""
RESERVED_IDS = frozenset({GM, DUNGEON})

STRESS_SEGMENTS = 6
MOVES = 3
MOST_INFORMATION = 2
LEAST_CRITICAL_TICKS = 3
FACES = 6

__all__ = [
    "DUNGEON",
    "FACES",
    "GM",
    "LEAST_CRITICAL_TICKS",
    "MOST_INFORMATION",
    "MOVES",
    "RESERVED_IDS",
    "STRESS_SEGMENTS",
    "Action",
    "AdventurerStatus",
    "Answer",
    "Attribute",
    "Axis",
    "Bonus",
    "Category",
    "ChangeKind",
    "ClockStatus",
    "CostStatus",
    "DefenseSource",
    "Effect",
    "FactSource",
    "FactStatus",
    "Footing",
    "GmRoll",
    "GrowthKind",
    "HeartsReason",
    "InformationForm",
    "InformationSource",
    "Kind",
    "Lighter",
    "Origin",
    "PackStatus",
    "Phase",
    "Place",
    "Position",
    "RaidStatus",
    "Result",
    "RollStatus",
    "SceneStatus",
    "Settlement",
    "Severity",
    "Sign",
    "Stage",
    "StressReason",
    "Trouble",
    "XpReason",
]
