"""The forms of Hot Circle that are laid by hand: those of session zero, and those play asks for most."""

from .playing import (
    ABILITY_TEST,
    ASSET,
    BELIEF,
    BY_WORD,
    COMPEL,
    CONDITION,
    CUT,
    FATE,
    GOAL,
    HELP,
    INSTINCT,
    LIFEPATH,
    NEW_INSTINCT,
    OBSTACLE,
    OBSTACLE_TEST,
    SCENE,
    WITHOUT_TEST,
)
from .preparing import BRIDGE, CAST, NOTES, SESSION
from .protagonists import page_for, protagonist_of
from .world import FACTIONS, GENRE, LIFEPATHS, RELATIONS, SETTINGS, SITUATION

LAYOUTS = (
    SITUATION, BRIDGE, SESSION, SCENE, CUT, OBSTACLE_TEST, OBSTACLE, LIFEPATH, HELP, ABILITY_TEST, WITHOUT_TEST,
    INSTINCT, ASSET, FATE, COMPEL, CONDITION, GOAL, BELIEF, NEW_INSTINCT, BY_WORD,
)  # fmt: skip

__all__ = [
    "CAST", "FACTIONS", "GENRE", "LAYOUTS", "LIFEPATHS", "NOTES", "RELATIONS", "SETTINGS", "page_for",
    "protagonist_of",
]  # fmt: skip
