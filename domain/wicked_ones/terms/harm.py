"""Consequences, how they are settled, clocks and adventurers."""

from enum import StrEnum


class Severity(StrEnum):
    """The severity of a consequence. `none` is what remains of an annoying one that was partly resisted."""

    NONE = "none"
    ANNOYING = "annoying"
    FRUSTRATING = "frustrating"
    DEVASTATING = "devastating"


class Kind(StrEnum):
    """The kinds of consequences."""

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
    """The origin of a consequence."""

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
    """The state of a consequence: it stands over somebody, or it was settled this way."""

    PENDING = "pending"
    ACCEPTED = "accepted"
    REDUCED = "reduced"
    AVOIDED = "avoided"
    SPLIT = "split"


class Lighter(StrEnum):
    """The remains that the GM may leave of a consequence that was partly resisted."""

    LESSER = "lesser"
    COST = "cost"
    NOTHING = "nothing"


class CostStatus(StrEnum):
    """State of a price."""

    OWED = "owed"
    PAID = "paid"


class ClockStatus(StrEnum):
    """The state of a progress clock."""

    RUNNING = "running"
    FULL = "full"
    CLOSED = "closed"


class AdventurerStatus(StrEnum):
    """State of an adventurer: an active one still stands."""

    ACTIVE = "active"
    DEFEATED = "defeated"


class ChangeKind(StrEnum):
    """The change that a complication or a price makes to things that are counted or listed."""

    LOSE_ITEM = "lose_item"
    LOSE_GOLD = "lose_gold"
    LOSE_LOOT = "lose_loot"
    LOSE_MINIONS = "lose_minions"
    TICK_CLOCK = "tick_clock"
    SHOCK = "shock"
    BLOODIED = "bloodied"
