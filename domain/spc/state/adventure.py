"""The whole game at one moment: the table, the scene, the action that waits, the Facts."""

from dataclasses import dataclass, field

from domain.spc.house_rules import SpcHouseRules
from domain.spc.terms import ActionStatus, OutcomeSystem, SceneStatus, Status

from .cast import Character, Goon
from .conflict import Conflict


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
    """The action of a Character outside of a conflict."""

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
    """A Fact told in a conflict: one sentence that is true from then on. `order` is its number."""

    author: str
    text: str
    verbs: int
    nouns: int
    order: int


@dataclass(slots=True)
class Adventure:
    """The whole game at one moment."""

    house_rules: SpcHouseRules
    status: Status = Status.FORMING
    adventure: int = 1
    """The number of the adventure at this table."""
    mastermind: str | None = None
    seats: list[str] = field(default_factory=list)
    preview: str | None = None
    opened: bool = False
    """True once the first scene of this adventure was opened."""
    round_position: int = 0
    """The seat whose turn it is to set a scene: an index into `seats`, and one past them for the Mastermind."""
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
    """The adventure at its start: nobody is seated yet, and no villainy is in sight."""
    return Adventure(house_rules=house_rules)


def adopt(state: Adventure, house_rules: SpcHouseRules) -> None:
    """Set the house rules from now on."""
    state.house_rules = house_rules
