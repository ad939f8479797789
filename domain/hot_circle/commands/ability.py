"""What may be asked of ability tests: to have, to know somebody, to know something, to have done something."""

from typing import Literal

from pydantic import Field

from domain.hot_circle.terms import Ability, DeedRefusal, Fit, OnFailure, Rank, Reward, TestId
from domain.kernel.messages import Command
from domain.kernel.terms import Character, Points, Slug, Text

from .obstacle import AGAIN, POOL


def modifier(what: str) -> int:
    """A field for one modifier of the obstacle. Whether it applies here is for the rule to say."""
    number: int = Field(default=0, le=100, description=what)
    return number


class RequestAbilityTest(Command):
    """Say what the character has, whom it knows, what it knows or what it once did; and roll for it.

    Needs:    the player, or the gamemaster; an open scene; the ability not taxed for that lifepath.
    Refused:  `genre_missing`, `no_scene`, `character_unknown`, `not_a_pc`, `not_your_character`,
              `not_present`, `test_open`, `about_missing`, `lifepath_unknown`, `only_player_hinders`,
              `no_clear_in_ability_test`, `taxed`, `modifier_elsewhere`, `negative_modifier`, `modifier_once`,
              `bad_level`, `bad_step`, `asset_unknown`, `asset_lost`, `no_bonus_here`, `setting_unknown`,
              `setting_missing`, `no_shared_setting`, `npc_unknown`, `deed_refused`, `deed_opposed`,
              `contradicts_record`, `let_it_ride_ability`.
    Yields:   `AbilityTestRequested`.
    """

    type: Literal["hot_circle.request_ability_test"] = "hot_circle.request_ability_test"
    character: Character
    ability: Ability
    lifepath: Slug
    fit: Fit
    about: Text = Field(description="The gear, the contact, the question or the deed.")
    valuable: int = modifier("Resources: how much too valuable.")
    rare: int = modifier("Resources: how rare.")
    hostile: int = modifier("Circles: the contact is antagonistic.")
    specific_lifepath: int = modifier("Circles: the contact has a specific lifepath.")
    different_rank: int = modifier("Circles: the contact is of a higher or lower rank.")
    obscure: int = modifier("Wises: how obscure.")
    secret: int = modifier("Wises: how well hidden.")
    distant: int = modifier("Wises: how far away in land or time.")
    unlikely: int = modifier("Resources, circles and wises: how bulky, out of place or coincidental.")
    level: int | None = Field(default=None, description="Deeds: 0 anybody, 1 journeyman, 2 master.")
    step: int | None = Field(default=None, description="Deeds: 1 easy, 2 moderate, 3 hard.")
    existing_asset: Slug | None = Field(default=None, description="What is noted already: it adds a die.")
    relationship: Slug | None = Field(default=None, description="Circles: a relationship shared with the contact.")
    npc: Character | None = Field(default=None, description="Circles: who of the supporting cast it is.")
    setting: Slug | None = Field(default=None, description="Circles: where the contact belongs.")
    reward: Reward | None = Field(
        default=None, description="A hindering lifepath earns a fate point here, no more."
    )


class RollAbility(Command):
    """Roll an ability test.

    Draws the pool, then one die for each six that is rolled again.

    Needs:    the player or the gamemaster, an ability test not rolled yet.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `not_your_character`, `already_rolled`,
              `wrong_dice_count`, `too_many_extra_dice`, `face_out_of_range`, `card_twice`, `wrong_card_count`,
              `too_many_extra_cards`, `extra_dice_waived`.
    Yields:   `AbilityRolled`.
    """

    type: Literal["hot_circle.roll_ability"] = "hot_circle.roll_ability"
    test: TestId
    pool: Points | None = POOL
    again: tuple[Points, ...] | None = AGAIN


class RerollAbility(Command):
    """Spend a fate point and roll the whole pool again. The new result stands.

    Needs:    the player, an ability test due to fail, a fate point not on offer in a compel.
    Refused:  `genre_missing`, `test_unknown`, `wrong_artha`, `test_resolved`, `not_your_character`,
              `not_rolled`, `due_to_pass`, `no_fate`, `fate_reserved`, `wrong_dice_count`,
              `too_many_extra_dice`, `face_out_of_range`, `card_twice`, `wrong_card_count`,
              `too_many_extra_cards`, `extra_dice_waived`.
    Yields:   `FateSpent`, `AbilityRerolled`.
    """

    type: Literal["hot_circle.reroll_ability"] = "hot_circle.reroll_ability"
    test: TestId
    pool: Points | None = POOL
    again: tuple[Points, ...] | None = AGAIN


class ResolveAbilityTest(Command):
    """Let the result stand: name what was established, or let the gamemaster choose what the failure means.

    Needs:    a rolled ability test; the player or the gamemaster when it passed, the gamemaster when it failed.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `not_your_character`, `not_rolled`, `gm_only`,
              `gear_needs_name`, `contact_needs_name`, `subject_needs_name`, `focus_needs_name`,
              `failure_elsewhere`, `hostile_only_for_new`, `consequence_missing`, `condition_one_line`,
              `condition_exists`, `already_major`.
    Yields:   `AbilityTestResolved`, `FateAwarded` for a hindering lifepath; then what was established
              (`SupportingCharacterRecorded`, `TemporaryAssetGained`, `AssetMadeAvailable`, `DemeanourSet`,
              `FactEstablished`, `DeedEstablished`) or what the failure means (`AbilityTaxed`,
              `HostileContactAppeared`, `Misinformed`, `DeedWithConsequences`, `ConditionApplied`).
    """

    type: Literal["hot_circle.resolve_ability_test"] = "hot_circle.resolve_ability_test"
    test: TestId
    name: Text = Field(default="", description="What the gear, the contact, the subject or the focus is called.")
    fact: Text = Field(default="", description="Wises: the fact, or what the character wrongly believes.")
    on_failure: OnFailure = OnFailure.TAX
    consequence: Text = Field(default="", description="Deeds: what came of it.")
    condition: Text = Field(default="", description="Deeds: a condition it left, if it left one.")
    condition_rank: Rank = Rank.MINOR


class VetoFact(Command):
    """Strike a fact that a player made up, to protect what is established. No reason is owed.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `only_gm`, `no_fact`.
    Yields:   `FactVetoed`, `FactEstablished` if there is another instead.
    """

    type: Literal["hot_circle.veto_fact"] = "hot_circle.veto_fact"
    test: TestId
    instead: Text = ""


class RefuseDeed(Command):
    """Refuse a deed before it is tested: it is better played, was opposed, or cannot have been.

    A test that was asked for and not rolled yet can be named instead of the deed's words: it is taken back then.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `gm_only`, `character_unknown`, `not_a_pc`, `about_missing`, `test_unknown`,
              `test_resolved`, `no_such_deed`, `already_rolled`.
    Yields:   `DeedRefused`, after `TestCancelled` where a test is named.
    """

    type: Literal["hot_circle.refuse_deed"] = "hot_circle.refuse_deed"
    character: Character
    text: Text = ""
    reason: DeedRefusal = DeedRefusal.BETTER_PLAYED
    test: TestId | None = Field(default=None, description="The test of deeds that asks for it.")
    why: Text = ""
