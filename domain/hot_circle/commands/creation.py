"""What may be asked of characters before they play, and of the supporting cast."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.hot_circle.tables import STARTING_RATING
from domain.hot_circle.terms import AssetKind, Form
from domain.kernel.messages import Command
from domain.kernel.terms import Character, Name, Person, Points, Slug, Text


class CreateCharacter(Command):
    """Make your protagonist, who has a point of fate and one of persona from the start.

    Needs:    the player, or the gamemaster for a seated player.
    Refused:  `genre_missing`, `gm_cannot_be_player`, `not_a_player`, `not_your_character`, `has_character`,
              `character_unknown`.
    Yields:   `CharacterCreated`, `FateAwarded`, `PersonaAwarded`.
    """

    type: Literal["hot_circle.create_character"] = "hot_circle.create_character"
    player: Person
    name: Name
    age: Text = ""
    pronouns: Text = ""
    description: Text = ""
    replaces: Character | None = Field(default=None, description="Whose place it takes, when a story has ended.")


class SetBelief(Command):
    """Write one of three beliefs: how the character sees the world, and what it must do about it.

    Needs:    the player; before the character plays.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `wrong_time`,
              `too_many_beliefs`, `belief_incomplete`.
    Yields:   `BeliefSet`.
    """

    type: Literal["hot_circle.set_belief"] = "hot_circle.set_belief"
    character: Character
    slot: int = Field(ge=1, le=99, description="1, 2 or 3.")
    stance: Text
    goal: Text


class SetInstinct(Command):
    """Write one of three instincts: I always, I never, or when this then I.

    Needs:    the player; before the character plays.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `wrong_time`,
              `too_many_instincts`, `instinct_form`.
    Yields:   `InstinctSet`.
    """

    type: Literal["hot_circle.set_instinct"] = "hot_circle.set_instinct"
    character: Character
    slot: int = Field(ge=1, le=99, description="1, 2 or 3.")
    form: Form
    trigger: Text = Field(default="", description="For the form when: what sets it off.")
    text: Text


class ChooseTrait(Command):
    """Choose one of the three traits a character starts with: what people call it.

    Needs:    the player; before the character plays.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `traits_by_vote_only`,
              `too_many_traits`, `trait_exists`.
    Yields:   `TraitGained`.
    """

    type: Literal["hot_circle.choose_trait"] = "hot_circle.choose_trait"
    character: Character
    text: Name


class ApproveBridge(Command):
    """Let a lifepath lead this character into another setting.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `gm_only`, `character_unknown`, `not_a_pc`, `setting_unknown`, `no_change`.
    Yields:   `BridgeApproved`.
    """

    type: Literal["hot_circle.approve_bridge"] = "hot_circle.approve_bridge"
    character: Character
    name: Name
    setting: Slug


class TakeLifepath(Command):
    """Take the next lifepath: a childhood first, then step by step; or the one that a time-skip brings.

    Needs:    the player; in session zero, or after a time-skip.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `setting_unknown`,
              `starting_lifepaths_unset`, `too_many_lifepaths`, `one_lifepath_per_skip`, `lifepath_exists`,
              `born_first`, `born_later`, `setting_jump`, `requirement_missing`.
    Yields:   `LifepathTaken`, `PrologueTold` if one is told.
    """

    type: Literal["hot_circle.take_lifepath"] = "hot_circle.take_lifepath"
    character: Character
    name: Name
    setting: Slug
    prologue: Text = Field(default="", description="After a time-skip: how the character has changed.")


class RepeatLifepath(Command):
    """Take one lifepath twice: it begins at 4 dice and uses two of the starting lifepaths.

    Needs:    the player; before the character plays.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `wrong_time`,
              `lifepath_unknown`, `starting_lifepaths_unset`, `already_doubled`, `no_lifepath_left`.
    Yields:   `LifepathRepeated`.
    """

    type: Literal["hot_circle.repeat_lifepath"] = "hot_circle.repeat_lifepath"
    character: Character
    lifepath: Slug


class ChooseStartingAsset(Command):
    """Choose what a lifepath left the character with: a wise or a skill each, an item or a relationship once.

    Needs:    the player; before the character plays.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `wrong_time`,
              `lifepath_unknown`, `temporary_at_start`, `starting_knowledge_done`, `starting_item_done`,
              `asset_exists`.
    Yields:   `PermanentAssetGained`.
    """

    type: Literal["hot_circle.choose_starting_asset"] = "hot_circle.choose_starting_asset"
    character: Character
    lifepath: Slug
    kind: AssetKind
    name: Name


class CompleteCharacter(Command):
    """Say that the character is ready to play.

    Needs:    the player, and everything on the sheet.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `no_change`,
              `character_incomplete`.
    Yields:   `CharacterCompleted`.
    """

    type: Literal["hot_circle.complete_character"] = "hot_circle.complete_character"
    character: Character


class CastLifepath(BaseModel):
    """A lifepath of one of the supporting cast."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    setting: Slug | None = None
    rating: int = Field(default=STARTING_RATING, ge=1, le=6)


class RecordSupportingCharacter(Command):
    """Write down somebody the gamemaster runs, or add to what is known of them. Beliefs stay a secret.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `gm_only`, `name_missing`, `character_unknown`, `not_an_npc`, `setting_unknown`,
              `faction_unknown`.
    Yields:   `SupportingCharacterRecorded`, `SupportingBeliefNoted` for each belief.
    """

    type: Literal["hot_circle.record_supporting_character"] = "hot_circle.record_supporting_character"
    name: Text
    character: Character | None = Field(default=None, description="Who they are already, to be fleshed out.")
    description: Text = ""
    lifepaths: tuple[CastLifepath, ...] = ()
    traits: tuple[Name, ...] = ()
    beliefs: tuple[Name, ...] = ()
    setting: Slug | None = None
    faction: Slug | None = None


class GrantArtha(Command):
    """Give one of the supporting cast fate or persona points.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `gm_only`, `character_unknown`, `grant_twice`, `reason_missing`, `no_change`.
    Yields:   `ArthaGranted`.
    """

    type: Literal["hot_circle.grant_artha"] = "hot_circle.grant_artha"
    character: Character
    fate: Points = 0
    persona: Points = 0
    reason: Text


class RecordCharacterFate(Command):
    """Say what became of a character whose story is over: dead, gone, done.

    Needs:    the gamemaster; no open test, and no compel or trait vote that waits for this character.
    Refused:  `genre_missing`, `gm_only`, `character_unknown`, `story_over`, `text_missing`, `test_unknown`,
              `test_open`, `compel_open`, `vote_open`.
    Yields:   `CharacterFateRecorded`.
    """

    type: Literal["hot_circle.record_character_fate"] = "hot_circle.record_character_fate"
    character: Character
    what: Text
    test: Slug | None = Field(default=None, description="The test whose outcome it was, if there was one.")
