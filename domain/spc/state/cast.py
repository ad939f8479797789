"""The cast of an adventure: sheets, and goons without one."""

from dataclasses import dataclass, field

from domain.spc.house_rules import SpcHouseRules
from domain.spc.terms import GOAL_REACHED, Kind, Slot, TrackEnd


@dataclass(slots=True)
class Costed:
    """A power or a weakness."""

    name: str
    cost: int


@dataclass(slots=True)
class Ritual:
    """A ritual: three values that take the place of a throw."""

    name: str
    ambition: int
    cunning: int
    vigilance: int


@dataclass(slots=True)
class Gadget:
    """A gadget: one value for one slot."""

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
        """True if the Mastermind runs this one."""
        return self.kind is not Kind.CHARACTER

    @property
    def has_tracks(self) -> bool:
        """True if there are tracks to move."""
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
        """The amount at one end of a track. On a single track one end is minus the other."""
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
        """A step on the goal track as it moves Goal, which ends where it is reached, and Drawback apart."""
        return min(GOAL_REACHED - self.goal, max(-self.goal, delta)), max(-self.drawback, -delta)

    def goal_reached(self, rules: SpcHouseRules) -> bool:
        """True if the goal stands at its end."""
        return self.has_tracks and self.at_end(TrackEnd.GOAL, rules) >= GOAL_REACHED


@dataclass(slots=True)
class Goon:
    """A goon: a villain without numbers, who does nothing by itself."""

    name: str
    description: str
