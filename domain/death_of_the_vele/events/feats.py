"""Aspects found, declared and recharged; blocks; what Chain reached."""

from typing import Literal

from pydantic import Field

from domain.kernel.messages import Event
from domain.kernel.terms import Points, Slug, Text


class AspectDiscovered(Event):
    """Something that was there all along (VE-79). It is permanent, with one free tag."""

    type: Literal["death_of_the_vele.aspect_discovered.v1"] = "death_of_the_vele.aspect_discovered.v1"
    struggle: Slug
    aspect: Slug
    subject: Slug
    text: Text
    negative: bool
    creator: Slug


class AspectDeclared(Event):
    """Something somebody knew (VE-79). It is permanent, with one free tag."""

    type: Literal["death_of_the_vele.aspect_declared.v1"] = "death_of_the_vele.aspect_declared.v1"
    struggle: Slug
    aspect: Slug
    subject: Slug
    text: Text
    negative: bool
    creator: Slug


class AspectRecharged(Event):
    """A sticky aspect has its free tag again (VE-78)."""

    type: Literal["death_of_the_vele.aspect_recharged.v1"] = "death_of_the_vele.aspect_recharged.v1"
    struggle: Slug
    aspect: Slug


class AspectMadeSticky(Event):
    """A fragile aspect lasts to the end of the scene (VE-78, VE-94)."""

    type: Literal["death_of_the_vele.aspect_made_sticky.v1"] = "death_of_the_vele.aspect_made_sticky.v1"
    struggle: Slug
    aspect: Slug


class StickyPaid(Event):
    """A maneuver's aspect is written; so many points of the score made it last (VE-67, VE-78)."""

    type: Literal["death_of_the_vele.sticky_paid.v1"] = "death_of_the_vele.sticky_paid.v1"
    struggle: Slug
    points: Points


class PreparationUsed(Event):
    """A preparation brought its one aspect (VE-80)."""

    type: Literal["death_of_the_vele.preparation_used.v1"] = "death_of_the_vele.preparation_used.v1"
    component: Slug
    preparation: Text


class BlockSet(Event):
    """Something is forbidden until the blocker's next turn (VE-81). `value` None: rolled at the first try."""

    type: Literal["death_of_the_vele.block_set.v1"] = "death_of_the_vele.block_set.v1"
    block: Slug
    blocker: Slug
    target: Slug | None
    forbidden_action: Text
    value: int | None = None
    lasting: bool = Field(default=False, description="It stands until it is overcome: fiction to see through.")


class BlockValueFixed(Event):
    """A block was rolled; its value stays (VE-81)."""

    type: Literal["death_of_the_vele.block_value_fixed.v1"] = "death_of_the_vele.block_value_fixed.v1"
    block: Slug
    value: int


class BlockRolled(Event):
    """Dice rolled again for the value of an Auto-Block (VE-98)."""

    type: Literal["death_of_the_vele.block_rolled.v1"] = "death_of_the_vele.block_rolled.v1"
    struggle: Slug
    component: Slug
    rolls: tuple[tuple[int, int], ...]
    """Pairs of (size, face)."""


class BlockOvercome(Event):
    """Somebody beat a block, and may do what it forbids."""

    type: Literal["death_of_the_vele.block_overcome.v1"] = "death_of_the_vele.block_overcome.v1"
    block: Slug
    component: Slug


class BlockHeld(Event):
    """A block was not beaten."""

    type: Literal["death_of_the_vele.block_held.v1"] = "death_of_the_vele.block_held.v1"
    block: Slug
    component: Slug


class BlockExpired(Event):
    """A block is over."""

    type: Literal["death_of_the_vele.block_expired.v1"] = "death_of_the_vele.block_expired.v1"
    block: Slug


class ChainApplied(Event):
    """Chain reached a further target with the same score (VE-99)."""

    type: Literal["death_of_the_vele.chain_applied.v1"] = "death_of_the_vele.chain_applied.v1"
    struggle: Slug
    target: Slug
    score: Points


EVENTS: tuple[type[Event], ...] = (
    AspectDiscovered,
    AspectDeclared,
    AspectRecharged,
    AspectMadeSticky,
    StickyPaid,
    PreparationUsed,
    BlockSet,
    BlockValueFixed,
    BlockRolled,
    BlockOvercome,
    BlockHeld,
    BlockExpired,
    ChainApplied,
)
