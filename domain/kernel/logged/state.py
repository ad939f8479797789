"""Play taken in along a line: how much, from where, who is heard in it, and the intake that is open."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Intake:
    """One file of another tool. `evening` and `scene` are the ones that are open in it."""

    source: str
    file: str
    sum: str
    evening: int | None = None
    again: bool = False
    scenes: int = 0
    scene: str = ""
    entries: int = 0
    words: int = 0
    """Entries kept word for word."""


@dataclass(slots=True)
class LoggedVoice:
    """Somebody who is heard in what was taken in, and whose voice it is."""

    name: str
    player: str | None = None


@dataclass(slots=True)
class LastPlayed:
    """The session that counts as the last while an earlier one is open again."""

    number: int
    title: str


@dataclass(slots=True)
class Logged:
    """Play of other tools along a line. What was said stays in its records: years of it are too heavy here."""

    intakes: int = 0
    rulings: int = 0
    """Rulings by which it was taken in."""
    entries: int = 0
    evenings: int = 0
    open: Intake | None = None
    voices: dict[str, LoggedVoice] = field(default_factory=dict)
    last: LastPlayed | None = None
