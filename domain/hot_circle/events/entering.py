"""That a paper sheet was entered, with what stood here before and what stands on it."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from domain.hot_circle.terms import Ability, AssetKind, ConditionOrigin, Rank
from domain.kernel.messages import Event
from domain.kernel.terms import Character, Name, Points, Slug

from .creation import CastTrait


class Entered(BaseModel):
    """A number as it stood here, and as it stands on paper."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    was: Points
    now: Points


class LifepathEntered(BaseModel):
    """A lifepath as it stands on paper. One that is new here was nothing before."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    lifepath: Slug
    name: Name
    setting: Slug | None
    position: Points
    is_born: bool
    is_bridge: bool
    rating: Entered
    spent_persona: Entered
    spent_fate: Entered
    taxed_was: tuple[Ability, ...]
    taxed: tuple[Ability, ...]


class ConditionEntered(BaseModel):
    """A condition as it stands on paper."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    condition: Slug
    text: Name
    rank: Rank
    origin: ConditionOrigin
    hindered_count: Points


class AssetEntered(BaseModel):
    """An asset as it stands on paper. `fate_paid` is 0 for starting assets and for what is only noted."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    asset: Slug
    lifepath: Slug
    kind: AssetKind
    name: Name
    fate_paid: Points


class SheetEntered(Event):
    """What stands on a character's paper sheet was entered; nothing of it was won in play here."""

    type: Literal["hot_circle.sheet_entered.v1"] = "hot_circle.sheet_entered.v1"
    character: Character
    fate: Entered | None
    persona: Entered | None
    lifepaths: tuple[LifepathEntered, ...]
    traits: tuple[CastTrait, ...]
    conditions: tuple[ConditionEntered, ...]
    assets: tuple[AssetEntered, ...]
