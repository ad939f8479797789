"""A campaign of Wicked Ones as it stands: the dungeon and its monsters, the scene, and what hangs over whom.

Plain slots, changed only inside a fold by `evolve`. Where there are many of a thing they are keyed by slug.
"""

from dataclasses import dataclass, field

from .house_rules import WickedHouseRules
from .shapes import Change, Circumstance
from .terms import (
    STRESS_SEGMENTS,
    Action,
    AdventurerStatus,
    Attribute,
    ClockStatus,
    CostStatus,
    DefenseSource,
    Effect,
    FactSource,
    FactStatus,
    Footing,
    GmRoll,
    Kind,
    Origin,
    PackStatus,
    Phase,
    Place,
    Position,
    RaidStatus,
    Result,
    RollStatus,
    SceneStatus,
    Settlement,
    Severity,
    Stage,
    Trouble,
)


@dataclass(slots=True)
class Prisoner:
    """Somebody in the cells. A broken one has nothing left to keep back."""

    name: str
    broken: bool = False


@dataclass(slots=True)
class Dungeon:
    """The group's home. `gold` is the common hoard, used only by house rule."""

    name: str = ""
    tier: int = 0
    master_plan: str = ""
    rooms: dict[str, str] = field(default_factory=dict)
    loot: int = 0
    prisoners: dict[str, Prisoner] = field(default_factory=dict)
    gold: int = 0
    invasion: str | None = None
    """Who is in the dungeon that should not be."""


@dataclass(slots=True)
class Faction:
    """A power of the sandbox."""

    name: str
    tier: int
    stance: str = ""
    friendly: bool | None = None


@dataclass(slots=True)
class WickedOne:
    """A player's monster."""

    name: str
    player: str
    calling: str
    dark_impulse: str
    ratings: dict[Action, int]
    stress: int = 0
    feral: bool = False
    shock: dict[Attribute, bool] = field(default_factory=lambda: dict.fromkeys(Attribute, False))
    bloodied: bool = False
    alive: bool = True
    knell_pending: bool = False
    dark_hearts: int = 0
    gold: int = 0
    xp: int = 0
    abilities: dict[str, str] = field(default_factory=dict)
    items: dict[str, str] = field(default_factory=dict)
    adjudicated: dict[str, str] = field(default_factory=dict)
    """What the GM settled by word about fields the rules do not know."""

    @property
    def shocked(self) -> list[Attribute]:
        """The attributes in shock."""
        return [attribute for attribute, struck in self.shock.items() if struck]

    @property
    def stress_left(self) -> int:
        """How many segments are still empty."""
        return STRESS_SEGMENTS - self.stress


@dataclass(slots=True)
class Defense:
    """A sure way out of one type of consequence, once between recoveries."""

    owner: str
    type: str
    source: DefenseSource
    used: bool = False


@dataclass(slots=True)
class MinionPack:
    """Paid monsters in the dungeon."""

    name: str
    owner: str
    paid_gold: int
    notes: str = ""
    status: PackStatus = PackStatus.ACTIVE


@dataclass(slots=True)
class Scene:
    """The scene being played, or the last one that was."""

    id: str
    title: str
    place: Place
    set_by: str
    starter: str | None
    present: list[str]
    joined: list[str] = field(default_factory=list)
    """Players who were paid for joining."""
    footing: Footing = Footing.EQUAL
    engaged: bool = False
    standing: dict[str, Position] = field(default_factory=dict)
    """Positions that consequences left somebody in; everybody else stands in the default one."""
    status: SceneStatus = SceneStatus.OPEN


@dataclass(slots=True)
class ActionRoll:
    """An attempt, from the intention to its dice. A death knell is one too."""

    character: str
    intention: str
    action: Action
    status: RollStatus = RollStatus.PROPOSED
    position: Position = Position.DEFAULT
    effect: Effect = Effect.DEFAULT
    circumstances: list[Circumstance] = field(default_factory=list)
    risks_harm: bool = False
    pool: int = 0
    faces: list[int] = field(default_factory=list)
    result: Result | None = None
    ticks: int | None = None
    """What it ticked, once it has."""
    bonus: str = ""
    was_bloodied: bool = False
    knell: bool = False


