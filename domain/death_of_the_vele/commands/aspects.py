"""What may be asked of aspects, objectives and spotlights (VE-28, VE-37, VE-108 to VE-111, VE-115)."""

from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.terms import ObjectiveOutcome, ObjectiveScope
from domain.kernel.messages import Command
from domain.kernel.terms import Name, Slug, Text


class AddAspect(Command):
    """Write an aspect on a component or a group.

    Needs:    a component or group of one's own with an open slot.
    Refused:  `component_unknown`, `not_your_component`, `not_your_group`, `aspect_slots_full`,
              `minion_has_no_aspects`.
    Yields:   `AspectAdded`.
    """

    type: Literal["death_of_the_vele.add_aspect"] = "death_of_the_vele.add_aspect"
    subject: Slug = Field(description="A component or a group.")
    text: Name
    negative: bool = Field(default=False, description="It works against its owner.")


class HitAspect(Command):
    """Play one's own character to an aspect, so that it matters.

    Needs:    an active aspect of a component one plays, or of a group one has a member of; the table's approval.
    Refused:  `aspect_unknown`, `aspect_not_active`, `aspect_of_nobody`, `not_your_component`, `not_accepted`.
    Yields:   `AspectHit`, `ExperienceAwarded` each.
    """

    type: Literal["death_of_the_vele.hit_aspect"] = "death_of_the_vele.hit_aspect"
    aspect: Slug
    danger: bool = Field(default=False, description="It brought danger, or extreme difficulty.")
    how: Text = ""


class BuyOffAspect(Command):
    """Settle an aspect for good, and lose it.

    Needs:    an active aspect of one's PC, or of a group one has a member of; the table's approval.
    Refused:  `aspect_unknown`, `aspect_not_active`, `story_aspects_stay`, `aspect_of_nobody`,
              `not_your_component`, `not_accepted`, `aspect_passes`.
    Yields:   `AspectBoughtOff`, `ExperienceAwarded` each, `LevelDieGained`, `LevelGained`.
    """

    type: Literal["death_of_the_vele.buy_off_aspect"] = "death_of_the_vele.buy_off_aspect"
    aspect: Slug
    cause: Text = ""


class ReplaceBoughtOffAspect(Command):
    """Write a new aspect in the place of one bought off, when a new level was reached.

    Needs:    a level gained since it was bought off.
    Refused:  `aspect_unknown`, `not_your_component`, `no_new_level`, `aspect_slots_full`.
    Yields:   `AspectReplaced`.
    """

    type: Literal["death_of_the_vele.replace_bought_off_aspect"] = "death_of_the_vele.replace_bought_off_aspect"
    old: Slug
    text: Name


class ResolveObjective(Command):
    """Say what became of an objective: achieved or failed by the PCs, or lapsed.

    Needs:    an open objective; the table's approval.
    Refused:  `no_objective`, `objective_resolved`, `not_accepted`.
    Yields:   `ObjectiveBoughtOff` and `ExperienceAwarded` each, or `ObjectiveLapsed`; `LevelDieGained`.
    """

    type: Literal["death_of_the_vele.resolve_objective"] = "death_of_the_vele.resolve_objective"
    scope: ObjectiveScope
    outcome: ObjectiveOutcome
    reason: Text = ""


class CreateSpotlight(Command):
    """Lay out a card that asks for a scene about somebody.

    Needs:    for one's PC at most two in a story; for a group one card, tied to a PC by a connection.
    Refused:  `no_pc`, `spotlights_used`, `group_unknown`, `not_your_group`, `group_has_card`, `spotlight_untied`.
    Yields:   `SpotlightCreated`.
    """

    type: Literal["death_of_the_vele.create_spotlight"] = "death_of_the_vele.create_spotlight"
    group: Slug | None = Field(default=None, description="A group of one's own; left out, one's PC.")
    highlight: Name = Field(description="What is to be shown.")
    motivation: Text = ""
    tie: Slug | None = Field(default=None, description="For a group: the player whose PC it is tied to.")


class CompleteSpotlight(Command):
    """Say that the scene a spotlight asked for has happened, and well.

    Needs:    an open card; the narrator, or whoever laid it out.
    Refused:  `spotlight_unknown`, `spotlight_closed`, `narrator_or_owner`.
    Yields:   `SpotlightSucceeded`, `ExperienceAwarded` each.
    """

    type: Literal["death_of_the_vele.complete_spotlight"] = "death_of_the_vele.complete_spotlight"
    spotlight: Slug


COMMANDS: tuple[type[Command], ...] = (
    AddAspect,
    HitAspect,
    BuyOffAspect,
    ReplaceBoughtOffAspect,
    ResolveObjective,
    CreateSpotlight,
    CompleteSpotlight,
)
