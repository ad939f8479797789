"""What may be asked of an obstacle test, stage by stage."""

from typing import Literal

from pydantic import Field

from domain.hot_circle.terms import (
    AdvantageSource,
    Fit,
    HelpSource,
    HindranceSource,
    Rank,
    RerollReason,
    Reward,
    Stakes,
    TestId,
    TestKind,
)
from domain.kernel.messages import Command
from domain.kernel.terms import Character, Points, Slug, Text

POOL = Field(default=None, description="How many dice you hold, if that is to be checked.")
AGAIN = Field(
    default=None,
    description="How many sixes are rolled again, wave by wave; left out, every one of them; [0] leaves them all.",
)


class DeclareObstacleTest(Command):
    """Say what the character wants and does about an obstacle, and what happens if it fails.

    Needs:    the tester's player or the gamemaster, an open scene, no other open obstacle test.
    Refused:  `genre_missing`, `no_scene`, `character_unknown`, `not_your_character`, `not_present`,
              `test_open`, `intent_missing`, `task_missing`, `obstacle_missing`, `consequence_missing`,
              `opponent_missing`, `self_opposed`, `compromise_missing`, `one_sided_compromise`,
              `stakes_not_matched`, `stakes_need_compromise`, `already_major`, `condition_one_line`,
              `let_it_ride_task`, `let_it_ride_obstacle`.
    Yields:   `ObstacleTestDeclared`.
    """

    type: Literal["hot_circle.declare_obstacle_test"] = "hot_circle.declare_obstacle_test"
    kind: TestKind
    tester: Character
    obstacle: Text = Field(description="What stands in the way; once overcome, it does not come back.")
    intent: Text
    time_limit: Text = ""
    task: Text = Field(description="How the character goes about it.")
    consequence: Text = Field(
        default="", description="What happens if this fails; in a versus test the other intent."
    )
    condition_at_risk: Text = Field(default="", description="A condition that a failure brings, if it brings one.")
    condition_rank: Rank = Rank.MINOR
    stakes: Stakes = Field(default=Stakes.NORMAL, description="What kind of intent the tester has.")
    consequence_stakes: Stakes = Field(
        default=Stakes.NORMAL, description="What kind of thing a failure may bring."
    )
    opponent: Character | None = None
    opponent_intent: Text = ""
    opponent_task: Text = ""
    tester_compromise: Text = Field(default="", description="How the tester would soften the consequence.")
    opponent_compromise: Text = Field(default="", description="How the opponent would soften the intent.")
    simple: bool = Field(default=False, description="Both sides play a versus test without compromises.")


class SetObstacle(Command):
    """Say how hard it is: for whom (0 anybody, 1 journeyman, 2 master), and how (1 easy, 2 moderate, 3 hard).

    Needs:    the gamemaster, an independent test before its roll.
    Refused:  `genre_missing`, `gm_only`, `test_unknown`, `test_resolved`, `not_independent`, `already_rolled`,
              `bad_level`, `bad_step`, `set_when_asked`.
    Yields:   `ObstacleSet`.
    """

    type: Literal["hot_circle.set_obstacle"] = "hot_circle.set_obstacle"
    test: TestId
    level: int
    step: int


class DeclareHindrance(Command):
    """Let a trait or a condition make the test harder, for a fate point or towards clearing the condition.

    Needs:    the player of a side, before any die of the test has fallen.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `not_a_side`, `not_your_character`,
              `already_rolled`, `not_mine`, `used_as_help`, `listed_twice`, `trait_gives_fate_only`,
              `no_hindrance_here`.
    Yields:   `HindranceDeclared`, or `HindranceRewardChanged` where it was declared for the other reward.
    """

    type: Literal["hot_circle.declare_hindrance"] = "hot_circle.declare_hindrance"
    test: TestId
    character: Character
    source: HindranceSource
    source_id: Slug
    reward: Reward = Reward.FATE


