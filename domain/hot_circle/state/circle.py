"""The whole game at one moment. Plain slots, changed only inside a fold; many of a thing are keyed by slug."""

from dataclasses import dataclass, field

from domain.hot_circle.house_rules import HotHouseRules
from domain.hot_circle.terms import DeedRefusal, EndStep, Randomizer, SessionStatus, Stage

from .people import Character
from .play import AbilityTest, Compel, Lore, ObstacleTest, Result, Scene, TraitVote
from .world import FactionMap, Location, PreparedObstacle, Requirement, Setting, Situation


@dataclass(slots=True)
class GameSession:
    """The session being played, or the last one; number 0 is session zero."""

    session_no: int = 0
    status: SessionStatus = SessionStatus.CLOSED
    ending_step: EndStep = EndStep.NONE


@dataclass(slots=True)
class Circle:
    """Everything about one campaign."""

    house_rules: HotHouseRules
    stage: Stage = Stage.SESSION_ZERO
    genre: str = ""
    style: str = ""
    starting_lifepaths: int | None = None
    randomizer: Randomizer = Randomizer.DICE
    season: int = 1
    game_session: GameSession = field(default_factory=GameSession)
    seated_gm: str | None = None
    seated_players: list[str] = field(default_factory=list)
    seated_names: dict[str, str] = field(default_factory=dict)
    """Everybody who ever sat here, by name."""

    settings: dict[str, Setting] = field(default_factory=dict)
    map: FactionMap = field(default_factory=FactionMap)
    situation: Situation | None = None
    requirements: dict[str, Requirement] = field(default_factory=dict)
    prep_notes: list[str] = field(default_factory=list)
    locations: dict[str, Location] = field(default_factory=dict)
    obstacles: dict[str, PreparedObstacle] = field(default_factory=dict)
    """The gamemaster's preparation, by id."""

    characters: dict[str, Character] = field(default_factory=dict)
    scene: str | None = None
    """The open scene."""
    scenes: dict[str, Scene] = field(default_factory=dict)
    obstacle_test: ObstacleTest | None = None
    ability_test: AbilityTest | None = None
    tests: int = 0
    """The number of tests declared so far."""
    results: dict[str, Result] = field(default_factory=dict)
    lore: dict[str, Lore] = field(default_factory=dict)
    refused_deeds: dict[str, dict[str, DeedRefusal]] = field(default_factory=dict)
    """By character, then by the deed's words."""
    compels: dict[str, Compel] = field(default_factory=dict)
    gm_persona_spent: int = 0

    milestone_due: bool = False
    """True if a milestone was recorded since the last trait vote."""
    skip_ready: bool = False
    """True if a trait vote was held since the last time-skip."""
    skips: int = 0
    trait_vote: TraitVote | None = None
    votes: int = 0
    gone: dict[str, str] = field(default_factory=dict)
    """The words of traits and conditions that are no longer on any sheet, by their ids."""
    adjudicated: dict[str, dict[str, str]] = field(default_factory=dict)
    """Adjudicated fields of subjects that are not characters."""

    @property
    def open_scene(self) -> Scene | None:
        """The scene being played."""
        return self.scenes[self.scene] if self.scene else None

    @property
    def pcs(self) -> dict[str, Character]:
        """The player characters whose story goes on."""
        return {slug: it for slug, it in self.characters.items() if it.is_pc and not it.end}


def initial(house_rules: HotHouseRules) -> Circle:
    """The state before anything is recorded."""
    return Circle(house_rules=house_rules)


def adopt(state: Circle, house_rules: HotHouseRules) -> None:
    """Read the rules otherwise from now on."""
    state.house_rules = house_rules
