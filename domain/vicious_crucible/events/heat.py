"""Where Heat came from and where it went."""

from typing import Literal

from domain.kernel.messages import Event
from domain.kernel.terms import Character, Name, Points, Slug, Text
from domain.vicious_crucible.terms import DieId, HeatReason


class HeatGained(Event):
    """A player character took Heat from the supply. `earmarked`: only for contests to come."""

    type: Literal["vicious_crucible.heat_gained.v1"] = "vicious_crucible.heat_gained.v1"
    character: Character
    amount: Points
    reason: HeatReason
    die_id: DieId | None = None
    note: Text = ""
    earmarked: bool = False


class HeatSpent(Event):
    """A player character paid Heat to the supply, `on` a spark or a rulesheet's technique.

    `earmarked` tells how much of it was kept for contests.
    """

    type: Literal["vicious_crucible.heat_spent.v1"] = "vicious_crucible.heat_spent.v1"
    character: Character
    amount: Points
    reason: HeatReason
    on: Name
    note: Text = ""
    earmarked: Points = 0


class HeatTransferred(Event):
    """Heat went from a loser to a winner, or to the supply where the GM won."""

    type: Literal["vicious_crucible.heat_transferred.v1"] = "vicious_crucible.heat_transferred.v1"
    giver: Character
    taker: Slug
    amount: Points
    reason: HeatReason
    earmarked: Points = 0
