"""What happened in obstacle tests."""

from typing import Literal

from domain.hot_circle.terms import (
    AdvantageSource,
    CardWaves,
    Fit,
    HelpSource,
    HindranceSource,
    Outcome,
    Rank,
    Replaced,
    RerollReason,
    Reward,
    SceneId,
    Stakes,
    TestId,
    TestKind,
    Waves,
)
from domain.kernel.messages import Event
from domain.kernel.terms import Character, Points, Slug, Text


class ObstacleTestDeclared(Event):
    """Something stands in the way, and it is known what is wanted and what is risked."""

    type: Literal["hot_circle.obstacle_test_declared.v1"] = "hot_circle.obstacle_test_declared.v1"
    test: TestId
    kind: TestKind
    scene: SceneId
    tester: Character
    obstacle: Text
    intent: Text
    time_limit: Text
    task: Text
    consequence: Text
    condition_at_risk: Text
    condition_rank: Rank
    stakes: Stakes
    consequence_stakes: Stakes
    opponent: Character | None
    opponent_intent: Text
    opponent_task: Text
    tester_compromise: Text
    opponent_compromise: Text
    simple: bool
    cut_advised: bool


class ObstacleSet(Event):
    """How many successes it takes. Level and step are nothing where an opponent set it."""

    type: Literal["hot_circle.obstacle_set.v1"] = "hot_circle.obstacle_set.v1"
    test: TestId
    level: Points | None
    step: Points | None
    ob: Points


class HindranceDeclared(Event):
    """A trait or condition makes it harder: by an obstacle, or by a die for the other side."""

    type: Literal["hot_circle.hindrance_declared.v1"] = "hot_circle.hindrance_declared.v1"
    test: TestId
    character: Character
    source: HindranceSource
    source_id: Slug
    reward: Reward
    ob_added: Points
    die_for: Character | None


class HindranceRewardChanged(Event):
    """A hindrance is to bring something else."""

    type: Literal["hot_circle.hindrance_reward_changed.v1"] = "hot_circle.hindrance_reward_changed.v1"
    test: TestId
    character: Character
    source_id: Slug
    reward: Reward


class TestLifepathChosen(Event):
    """A side rolls by this lifepath."""

    type: Literal["hot_circle.test_lifepath_chosen.v1"] = "hot_circle.test_lifepath_chosen.v1"
    test: TestId
    character: Character
    lifepath: Slug | None
    fit: Fit
    base_dice: Points
    reward: Reward | None


class BonusDieAdded(Event):
    """Something helps."""

    type: Literal["hot_circle.bonus_die_added.v1"] = "hot_circle.bonus_die_added.v1"
    test: TestId
    character: Character
    source: HelpSource
    source_id: Slug


class AdvantageGranted(Event):
    """The tester has advantage."""

    type: Literal["hot_circle.advantage_granted.v1"] = "hot_circle.advantage_granted.v1"
    test: TestId
    source: AdvantageSource
    asset: Slug | None
    reason: Text


class DisadvantageImposed(Event):
    """The tester is at a disadvantage."""

    type: Literal["hot_circle.disadvantage_imposed.v1"] = "hot_circle.disadvantage_imposed.v1"
    test: TestId
    source: AdvantageSource
    reason: Text


class HelpGiven(Event):
    """Somebody helps, and shares the risk."""

    type: Literal["hot_circle.help_given.v1"] = "hot_circle.help_given.v1"
    test: TestId
    helper: Character
    how: Text


class TestsLinked(Event):
    """An earlier result bears on this test."""

    type: Literal["hot_circle.tests_linked.v1"] = "hot_circle.tests_linked.v1"
    test: TestId
    from_test: TestId
    passed: bool


class OppositionRolled(Event):
    """The opponent's dice fell."""

    type: Literal["hot_circle.opposition_rolled.v1"] = "hot_circle.opposition_rolled.v1"
    test: TestId
    character: Character
    pool: Points
    waves: Waves
    cards: CardWaves
    successes: Points


class TaskRolled(Event):
    """The tester's dice fell."""

    type: Literal["hot_circle.task_rolled.v1"] = "hot_circle.task_rolled.v1"
    test: TestId
    character: Character
    pool: Points
    waves: Waves
    cards: CardWaves
    successes: Points
    ob: Points
    due_to_pass: bool


class TaskRerolled(Event):
    """The tester's dice fell again, and the new result stands."""

    type: Literal["hot_circle.task_rerolled.v1"] = "hot_circle.task_rerolled.v1"
    test: TestId
    character: Character
    reason: RerollReason
    by: Character | None
    pool: Points
    waves: Waves
    cards: CardWaves
    successes: Points
    ob: Points
    due_to_pass: bool


class CompromiseAccepted(Event):
    """A side takes the softened outcome in exchange for another roll."""

    type: Literal["hot_circle.compromise_accepted.v1"] = "hot_circle.compromise_accepted.v1"
    test: TestId
    by: Character
    replaces: Replaced


class TestResolved(Event):
    """The result stands."""

    type: Literal["hot_circle.test_resolved.v1"] = "hot_circle.test_resolved.v1"
    test: TestId
    tester: Character
    successes: Points
    ob: Points
    passed: bool
    outcome: Outcome
    told: Text
    narration: Text


class TestCancelled(Event):
    """The test was taken back before its dice fell."""

    type: Literal["hot_circle.test_cancelled.v1"] = "hot_circle.test_cancelled.v1"
    test: TestId
    why: Text
