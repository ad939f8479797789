"""One roll as a card of Foundry draws it, and the elements of the card that say nothing but what the roll says."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from domain.kernel.logged.played import LoggedDie, LoggedRoll
from exchange.imports import rolls
from exchange.imports.markup import Element

_NUMBER = re.compile(r"[+\-−]?\d{1,15}(?:\.\d{1,6})?")
_LABEL = re.compile(r"\[[^\[\]]*\]")


@dataclass(slots=True)
class CardRoll:
    """A roll as it was drawn, and the elements of the card that say nothing but what it says."""

    formula: str
    dice: list[LoggedDie | None]
    total: str
    title: str = ""
    aside: list[Element] = field(default_factory=list)
    named: list[Element] = field(default_factory=list)
    """Those of them that are its formula."""
    meant: str = ""
    """The formula of all the dice that fell, where the card names but the dice of one throw."""

    def roll(self, label: str) -> LoggedRoll:
        """The roll, under the label of its message and its own title."""
        told = ", ".join(filter(None, (label, self.title)))
        roll = rolls.rolled(self.meant or self.formula, self.dice, self.total, told, program="foundry")
        return roll.model_copy(update={"formula": rolls.on_one_line(self.formula)}) if self.meant else roll

    def is_of(self, roll: LoggedRoll) -> bool:
        """True if that is what was drawn here: the same total and no other faces."""
        return self.total == roll.total and (not any(self.dice) or self.shows_dice_of(roll))

    def shows_dice_of(self, roll: LoggedRoll) -> bool:
        """True if its dice are those of a roll, whatever they came to."""
        faces = sorted((it.size, it.face) for it in self.dice if it is not None)
        return faces == sorted((it.size, it.face) for it in roll.dice)

    def said_by(self, several: Iterable[LoggedRoll]) -> list[Element]:
        """The elements that say nothing but what these rolls say, which may be asked for in another way."""
        asked = [squeezed(_LABEL.sub("", it.formula)) for it in several]
        other = [it for it in self.named if not any(squeezed(_LABEL.sub("", it.text)) in one for one in asked)]
        return [it for it in self.aside if it not in other]


def squeezed(text: str) -> str:
    """A formula without its spaces, in small letters, as two of them are compared."""
    return "".join(text.split()).lower()


def number_of(element: Element) -> str:
    """The number that an element says; empty where it says something else.

    What other elements in it say beside its own number, as the face of the die, is not of the number.
    """
    own = " ".join("".join(it for it in element.inside if isinstance(it, str)).split())
    found = own if _NUMBER.fullmatch(own) else element.text
    return found.replace("−", "-").removeprefix("+") if _NUMBER.fullmatch(found) else ""


def die_of(element: Element) -> LoggedDie | None:
    """The die that an element draws, whose class says its size; kept unless it is said to be dropped."""
    counts = element.classes.isdisjoint(("discarded", "rerolled"))
    return rolls.die(size_of(element), element.text, counts)


def size_of(element: Element) -> str:
    """The number of faces of the die that an element draws; empty where it draws none."""
    return next((it[1:] for it in element.classes if re.fullmatch(r"d\d{1,15}", it)), "")
