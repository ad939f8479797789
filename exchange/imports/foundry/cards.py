"""Cards of Foundry: rolls that a system drew as HTML, as trees.

Each innermost element of class `dice-roll` is one roll, whichever of its total and its formula comes first. Only
what the roll itself says is set aside of the words: its formula, its total and its dice.
"""

import re
from collections.abc import Iterator, Sequence

from exchange.imports import rolls
from exchange.imports.foundry import better_rolls
from exchange.imports.foundry.card_roll import CardRoll, die_of, number_of, size_of, squeezed
from exchange.imports.markup import Element

_LONGEST_TITLE = 60
_FIRST_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,6})?(?!\S)")
"""The total of a roll, before words on how it went."""


def drawn_in(card: Element) -> Iterator[CardRoll]:
    """The rolls of a card, in its order."""
    for around, element in _innermost(card):
        if better_rolls.drew(element):
            yield from better_rolls.drawn(element)
        elif drawn := _drawn(element):
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
    dice = [it for it in element.all("roll") if size_of(it)]
    totals, formulas = element.all("dice-total"), element.all("dice-formula")
    parts = element.all("part-formula")
    named = formulas if len(formulas) == 1 else [] if formulas else parts
    formula = " + ".join(it.text for it in named)
    if not dice and not re.search(r"\d*d(?:\d|%|f)", formula, re.IGNORECASE):
        return None
    if dice and not named:
        named, formula = parts, " + ".join(it.text for it in parts)
    total = _total(totals[0]) if len(totals) == 1 else None
    came = number_of(total) if total else ""
    if not dice and not came and not rolls.is_formula(formula):
        return None  # words that speak of dice, as those on who was hurt by a roll
    drawn = CardRoll(formula, [die_of(it) for it in dice], came)
    drawn.aside += [it for it, die in zip(dice, drawn.dice, strict=True) if die is not None]
    shown = {drawn.total, *(str(it.face) for it in drawn.dice if it is not None)}
    sums = {it for it in element.all("part-total") if it.text in shown}
    untold = {
        it for part in element.all("dice") if not sums.issuperset(part.all("part-total")) for it in part.each()
    }
    drawn.named = [it for it in named if it not in untold]
    drawn.aside += [*drawn.named, *([total] if total else ()), *sums]
    drawn.aside += [it for it in parts if it not in untold and squeezed(it.text) in squeezed(formula)]
    return drawn


def _total(element: Element) -> Element | None:
    """The element that is the number: this one, or the first in it. Words beside it are none of the roll's."""
    return next((it for it in (element, *element.each()) if number_of(it)), None)


def _title(around: Element, element: Element) -> str:
    """The title right before a roll in the element around both, as `Attack` or `Damage`. Another roll is none."""
    before = ""
    for it in around.inside:
        if it is element:
            break
        if isinstance(it, Element) and ("dice-roll" in it.classes or it.all("dice-roll")):
            before = ""
            continue
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
        came = _FIRST_NUMBER.match(told[0].text) if told else None
        drawn.formula, drawn.total = ", ".join(formulas), came[0] if came else ""
        drawn.title = next((it.text for it in card.all("roll-flavor") if len(it.text) <= _LONGEST_TITLE), "")
        yield drawn
