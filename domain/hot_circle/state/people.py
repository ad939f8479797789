"""A character: what it believes, who it has been, what it has, and what has happened to it."""

from dataclasses import dataclass, field

from domain.hot_circle.terms import (
    Ability,
    AssetKind,
    ConditionOrigin,
    Demeanour,
    Form,
    GoalStatus,
    Kind,
    Rank,
    VoteRound,
)


@dataclass(slots=True)
class Belief:
    """A stance and the goal it drives to. `revised` and the status count for the session under way."""

    stance: str
    goal: str
    goal_status: GoalStatus = GoalStatus.OPEN
    furthered_in_session: int | None = None
    """Number of the session it was furthered in, for whoever reads the state: rules go by the status."""
    rewarded: int = 0
    """Persona points this goal has brought."""
    revised: bool = False


@dataclass(slots=True)
class Instinct:
    """Something a character does by itself."""

    form: Form
    trigger: str
    text: str
    revised: bool = False


@dataclass(slots=True)
class Condition:
    """A temporary trait. `hindered_count` is how many tests it has hindered towards its clearing."""

    text: str
    rank: Rank
    origin: ConditionOrigin
    hindered_count: int = 0


@dataclass(slots=True)
class Lifepath:
    """A role out of the life story. A setting of None: nobody has said where."""

    name: str
    setting_id: str | None
    position: int
    is_born: bool
    is_bridge: bool
    rating: int
    spent_persona: int = 0
    spent_fate: int = 0
    taxed: list[Ability] = field(default_factory=list)


@dataclass(slots=True)
class TemporaryAsset:
    """Noted for good, at hand only in the scenes of `available_in` and those that directly continue them."""

    lifepath_id: str
    kind: AssetKind
    name: str
    available_in: list[str] = field(default_factory=list)
    npc_id: str | None = None
    """For a contact: who it is."""
    setting_id: str | None = None
    """For a contact: where they belong."""


@dataclass(slots=True)
class PermanentAsset:
    """Always there, until it is lost. `fate_paid` is 0 for starting assets."""

    lifepath_id: str
    kind: AssetKind
    name: str
    fate_paid: int
    lost: bool = False
    npc_id: str | None = None


@dataclass(slots=True)
class Bridge:
    """A lifepath that the gamemaster lets lead into another setting."""

    name: str
    setting_id: str


@dataclass(slots=True)
class Character:
    """A player character, or one of the supporting cast, who may have any of this or none."""

    kind: Kind
    name: str
    player: str | None = None
    age: str = ""
    pronouns: str = ""
    description: str = ""
    complete: bool = False
    fate: int = 0
    persona: int = 0
    beliefs: dict[str, Belief] = field(default_factory=dict)
    instincts: dict[str, Instinct] = field(default_factory=dict)
    traits: dict[str, str] = field(default_factory=dict)
    conditions: dict[str, Condition] = field(default_factory=dict)
    lifepaths: dict[str, Lifepath] = field(default_factory=dict)
    temporary_assets: dict[str, TemporaryAsset] = field(default_factory=dict)
    permanent_assets: dict[str, PermanentAsset] = field(default_factory=dict)
    adjudicated: dict[str, str] = field(default_factory=dict)
    entered: list[str] = field(default_factory=list)
    """The entries from a paper sheet, by their path."""

    bridges: list[Bridge] = field(default_factory=list)
    """Approved and not yet taken."""
    doubled: str | None = None
    """The lifepath that was taken twice."""
    lifepaths_due: int = 0
    """The number of time-skips for which no lifepath was taken yet."""
    refunds: list[str] = field(default_factory=list)
    """Assets lost since the last session ended."""
    rounds_voted: list[VoteRound] = field(default_factory=list)
    """The rounds of the trait vote under way that are closed for this character."""
    traits_changed: int = 0
    """The number of traits the vote under way has changed."""
    voted_away: list[str] = field(default_factory=list)
    """The traits that the vote under way has taken away, in words."""
    end: str = ""
    """The fate of the character, once its story is over."""

    setting_id: str | None = None
    faction_id: str | None = None
    demeanour: Demeanour | None = None
    notes: list[str] = field(default_factory=list)
    """For the supporting cast: what only the gamemaster knows of their beliefs."""

    @property
    def is_pc(self) -> bool:
        """True if a player runs this character."""
        return self.kind is Kind.PC

    @property
    def picks(self) -> int:
        """The number of the starting lifepaths that are used: a repeated one counts twice."""
        return len(self.lifepaths) + (self.doubled is not None)

    def kept(self, *kinds: AssetKind) -> dict[str, PermanentAsset]:
        """The permanent assets of these kinds that are not lost."""
        return {slug: it for slug, it in self.permanent_assets.items() if it.kind in kinds and not it.lost}
