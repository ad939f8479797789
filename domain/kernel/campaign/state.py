"""A campaign's own state: who sits at the table, which session it is, how the factions stand."""

from dataclasses import dataclass, field

from domain.kernel.logged.state import Logged
from domain.kernel.people import Asker, Role
from domain.kernel.terms import PersonId


@dataclass(slots=True)
class TakenSeat:
    """A person at the table."""

    name: str
    role: Role


@dataclass(slots=True)
class Session:
    """The session last opened."""

    number: int
    title: str
    open: bool


@dataclass(slots=True)
class Faction:
    """A power on the map."""

    name: str
    weight: int
    group: str


@dataclass(slots=True)
class Relation:
    """The relation of one faction to another."""

    relation: str
    friendly: bool | None


@dataclass(slots=True)
class Campaign:
    """Everything about a campaign that does not depend on its game. Empty `title`: not founded yet."""

    title: str = ""
    slug: str = ""
    people: dict[str, TakenSeat] = field(default_factory=dict)
    formerly: dict[str, str] = field(default_factory=dict)
    """Names of those who had a seat once: what they did is still told of them by name."""
    session: Session | None = None
    factions: dict[str, Faction] = field(default_factory=dict)
    relations: dict[str, dict[str, Relation]] = field(default_factory=dict)
    logged: Logged = field(default_factory=Logged)
    """Play of other tools that was taken in as play."""

    @property
    def founded(self) -> bool:
        """True if the first record is there."""
        return bool(self.title)

    @property
    def gm(self) -> PersonId | None:
        """The person who runs the game, if anybody does."""
        return next((PersonId(p) for p, seat in self.people.items() if seat.role is Role.GM), None)

    @property
    def players(self) -> list[PersonId]:
        """The people with a player's seat, in the order they sat down."""
        return [PersonId(p) for p, seat in self.people.items() if seat.role is Role.PLAYER]

    def asker(self, person: str) -> Asker:
        """The person with the seat they hold now; somebody without a seat is a reader."""
        seat = self.people.get(person)
        return Asker(PersonId(person), seat.role if seat else Role.READER)
