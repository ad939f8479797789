"""The published language: what happened, in words every game shares.

Each game retells its events as facts; read models and screens know facts and nothing else. A fact names who
it concerns by id. `path` is the place on a sheet, map or track that it changed, written `owner.name`: the same
path the sheet's blocks carry, so that any number shown can be taken back to the records that made it.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from domain.kernel.people import EVERYONE, Audience, Role


class Kind(StrEnum):
    """Five kinds, five colours: what a moment of play was about."""

    STORY = "story"
    """People, sessions, scenes, notes."""
    DICE = "dice"
    """Tests and the dice they were settled by."""
    GAIN = "gain"
    """Something was earned, healed, won or made friends with."""
    LOSS = "loss"
    """Something was spent, lost, hurt or turned against."""
    GROWTH = "growth"
    """A character or the world moved on for good."""


class CharacterKind(StrEnum):
    """Who plays a character."""

    PLAYERS = "players"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something that happened. `audience` says who may know it."""

    audience: Audience = EVERYONE

    @property
    def kind(self) -> Kind:
        """Which of the five kinds of moment this fact makes."""
        return Kind.STORY

    @property
    def concerns(self) -> tuple[str, ...]:
        """Ids of the characters, people, places or groups this is about."""
        return ()

    @property
    def path(self) -> str | None:
        """The place this fact changed, `owner.name`, or None."""
        return None


# --- people and characters -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonSeated(Fact):
    """A person took a seat at the table, or changed it."""

    person: str
    name: str
    role: Role

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.person,)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonLeft(Fact):
    """A person gave up their seat."""

    person: str

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.person,)


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterEntered(Fact):
    """A character is in the campaign from now on. `how` is the game's own word for what it is."""

    character: str
    name: str
    character_kind: CharacterKind
    player: str | None = None
    how: str = ""

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.character,) if self.player is None else (self.character, self.player)


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterChanged(CharacterEntered):
    """A character became something else: picked by a player, cast off, transformed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterLeft(Fact):
    """A character is out of play."""

    character: str
    how: str

    @property
    def kind(self) -> Kind:
        return Kind.LOSS

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.character,)


# --- how the evening is divided --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOpened(Fact):
    """An evening of play began. Sessions are counted from 1."""

    session: int
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionClosed(Fact):
    """The evening ended."""

    session: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterOpened(Fact):
    """A larger part of a campaign began: an act, a phase, a season, play itself."""

    chapter: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterClosed(Fact):
    """That part ended."""

    chapter: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneOpened(Fact):
    """A scene began, somewhere, with some people in it."""

    scene: str
    title: str
    place: str = ""
    present: tuple[str, ...] = ()

    @property
    def concerns(self) -> tuple[str, ...]:
        return self.present


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneClosed(Fact):
    """The scene ended; `outcome` is what the table said came of it."""

    scene: str
    outcome: str = ""


# --- dice ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TestOpened(Fact):
    """Something is to be settled by dice: a contest, a struggle, an action roll. `form` is the game's word."""

    __test__ = False  # pytest would collect it by its name

    test: str
    form: str
    sides: tuple[str, ...]
    aim: str = ""

    @property
    def kind(self) -> Kind:
        return Kind.DICE

    @property
    def concerns(self) -> tuple[str, ...]:
        return self.sides


@dataclass(frozen=True, slots=True, kw_only=True)
class TestClosed(Fact):
    """It is settled."""

    __test__ = False

    test: str
    outcome: str
    winner: str | None = None
    losers: tuple[str, ...] = ()

    @property
    def kind(self) -> Kind:
        return Kind.DICE

    @property
    def concerns(self) -> tuple[str, ...]:
        return self.losers if self.winner is None else (self.winner, *self.losers)


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it fell: its id within its hand, its size and face, what it stood for, and whether it counts."""

    id: str
    size: int
    face: int
    label: str = ""
    kept: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRolled(Fact):
    """Dice fell. `reading` says what they came to in the game's words; a game may leave it for later facts."""

    roller: str
    purpose: str
    dice: tuple[Die, ...]
    test: str | None = None
    reading: str = ""

    @property
    def kind(self) -> Kind:
        return Kind.DICE

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.roller,)


@dataclass(frozen=True, slots=True, kw_only=True)
class DieChanged(Fact):
    """One die on the table shows another face: rerolled, shifted, or counted otherwise."""

    roller: str
    die: str
    size: int
    was: int
    now: int
    why: str
    rerolled: bool = False
    """True when the die was thrown again, so that it counts for luck; False when it was turned."""
    test: str | None = None

    @property
    def kind(self) -> Kind:
        return Kind.DICE

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.roller,)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceMoved(Fact):
    """Dice went from one pool to another: a wager, winnings, a payment. Dice are counted by size."""

    giver: str
    giver_pool: str
    taker: str
    taker_pool: str
    dice: tuple[tuple[int, int], ...]
    """Pairs of (size, how many)."""
    why: str

    @property
    def kind(self) -> Kind:
        return Kind.LOSS

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.giver, self.taker)