@dataclass(slots=True)
class Consequence:
    """Something bad that hangs over somebody until it is settled. Nothing changes on a sheet before."""

    origin: Origin
    target: str
    kind: Kind
    also: list[Kind]
    severity: Severity
    details: str = ""
    threat: str = ""
    attributes: list[Attribute] = field(default_factory=list)
    trouble: Trouble | None = None
    changes: list[Change] = field(default_factory=list)
    hopeless: list[Action] = field(default_factory=list)
    resistible: bool = True
    why_not: str = ""
    roll_id: str | None = None
    action: Action | None = None
    performer: str | None = None
    status: Settlement = Settlement.PENDING
    resisted: int = 0
    """How many resistance rolls were made against it."""
    to_reduce: bool = False
    """Whether it was partly resisted and the GM has yet to say what remains."""
    mixed_outcome: str = ""
    """For death: what a mixed resistance would leave."""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Every kind in it, each once, in order."""
        return tuple(dict.fromkeys((self.kind, *self.also)))

    @property
    def pending(self) -> bool:
        """Whether it is still to be settled."""
        return self.status is Settlement.PENDING


@dataclass(slots=True)
class Cost:
    """A price somebody picks for themselves."""

    owner: str
    severity: Severity
    why: str
    status: CostStatus = CostStatus.OWED


@dataclass(slots=True)
class Clock:
    """A progress clock."""

    name: str
    segments: int
    on_full: str
    filled: int = 0
    status: ClockStatus = ClockStatus.RUNNING


@dataclass(slots=True)
class Adventurer:
    """A strong enemy with hearts and three moves."""

    name: str
    hearts: int
    hearts_left: int
    moves: int
    status: AdventurerStatus = AdventurerStatus.ACTIVE


@dataclass(slots=True)
class WorldFact:
    """Something said of the world: by a player, or kept back by the GM."""

    text: str
    source: FactSource
    by: str
    status: FactStatus

    @property
    def hidden(self) -> bool:
        """Whether only the GM knows it."""
        return self.status is FactStatus.SECRET


@dataclass(slots=True)
class Question:
    """Something a player asked about the world."""

    question: str
    by: str


@dataclass(slots=True)
class Raid:
    """The raid under way, or the last one."""

    id: str
    target: str
    plan: str
    loot: int = 0
    status: RaidStatus = RaidStatus.OPEN


@dataclass(slots=True)
class WorldRoll:
    """The last roll of the GM whose meaning is still to be told."""

    form: GmRoll
    result: Result


@dataclass(slots=True)
class Compel:
    """A dark impulse pushing somebody."""

    character: str
    act: str


@dataclass(slots=True)
class Underworld:
    """The whole game at one moment."""

    house_rules: WickedHouseRules
    stage: Stage = Stage.SETUP
    phase: Phase = Phase.NONE
    cycle_no: int = 0
    dungeon: Dungeon = field(default_factory=Dungeon)
    sandbox: dict[str, Faction] = field(default_factory=dict)
    """The factions of this world; those of the campaign's own map are beside them."""
    characters: dict[str, WickedOne] = field(default_factory=dict)
    defenses: dict[str, Defense] = field(default_factory=dict)
    packs: dict[str, MinionPack] = field(default_factory=dict)
    adventurers: dict[str, Adventurer] = field(default_factory=dict)
    clocks: dict[str, Clock] = field(default_factory=dict)
    world: dict[str, WorldFact] = field(default_factory=dict)
    questions: dict[str, Question] = field(default_factory=dict)
    adjudicated: dict[str, dict[str, str]] = field(default_factory=dict)
    """Adjudicated fields of subjects that are not characters."""
    scene: Scene | None = None
    spotlight: str | None = None
    rolls: dict[str, ActionRoll] = field(default_factory=dict)
    """Action rolls of the scene."""
    consequences: dict[str, Consequence] = field(default_factory=dict)
    """Consequences of the scene, and whatever is still pending."""
    costs: dict[str, Cost] = field(default_factory=dict)
    """Prices of this phase."""
    compels: dict[str, Compel] = field(default_factory=dict)
    raid: Raid | None = None
    world_roll: WorldRoll | None = None
    sharing_loot: bool = False
    """Whether a loot roll was made and the table still shares out what it brought."""
    counts: dict[str, int] = field(default_factory=dict)
    """How many scenes, rolls, consequences and so on there were: the numbers in their ids."""


def initial(house_rules: WickedHouseRules) -> Underworld:
    """Nothing is dug yet."""
    return Underworld(house_rules=house_rules)


def adopt(state: Underworld, house_rules: WickedHouseRules) -> None:
    """Read the rules otherwise from now on."""
    state.house_rules = house_rules


def next_id(state: Underworld, kind: str, after: int = 0) -> str:
    """The next id of a numbered kind: `scene-3`. `after` counts those the same ruling has used already."""
    return f"{kind}-{state.counts.get(kind, 0) + 1 + after}"


def number_of(slug: str) -> int:
    """The number at the end of such an id; 0 where there is none."""
    tail = slug.rpartition("-")[2]
    return int(tail) if tail.isascii() and tail.isdecimal() else 0
