"""The open table at one moment: who is in play, what stands on their sheets, the scene, the last rolls."""

from dataclasses import dataclass, field

from domain.open_table.house_rules import OpenTableHouseRules
from domain.open_table.system.reading import read_system


@dataclass(slots=True)
class Thing:
    """A tag or an item. An empty `state` is simply there."""

    name: str
    state: str
    detail: str


@dataclass(slots=True)
class Track:
    """A clock, or a track of boxes, that was started in play."""

    name: str
    size: int
    form: str
    good: bool
    value: int = 0


@dataclass(slots=True)
class Values:
    """Values on a sheet, by the keys of the system file. A number that nobody set is not among them."""

    numbers: dict[str, int] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    things: dict[str, dict[str, Thing]] = field(default_factory=dict)
    tracks: dict[str, Track] = field(default_factory=dict)
    settled: dict[str, str] = field(default_factory=dict)
    """Outcomes the GM settled by word, by matter."""


@dataclass(slots=True)
class Character:
    """Somebody in the story. Without a player, the GM's."""

    name: str
    player: str | None
    here: bool = True
    values: Values = field(default_factory=Values)


@dataclass(slots=True)
class Scene:
    """The scene that is open."""

    number: int
    title: str
    place: str
    present: list[str]


@dataclass(slots=True)
class Fallen:
    """A die on the table."""

    id: str
    size: int
    face: int
    kept: bool
    extra: bool
    fudge: bool
    against: bool
    """One of those that are beaten one by one."""


@dataclass(slots=True)
class Thrown:
    """The last roll of somebody."""

    roll: int
    by: str
    who: str | None
    form: str
    """The key of the file's roll; empty for a notation."""
    called: str
    asks: dict[str, str]
    notation: str
    each: str
    versus: int | None
    secret: bool
    seen_by: str | None
    dice: list[Fallen]
    total: str


@dataclass(slots=True)
class OpenTable:
    """The whole game at one moment."""

    house_rules: OpenTableHouseRules
    characters: dict[str, Character] = field(default_factory=dict)
    own: Values = field(default_factory=Values)
    """Values that are nobody's alone."""
    seated: list[str] = field(default_factory=list)
    """People with a player's seat."""
    scene: Scene | None = None
    scenes: int = 0
    rolls: int = 0
    last: dict[str, Thrown] = field(default_factory=dict)
    """By whoever rolled: a character, or the table."""
    hidden: dict[str, Thrown] = field(default_factory=dict)
    """The same of secret rolls."""
    labels: dict[str, str] = field(default_factory=dict)
    """Labels, by key, of declarations the system file no longer has."""
    elsewhere: dict[str, str] = field(default_factory=dict)
    """The numbers of characters by how other tools call them, in small letters."""
    edited: list[str] = field(default_factory=list)
    """Changes made by the last edit of the system file, in words: additions, removals, alterations."""


def initial(house_rules: OpenTableHouseRules) -> OpenTable:
    """The table as it is founded."""
    return OpenTable(house_rules, elsewhere=called_elsewhere(house_rules))


def called_elsewhere(house_rules: OpenTableHouseRules) -> dict[str, str]:
    """The numbers of characters by how other tools call them, and by their own labels and keys."""
    numbers = read_system(house_rules.system).file.number
    of_characters = {key: it for key, it in numbers.items() if it.of == "character"}
    called = {name.casefold(): key for key, it in of_characters.items() for name in it.aka}
    for key, it in of_characters.items():
        called.setdefault(it.called(key).casefold(), key)
        called.setdefault(key, key)
    return called
