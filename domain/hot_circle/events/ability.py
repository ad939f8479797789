"""What happened in ability tests, and what they established."""

from typing import Literal

from domain.hot_circle.terms import (
    Ability,
    AssetKind,
    CardWaves,
    DeedRefusal,
    Demeanour,
    Fit,
    OnFailure,
    SceneId,
    TestId,
    Waves,
)
from domain.kernel.messages import Event
from domain.kernel.terms import Character, Name, Person, Points, Slug, Text


class AbilityTestRequested(Event):
    """A character claims to have, know or have done something."""

    type: Literal["hot_circle.ability_test_requested.v1"] = "hot_circle.ability_test_requested.v1"
    test: TestId
    scene: SceneId
    character: Character
    ability: Ability
    lifepath: Slug
    fit: Fit
    about: Text
    ob: Points
    base_dice: Points
    bonus_dice: Points
    existing_asset: Slug | None
    npc: Character | None
    setting: Slug | None
    cut_advised: bool


class AbilityRolled(Event):
    """The dice fell."""

    type: Literal["hot_circle.ability_rolled.v1"] = "hot_circle.ability_rolled.v1"
    test: TestId
    character: Character
    pool: Points
    waves: Waves
    cards: CardWaves
    successes: Points
    ob: Points
    due_to_pass: bool


class AbilityRerolled(Event):
    """The dice fell again, and the new result stands."""

    type: Literal["hot_circle.ability_rerolled.v1"] = "hot_circle.ability_rerolled.v1"
    test: TestId
    character: Character
    pool: Points
    waves: Waves
    cards: CardWaves
    successes: Points
    ob: Points
    due_to_pass: bool


class AbilityTestResolved(Event):
    """The result stands."""

    type: Literal["hot_circle.ability_test_resolved.v1"] = "hot_circle.ability_test_resolved.v1"
    test: TestId
    character: Character
    ability: Ability
    passed: bool
    on_failure: OnFailure | None


class TemporaryAssetGained(Event):
    """Something is noted on the sheet for good."""

    type: Literal["hot_circle.temporary_asset_gained.v1"] = "hot_circle.temporary_asset_gained.v1"
    character: Character
    asset: Slug
    lifepath: Slug
    kind: AssetKind
    name: Name
    npc: Character | None
    setting: Slug | None


class AssetMadeAvailable(Event):
    """Something is at hand in this scene, and in those that directly continue it."""

    type: Literal["hot_circle.asset_made_available.v1"] = "hot_circle.asset_made_available.v1"
    character: Character
    asset: Slug
    scene: SceneId


class DemeanourSet(Event):
    """How somebody of the supporting cast stands towards the characters."""

    type: Literal["hot_circle.demeanour_set.v1"] = "hot_circle.demeanour_set.v1"
    character: Character
    demeanour: Demeanour


class AbilityTaxed(Event):
    """An ability is barred for a lifepath until it is cleared."""

    type: Literal["hot_circle.ability_taxed.v1"] = "hot_circle.ability_taxed.v1"
    character: Character
    ability: Ability
    lifepath: Slug
    test: TestId


class HostileContactAppeared(Event):
    """The contact is there, and hostile."""

    type: Literal["hot_circle.hostile_contact_appeared.v1"] = "hot_circle.hostile_contact_appeared.v1"
    character: Character
    name: Name
    scene: SceneId
    test: TestId
    setting: Slug | None


class FactEstablished(Event):
    """A fact of the world is settled."""

    type: Literal["hot_circle.fact_established.v1"] = "hot_circle.fact_established.v1"
    test: TestId
    question: Text
    text: Text
    by: Person


class FactVetoed(Event):
    """The gamemaster struck a fact."""

    type: Literal["hot_circle.fact_vetoed.v1"] = "hot_circle.fact_vetoed.v1"
    test: TestId
    text: Text


class Misinformed(Event):
    """A character is certain of something that is not so."""

    type: Literal["hot_circle.misinformed.v1"] = "hot_circle.misinformed.v1"
    character: Character
    test: TestId
    text: Text


class DeedEstablished(Event):
    """A character did this some time ago."""

    type: Literal["hot_circle.deed_established.v1"] = "hot_circle.deed_established.v1"
    character: Character
    text: Text
    test: TestId


class DeedRefused(Event):
    """The gamemaster refused a deed before it was tested."""

    type: Literal["hot_circle.deed_refused.v1"] = "hot_circle.deed_refused.v1"
    character: Character
    text: Text
    reason: DeedRefusal
    why: Text


class DeedWithConsequences(Event):
    """The deed was done, and had consequences."""

    type: Literal["hot_circle.deed_with_consequences.v1"] = "hot_circle.deed_with_consequences.v1"
    character: Character
    test: TestId
    text: Text
    consequence: Text
