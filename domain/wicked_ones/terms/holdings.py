"""What monsters have, know and go through."""

from enum import StrEnum


class PackStatus(StrEnum):
    """Whether minions are still there."""

    ACTIVE = "active"
    GONE = "gone"


class FactStatus(StrEnum):
    """Where something that a player said of the world is."""

    PROPOSED = "proposed"
    FORTUNE = "fortune"
    ESTABLISHED = "established"
    DENIED = "denied"
    SECRET = "secret"
    REVEALED = "revealed"


class Answer(StrEnum):
    """What the GM says to something a player adds to the world."""

    YES = "yes"
    NO = "no"
    MAYBE = "maybe"


class DefenseSource(StrEnum):
    """What a defense comes from."""

    GEAR = "gear"
    CALLING = "calling"
    MAGIC_ITEM = "magic_item"
    POTION = "potion"
    CONCOCTION = "concoction"


class FactSource(StrEnum):
    """What lets a player add a fact."""

    TALK = "talk"
    ABILITY = "ability"
    ROOM = "room"


class InformationSource(StrEnum):
    """The ways to learn what ordinary folk do not know. `none` is asked for, never recorded."""

    NONE = "none"
    PRISONER = "prisoner"
    FACTION = "faction"
    ACQUAINTANCE = "acquaintance"
    RAID = "raid"
    ABILITY = "ability"
    ROOM = "room"
    FLASHBACK = "flashback"
    FLASHBACK_TO_TORTURE = "flashback_to_torture"


class InformationForm(StrEnum):
    """How it is learnt."""

    QUESTIONS = "questions"
    FACTS = "facts"
    SECRETS = "secrets"


class StressReason(StrEnum):
    """What stress was spent on or cleared by."""

    ABILITY = "ability"
    FLASHBACK = "flashback"
    TEAM_UP = "team_up"
    MAGIC_ITEM = "magic_item"
    SUPPRESS_IMPULSE = "suppress_impulse"
    RESISTANCE = "resistance"
    CRITICAL_RESISTANCE = "critical_resistance"
    RECOVERY = "recovery"


class HeartsReason(StrEnum):
    """Where dark hearts come from."""

    REVELRY = "revelry"
    WITNESSED_KNELL = "witnessed_knell"
    OTHER = "other"


class XpReason(StrEnum):
    """Where experience comes from."""

    JOINED_SCENE = "joined_scene"
    OTHER = "other"


class GrowthKind(StrEnum):
    """What experience buys."""

    ACTION = "action"
    ABILITY = "ability"
    OTHER = "other"
