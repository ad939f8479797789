"""Words that other tools share: who spoke, which dice fell, which number moved.

These dice fell long ago at another table. They are parts of a message and are drawn from nothing: no rule of ours
asked for them, and deciding them anew gives them again.
"""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from domain.kernel.journal.earlier import Amount, is_told
from domain.kernel.terms import Holds, Name, Person, Slug, Text

MOST_DICE = 1_000
"""More dice than this in one hand are no hand any more: such a roll comes in parts."""
LARGEST_DIE = 2**53


_LONGEST_TOLD = 1_000
"""Signs of a formula, as they are looked for. A longer one is told once more."""
_ROLLS = re.compile(r"\broll(?:s|ed|ing)?\b|^draws\b", re.IGNORECASE)


class Grade(StrEnum):
    """The degree to which a roll in the record is the roll that the source tells."""

    EXACT = "exact"
    """Each native result is a die, and the notation, fed with them, comes to the source's total."""
    TOTAL = "total"
    """The total is the source's own. The faces are missing, or do not add up to it."""
    WORDS = "words"
    """Read out of words, which may have meant something else."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class LoggedDie(_Part):
    """One die as it fell. A fudge die is of size 3 and lies two higher than it counts: 1, 2, 3 for -1, 0, +1.

    `kept` is false where it did not count, `extra` true where another die's fall had it thrown; `label` is what it
    showed where that is no number.
    """

    size: int = Field(ge=1, le=LARGEST_DIE)
    face: int = Field(ge=1, le=LARGEST_DIE)
    kept: bool = True
    extra: bool = False
    label: Text = ""

    @model_validator(mode="after")
    def _on_the_die(self) -> Self:
        if self.face > self.size:
            raise ValueError(f"a d{self.size} has no face {self.face}")
        return self


class LoggedRoll(_Part):
    """One roll: what was asked for as the source wrote it and, where it can be said, in our own notation; the
    dice; and what the source said it came to.
    """

    formula: Text
    notation: Text = ""
    dice: tuple[LoggedDie, ...] = Field(default=(), max_length=MOST_DICE)
    total: Text = ""
    label: Text = ""
    grade: Grade = Grade.TOTAL

    def said(self, names: Mapping[str, str]) -> str:
        """The roll as a person would write it: `Shadow, 1d6+3: 4 = 7`; a single die that is the total, once."""
        faces = ", ".join(str(die.face) if die.kept else f"({die.face})" for die in self.dice)
        between = " " if self.label.endswith((".", "!", "?")) else ", "
        parts = self.label.split(" / ")
        label = parts[0] if len(set(parts)) == 1 else self.label  # a table that stands alone on a page of its name
        asked = between.join(part for part in (label, self.formula) if part)
        total = f" = {self.total}" if self.total and self.total != faces else ""
        return f"{asked}{': ' if faces else ''}{faces}{total}"

    @property
    def says_rolls(self) -> bool:
        """True if its label says itself what somebody does, as `Wren rolls for the lamp!`, `Draws a card`."""
        return _ROLLS.search(self.label) is not None

    def is_told_in(self, text: str) -> bool:
        """True if a line of a text tells it whole, as a dice program does: the size, the faces and the total; or
        where no face is known, what was asked for and behind it the total, `2d6+1 = 9`.
        """
        if self.dice or not (self.formula and self.total):
            return is_told(text, [(die.size, die.face) for die in self.dice], self.total)
        asked = r"\s*".join(map(re.escape, "".join(self.formula.split())))
        told = rf"{asked}(?!\d)[^\n]{{0,400}}?(?<![\d.]){re.escape(self.total)}(?![\d.]*\d)"
        return len(asked) <= _LONGEST_TOLD and re.search(told, text) is not None


class LoggedChange(_Part):
    """A number that moved, as the source wrote it down: whose, which, from what to what."""

    owner: Annotated[Slug, Holds.PERSON]
    owner_name: Name
    name: Name
    was: Amount
    now: Amount

    def said(self, names: Mapping[str, str]) -> str:
        """The change as a person would write it."""
        return f"{self.owner_name}: {self.name} {self.was} → {self.now}"

    def is_told_in(self, text: str) -> bool:
        """True if a line of a text tells it whole."""
        return is_moved_in(text, self.owner_name, self.name, self.was, self.now)


def is_moved_in(text: str, owner: str, name: str, was: int, now: int) -> bool:
    """True if a line of a text tells of a number that moved, as a room does: `[ Wren ] HP : 12 → 9`."""
    moved = re.compile(rf"(?<![\d.-]){was}(?:/\d+)? → {now}(?![\d.]*\d)")
    lines = (" ".join(it.split()) for it in text.split("\n") if "→" in it)
    return any(owner in it and name in it and moved.search(it) for it in lines)


def rolls_beside(speaker: str, text: str, rolls: Sequence[LoggedRoll]) -> list[LoggedRoll]:
    """The rolls of an entry as they stand beside its words: none that these tell already.

    Left out of a label is "Ann rolls", which says once more whose it is, and the whole of it where the only roll
    of an entry is for what its words begin with.
    """
    again = f"{speaker} rolls "
    said = [
        it.model_copy(update={"label": it.label[len(again) :]}) if it.label.startswith(again) else it
        for it in rolls
        if not it.is_told_in(text)
    ]
    if len(said) == 1 and said[0].formula:
        begins, label = (" ".join(it.split()) + " " for it in (text, said[0].label))
        if begins.startswith(label):
            said = [said[0].model_copy(update={"label": ""})]
    return said


class LoggedVoice(_Part):
    """Somebody who speaks in what is taken in: a seat, a character or a voice of its own, and whose it is."""

    id: Person
    name: Name
    player: Annotated[Slug, Holds.PERSON] | None = None
