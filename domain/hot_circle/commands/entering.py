"""Entering what stands on a paper sheet of a campaign that has been running."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.hot_circle.terms import Ability, AssetKind, Rank
from domain.kernel.messages import Command
from domain.kernel.terms import Character, Name, Points, Slug


class PaperLifepath(BaseModel):
    """A lifepath as it stands on paper. One that is known by this name is brought to these numbers."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    setting: Slug | None = Field(default=None, description="Needed unless the lifepath is here already.")
    rating: Points = Field(description="Its dice, 3 to 6.")
    spent_persona: Points = Field(default=0, description="Since it last rose.")
    spent_fate: Points = Field(default=0, description="Not yet used for an asset.")
    taxed: tuple[Ability, ...] = ()


class PaperCondition(BaseModel):
    """A condition as it stands on paper, with the tests it has hindered towards its clearing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: Name
    rank: Rank
    hindered_count: Points = 0
    chosen: bool = Field(default=False, description="Whether the player chose it.")


class PaperAsset(BaseModel):
    """An asset as it stands on paper, under its lifepath's name, and the fate that made it last."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    kind: AssetKind
    lifepath: Name = Field(description="The name of the lifepath it stands under.")
    fate_paid: Points = Field(default=0, description="What made it last; nothing for a starting asset.")


class EnterSheet(Command):
    """Enter what a paper sheet shows: artha, lifepaths with their tracks, traits, conditions, assets.

    For a campaign that was played before it was kept here. What is entered is marked as entered, and not judged as
    if it were won in play; a sheet with lifepaths entered needs no starting assets to be complete.

    Needs:    the player until the character is complete, the gamemaster after that as well; no session open.
    Refused:  `genre_missing`, `session_open`, `character_unknown`, `not_a_pc`, `not_your_character`,
              `sheet_settled`, `nothing_entered`, `setting_unknown`, `lifepath_setting_missing`, `rating_wrong`,
              `track_full`, `entered_twice`, `trait_exists`, `condition_exists`, `already_cleared`,
              `one_voluntary`, `lifepath_not_entered`, `asset_exists`, `noted_costs_nothing`, `fate_paid_wrong`,
              `born_first`, `born_later`.
    Yields:   `SheetEntered`.
    """

    type: Literal["hot_circle.enter_sheet"] = "hot_circle.enter_sheet"
    character: Character
    fate: Points | None = None
    persona: Points | None = None
    lifepaths: tuple[PaperLifepath, ...] = Field(default=(), description="In the order of the life story.")
    traits: tuple[Name, ...] = ()
    conditions: tuple[PaperCondition, ...] = ()
    assets: tuple[PaperAsset, ...] = ()
