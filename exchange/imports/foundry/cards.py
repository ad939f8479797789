"""Cards of Foundry: rolls that a system drew as HTML, as trees.

Each innermost element of class `dice-roll` is one roll, whichever of its total and its formula comes first. Only
what the roll itself says is set aside of the words: its formula, its total and its dice.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from domain.kernel.logged.played import LoggedDie, LoggedRoll
from exchange.imports import rolls
from exchange.imports.markup import Element

_NUMBER = re.compile(r"[+\-−]?\d{1,15}(?:\.\d{1,6})?")
_LONGEST_TITLE = 60
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

    def roll(self, label: str) -> LoggedRoll:
        """The roll, under the label of its message and its own title."""
        told = ", ".join(filter(None, (label, self.title)))
        return rolls.rolled(self.formula, self.dice, self.total, told, program="foundry")

    def is_of(self, roll: LoggedRoll) -> bool:
        """True if that is what was drawn here: the same total and no other faces."""
        faces = sorted((it.size, it.face) for it in self.dice if it is not None)
        return self.total == roll.total and (not faces or faces == sorted((it.size, it.face) for it in roll.dice))

    def said_by(self, several: Iterable[LoggedRoll]) -> list[Element]:
        """The elements that say nothing but what these rolls say, which may be asked for in another way."""
        asked = [_squeezed(_LABEL.sub("", it.formula)) for it in several]
        other = [it for it in self.named if not any(_squeezed(_LABEL.sub("", it.text)) in one for one in asked)]
        return [it for it in self.aside if it not in other]


def drawn_in(card: Element) -> Iterator[CardRoll]:
    """The rolls of a card, in its order."""
    for around, element in _innermost(card):
        if drawn := _drawn(element):
            drawn.title = _title(around, element)
            yield drawn
    yield from _of_sandbox(card)


def _innermost(card: Element) -> Iterator[tuple[Element, Element]]:
    """The elements of class `dice-roll` that hold no other, each after the element around it."""
    for it in card.inside:
        if isinstance(it, Element):
            if "dice-roll" in it.classes and not it.all("dice-roll"):
                yield card, it
            else:
                yield from _innermost(it)


def _drawn(element: Element) -> CardRoll | None:
    dice = [it for it in element.all("roll") if _size(it)]
    totals, formulas = element.all("dice-total"), element.all("dice-formula")
    parts = element.all("part-formula")
    named = formulas if len(formulas) == 1 else [] if formulas else parts
    formula = " + ".join(it.text for it in named)
    if not dice and not re.search(r"\d*d(?:\d|%|f)", formula, re.IGNORECASE):
        return None
    if dice and not named:
        named, formula = parts, " + ".join(it.text for it in parts)
    total = _total(totals[0]) if len(totals) == 1 else None
    drawn = CardRoll(formula, [_die(it) for it in dice], _plain(total.text) if total else "")
    drawn.aside += [it for it, die in zip(dice, drawn.dice, strict=True) if die is not None]
    shown = {drawn.total, *(str(it.face) for it in drawn.dice if it is not None)}
    sums = {it for it in element.all("part-total") if it.text in shown}
    untold = {
        it for part in element.all("dice") if not sums.issuperset(part.all("part-total")) for it in part.each()
    }
    drawn.named = [it for it in named if it not in untold]
    drawn.aside += [*drawn.named, *([total] if total else ()), *sums]
    drawn.aside += [it for it in parts if it not in untold and _squeezed(it.text) in _squeezed(formula)]
    return drawn


def _squeezed(text: str) -> str:
    return "".join(text.split()).lower()


def _total(element: Element) -> Element | None:
    """The element that is the number: this one, or the first in it. Words beside it are none of the roll's."""
    return next((it for it in (element, *element.each()) if _NUMBER.fullmatch(it.text)), None)


def _plain(number: str) -> str:
    return number.replace("−", "-").removeprefix("+")


def _size(element: Element) -> str:
    return next((it[1:] for it in element.classes if re.fullmatch(r"d\d{1,15}", it)), "")


def _die(element: Element) -> LoggedDie | None:
    counts = element.classes.isdisjoint(("discarded", "rerolled"))
    return rolls.die(_size(element), element.text, counts)


def _title(around: Element, element: Element) -> str:
    """The title right before a roll in the element around both, as `Attack` or `Damage`."""
    before = ""
    for it in around.inside:
        if it is element:
            break
        text = it.text if isinstance(it, Element) else " ".join(it.split())
        before = text or before
    return before if len(before) <= _LONGEST_TITLE else ""


def _of_sandbox(card: Element) -> Iterator[CardRoll]:
    """A roll as the system Sandbox draws it: groups of dice under a label that ends in their formula, `(3d6):`."""
    formulas: list[str] = []
    drawn = CardRoll("", [], "")
    for element in card.all("label-roll", "roll-die"):
        if "label-roll" in element.classes:
            asked = re.search(r"\((\d{1,3}d(\d{1,4}))\)", element.text)
            formulas += [asked[1]] if asked else []
        elif formulas and (die := rolls.die(formulas[-1].partition("d")[2], element.text)):
            drawn.dice.append(die)
            drawn.aside.append(element)
    if drawn.dice:
        told: Sequence[Element] = card.all("roll-result")
        drawn.formula, drawn.total = ", ".join(formulas), told[0].text if told else ""
        drawn.title = next((it.text for it in card.all("roll-flavor") if len(it.text) <= _LONGEST_TITLE), "")
        yield drawn
