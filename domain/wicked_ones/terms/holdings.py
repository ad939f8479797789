"""The belongings, knowledge and troubles of monsters."""

from enum import StrEnum


class PackStatus(StrEnum):
    """State of a pack: the minions of an active one are still there."""

    ACTIVE = "active"
    GONE = "gone"


class FactStatus(StrEnum):
    """The state of something that a player said of the world."""

    PROPOSED = "proposed"
    FORTUNE = "fortune"
    ESTABLISHED = "established"
    DENIED = "denied"
    SECRET = "secret"
    REVEALED = "revealed"


class Answer(StrEnum):
    """The GM's answer to something a player adds to the world."""

    YES = "yes"
    NO = "no"
    MAYBE = "maybe"


class DefenseSource(StrEnum):
    """The source of a defense."""

    GEAR = "gear"
    CALLING = "calling"
    MAGIC_ITEM = "magic_item"
    POTION = "potion"
    CONCOCTION = "concoction"


class FactSource(StrEnum):
    """The right by which a player adds a fact."""

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
    """The way it is learnt."""

    QUESTIONS = "questions"
    FACTS = "facts"
    SECRETS = "secrets"


class StressReason(StrEnum):
    """The reasons for which stress was spent or cleared."""

    ABILITY = "ability"
    FLASHBACK = "flashback"
    TEAM_UP = "team_up"
    MAGIC_ITEM = "magic_item"
    SUPPRESS_IMPULSE = "suppress_impulse"
    RESISTANCE = "resistance"
    CRITICAL_RESISTANCE = "critical_resistance"
    RECOVERY = "recovery"


class HeartsReason(StrEnum):
    """The source of dark hearts."""

    REVELRY = "revelry"
    WITNESSED_KNELL = "witnessed_knell"
    OTHER = "other"


class XpReason(StrEnum):
    """The source of experience."""

    JOINED_SCENE = "joined_scene"
    OTHER = "other"


class GrowthKind(StrEnum):
    """The things that experience buys."""

    ACTION = "action"
    ABILITY = "ability"
    OTHER = "other"
