"""Play from before it came into this ledger, in words that all other tools share.

Who spoke, which dice fell, which number moved. These dice were read long ago and at another table, so they are
words of the message and are not drawn: nothing of the journal is ever decided anew.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from domain.kernel.terms import Holds, Name, Person, Slug, Text

MOST_DICE = 1_000
"""More dice than this in one hand are no hand any more: such a roll is kept in words."""
LARGEST_DIE = 1_000_000

EARLIER_NUMBER = "earlier-"
"""Prefix of the names of numbers that moved in earlier play."""

SourceId = Annotated[
    str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+$"), Holds.TEXT
]
"""The other tool's id of a message, with the tool's own name before it."""

Amount = Annotated[int, Field(ge=-(2**53), le=2**53)]


class EntryForm(StrEnum):
    """The kind of a message in the other tool."""

    SPEECH = "speech"
    """Said by a character."""
    TALK = "talk"
    """Said by a person about the game, or about anything else."""
    EMOTE = "emote"
    STORY = "story"
    """Told by nobody in the story: description, prose of a journal."""
    ROLL = "roll"
    CHANGE = "change"
    """A number or a state moved, and nothing was said."""
    WHISPER = "whisper"
    VERBATIM = "verbatim"
    """Not understood, and kept as it stood."""


_DICE = re.compile(r"\d*[db](\d+)")
_DICE_WHOLE = re.compile(r"\d*[db]\d+(?:(?:[kdr][hlo]?|xo?|!|c[sf])[<>=]{0,2}\d*)*(?![a-z])|\d*[db]\d+")
"""Dice with what is done with them behind, whose numbers are no faces: `1d6kl1`."""
_NUMBER = re.compile(r"(?<![\d.])-?\d+(?![\d.]*\d)")
_LONGEST_TOLD = 400
"""Characters of a line in which a roll is told. A longer one tells more."""
_MOST_TOLD = 50


def is_told(text: str, dice: Sequence[tuple[int, int]], total: str) -> bool:
    """True if a line of a text tells these dice, sizes and faces, and their total, as a dice program does."""
    if not 0 < len(dice) <= _MOST_TOLD or str(dice[0][1]) not in text:
        return False
    sizes = {str(size) for size, _face in dice}
    shown = Counter(str(face) for _size, face in dice) | Counter([total] if total else [])
    for line in text.split("\n"):
        told = line.casefold() if len(line) <= _LONGEST_TOLD else ""
        if sizes <= set(_DICE.findall(told)) and shown <= Counter(_NUMBER.findall(_DICE_WHOLE.sub(" ", told))):
            return True
    return False


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class EarlierDie(_Part):
    """One die as it fell. `kept` is false where it did not count."""

    size: int = Field(ge=2, le=LARGEST_DIE)
    face: int = Field(ge=1, le=LARGEST_DIE)
    kept: bool = True

    @model_validator(mode="after")
    def _on_the_die(self) -> Self:
        if self.face > self.size:
            raise ValueError(f"a d{self.size} has no face {self.face}")
        return self


class EarlierRoll(_Part):
    """One roll: what was asked for in the tool's own notation, the dice, and what the tool said it came to."""

    formula: Text
    dice: tuple[EarlierDie, ...] = Field(default=(), max_length=MOST_DICE)
    total: Text = ""
    label: Text = ""

    def said(self, names: Mapping[str, str]) -> str:
        """The roll as a person would write it: `Shadow, 1d6+3: 4 = 7`."""
        faces = ", ".join(str(die.face) if die.kept else f"({die.face})" for die in self.dice)
        asked = ", ".join(part for part in (self.label, self.formula) if part)
        return f"{asked}{': ' if faces else ''}{faces}{f' = {self.total}' if self.total else ''}"

    def is_told_in(self, text: str) -> bool:
        """True if a line of a text tells it whole, as a dice program does: the size, the faces and the total."""
        return is_told(text, [(die.size, die.face) for die in self.dice], self.total)


class EarlierChange(_Part):
    """A number that moved, as the other tool wrote it down: whose, which, from what to what."""

    owner: Annotated[Slug, Holds.PERSON]
    owner_name: Name
    name: Name
    was: Amount
    now: Amount

    def said(self, names: Mapping[str, str]) -> str:
        """The change as a person would write it."""
        return f"{self.owner_name}: {self.name} {self.was} → {self.now}"


class Voice(_Part):
    """Somebody who speaks in what is taken in. The id is a person's or a character's of the campaign, or new."""

    id: Person
    name: Name
