"""Facts about people and characters."""

from dataclasses import dataclass

from domain.kernel.facts.fact import CharacterKind, Fact, Kind
from domain.kernel.people import Role


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
class VoiceHeard(Fact):
    """Somebody speaks in play that was taken in, without a seat or a sheet here. `player` is whose they are."""

    voice: str
    name: str
    player: str | None = None

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.voice,)


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
