"""The act and the scene being played."""

from dataclasses import dataclass, field

from domain.death_of_the_vele.terms.cast import AttachCost
from domain.death_of_the_vele.terms.dice import Die
from domain.death_of_the_vele.terms.play import ActStatus, SceneKind, SceneStatus

from .table import Bidding, Objective


@dataclass(slots=True)
class Attachment:
    """Components somebody wants to act as one, some of them played by others (VE-29)."""

    components: list[str]
    cost: AttachCost
    waits_for: list[str]
    """Players who are asked."""
    agreed: list[str] = field(default_factory=list)
    """Players who agreed."""


@dataclass(slots=True)
class Act:
    """Part of a story: dice and components are fresh at its start."""

    number: int
    name: str
    starting_event: str
    starting_narrator: str
    status: ActStatus = ActStatus.SETUP
    bidding: Bidding = field(default_factory=Bidding)
    initiative_order: list[str] = field(default_factory=list)
    bids_shown: bool = False
    narrator: str | None = None
    narrator_lent_to: str | None = None
    objective: Objective | None = None
    groups: list[str] = field(default_factory=list)
    map_positions: dict[str, str] = field(default_factory=dict)
    ready: list[str] = field(default_factory=list)
    """Players whose PC's traits are all either paid or left inactive."""
    twist_awarded: bool = False
    passed_picks: list[str] = field(default_factory=list)
    """Players who pick no more components of somebody who is away (VE-31)."""
    change_due: bool = False
    """An extended struggle ended: the narrator must change (VE-42)."""
    focus: str = ""
    """The narrator's topic, in the relay variant."""
    next_focus: str = ""
    next_narrator: str | None = None
    scenes: int = 0
    """Number of scenes opened in it."""
    attachments: dict[str, Attachment] = field(default_factory=dict)
    """Attachments that wait for somebody's word, by who asks for them."""


@dataclass(slots=True)
class Exclusion:
    """A component the narrator wants to keep out of the scene (VE-40)."""

    component: str
    die: Die
    narrator: str


@dataclass(slots=True)
class TurnState:
    """The steps of a component in this round of initiative."""

    acted_this_round: bool = False
    must_skip_next_action: bool = False
    moved_free: bool = False
    helping: str | None = None
    """The component it allied to, until the action it owes for that is skipped."""


@dataclass(slots=True)
class Scene:
    """A time, a place and a cast. `fate_xp_used` counts each player's fate; `zones` lie nearest first."""

    number: int
    title: str
    time: str
    place: str
    kind: SceneKind
    cast: list[str]
    status: SceneStatus = SceneStatus.OPEN
    excluded: list[str] = field(default_factory=list)
    exclusion: Exclusion | None = None
    zones: list[str] = field(default_factory=list)
    initiative_running: bool = False
    round: int = 0
    turn_of: str | None = None
    turns_taken: list[str] = field(default_factory=list)
    """Players whose turn of this round is over."""
    components: dict[str, TurnState] = field(default_factory=dict)
    fate_xp_used: dict[str, int] = field(default_factory=dict)
    prepared: list[str] = field(default_factory=list)
    """Preparations that already brought an aspect without a roll (VE-80)."""
    modifiers: dict[str, int] = field(default_factory=dict)
    """+1 or -1 waiting for a component's next roll (VE-67)."""
    opening_turn: bool = False
    """The turn under way is the attack that started initiative: it takes nobody's place in the order."""
    spin_maneuver: str | None = None
    """A component that may attempt a maneuver at once, by spin."""
    groups_out: list[str] = field(default_factory=list)
    """Groups handed out for this scene (VE-46)."""

    @property
    def open(self) -> bool:
        """True if it is being played."""
        return self.status is SceneStatus.OPEN
