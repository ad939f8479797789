"""What happened in scenes without a roll."""

from typing import Literal

from domain.hot_circle.terms import ConditionCause, NoTest, Presence, Rank, SceneId, Slot, TestId, Verdict
from domain.kernel.messages import Event
from domain.kernel.terms import Character, Name, Slug, Text


class SceneOpened(Event):
    """A scene began."""

    type: Literal["hot_circle.scene_opened.v1"] = "hot_circle.scene_opened.v1"
    scene: SceneId
    title: Name
    present: tuple[Character, ...]
    continues: SceneId | None


class SceneClosed(Event):
    """The scene ended."""

    type: Literal["hot_circle.scene_closed.v1"] = "hot_circle.scene_closed.v1"
    scene: SceneId
    outcome: Text


class PresenceChanged(Event):
    """Somebody came or went."""

    type: Literal["hot_circle.presence_changed.v1"] = "hot_circle.presence_changed.v1"
    scene: SceneId
    character: Character
    step: Presence


class InstinctAsserted(Event):
    """An instinct was followed."""

    type: Literal["hot_circle.instinct_asserted.v1"] = "hot_circle.instinct_asserted.v1"
    character: Character
    slot: Slot
    what: Text


class DecidedWithoutTest(Event):
    """The gamemaster granted an intent, or let its consequence come."""

    type: Literal["hot_circle.decided_without_test.v1"] = "hot_circle.decided_without_test.v1"
    scene: SceneId
    character: Character
    intent: Text
    decision: Verdict
    why: NoTest


class AssetUsed(Event):
    """A character used what it had at hand."""

    type: Literal["hot_circle.asset_used.v1"] = "hot_circle.asset_used.v1"
    scene: SceneId
    character: Character
    asset: Slug
    how: Text


class AssetBrought(Event):
    """Something lasting entered the scene."""

    type: Literal["hot_circle.asset_brought.v1"] = "hot_circle.asset_brought.v1"
    scene: SceneId
    character: Character
    asset: Slug


class PermanentAssetLost(Event):
    """Events took an asset away."""

    type: Literal["hot_circle.permanent_asset_lost.v1"] = "hot_circle.permanent_asset_lost.v1"
    character: Character
    asset: Slug
    how: Text


class ConditionApplied(Event):
    """A condition came upon a character."""

    type: Literal["hot_circle.condition_applied.v1"] = "hot_circle.condition_applied.v1"
    character: Character
    condition: Slug
    text: Name
    rank: Rank
    cause: ConditionCause
    test: TestId | None


class ConditionRaised(Event):
    """A minor condition became major."""

    type: Literal["hot_circle.condition_raised.v1"] = "hot_circle.condition_raised.v1"
    character: Character
    condition: Slug
    test: TestId | None


class ConsequenceRecorded(Event):
    """What a failure changed."""

    type: Literal["hot_circle.consequence_recorded.v1"] = "hot_circle.consequence_recorded.v1"
    test: TestId
    text: Text
    affects: tuple[Character, ...]


class AdjudicationRecorded(Event):
    """The gamemaster settled something by word."""

    type: Literal["hot_circle.adjudication_recorded.v1"] = "hot_circle.adjudication_recorded.v1"
    subject: Slug
    field: Slug
    before: Text
    after: Text
    reason: Text
