"""The story and the people who tell it."""

from dataclasses import dataclass, field

from domain.death_of_the_vele.terms.dice import Dice, Home
from domain.death_of_the_vele.terms.play import (
    ApprovalKind,
    DeedKind,
    ObjectiveOutcome,
    ObjectiveScope,
    SpotlightStatus,
    StoryStatus,
    TakenOut,
    Tone,
)

from .dice import DiceBag


@dataclass(slots=True)
class Gain:
    """Dice just gained into a pool: they may still be merged (VE-15)."""

    home: Home
    dice: Dice


@dataclass(slots=True)
class Player:
    """A person at the table: pools, experience, and what they have used up."""

    pc: str | None = None
    """The main component of their PC."""
    character_dice: DiceBag = field(default_factory=DiceBag)
    story_dice: DiceBag = field(default_factory=DiceBag)
    just_gained: list[Gain] = field(default_factory=list)
    xp_earned: int = 0
    xp_spent: int = 0
    xp_brought: int = 0
    """XP of earlier stories that came with the PC."""
    proven_by: str = ""
    """The story, and its record, that proves them; empty where they were only told."""
    xp_told: int = 0
    """XP of these that were only told in the campaign that proves them, or in one before it."""
    carried_from: tuple[str, str] | None = None
    """The campaign the PC was carried on from, and what it was called there."""
    xp_apart: int = 0
    """XP that counts for no level: stipends, by house rule."""
    xp_balance: int = 0
    level: int = 1
    steps_taken: int = 0
    """Thresholds of 20 XP already paid out, so that none pays twice (VE-114)."""
    thing_you_need_used: bool = False
    spotlights_created: int = 0
    present: bool = True


@dataclass(slots=True)
class MatrixRow:
    """One act as the matrix plans it."""

    name: str = ""
    first_focus: str = ""
    objective: str = ""
    opener: str | None = None
    """The player who takes this act to open."""


@dataclass(slots=True)
class Guideline:
    """A written fact or rule of this story."""

    text: str
    author: str


@dataclass(slots=True)
class Objective:
    """A group aspect of all PCs. `outcome` None: still open."""

    text: str
    scope: ObjectiveScope
    outcome: ObjectiveOutcome | None = None


@dataclass(slots=True)
class Bidding:
    """Bids for priority or initiative: sealed until all are in (VE-08, VE-32)."""

    bids: dict[str, int] = field(default_factory=dict)
    stipends: list[str] = field(default_factory=list)
    revealed: bool = False


@dataclass(slots=True)
class Spotlight:
    """A card asking for a scene about somebody (VE-37). `group` None: a card for the PC."""

    subject: str
    highlight: str
    motivation: str
    creator: str
    group: str | None
    tie: str | None
    status: SpotlightStatus = SpotlightStatus.OPEN


@dataclass(slots=True)
class DiceMove:
    """Dice that went from one home to another."""

    dice: Dice
    giver: Home
    taker: Home


@dataclass(slots=True)
class Deed:
    """Something done that the table may still take back (VE-02)."""

    kind: DeedKind
    player: str
    subject: str
    """The subject: an id the chapter knows how to undo."""
    paid: list[DiceMove] = field(default_factory=list)
    was: str = ""
    """The value before, where it only changed something."""
    rested: bool = False
    """A later roll rests on it."""
    withdrawn: bool = False


@dataclass(slots=True)
class Question:
    """A challenge, or a request for approval, being voted on. Votes: player -> supports."""

    asker: str
    text: str
    target: str | None = None
    """The deed challenged."""
    approval: ApprovalKind | None = None
    votes: dict[str, bool] = field(default_factory=dict)


@dataclass(slots=True)
class Story:
    """One complete game: its players, its framework (priority, objective, act matrix, order), its spotlights."""

    title: str = ""
    status: StoryStatus = StoryStatus.SETUP
    players: dict[str, Player] = field(default_factory=dict)
    dramatic_tone: Tone = Tone.PULPY
    same_kind_tone: Tone | None = None
    taken_out_default: TakenOut = TakenOut.UNCONSCIOUS
    guidelines: dict[str, Guideline] = field(default_factory=dict)
    priority: Bidding = field(default_factory=Bidding)
    priority_order: list[str] = field(default_factory=list)
    objective: Objective | None = None
    act_matrix: list[MatrixRow] = field(default_factory=list)
    matrix_complete: bool = False
    acts_ordered: bool = False
    framework_finished: bool = False
    spotlights: dict[str, Spotlight] = field(default_factory=dict)
    twists_awarded: int = 0

    @property
    def started(self) -> bool:
        """True if anybody plays in it yet."""
        return bool(self.players)


def approval_key(kind: ApprovalKind, text: str) -> str:
    """The key by which a request is remembered once it was turned down."""
    return f"{kind.value}: {' '.join(text.split()).lower()}"
