"""State that lasts: the dungeon, its monsters, their hoard, and the world around.

Plain slots, changed only inside a fold by `evolve`.
"""

from dataclasses import dataclass, field

from domain.wicked_ones.terms.bounds import STRESS_SEGMENTS
from domain.wicked_ones.terms.frame import RaidStatus
from domain.wicked_ones.terms.harm import AdventurerStatus, ClockStatus
from domain.wicked_ones.terms.holdings import DefenseSource, FactSource, FactStatus, PackStatus
from domain.wicked_ones.terms.rolls import Action, Attribute


@dataclass(slots=True)
class Prisoner:
    """A prisoner of the dungeon. A broken one is a way to hidden information."""

    name: str
    broken: bool = False


@dataclass(slots=True)
class Dungeon:
    """The monsters' home. `gold` is the common hoard, used only by house rule."""

    name: str = ""
    tier: int = 0
    master_plan: str = ""
    rooms: dict[str, str] = field(default_factory=dict)
    loot: int = 0
    prisoners: dict[str, Prisoner] = field(default_factory=dict)
    gold: int = 0
    invasion: str | None = None
    """Intruders in the dungeon."""


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
    """The GM's words about fields the rules do not know."""

    @property
    def shocked(self) -> list[Attribute]:
        """The attributes in shock."""
        return [attribute for attribute, struck in self.shock.items() if struck]

    @property
    def stress_left(self) -> int:
        """The number of segments that are still empty."""
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
        """True if only the GM knows it."""
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
