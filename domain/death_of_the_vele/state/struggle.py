"""Struggles, extended struggles and blocks."""

from dataclasses import dataclass, field

from domain.death_of_the_vele.terms.cast import AttackMode, Effect, TraitPrinted
from domain.death_of_the_vele.terms.dice import Dice, Die, Home, Pool
from domain.death_of_the_vele.terms.struggle import (
    ExtendedKind,
    GoalType,
    HarmCause,
    Phase,
    SideName,
    StruggleKind,
    Winner,
)


@dataclass(slots=True)
class PushedDie:
    """A struggle die: whose trait pushed it, where it came from, what it shows once rolled."""

    component: str
    trait: str
    player: str
    die: Die
    source: Home
    value: int | None = None
    assist_of: str | None = None
    home: bool = False
    """True once it lies in a pool or the bowl again, or was won."""

    @property
    def borrowed(self) -> bool:
        """True if it came from the bowl."""
        return self.source.pool is Pool.BOWL


@dataclass(slots=True)
class AverageDie:
    """A borrowed d6 that is rolled and never won."""

    player: str
    value: int | None = None


@dataclass(slots=True)
class PowerDie:
    """A die paid for Power Attack or Power Defense."""

    component: str
    effect: Effect
    die: Die
    value: int | None = None


@dataclass(slots=True)
class Difficulty:
    """A penalty on a side's result."""

    amount: int
    reason: str


@dataclass(slots=True)
class Bonus:
    """Points added to a side's result by fate, a free tag or spin."""

    amount: int
    reason: str


@dataclass(slots=True)
class DeclaredEffect:
    """An ability effect paid for before the roll: `points` in all, of which `paid` are the dice."""

    component: str
    ability: str
    effect: Effect
    size: Die
    points: int
    paid: Dice
    targets: list[str] = field(default_factory=list)
    """Sides it was paid for in a mass struggle; otherwise whom or what it is aimed at."""
    text: str = ""
    """Its content: an aspect, a forbidden action, fiction, the name of what is created."""
    zone: str | None = None
    traits: list[TraitPrinted] = field(default_factory=list)
    aspect: str | None = None
    """The aspect that Auto-Finesse placed."""


@dataclass(slots=True)
class Share:
    """The part of the winnings that one contributor may take."""

    component: str
    player: str
    quota: int
    """Dice it may choose: one for each trait it contributed."""
    dice: list[Die] = field(default_factory=list)
    settled: bool = False


@dataclass(slots=True)
class Harm:
    """Traits still to be lost: so many points of effect, and so many further whole traits."""

    target: str
    cause: HarmCause
    by: str | None
    """The main component of the side that dealt it."""
    remaining_effect: int = 0
    traits: int = 0
    aimed: str | None = None
    """The trait of the target that goes first."""
    order: list[str] = field(default_factory=list)
    """The components that lose the next traits, round by round; the target takes the rest."""
    started: bool = False
    """True once the target itself lost a trait to it."""


@dataclass(slots=True)
class Side:
    """One side of a struggle. A mass struggle has `opponent`, `opponent-2`, `opponent-3` and so on."""

    main: str | None
    """Its main component; None when only the narrator's bowl dice stand there."""
    allies: list[str] = field(default_factory=list)
    pushed: dict[str, PushedDie] = field(default_factory=dict)
    """By `component.trait`."""
    average_dice: list[AverageDie] = field(default_factory=list)
    difficulties: list[Difficulty] = field(default_factory=list)
    power_dice: list[PowerDie] = field(default_factory=list)
    effects: list[DeclaredEffect] = field(default_factory=list)
    bonuses: list[Bonus] = field(default_factory=list)
    locked_by: dict[str, str] = field(default_factory=dict)
    """Component -> the d4 trait of it that was ruled to apply (VE-23)."""
    ready: bool = False
    covered: bool = False
    hand: dict[str, PushedDie] = field(default_factory=dict)
    """Covered dice of a head-to-head struggle, by `component.trait`: still at home until they are shown."""
    fate_closed: bool = False
    result: int | None = None
    winner: Winner | None = None
    """The result between the actor and this opponent; on the actor's side, over all."""
    score: int = 0
    fixed: int | None = None
    """The value of a block that was rolled before: no dice are needed."""
    taken: bool = False
    """True if its dice were won by somebody."""
    settled: bool = False
    """True once what was won from it, or by it, is shared out."""

    @property
    def contributors(self) -> list[str]:
        """The main component and its allies."""
        return ([self.main] if self.main else []) + self.allies


