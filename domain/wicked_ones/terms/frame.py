"""The frame of play: stages, phases, scenes, raids."""

from enum import StrEnum


class Stage(StrEnum):
    """The stage of a campaign."""

    SETUP = "setup"
    PLAYING = "playing"
    ENDED = "ended"


class Phase(StrEnum):
    """The two halves of a cycle; none before the first."""

    NONE = "none"
    LURKING = "lurking"
    RAIDING = "raiding"


class Place(StrEnum):
    """The place of a scene: at home, or out in the world above."""

    DUNGEON = "dungeon"
    SURFACE = "surface"


class SceneStatus(StrEnum):
    """A scene is being played, or was."""

    OPEN = "open"
    CLOSED = "closed"


class Footing(StrEnum):
    """The start of a scene, as the Wicked Ones have it."""

    UPPER_HAND = "upper_hand"
    EQUAL = "equal"
    TIGHT_SPOT = "tight_spot"
    VERY_BAD = "very_bad"


class RaidStatus(StrEnum):
    """State of a raid."""

    OPEN = "open"
    OVER = "over"


class GmRoll(StrEnum):
    """The reasons for which the GM rolls."""

    ENGAGEMENT = "engagement"
    FORTUNE = "fortune"
    CALAMITY = "calamity"
    BLOWBACK = "blowback"
