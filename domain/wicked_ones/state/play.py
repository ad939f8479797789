"""State that lasts for a scene or a phase: attempts, consequences, prices, impulses.

Plain slots, changed only inside a fold by `evolve`.
"""

from dataclasses import dataclass, field

from domain.wicked_ones.shapes import Change, Circumstance
from domain.wicked_ones.terms.frame import Footing, GmRoll, Place, SceneStatus
from domain.wicked_ones.terms.harm import CostStatus, Kind, Origin, Settlement, Severity, Trouble
from domain.wicked_ones.terms.rolls import Action, Attribute, Effect, Position, Result, RollStatus


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
    at_the_start: bool = False
    """True while the footing of an engagement is where the next action starts: until one has been rolled."""
    answered: bool = False
    """True once the consequence of a bad start was declared, or settled by word."""
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
    """The ticks it made, once it has."""
    bonus: str = ""
    waived: bool = False
    """True once the GM settled by word the consequence it owed."""
    was_bloodied: bool = False
    knell: bool = False


@dataclass(slots=True)
class Consequence:
    """A consequence over its target, pending until settled. Nothing changes on a sheet before."""

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
    """The number of resistance rolls made against it."""
    to_reduce: bool = False
    """True if it was partly resisted and the GM has yet to say what remains."""
    mixed_outcome: str = ""
    """For death: what a mixed resistance would leave."""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Every kind in it, each once, in order."""
        return tuple(dict.fromkeys((self.kind, *self.also)))

    @property
    def pending(self) -> bool:
        """True if it is still to be settled."""
        return self.status is Settlement.PENDING


@dataclass(slots=True)
class Cost:
    """A price that its owner picks."""

    owner: str
    severity: Severity
    why: str
    status: CostStatus = CostStatus.OWED


@dataclass(slots=True)
class Compel:
    """A dark impulse by which the GM compels a monster; `act` is what it would do."""

    character: str
    act: str


@dataclass(slots=True)
class WorldRoll:
    """The last roll of the GM whose meaning is still to be told."""

    form: GmRoll
    result: Result