class ChooseTestLifepath(Command):
    """Choose the lifepath a side rolls by, and judge whether it helps. Only the player may call it hindering.

    Needs:    the player, or the gamemaster as judge; before that side has rolled.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `not_a_side`, `not_your_character`,
              `already_rolled`, `lifepath_missing`, `lifepath_unknown`, `only_player_hinders`,
              `nothing_to_clear`, `listed_twice`, `set_when_asked`.
    Yields:   `TestLifepathChosen`.
    """

    type: Literal["hot_circle.choose_test_lifepath"] = "hot_circle.choose_test_lifepath"
    test: TestId
    character: Character
    lifepath: Slug | None = Field(
        default=None, description="Left out for supporting cast to whom nothing applies."
    )
    fit: Fit
    reward: Reward | None = Field(
        default=None, description="For a hindering lifepath: a fate point, or clearing tax."
    )


class AddBonusDie(Command):
    """Name something that helps: another lifepath, a trait, a condition, a wise or a skill.

    Needs:    the player of a side or the gamemaster, before that side has rolled; a lifepath chosen.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `no_bonus_here`, `not_a_side`,
              `not_your_character`, `already_rolled`, `helping_does_not_clear`, `lifepath_missing`, `not_mine`,
              `not_permanent`, `asset_lost`, `is_base_lifepath`, `used_as_hindrance`, `listed_twice`.
    Yields:   `BonusDieAdded`.
    """

    type: Literal["hot_circle.add_bonus_die"] = "hot_circle.add_bonus_die"
    test: TestId
    character: Character
    source: HelpSource
    source_id: Slug
    reward: Reward | None = Field(default=None, description="Helping earns and clears nothing: leave it out.")


class GrantAdvantage(Command):
    """Give the tester advantage for something not counted yet: circumstances, or an asset at hand.

    Needs:    the gamemaster, before the roll.
    Refused:  `genre_missing`, `gm_only`, `test_unknown`, `test_resolved`, `already_rolled`, `wrong_source`,
              `asset_unknown`, `asset_lost`, `asset_not_available`, `already_advantaged`, `reason_missing`,
              `no_advantage_here`.
    Yields:   `AdvantageGranted`.
    """

    type: Literal["hot_circle.grant_advantage"] = "hot_circle.grant_advantage"
    test: TestId
    source: AdvantageSource = AdvantageSource.CIRCUMSTANCES
    asset: Slug | None = Field(default=None, description="For the source asset: which one of the tester's.")
    reason: Text


class ImposeDisadvantage(Command):
    """Put the tester at a disadvantage for something not counted yet.

    Needs:    the gamemaster, before the roll.
    Refused:  `genre_missing`, `gm_only`, `test_unknown`, `test_resolved`, `already_rolled`, `wrong_source`,
              `already_disadvantaged`, `reason_missing`, `no_advantage_here`.
    Yields:   `DisadvantageImposed`.
    """

    type: Literal["hot_circle.impose_disadvantage"] = "hot_circle.impose_disadvantage"
    test: TestId
    source: AdvantageSource = AdvantageSource.CIRCUMSTANCES
    reason: Text


class HelpTest(Command):
    """Help with a test: that gives advantage, and exposes the helper to whatever comes of it.

    Needs:    the helper's player or the gamemaster, the helper in the scene, before the roll.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `character_unknown`, `not_your_character`,
              `not_present`, `already_rolled`, `helper_is_tester`, `helper_opposes`, `already_advantaged`,
              `no_advantage_here`.
    Yields:   `HelpGiven`, `AdvantageGranted`.
    """

    type: Literal["hot_circle.help_test"] = "hot_circle.help_test"
    test: TestId
    helper: Character
    how: Text


class LinkTest(Command):
    """Let the result of an earlier test bear on this one: advantage if it passed, disadvantage if it failed.

    Needs:    the gamemaster, an obstacle test before its roll.
    Refused:  `genre_missing`, `gm_only`, `ability_cannot_be_linked_to`, `test_unknown`, `test_resolved`,
              `already_rolled`, `already_linked`, `link_unresolved`.
    Yields:   `TestsLinked`, then `AdvantageGranted` or `DisadvantageImposed` unless that was given already.
    """

    type: Literal["hot_circle.link_test"] = "hot_circle.link_test"
    test: TestId
    from_test: TestId