# --- numbers, states, texts ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberChanged(Fact):
    """A number on a sheet or a track went up or down. `good` says whether up is welcome (stress is not)."""

    owner: str
    name: str
    delta: int
    now: int
    why: str
    label: str = ""
    low: int | None = None
    high: int | None = None
    good: bool = True

    @property
    def kind(self) -> Kind:
        return Kind.GAIN if (self.delta > 0) == self.good else Kind.LOSS

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.owner,)

    @property
    def path(self) -> str | None:
        return f"{self.owner}.{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberMoved(Fact):
    """An amount went from one owner to another: a bribe refused, a compel. An owner may be a common supply."""

    giver: str
    taker: str
    name: str
    amount: int
    giver_now: int | None
    """What the giver has left; None for a supply that is not counted."""
    taker_now: int | None
    why: str
    label: str = ""

    @property
    def kind(self) -> Kind:
        return Kind.LOSS

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.giver, self.taker)

    def halves(self) -> tuple["NumberChanged", ...]:
        """The move as the changes of those two numbers, leaving out an uncounted supply."""
        sides = ((self.giver, -self.amount, self.giver_now), (self.taker, self.amount, self.taker_now))
        return tuple(
            NumberChanged(
                owner=owner, name=self.name, delta=delta, now=now, why=self.why, label=self.label,
                audience=self.audience,
            )
            for owner, delta, now in sides
            if now is not None
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChanged(Fact):
    """Something that is in one of a few states changed: an element unlocked, a tool denied, a defense used."""

    owner: str
    group: str
    name: str
    was: str
    now: str
    why: str
    label: str = ""
    good: bool | None = None
    """Whether the change is welcome to its owner; None when it is neither."""
    lasting: bool = False
    """True for a change that is growth rather than the moment's fortune."""

    @property
    def kind(self) -> Kind:
        if self.lasting:
            return Kind.GROWTH
        return Kind.STORY if self.good is None else Kind.GAIN if self.good else Kind.LOSS

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.owner,)

    @property
    def path(self) -> str | None:
        return f"{self.owner}.{self.group}.{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSet(Fact):
    """A text on a sheet was written: a belief, a goal, a plan."""

    owner: str
    field: str
    text: str

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.owner,)

    @property
    def path(self) -> str | None:
        return f"{self.owner}.{self.field}"


# --- the map ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeSet(Fact):
    """A group, place or power is on the map, or changed its weight. `removed` takes it off."""

    node: str
    name: str
    node_kind: str
    weight: int = 1
    group: str = ""
    removed: bool = False

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.node,)

    @property
    def path(self) -> str | None:
        return f"map.{self.node}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationSet(Fact):
    """One node now stands so towards another; `relation` is empty when the tie is cut."""

    source: str
    target: str
    relation: str
    friendly: bool | None = None
    """True for ties that help, False for ties that hurt, None for ties that are neither."""

    @property
    def kind(self) -> Kind:
        return Kind.STORY if self.friendly is None else Kind.GAIN if self.friendly else Kind.LOSS

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.source, self.target)

    @property
    def path(self) -> str | None:
        return f"map.{self.source}.{self.target}"


# --- advancement -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressSet(Fact):
    """How far a track of advancement is, and what its end brings. `need` is None once it cannot go on."""

    owner: str
    track: str
    have: int
    need: int | None
    brings: str
    label: str = ""

    @property
    def kind(self) -> Kind:
        return Kind.GROWTH

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.owner,)

    @property
    def path(self) -> str | None:
        return f"{self.owner}.{self.track}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Advanced(Fact):
    """A character gained something lasting through a track."""

    owner: str
    track: str
    what: str

    @property
    def kind(self) -> Kind:
        return Kind.GROWTH

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.owner,)


# --- words -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Told(Fact):
    """Somebody wrote something down: a note, a comment, what happened in a scene."""

    text: str
    form: str = "note"
    about: tuple[str, ...] = ()
    about_position: int | None = None

    @property
    def concerns(self) -> tuple[str, ...]:
        return self.about


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudicated(Fact):
    """The GM settled by word what the game leaves open."""

    subject: str
    field: str
    before: str
    after: str
    reason: str

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.subject,)

    @property
    def path(self) -> str | None:
        return f"{self.subject}.{self.field}"


@dataclass(frozen=True, slots=True)
class Retelling:
    """One event as read models see it: a sentence, and the facts in it.

    `names` gives the words for the ids the facts speak of, as known at that moment.
    """

    headline: str
    audience: Audience
    facts: tuple[Fact, ...]
    names: dict[str, str] = field(default_factory=dict)

    @property
    def kind(self) -> Kind:
        """The kind of moment: the strongest among its facts."""
        kinds = {fact.kind for fact in self.facts}
        return next((kind for kind in _STRONGEST_FIRST if kind in kinds), Kind.STORY)

    @property
    def concerns(self) -> tuple[str, ...]:
        """Everyone and everything the facts are about, each once, in order."""
        return tuple(dict.fromkeys(someone for fact in self.facts for someone in fact.concerns))


_STRONGEST_FIRST = (Kind.GROWTH, Kind.LOSS, Kind.GAIN, Kind.DICE, Kind.STORY)
