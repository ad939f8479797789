"""An adventure as it stands: the table, the cast, the scene, the action that waits, the conflict under way.

Plain slots, changed only inside a fold by `evolve`. Where there are many of a thing they are keyed by slug.
"""

from dataclasses import dataclass, field

from .house_rules import SpcHouseRules
from .terms import (
    GOAL_REACHED,
    ActionStatus,
    ActionType,
    IntentionKind,
    Kind,
    OutcomeSystem,
    SceneStatus,
    Slot,
    Stage,
    Status,
    TrackEnd,
)


@dataclass(slots=True)
class Costed:
    """A power or a weakness."""

    name: str
    cost: int


@dataclass(slots=True)
class Ritual:
    """Three values that take the place of a throw."""

    name: str
    ambition: int
    cunning: int
    vigilance: int


@dataclass(slots=True)
class Gadget:
    """One value for one slot."""

    name: str
    slot: Slot
    value: int


@dataclass(slots=True)
class Character:
    """A player's Character, an antagonist, or a goon that rolls.

    The tracks are None for antagonists without them. `purity` and its three companions are the same moves
    counted as numbers of their own, never below 0: what the house rule `two_pools` reads.
    """

    name: str
    kind: Kind
    player: str | None
    adventure: int
    ambition_pool: int
    cunning_pool: int
    vigilance_pool: int
    obstacle_rating: int
    talents: dict[str, str] = field(default_factory=dict)
    powers: dict[str, Costed] = field(default_factory=dict)
    weaknesses: dict[str, Costed] = field(default_factory=dict)
    rituals: dict[str, Ritual] = field(default_factory=dict)
    gadgets: dict[str, Gadget] = field(default_factory=dict)
    goal_text: str = ""
    drawback_text: str = ""
    purity_track: int | None = None
    goal_track: int | None = None
    purity: int = 0
    corruption: int = 0
    goal: int = 0
    drawback: int = 0
    penalty_next_roll: int = 0
    penalty_next_scene: bool = False
    penalty_scene: str | None = None
    goals_reached: list[str] = field(default_factory=list)
    setbacks: list[str] = field(default_factory=list)
    schemes: list[str] = field(default_factory=list)
    """The Mastermind's notes on an antagonist."""
    adjudicated: dict[str, str] = field(default_factory=dict)

    @property
    def is_antagonist(self) -> bool:
        """Whether the Mastermind runs this one."""
        return self.kind is not Kind.CHARACTER

    @property
    def has_tracks(self) -> bool:
        """Whether there are tracks to move."""
        return self.purity_track is not None

    def pool(self, slot: Slot) -> int:
        """One of the three pools."""
        match slot:
            case Slot.AMBITION:
                return self.ambition_pool
            case Slot.CUNNING:
                return self.cunning_pool
            case Slot.VIGILANCE:
                return self.vigilance_pool

    def at_end(self, end: TrackEnd, rules: SpcHouseRules) -> int:
        """How much there is at one end of a track. On a single track one end is minus the other."""
        if rules.two_pools:
            apart = {
                TrackEnd.PURITY: self.purity,
                TrackEnd.CORRUPTION: self.corruption,
                TrackEnd.GOAL: self.goal,
                TrackEnd.DRAWBACK: self.drawback,
            }
            return apart[end]
        purity, goal = self.purity_track or 0, self.goal_track or 0
        match end:
            case TrackEnd.PURITY:
                return purity
            case TrackEnd.CORRUPTION:
                return -purity
            case TrackEnd.GOAL:
                return goal
            case TrackEnd.DRAWBACK:
                return -goal

    def purity_steps(self, delta: int) -> tuple[int, int]:
        """A step on the purity track as it moves Purity and Corruption counted apart, neither below 0."""
        return max(-self.purity, delta), max(-self.corruption, -delta)

    def goal_steps(self, delta: int) -> tuple[int, int]:
        """The same for Goal, which ends where it is reached, and Drawback."""
        return min(GOAL_REACHED - self.goal, max(-self.goal, delta)), max(-self.drawback, -delta)

    def goal_reached(self, rules: SpcHouseRules) -> bool:
        """Whether the goal stands at its end."""
        return self.has_tracks and self.at_end(TrackEnd.GOAL, rules) >= GOAL_REACHED


@dataclass(slots=True)
class Goon:
    """Scenery with a name."""

    name: str
    description: str


@dataclass(slots=True)
class Scene:
    """The scene being played, or the last one that was. `decided` are the players' Characters in or out."""

    id: str
    setter: str
    where: str
    when: str
    why: str
    goal_scene_for: str | None
    status: SceneStatus = SceneStatus.SET
    present: list[str] = field(default_factory=list)
    decided: list[str] = field(default_factory=list)
    new_goal: bool = False
    """In a goal scene: whether the new goal was chosen."""
    facts: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Action:
    """What a Character does outside of a conflict."""

    id: str
    character: str
    outcome_system: OutcomeSystem
    text: str
    features: list[str]
    sacrifice: str = ""
    advance: str = ""
    status: ActionStatus = ActionStatus.DECLARED
    opposed_by: str | None = None