class RollOpposition(Command):
    """Roll for the opponent of a versus test; the successes are what the tester needs.

    Draws the opponent's dice: lifepath, bonus, one for opposing, one for each hindrance of the tester; then one
    for each six that is rolled again.

    Needs:    the opponent's player or the gamemaster, the opponent's lifepath chosen.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `not_versus`, `not_your_character`,
              `already_rolled`, `lifepath_missing`, `wrong_dice_count`, `too_many_extra_dice`,
              `face_out_of_range`, `card_twice`, `wrong_card_count`, `too_many_extra_cards`,
              `extra_dice_waived`.
    Yields:   `OppositionRolled`, `ObstacleSet`.
    """

    type: Literal["hot_circle.roll_opposition"] = "hot_circle.roll_opposition"
    test: TestId
    pool: Points | None = POOL
    again: tuple[Points, ...] | None = AGAIN


class RollTask(Command):
    """Roll for the task. Each 4, 5 or 6 is a success, and each 6 may be rolled again.

    Draws the pool, then one die for each six that is rolled again.

    Needs:    the tester's player or the gamemaster, a lifepath chosen, an obstacle set.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `not_your_character`, `already_rolled`,
              `lifepath_missing`, `ob_missing`, `wrong_dice_count`, `too_many_extra_dice`, `face_out_of_range`,
              `card_twice`, `wrong_card_count`, `too_many_extra_cards`, `extra_dice_waived`.
    Yields:   `TaskRolled`.
    """

    type: Literal["hot_circle.roll_task"] = "hot_circle.roll_task"
    test: TestId
    pool: Points | None = POOL
    again: tuple[Points, ...] | None = AGAIN


class RerollTask(Command):
    """Roll the tester's whole pool again, by advantage, disadvantage, a persona point or a compromise.

    Draws the pool, then one die for each six that is rolled again. The new result stands.

    Needs:    a rolled test. By advantage: the tester, once, due to fail. By disadvantage: the gamemaster or the
              opponent, once, due to pass. By persona and by compromise: the tester when due to fail, the
              opponent when due to pass; a compromise once for each.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `wrong_artha`, `gm_only`, `not_rolled`,
              `no_advantage`, `advantage_used`, `no_disadvantage`, `disadvantage_used`, `due_to_pass`,
              `due_to_fail`, `no_opponent`, `not_a_side`, `not_your_character`, `no_persona`, `no_compromise`,
              `compromise_used`, `wrong_dice_count`, `too_many_extra_dice`, `face_out_of_range`, `card_twice`,
              `wrong_card_count`, `too_many_extra_cards`, `extra_dice_waived`.
    Yields:   `PersonaSpent` or `GmPersonaSpent`, `CompromiseAccepted`, `TaskRerolled`, `LifepathRaised` when
              enough was spent.
    """

    type: Literal["hot_circle.reroll_task"] = "hot_circle.reroll_task"
    test: TestId
    reason: RerollReason
    by: Character | None = Field(
        default=None, description="Who pays, or accepts a compromise: the tester if left out."
    )
    pool: Points | None = POOL
    again: tuple[Points, ...] | None = AGAIN


class ResolveTest(Command):
    """Let the result stand. Fate for hindrances, cleared taxes and conditions follow at once.

    Needs:    the tester's player or the gamemaster, a rolled test, no disadvantage left to be rerolled.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `not_your_character`, `not_rolled`,
              `disadvantage_outstanding`.
    Yields:   `TestResolved`; `FateAwarded`, `TaxCleared`, `ConditionHindered`, `ConditionCleared`; a condition at
              risk as `ConditionApplied` or `ConditionRaised`.
    """

    type: Literal["hot_circle.resolve_test"] = "hot_circle.resolve_test"
    test: TestId
    narration: Text = ""


class CancelTest(Command):
    """Take a test back before any of its dice has fallen. Nothing is paid.

    Needs:    the tester's player or the gamemaster.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `not_your_character`, `already_rolled`.
    Yields:   `TestCancelled`.
    """

    type: Literal["hot_circle.cancel_test"] = "hot_circle.cancel_test"
    test: TestId
    why: Text = ""
