"""What happened to characters before they played, and to the supporting cast."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from domain.hot_circle.terms import AssetKind, Form, LifepathOrigin, Slot
from domain.kernel.messages import Event
from domain.kernel.terms import Character, Name, Person, Points, Slug, Text


class CastLifepathTaken(BaseModel):
    """A lifepath of one of the supporting cast."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    lifepath: Slug
    name: Name
    setting: Slug | None
    rating: Points


class CastTrait(BaseModel):
    """A trait of one of the supporting cast."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    trait: Slug
    text: Name


class CharacterCreated(Event):
    """A player has a protagonist."""

    type: Literal["hot_circle.character_created.v1"] = "hot_circle.character_created.v1"
    character: Character
    player: Person
    name: Name
    age: Text
    pronouns: Text
    description: Text
    replaces: Character | None


class BeliefSet(Event):
    """A belief was written."""

    type: Literal["hot_circle.belief_set.v1"] = "hot_circle.belief_set.v1"
    character: Character
    slot: Slot
    stance: Text
    goal: Text


class InstinctSet(Event):
    """An instinct was written."""

    type: Literal["hot_circle.instinct_set.v1"] = "hot_circle.instinct_set.v1"
    character: Character
    slot: Slot
    form: Form
    trigger: Text
    text: Text


class TraitGained(Event):
    """A character has a trait: from the beginning, or by vote."""

    type: Literal["hot_circle.trait_gained.v1"] = "hot_circle.trait_gained.v1"
    character: Character
    trait: Slug
    text: Name
    by_vote: bool


class BridgeApproved(Event):
    """A lifepath may lead this character into another setting."""

    type: Literal["hot_circle.bridge_approved.v1"] = "hot_circle.bridge_approved.v1"
    character: Character
    name: Name
    setting: Slug


class LifepathTaken(Event):
    """Another part of a life story."""

    type: Literal["hot_circle.lifepath_taken.v1"] = "hot_circle.lifepath_taken.v1"
    character: Character
    lifepath: Slug
    name: Name
    setting: Slug
    position: Points
    is_born: bool
    is_bridge: bool
    rating: Points
    origin: LifepathOrigin


class PrologueTold(Event):
    """How a character has changed while time went by."""

    type: Literal["hot_circle.prologue_told.v1"] = "hot_circle.prologue_told.v1"
    character: Character
    text: Text


class LifepathRepeated(Event):
    """A lifepath was taken twice and begins higher."""

    type: Literal["hot_circle.lifepath_repeated.v1"] = "hot_circle.lifepath_repeated.v1"
    character: Character
    lifepath: Slug
    rating: Points


class PermanentAssetGained(Event):
    """A lifepath left this from the beginning."""

    type: Literal["hot_circle.permanent_asset_gained.v1"] = "hot_circle.permanent_asset_gained.v1"
    character: Character
    asset: Slug
    lifepath: Slug
    kind: AssetKind
    name: Name
    fate_paid: Points


class CharacterCompleted(Event):
    """A character is ready to play."""

    type: Literal["hot_circle.character_completed.v1"] = "hot_circle.character_completed.v1"
    character: Character


class SupportingCharacterRecorded(Event):
    """Somebody the gamemaster runs is known, or better known."""

    type: Literal["hot_circle.supporting_character_recorded.v1"] = "hot_circle.supporting_character_recorded.v1"
    character: Character
    name: Name
    description: Text
    lifepaths: tuple[CastLifepathTaken, ...]
    traits: tuple[CastTrait, ...]
    setting: Slug | None
    faction: Slug | None


class SupportingBeliefNoted(Event):
    """The gamemaster noted what somebody of the supporting cast believes."""

    type: Literal["hot_circle.supporting_belief_noted.v1"] = "hot_circle.supporting_belief_noted.v1"
    character: Character
    text: Name


class ArthaGranted(Event):
    """One of the supporting cast has points to spend."""

    type: Literal["hot_circle.artha_granted.v1"] = "hot_circle.artha_granted.v1"
    character: Character
    fate: Points
    persona: Points
    reason: Text


class CharacterFateRecorded(Event):
    """A character's story is over."""

    type: Literal["hot_circle.character_fate_recorded.v1"] = "hot_circle.character_fate_recorded.v1"
    character: Character
    what: Text
    test: Slug | None