@dataclass(slots=True)
class Fact:
    """Something fixed as true, in one sentence."""

    author: str
    text: str
    verbs: int
    nouns: int
    order: int


@dataclass(slots=True)
class Intention:
    """What a participant wants from the conflict."""

    text: str
    kind: IntentionKind
    pool: Slot | None = None


@dataclass(slots=True)
class Throw:
    """What a participant chose, threw and set in one turn. `keeping` is how many dice stay."""

    action_type: ActionType | None = None
    talent: str | None = None
    power: str | None = None
    ritual: str | None = None
    gadget: str | None = None
    target: str | None = None
    weakness: str | None = None
    defending: str | None = None
    base_dice: int | None = None
    """Only where an adjudication says otherwise."""
    bonus_dice: int = 0
    penalty_dice: int = 0
    adjudicated_bonus: int = 0
    adjudicated_penalty: int = 0
    thrown: dict[str, int] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list)
    die_addition: dict[str, int] = field(default_factory=dict)
    dice: dict[str, str] = field(default_factory=dict)
    """Which die went to which slot."""
    assigned: dict[str, int] = field(default_factory=dict)
    modifiers: dict[str, int] = field(default_factory=dict)
    modified: bool = False
    """Whether the action type's own modifiers are applied."""

    def total(self, slot: Slot) -> int:
        """The die in a slot with everything added to it, without the pool."""
        return self.assigned.get(slot.value, 0) + self.modifiers.get(slot.value, 0)


@dataclass(slots=True)
class Participant:
    """One who takes part in a conflict. The `throw` is this turn's; the rest lasts as long as the conflict."""

    intention: Intention | None = None
    itn: int | None = None
    progress: int = 0
    abuse: int = 0
    taken_out: bool = False
    achieved: bool = False
    throw: Throw = field(default_factory=Throw)
    facts_told: int = 0
    facts_passed: bool = False
    setback: bool = False


@dataclass(slots=True)
class Conflict:
    """The conflict under way, or the last one there was. Participants stand in the order they came in."""

    id: str
    action: str
    status: Stage = Stage.SETUP
    turn: int = 0
    participants: dict[str, Participant] = field(default_factory=dict)
    oppositions: list[tuple[str, str]] = field(default_factory=list)
    compared: bool = False
    narrated: bool = False
    narration: str = ""
    fact_turn: str | None = None
    """Who is to tell a Fact now."""
    facts: list[int] = field(default_factory=list)
    """Facts of this conflict, by number."""
    goals_reached: list[str] = field(default_factory=list)
    """Whose goal came to its end meanwhile, in order."""

    @property
    def open(self) -> bool:
        """Whether it is still to be finished."""
        return self.status is not Stage.CLOSED

    def opponents(self, one: str) -> list[str]:
        """Everybody paired against this participant."""
        return [b if a == one else a for a, b in self.oppositions if one in (a, b)]


@dataclass(slots=True)
class Adventure:
    """The whole game at one moment."""

    house_rules: SpcHouseRules
    status: Status = Status.FORMING
    adventure: int = 1
    """Which adventure of this table it is."""
    mastermind: str | None = None
    seats: list[str] = field(default_factory=list)
    preview: str | None = None
    round_position: int = 0
    """Whose turn it is to set a scene: an index into `seats`, and one past them for the Mastermind."""
    pending_goal_scenes: list[str] = field(default_factory=list)
    characters: dict[str, Character] = field(default_factory=dict)
    goons: dict[str, Goon] = field(default_factory=dict)
    facts: dict[int, Fact] = field(default_factory=dict)
    fact_number: int = 0
    scene: Scene | None = None
    scenes: int = 0
    action: Action | None = None
    actions: int = 0
    conflict: Conflict | None = None
    conflicts: int = 0
    adjudicated: dict[str, dict[str, str]] = field(default_factory=dict)
    """Adjudicated fields of subjects that are not on the cast list."""

    def character_of(self, player: str) -> str | None:
        """The Character this player has in the adventure at hand."""
        for slug, it in self.characters.items():
            if it.player == player and it.adventure == self.adventure:
                return slug
        return None


def initial(house_rules: SpcHouseRules) -> Adventure:
    """Nobody is seated yet, and no villainy is in sight."""
    return Adventure(house_rules=house_rules)


def adopt(state: Adventure, house_rules: SpcHouseRules) -> None:
    """Read the rules otherwise from now on."""
    state.house_rules = house_rules
