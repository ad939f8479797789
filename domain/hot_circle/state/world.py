"""The world of a campaign: settings, factions, how they stand, and what it is all about."""

from dataclasses import dataclass, field

from domain.hot_circle.terms import Importance, RelationKind, RelationOrigin


@dataclass(slots=True)
class Setting:
    """A social background, class, culture or environment that people are born into."""

    name: str
    character_types: list[str]


@dataclass(slots=True)
class Faction:
    """A power inside one setting. Its notes are the gamemaster's."""

    name: str
    setting_id: str
    importance: Importance
    notes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class FactionRelation:
    """The stance of one faction towards another; the other may see it differently."""

    kind: RelationKind
    origin: RelationOrigin


@dataclass(slots=True)
class Draw:
    """A name out of the bag that the group has yet to take or to put back."""

    source: str
    kind: RelationKind
    drawn: str


@dataclass(slots=True)
class FactionMap:
    """The factions, and each one's own relations: from, then to."""

    factions: dict[str, Faction] = field(default_factory=dict)
    relations: dict[str, dict[str, FactionRelation]] = field(default_factory=dict)
    draw: Draw | None = None
    left_empty: bool = False
    """True if the table said that it begins without relations."""


@dataclass(slots=True)
class Situation:
    """The conflict that the whole campaign is about."""

    text: str
    affected_factions: list[str]
    revision: int


@dataclass(slots=True)
class Location:
    """A place the gamemaster sketched; nobody else knows of it yet."""

    name: str
    text: str
    setting_id: str | None


@dataclass(slots=True)
class PreparedObstacle:
    """Something the gamemaster plans to put in a goal's way."""

    name: str
    text: str
    location_id: str | None
    level: int | None
    step: int | None


@dataclass(slots=True)
class Requirement:
    """A rare lifepath, and those that must come before it, by name."""

    lifepath_name: str
    requires: list[str]
