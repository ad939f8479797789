"""The frame of play: stages, phases, scenes, raids."""

from enum import StrEnum


class Stage(StrEnum):
    """Where a campaign is in its life."""

    SETUP = "setup"
    PLAYING = "playing"
    ENDED = "ended"


class Phase(StrEnum):
    """The two halves of a cycle; none before the first."""

    NONE = "none"
    LURKING = "lurking"
    RAIDING = "raiding"


class Place(StrEnum):
    """Where a scene is: at home, or out in the world above."""

    DUNGEON = "dungeon"
    SURFACE = "surface"


class SceneStatus(StrEnum):
    """A scene is being played, or was."""

    OPEN = "open"
    CLOSED = "closed"


class Footing(StrEnum):
    """How a scene starts for the Wicked Ones."""

    UPPER_HAND = "upper_hand"
    EQUAL = "equal"
    TIGHT_SPOT = "tight_spot"
    VERY_BAD = "very_bad"


class RaidStatus(StrEnum):
    """Whether a raid goes on."""

    OPEN = "open"
    OVER = "over"


class GmRoll(StrEnum):
    """What the GM rolls for."""

    ENGAGEMENT = "engagement"
    FORTUNE = "fortune"
    CALAMITY = "calamity"
    BLOWBACK = "blowback"
