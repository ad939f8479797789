"""Fate, and free tags (VE-106, VE-107)."""

from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.terms import FateUse
from domain.kernel.messages import Command
from domain.kernel.terms import Slug, Text


class UseFate(Command):
    """Spend one XP on fate: in a struggle for a bonus or a reroll, elsewhere for a feat or a piece of fiction.

    Needs:    1 XP to spend, none spent on fate in this scene; in a struggle the window of one's side.
    Refused:  `no_scene`, `too_little_xp`, `fate_used`, `not_accepted`, `aspect_unknown`, `aspect_not_active`,
              `own_aspect_only`, `no_struggle`, `not_rolled`, `decided_already`, `side_unknown`, `not_on_side`,
              `fate_window_closed`, `fate_not_yet`, `reroll_needs_aspect`, `die_unknown`, `text_missing`,
              `narrator_only`, `not_for_narrator`, `own_aspect_needed`, `attaches_otherwise`.
    Yields:   `FateUsed`, `ExperienceSpent`.
    """

    type: Literal["death_of_the_vele.use_fate"] = "death_of_the_vele.use_fate"
    use: FateUse
    aspect: Slug | None = Field(default=None, description="A fitting aspect: +2 or a reroll instead of +1.")
    side: Slug | None = Field(default=None, description="In a struggle, the side it is for.")
    component: Slug | None = Field(default=None, description="For a reroll: whose die; nobody's, the average die.")
    trait: Slug | None = Field(default=None, description="For a reroll: the trait that pushed it.")
    text: Text = ""


class TagAspect(Command):
    """Use the free tag of an aspect: what fate with an aspect brings, for no XP.

    Needs:    an aspect whose free tag is unused; in a struggle the window of one's side.
    Refused:  as `UseFate`, and `free_tag_used`, `aspect_unknown`, `attaches_otherwise`, `fate_not_yet`,
              `fate_window_closed`, `not_on_side`, `text_missing`.
    Yields:   `FreeTagUsed`; a fragile aspect expires with it.
    """

    type: Literal["death_of_the_vele.tag_aspect"] = "death_of_the_vele.tag_aspect"
    aspect: Slug
    use: FateUse = FateUse.BONUS
    side: Slug | None = Field(default=None, description="In a struggle, the side it is for.")
    component: Slug | None = Field(default=None, description="For a reroll: whose die; nobody's, the average die.")
    trait: Slug | None = Field(default=None, description="For a reroll: the trait that pushed it.")
    text: Text = ""


COMMANDS: tuple[type[Command], ...] = (UseFate, TagAspect)
