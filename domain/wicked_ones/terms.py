"""The words of Wicked Ones: stages, kinds and levels that messages and state share."""

from enum import StrEnum

GM = "gm"
DUNGEON = "dungeon"
"""The id of the group's home, as an owner, a target and a place on the map."""
RESERVED_IDS = frozenset({GM, DUNGEON})

STRESS_SEGMENTS = 6
MOVES = 3
MOST_INFORMATION = 2
LEAST_CRITICAL_TICKS = 3
FACES = 6


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


class Attribute(StrEnum):
    """Three groups of actions; shock strikes one of them."""

    BRAINS = "brains"
    MUSCLES = "muscles"
    GUTS = "guts"


class Action(StrEnum):
    """Nine ways to go about something."""

    SCAN = "scan"
    TINKER = "tinker"
    TRICK = "trick"
    FINESSE = "finesse"
    SKULK = "skulk"
    SMASH = "smash"
    BANTER = "banter"
    INVOKE = "invoke"
    THREATEN = "threaten"


class Position(StrEnum):
    """How bad a consequence of a roll will be, from the best to the worst."""

    DOMINANT = "dominant"
    DEFAULT = "default"
    DIRE = "dire"
    DEADLY = "deadly"


class Effect(StrEnum):
    """How much a success will do, from the most to nothing."""

    STRONG = "strong"
    DEFAULT = "default"
    WEAK = "weak"
    ZERO = "zero"


class Axis(StrEnum):
    """What a circumstance bears on."""

    POSITION = "position"
    EFFECT = "effect"


class Sign(StrEnum):
    """Which way a circumstance pulls, as the roller sees it."""

    BETTER = "better"
    WORSE = "worse"


class Footing(StrEnum):
    """How a scene starts for the Wicked Ones."""

    UPPER_HAND = "upper_hand"
    EQUAL = "equal"
    TIGHT_SPOT = "tight_spot"
    VERY_BAD = "very_bad"


class Result(StrEnum):
    """What dice come to."""

    FAILURE = "failure"
    MIXED = "mixed"
    SUCCESS = "success"
    CRITICAL = "critical"


class RollStatus(StrEnum):
    """The stages of an action roll."""

    PROPOSED = "proposed"
    FRAMED = "framed"
    ROLLED = "rolled"
    WITHDRAWN = "withdrawn"


class Bonus(StrEnum):
    """What a critical adds to an action."""

    INCREASED_EFFECT = "increased_effect"
    SECONDARY = "secondary"


class Severity(StrEnum):
    """How bad a consequence is. `none` is what remains of an annoying one that was partly resisted."""

    NONE = "none"
    ANNOYING = "annoying"
    FRUSTRATING = "frustrating"
    DEVASTATING = "devastating"


class Kind(StrEnum):
    """What a consequence does."""

    REDUCED_EFFECT = "reduced_effect"
    WORSE_POSITION = "worse_position"
    SHOCK = "shock"
    BLOODIED = "bloodied"
    DEATH = "death"
    COMPLICATION = "complication"


class Trouble(StrEnum):
    """The seven kinds of complication."""

    LOST_ITEM = "lost_item"
    LOST_OPPORTUNITY = "lost_opportunity"
    ARRIVAL = "arrival"
    BACKFIRE = "backfire"
    ENVIRONMENT = "environment"
    OBSTACLE = "obstacle"
    HINDERED = "hindered"


class Origin(StrEnum):
    """Where a consequence came from."""

    ACTION_ROLL = "action_roll"
    ENGAGEMENT = "engagement"
    INFLICTED = "inflicted"
    ADVENTURER_MOVE = "adventurer_move"
    CLOCK = "clock"
    BARGAIN = "bargain"
    BLOWBACK = "blowback"
    CALAMITY = "calamity"
    CRAFTING = "crafting"
    OTHER = "other"


class Settlement(StrEnum):
    """Where a consequence is: it stands over somebody, or it was settled this way."""

    PENDING = "pending"
    ACCEPTED = "accepted"
    REDUCED = "reduced"
    AVOIDED = "avoided"
    SPLIT = "split"


class Lighter(StrEnum):
    """What the GM may leave of a consequence that was partly resisted."""

    LESSER = "lesser"
    COST = "cost"
    NOTHING = "nothing"


class CostStatus(StrEnum):
    """Whether a price was paid."""

    OWED = "owed"
    PAID = "paid"


class ClockStatus(StrEnum):
    """Where a progress clock is."""

    RUNNING = "running"
    FULL = "full"
    CLOSED = "closed"


class AdventurerStatus(StrEnum):
    """Whether an adventurer still stands."""

    ACTIVE = "active"
    DEFEATED = "defeated"


class PackStatus(StrEnum):
    """Whether minions are still there."""

    ACTIVE = "active"
    GONE = "gone"


class RaidStatus(StrEnum):
    """Whether a raid goes on."""

    OPEN = "open"
    OVER = "over"


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


class GmRoll(StrEnum):
    """What the GM rolls for."""

    ENGAGEMENT = "engagement"
    FORTUNE = "fortune"
    CALAMITY = "calamity"
    BLOWBACK = "blowback"


class ChangeKind(StrEnum):
    """What a complication or a price does to things that are counted or listed."""

    LOSE_ITEM = "lose_item"
    LOSE_GOLD = "lose_gold"
    LOSE_LOOT = "lose_loot"
    LOSE_MINIONS = "lose_minions"
    TICK_CLOCK = "tick_clock"
    SHOCK = "shock"
    BLOODIED = "bloodied"


class GrowthKind(StrEnum):
    """What experience buys."""

    ACTION = "action"
    ABILITY = "ability"
    OTHER = "other"
