"""Events about stress and impulses. Names and fields are permanent."""

from typing import Literal

from domain.kernel.messages import Event
from domain.kernel.terms import Character, Name, Points, Slug, Text
from domain.wicked_ones.terms import StressReason


class StressSpent(Event):
    """Segments were filled. `lost` is what no longer found room."""

    type: Literal["wicked_ones.stress_spent.v1"] = "wicked_ones.stress_spent.v1"
    character: Character
    amount: Points
    lost: Points
    reason: StressReason


class StressCleared(Event):
    """Segments were emptied."""

    type: Literal["wicked_ones.stress_cleared.v1"] = "wicked_ones.stress_cleared.v1"
    character: Character
    amount: Points
    reason: StressReason


class WentFeral(Event):
    """The last segment is full, and the beast is out."""

    type: Literal["wicked_ones.went_feral.v1"] = "wicked_ones.went_feral.v1"
    character: Character
    by: StressReason


class FeralEnded(Event):
    """The monster is itself again."""

    type: Literal["wicked_ones.feral_ended.v1"] = "wicked_ones.feral_ended.v1"
    character: Character
    how: Text


class ImpulseCompelled(Event):
    """A dark impulse pushes."""

    type: Literal["wicked_ones.impulse_compelled.v1"] = "wicked_ones.impulse_compelled.v1"
    compel: Slug
    character: Character
    act: Text


class ImpulseSuppressed(Event):
    """It was held down."""

    type: Literal["wicked_ones.impulse_suppressed.v1"] = "wicked_ones.impulse_suppressed.v1"
    compel: Slug
    character: Character
    description: Text


class ImpulseFollowed(Event):
    """It had its way."""

    type: Literal["wicked_ones.impulse_followed.v1"] = "wicked_ones.impulse_followed.v1"
    compel: Slug
    character: Character
    description: Text


class FlashbackPlayed(Event):
    """Something was prepared beforehand."""

    type: Literal["wicked_ones.flashback_played.v1"] = "wicked_ones.flashback_played.v1"
    character: Character
    uses: Text
    description: Text


class TeamedUp(Event):
    """Several acted as one."""

    type: Literal["wicked_ones.teamed_up.v1"] = "wicked_ones.teamed_up.v1"
    character: Character
    partners: tuple[Character, ...]
    agreed_benefit: Text
    description: Text


class AbilityUsed(Event):
    """An ability or a magic item did its work."""

    type: Literal["wicked_ones.ability_used.v1"] = "wicked_ones.ability_used.v1"
    character: Character
    ability: Name
    stress: Points
    effect_text: Text
    note: Text
    description: Text


STRESS: tuple[type[Event], ...] = (
    StressSpent,
    StressCleared,
    WentFeral,
    FeralEnded,
    ImpulseCompelled,
    ImpulseSuppressed,
    ImpulseFollowed,
    FlashbackPlayed,
    TeamedUp,
    AbilityUsed,
)
