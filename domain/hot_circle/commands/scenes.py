"""What may be asked of scenes, and of what happens in them without a roll."""

from typing import Literal

from pydantic import Field

from domain.hot_circle.terms import ConditionCause, NoTest, Rank, SceneId, TestId, Verdict
from domain.kernel.messages import Command
from domain.kernel.terms import Character, Name, Slug, Text


class OpenScene(Command):
    """Set a scene: who is there, and what it goes on from.

    Needs:    the gamemaster, an open session, no other scene.
    Refused:  `genre_missing`, `gm_only`, `no_open_session`, `session_ending`, `scene_open`,
              `character_unknown`, `scene_unknown`.
    Yields:   `SceneOpened`.
    """

    type: Literal["hot_circle.open_scene"] = "hot_circle.open_scene"
    title: Name
    present: tuple[Character, ...]
    continues: SceneId | None = Field(
        default=None, description="The scene it directly continues; assets at hand there are at hand here."
    )


class CloseScene(Command):
    """Cut.

    Needs:    the gamemaster, an open scene without an open test.
    Refused:  `genre_missing`, `gm_only`, `no_scene`, `test_open`.
    Yields:   `SceneClosed`.
    """

    type: Literal["hot_circle.close_scene"] = "hot_circle.close_scene"
    outcome: Text = ""


class ChangePresence(Command):
    """Let somebody enter the scene, or leave it.

    Needs:    the gamemaster, an open scene.
    Refused:  `genre_missing`, `gm_only`, `no_scene`, `character_unknown`, `no_change`, `test_open`.
    Yields:   `PresenceChanged`.
    """

    type: Literal["hot_circle.change_presence"] = "hot_circle.change_presence"
    character: Character
    present: bool


class AssertInstinct(Command):
    """Say that an instinct was followed. Then it was.

    Needs:    the player, an open session, the trigger.
    Refused:  `genre_missing`, `no_open_session`, `character_unknown`, `not_a_pc`, `not_your_character`,
              `not_my_instinct`, `instinct_too_broad`, `text_missing`.
    Yields:   `InstinctAsserted`.
    """

    type: Literal["hot_circle.assert_instinct"] = "hot_circle.assert_instinct"
    character: Character
    instinct: str = Field(description="Its place on the sheet: 1, 2 or 3.", max_length=3, examples=["1"])
    what: Text


class DecideWithoutTest(Command):
    """Grant an intent, or let its consequence come, where no test is worth it.

    Needs:    the gamemaster, an open scene.
    Refused:  `genre_missing`, `gm_only`, `no_scene`, `character_unknown`, `not_present`, `why_missing`,
              `intent_missing`, `test_already_rolled`.
    Yields:   `TestCancelled` if one was declared, `DecidedWithoutTest`.
    """

    type: Literal["hot_circle.decide_without_test"] = "hot_circle.decide_without_test"
    character: Character
    intent: Text
    decision: Verdict
    why: NoTest | None = None


class UseAsset(Command):
    """Use something the character has at hand.

    Needs:    the player or the gamemaster, an open scene.
    Refused:  `genre_missing`, `no_scene`, `character_unknown`, `not_your_character`, `not_present`,
              `asset_unknown`, `asset_not_available`, `asset_lost`.
    Yields:   `AssetUsed`.
    """

    type: Literal["hot_circle.use_asset"] = "hot_circle.use_asset"
    character: Character
    asset: Slug
    how: Text


class BringAsset(Command):
    """Bring a special item or a relationship into the scene; that takes no test.

    Needs:    the player or the gamemaster, an open scene.
    Refused:  `genre_missing`, `no_scene`, `character_unknown`, `not_your_character`, `not_present`,
              `asset_unknown`, `asset_not_available`, `asset_lost`, `nothing_to_bring`.
    Yields:   `AssetBrought`.
    """

    type: Literal["hot_circle.bring_asset"] = "hot_circle.bring_asset"
    character: Character
    asset: Slug


class LoseAsset(Command):
    """Let events take a permanent asset away. Its price comes back when the session ends.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `gm_only`, `character_unknown`, `asset_unknown`, `not_permanent`, `already_lost`.
    Yields:   `PermanentAssetLost`.
    """

    type: Literal["hot_circle.lose_asset"] = "hot_circle.lose_asset"
    character: Character
    asset: Slug
    how: Text


class ApplyCondition(Command):
    """Put a condition on a character.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `gm_only`, `character_unknown`, `test_unknown`, `already_major`,
              `condition_exists`.
    Yields:   `ConditionApplied`.
    """

    type: Literal["hot_circle.apply_condition"] = "hot_circle.apply_condition"
    character: Character
    text: Name
    rank: Rank
    cause: ConditionCause = ConditionCause.FAILED_TEST
    test: TestId | None = Field(default=None, description="The test it comes of, if there was one.")


class RaiseCondition(Command):
    """Make a minor condition major. What counts towards clearing it is kept.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `gm_only`, `character_unknown`, `condition_unknown`, `already_major`.
    Yields:   `ConditionRaised`.
    """

    type: Literal["hot_circle.raise_condition"] = "hot_circle.raise_condition"
    character: Character
    condition: Slug


class RecordConsequence(Command):
    """Say what a failure changed, in so many words.

    Needs:    the gamemaster, a test that failed.
    Refused:  `genre_missing`, `gm_only`, `consequence_missing`, `test_unknown`, `not_failed`,
              `character_unknown`.
    Yields:   `ConsequenceRecorded`.
    """

    type: Literal["hot_circle.record_consequence"] = "hot_circle.record_consequence"
    test: TestId
    text: Text
    affects: tuple[Character, ...] = ()


class RecordAdjudication(Command):
    """Settle by word what the game leaves open.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `gm_only`, `reason_missing`, `subject_unknown`, `no_change`, `points_wrong`,
              `stands_on_the_sheet`.
    Yields:   `AdjudicationRecorded`.
    """

    type: Literal["hot_circle.record_adjudication"] = "hot_circle.record_adjudication"
    subject: Slug = Field(description="A character, or `campaign`.")
    field: Slug = Field(description="What is settled; fate and persona change those points.")
    after: Text
    reason: Text
