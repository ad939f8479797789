"""What can happen to aspects, objectives and spotlights."""

from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.terms import Durability, ObjectiveOutcome, ObjectiveScope, Origin
from domain.kernel.messages import Event
from domain.kernel.terms import Name, Person, Slug, Text


class AspectAdded(Event):
    """Something has a lasting aspect more (VE-28)."""

    type: Literal["death_of_the_vele.aspect_added.v1"] = "death_of_the_vele.aspect_added.v1"
    aspect: Slug
    subject: Slug
    text: Name
    origin: Origin
    negative: bool
    player: Person


class AspectPlaced(Event):
    """A struggle, or a ruling, put an aspect on something, with one free tag (VE-78 to VE-80)."""

    type: Literal["death_of_the_vele.aspect_placed.v1"] = "death_of_the_vele.aspect_placed.v1"
    aspect: Slug
    subject: Slug = Field(description="A component, a group, a place, or `scene`.")
    text: Name
    origin: Origin
    durability: Durability
    free_tag: bool
    negative: bool = False
    creator: Slug | None = Field(default=None, description="The component that placed it.")
    player: Person


class AspectExpired(Event):
    """A temporary aspect is gone."""

    type: Literal["death_of_the_vele.aspect_expired.v1"] = "death_of_the_vele.aspect_expired.v1"
    aspect: Slug
    reason: Text


class AspectHit(Event):
    """A character was played to an aspect (VE-108)."""

    type: Literal["death_of_the_vele.aspect_hit.v1"] = "death_of_the_vele.aspect_hit.v1"
    aspect: Slug
    player: Person
    danger: bool
    how: Text


class AspectBoughtOff(Event):
    """An aspect was settled for good (VE-109)."""

    type: Literal["death_of_the_vele.aspect_bought_off.v1"] = "death_of_the_vele.aspect_bought_off.v1"
    aspect: Slug
    player: Person
    cause: Text


class AspectReplaced(Event):
    """A new aspect took the place of one bought off (VE-115)."""

    type: Literal["death_of_the_vele.aspect_replaced.v1"] = "death_of_the_vele.aspect_replaced.v1"
    old: Slug
    new: Slug
    text: Name
    player: Person


class ObjectiveBoughtOff(Event):
    """The PCs achieved an objective, or failed it by their own doing (VE-110)."""

    type: Literal["death_of_the_vele.objective_bought_off.v1"] = "death_of_the_vele.objective_bought_off.v1"
    scope: ObjectiveScope
    outcome: ObjectiveOutcome
    reason: Text


class ObjectiveLapsed(Event):
    """An objective is over without having been settled by the PCs."""

    type: Literal["death_of_the_vele.objective_lapsed.v1"] = "death_of_the_vele.objective_lapsed.v1"
    scope: ObjectiveScope
    outcome: ObjectiveOutcome
    reason: Text


class SpotlightCreated(Event):
    """A card asks for a scene about somebody (VE-37)."""

    type: Literal["death_of_the_vele.spotlight_created.v1"] = "death_of_the_vele.spotlight_created.v1"
    spotlight: Slug
    subject: Slug
    highlight: Name
    motivation: Text
    creator: Person
    group: Slug | None
    tie: Slug | None


class SpotlightSucceeded(Event):
    """The scene a card asked for has happened (VE-111)."""

    type: Literal["death_of_the_vele.spotlight_succeeded.v1"] = "death_of_the_vele.spotlight_succeeded.v1"
    spotlight: Slug
    narrator: Person | None


EVENTS: tuple[type[Event], ...] = (
    AspectAdded,
    AspectPlaced,
    AspectExpired,
    AspectHit,
    AspectBoughtOff,
    AspectReplaced,
    ObjectiveBoughtOff,
    ObjectiveLapsed,
    SpotlightCreated,
    SpotlightSucceeded,
)
