"""A crucible as it stands: its cast, its places, its arcs, the scene and the contest under way.

Plain slots, changed only inside a fold by `evolve`. Where there are many of a thing they are keyed by slug.
"""

from dataclasses import dataclass, field

from .house_rules import ViciousHouseRules
from .terms import (
    Answer,
    ElementStatus,
    Kind,
    Purpose,
    SceneStatus,
    SparkKind,
    Stage,
    Stance,
    Status,
    ToolKind,
    WinnersChoice,
)

CORE = "core"
"""The origin of the elements a character starts with; any other origin is an arc."""


@dataclass(slots=True)
class Spark:
    """A special ability. `cost` None: nothing special is printed."""

    name: str
    kind: SparkKind
    cost: int | None
    text: str
    rulesheet: str


@dataclass(slots=True)
class Element:
    """A trait to roll a die for."""

    name: str
    origin: str
    status: ElementStatus
    sparks: dict[str, Spark]


@dataclass(slots=True)
class Tool:
    """A possession. `denied_by_contest` names the contest that took it out of use."""

    name: str
    tool_kind: ToolKind
    sparks: dict[str, Spark] = field(default_factory=dict)
    available: bool = True
    denied_by_contest: str | None = None


@dataclass(slots=True)
class Character:
    """A character of the twelve. Heat and Flux are None for everyone but player characters."""

    name: str
    kind: Kind = Kind.UNASSIGNED
    playable: bool = True
    player: str | None = None
    registered: bool = False
    """True once its sheet was entered."""
    marker: str | None = None
    marker_before: str | None = None
    """The place of the marker before it was moved last: what is told of the move takes it away from there."""
    elements: dict[str, Element] = field(default_factory=dict)
    tools: dict[str, Tool] = field(default_factory=dict)
    lost_tools: dict[str, str] = field(default_factory=dict)
    """The names of those that are gone."""
    condition: list[str] = field(default_factory=list)
    adjudicated: dict[str, str] = field(default_factory=dict)
    """Wounds, Drain and other fields of modules: plain values, never judged."""

    heat: int | None = None
    earmarked: int | None = None
    """The part of the Heat that is kept for contests to come; only by house rule."""
    flux: int | None = None
    arc: str | None = None
    past_arcs: list[str] = field(default_factory=list)
    offered_arcs: list[str] = field(default_factory=list)

    plan: str = ""
    mentions: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """The GM's notes on how an NPC follows its plan."""

    @property
    def is_pc(self) -> bool:
        """True if a player plays this character."""
        return self.kind is Kind.PC

    @property
    def in_play(self) -> bool:
        """True if this character appears in the story."""
        return self.kind in (Kind.PC, Kind.CAST_OFF, Kind.SUPPORTING)


@dataclass(slots=True)
class LocationElement:
    """A trait of a place. A hard one rolls a d8 until it is softened to a d4."""

    name: str
    hard: bool
    softened: bool = False


@dataclass(slots=True)
class Location:
    """A place on the map."""

    name: str
    elements: dict[str, LocationElement]


@dataclass(slots=True)
class ArcElement:
    """An element that an arc can unlock."""

    name: str
    sparks: dict[str, Spark]


@dataclass(slots=True)
class EntryPrice:
    """The price of entering an arc."""

    sacrifice_count: int
    sacrifice_named: list[str]
    other_text: str


@dataclass(slots=True)
class Arc:
    """The shape of a character's story. `transformation` None: an ordinary arc."""

    name: str
    flux_action: str
    alloy_action: str
    reify_action: str
    elements: dict[str, ArcElement]
    entry_cost: EntryPrice
    transformation: str | None


@dataclass(slots=True)
class Task:
    """Something only one tool can do. `performed_by` names who did it."""

    name: str
    tool: str
    performed_by: str | None = None


@dataclass(slots=True)
class Scene:
    """The scene being played, or the last one that was."""

    id: str
    location: str
    present: list[str]
    description: str
    demand: str
    status: SceneStatus = SceneStatus.OPEN


@dataclass(slots=True)
class HandDie:
    """One die of a hand: what it is rolled for and, once rolled, its value."""

    die_id: str
    owner: str
    element: str
    stance: Stance
    tool: str | None
    faces: int
    description: str
    value: int | None = None
    spark_rerolled: bool = False


@dataclass(slots=True)
class Side:
    """One roller in a contest. `outcome` and `answer` are for losers."""

    hand: list[HandDie] = field(default_factory=list)
    presented_die: str | None = None
    pinned: bool = False
    passed: bool = False
    sparks_used: list[str] = field(default_factory=list)
    outcome: WinnersChoice = WinnersChoice.NONE
    answer: Answer = Answer.NONE

    @property
    def rolled(self) -> bool:
        """True once this side's dice have fallen."""
        return bool(self.hand) and self.hand[0].value is not None


@dataclass(slots=True)
class Contest:
    """The contest under way, or the last one there was. Sides stand in the order they joined."""

    id: str
    status: Stage
    initiator: str
    aim: str
    purpose: Purpose
    purpose_target: str | None
    rulesheet: str | None = None
    sides: dict[str, Side] = field(default_factory=dict)
    tied: list[str] = field(default_factory=list)
    """Sides still to reroll in a tie of which some have."""
    winner: str | None = None
    purpose_met: bool = False
    """True if the win brought what the contest was declared for."""

    @property
    def open(self) -> bool:
        """True while it is still to be finished."""
        return self.status is not Stage.CLOSED


@dataclass(slots=True)
class Crucible:
    """The whole game at one moment."""

    house_rules: ViciousHouseRules
    status: Status = Status.SETUP
    crucible: str = ""
    """Title of the prepared game; empty until it is laid out."""
    playable_characters: list[str] = field(default_factory=list)
    supporting_characters: list[str] = field(default_factory=list)
    characters: dict[str, Character] = field(default_factory=dict)
    locations: dict[str, Location] = field(default_factory=dict)
    arcs: dict[str, Arc] = field(default_factory=dict)
    tasks: dict[str, Task] = field(default_factory=dict)
    adjudicated: dict[str, dict[str, str]] = field(default_factory=dict)
    """Adjudicated fields of subjects that are not characters."""
    current_scene: str | None = None
    scene: Scene | None = None
    scenes: int = 0
    """The number of scenes framed so far."""
    contest: Contest | None = None
    contests: int = 0
    """The number of contests declared so far."""


def initial(house_rules: ViciousHouseRules) -> Crucible:
    """State of a new campaign, before anything is laid out."""
    return Crucible(house_rules=house_rules)


def adopt(state: Crucible, house_rules: ViciousHouseRules) -> None:
    """Set the house rules from now on."""
    state.house_rules = house_rules
