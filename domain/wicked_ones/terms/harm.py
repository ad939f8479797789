"""Consequences, how they are settled, clocks and adventurers."""

from enum import StrEnum


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


class ChangeKind(StrEnum):
    """What a complication or a price does to things that are counted or listed."""

    LOSE_ITEM = "lose_item"
    LOSE_GOLD = "lose_gold"
    LOSE_LOOT = "lose_loot"
    LOSE_MINIONS = "lose_minions"
    TICK_CLOCK = "tick_clock"
    SHOCK = "shock"
    BLOODIED = "bloodied"
