"""A game's register: its numbered rules, and how each unclear one is read."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule: its id (`VC-21`), a short title in our words, and where the rulebook has it."""

    id: str
    title: str
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Credit:
    """Title and makers of the rulebook that a game is played by, as far as the rulebook itself names them."""

    title: str
    authors: tuple[str, ...] = ()
    source: str = ""
    """The place where it can be had, or the part of it that is played here."""
    edition: str = ""
    licence: str = ""
    """The licence its text names; empty where it names none, which means that all rights are its makers'."""

    @property
    def sentence(self) -> str:
        """The credit as a sentence of plain text, without a full stop at its end."""
        by = f"by {_listed(self.authors)}" if self.authors else "whose rulebook names no author"
        parts = [f"{self.title}, {by}", self.edition, self.source]
        return f"{'; '.join(part for part in parts if part)}. Licence: {self.licence or 'none named'}"


def _listed(names: tuple[str, ...]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of an unclear point, and the house rule that reads it otherwise, if there is one."""

    id: str
    question: str
    reading: str
    settings: tuple[str, ...] = ()