@dataclass(slots=True)
class Struggle:
    """One roll for a goal, stage by stage."""

    id: str
    kind: StruggleKind
    goal_type: GoalType
    goal_text: str
    player: str
    phase: Phase = Phase.GOAL
    sides: dict[str, Side] = field(default_factory=dict)
    attack_mode: AttackMode | None = None
    targeted_trait: str | None = None
    """`component.trait`."""
    hidden: bool = False
    hidden_revealed: bool = False
    told: str = ""
    """The result that the side that rolled unseen told."""
    extended_id: str | None = None
    counter_of: str | None = None
    winner: Winner | None = None
    score: int = 0
    winnings: list[Die] = field(default_factory=list)
    """Dice won that are still to be taken."""
    shares: dict[str, Share] = field(default_factory=dict)
    """By component, in the order they choose."""
    spin_used: bool = False
    sticky_paid: int = 0
    """Points of the score that went into making an aspect sticky."""
    spin_maneuver: bool = False
    """True if it was allowed by spin, whoever's turn it is."""
    takes_action: bool = True
    """True if its actor has acted once it is done."""
    subject: str | None = None
    """The subject of a maneuver, an assessment or a declaration."""
    block: str | None = None
    """The block it tries to overcome."""
    outcome_placed: bool = False
    """The aspect it was for is placed."""
    chained: str | None = None
    """The further target Chain reached."""
    harms: list[Harm] = field(default_factory=list)
    disabled_by: dict[str, str] = field(default_factory=dict)
    """`component.trait` lost to this struggle so far -> the component it was lost to."""
    aspects_tagged: list[str] = field(default_factory=list)
    below_average: list[str] = field(default_factory=list)
    """Components that took the XP for a lone d4 trait."""

    @property
    def running(self) -> bool:
        """True if it is still to be finished."""
        return self.phase is not Phase.DONE

    @property
    def before_roll(self) -> bool:
        """True if no die has fallen yet."""
        return self.phase in (Phase.GOAL, Phase.ALLIES, Phase.PUSHING, Phase.POWERING)

    @property
    def actor(self) -> Side:
        """The acting side."""
        return self.sides[SideName.ACTOR]

    @property
    def opponents(self) -> dict[str, Side]:
        """The sides against it: one, or one for each target of a mass struggle."""
        return {name: side for name, side in self.sides.items() if name != SideName.ACTOR}

    @property
    def known(self) -> bool:
        """True if everybody may know how it came out."""
        return not self.hidden or self.hidden_revealed


@dataclass(slots=True)
class ExtendedStruggle:
    """A series of struggles for one goal."""

    kind: ExtendedKind
    goal: str
    sides: dict[str, list[str]]
    """`actor` and `opponent`: the components on each side."""
    planned_attempts: int | None
    """3, or None when it is open."""
    control: bool = False
    """True if it is for control of the other side, by house rule."""
    goals: list[str] = field(default_factory=list)
    """The goal of each planned attempt."""
    tried: list[tuple[str, bool]] = field(default_factory=list)
    """The goal of each attempt so far, and whether it succeeded."""
    attempts: int = 0
    successes: dict[str, int] = field(default_factory=dict)
    failures: dict[str, int] = field(default_factory=dict)
    running: bool = True
    winner: Winner | None = None


@dataclass(slots=True)
class Block:
    """Standing opposition to one named action. `value` None: not rolled yet."""

    blocker: str
    target: str | None
    forbidden_action: str
    value: int | None = None
    scene: int = 0
    overcome_by: list[str] = field(default_factory=list)
    """Components that beat it, and may do what it forbids."""
    lasting: bool = False
    """True if it outlasts its blocker's next turn, and the scene: fiction to see through (VE-104)."""
