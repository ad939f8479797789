"""State of what is being settled: scenes, tests, compels, trait votes, and what earlier tests left behind."""

from dataclasses import dataclass, field

from domain.hot_circle.terms import (
    Ability,
    CompelStatus,
    FateCause,
    Fit,
    HelpSource,
    HindranceSource,
    Outcome,
    Rank,
    Reward,
    Stakes,
    TestKind,
    TestStatus,
    VoteRound,
)


@dataclass(slots=True)
class Scene:
    """A stretch of play. `continues_scene_id` names the scene it directly goes on from."""

    title: str
    present: list[str]
    continues_scene_id: str | None
    open: bool = True
    ability_tests: int = 0
    obstacle_tests: int = 0
    """Tests made in it; those taken back do not count."""


@dataclass(slots=True)
class Hindrance:
    """A trait or condition that makes a test harder, and what is asked for it."""

    source: HindranceSource
    source_id: str
    reward: Reward


@dataclass(slots=True)
class Help:
    """Something that adds a die."""

    source: HelpSource
    source_id: str


@dataclass(slots=True)
class Side:
    """One who rolls in an obstacle test. A lifepath of None: nothing on the sheet bears on the task."""

    lifepath_id: str | None = None
    fit: Fit | None = None
    reward: Reward | None = None
    base_dice: int = 0
    bonus_dice: int = 0
    bonus: list[Help] = field(default_factory=list)
    hindrances: list[Hindrance] = field(default_factory=list)


@dataclass(slots=True)
class ObstacleTest:
    """The obstacle test under way, or the last one there was."""

    id: str
    kind: TestKind
    scene_id: str
    tester_id: str
    opponent_id: str | None
    obstacle: str
    intent: str
    time_limit: str
    task: str
    consequence: str
    opponent_intent: str
    opponent_task: str
    tester_compromise: str
    opponent_compromise: str
    simple: bool
    stakes: Stakes
    consequence_stakes: Stakes
    condition_at_risk: str
    condition_rank: Rank
    status: TestStatus = TestStatus.DECLARED
    level: int | None = None
    step: int | None = None
    hindrance_ob: int = 0
    ob: int | None = None
    advantage: bool = False
    disadvantage: bool = False
    adv_used: bool = False
    dis_used: bool = False
    tester_compromised: bool = False
    opponent_compromised: bool = False
    helpers: list[str] = field(default_factory=list)
    linked_from_test_id: str | None = None
    sides: dict[str, Side] = field(default_factory=dict)
    opposition: list[list[int | str]] = field(default_factory=list)
    pool: int | None = None
    rolls: list[list[list[int | str]]] = field(default_factory=list)
    successes: int | None = None
    outcome: Outcome | None = None
    passed: bool | None = None

    @property
    def open(self) -> bool:
        """True if it is still to be settled."""
        return self.status not in (TestStatus.RESOLVED, TestStatus.CANCELLED)

    @property
    def versus(self) -> bool:
        """True if somebody opposes it."""
        return self.kind is TestKind.VERSUS

    @property
    def opposed(self) -> bool:
        """True if the opposition has rolled."""
        return bool(self.opposition)

    @property
    def due_to_pass(self) -> bool:
        """True if the result as it stands would be a pass."""
        return self.successes is not None and self.ob is not None and self.successes >= self.ob

    @property
    def net_advantage(self) -> bool:
        """Advantage that no disadvantage cancels."""
        return self.advantage and not self.disadvantage

    @property
    def net_disadvantage(self) -> bool:
        """Disadvantage that no advantage cancels."""
        return self.disadvantage and not self.advantage


@dataclass(slots=True)
class AbilityTest:
    """The ability test under way, or the last one there was."""

    id: str
    scene_id: str
    tester_id: str
    ability: Ability
    lifepath_id: str
    fit: Fit
    about: str
    existing_asset_id: str | None
    npc_id: str | None
    setting_id: str | None
    ob: int
    base_dice: int
    bonus_dice: int
    status: TestStatus = TestStatus.TARGET_SET
    pool: int | None = None
    rolls: list[list[list[int | str]]] = field(default_factory=list)
    successes: int | None = None
    passed: bool | None = None

    @property
    def open(self) -> bool:
        """True if it is still to be settled."""
        return self.status not in (TestStatus.RESOLVED, TestStatus.CANCELLED)

    @property
    def due_to_pass(self) -> bool:
        """True if the result as it stands would be a pass."""
        return self.successes is not None and self.successes >= self.ob


@dataclass(slots=True)
class Result:
    """The result of a test: for links, and for Let It Ride, which compares the texts without case and spacing."""

    session_no: int
    passed: bool
    tester_id: str
    obstacle: str = ""
    task: str = ""
    ability: Ability | None = None
    about: str = ""


@dataclass(slots=True)
class Lore:
    """A fact that a wises test settled."""

    question: str
    text: str
    by: str
    vetoed: bool = False


@dataclass(slots=True)
class Compel:
    """One player offers another a fate point for a bad choice. Both are named by their characters."""

    compeller: str
    target: str
    choice: str
    cause: FateCause
    source_id: str
    status: CompelStatus = CompelStatus.OFFERED

    @property
    def open(self) -> bool:
        """True if the fate point is still on offer."""
        return self.status in (CompelStatus.OFFERED, CompelStatus.VALID)


@dataclass(slots=True)
class TraitVote:
    """A ballot on one character's traits. Ballots are by person; an empty one is a vote for none."""

    character_id: str
    round: VoteRound
    ballots: dict[str, str] = field(default_factory=dict)
    open: bool = True
    result: str = ""
