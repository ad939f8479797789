"""Cards of Foundry's module *Better Rolls for 5e*: the throws of a roll stand side by side, each with its total.

A total there has the face of its die within it; dice that all throws share, as those of a bonus, come after them.
The roll that the module gives to Foundry itself is an empty `0`.
"""

import re
from collections.abc import Iterator, Sequence

from domain.kernel.logged.played import LoggedDie
from exchange.imports.foundry.card_roll import CardRoll, die_of, number_of, size_of, squeezed
from exchange.imports.markup import Element

EMPTY = "0"
"""The formula of the roll that the module gives to Foundry, of which no die falls."""
_KEEPS = {"highest": "kh1", "lowest": "kl1"}


def drew(element: Element) -> bool:
    """True if the module drew this roll."""
    return "red-dual" in element.classes


def drew_in(card: Element | None) -> bool:
    """True if the module drew any roll of this card."""
    return card is not None and bool(card.all("red-dual"))


def drawn(element: Element) -> Iterator[CardRoll]:
    """The rolls that are drawn here: one; or one for each throw, where nothing says which of them counts; or harm,
    and what a critical hit adds to it.
    """
    named, totals = element.all("dice-formula"), element.all("dice-total")
    boxes = element.all("tooltip")
    throws = [it for it in boxes if "dual-left" in it.classes]
    shared = [it for it in boxes if it not in throws]
    harm = element.all("red-base-damage", "red-extra-die")
    title = _title(element, totals)
    formula = named[0].text if len(named) == 1 else ""
    if harm and len(harm) == len(throws) and len(totals) == 1:
        several = list(_harm(formula, throws, harm))
        several[0].aside += [it for it in totals[0].each() if "br5e-roll-label" in it.classes]
    elif not harm and len(totals) == len(throws) and totals:
        several = list(_throws(element, formula, throws, totals, _dice(shared)))
    else:
        several = [CardRoll(formula, _dice(boxes), "")]
        totals, harm = [], []
    first = several[0]
    for each in several:
        each.title = ", ".join(filter(None, (title.text if title else "", each.title)))
    first.named += named
    first.aside += [*named, *totals, *harm, *([title] if title else ()), *_told_again(boxes, several)]
    yield from several


def _title(element: Element, totals: Sequence[Element]) -> Element | None:
    within = [it for total in totals for it in total.each()]
    return next((it for it in element.all("br5e-roll-label") if it not in within), None)


def _dice(boxes: Sequence[Element]) -> list[LoggedDie | None]:
    return [die_of(it) for box in boxes for it in box.all("roll") if size_of(it)]


def _harm(formula: str, throws: Sequence[Element], harm: Sequence[Element]) -> Iterator[CardRoll]:
    for place, (throw, came) in enumerate(zip(throws, harm, strict=True)):
        asked = formula if not place else " + ".join(it.text for it in throw.all("part-formula"))
        yield CardRoll(asked, _dice([throw]), number_of(came), "Crit" if place else "")


def _throws(
    element: Element,
    formula: str,
    throws: Sequence[Element],
    totals: Sequence[Element],
    shared: list[LoggedDie | None],
) -> Iterator[CardRoll]:
    dice, came = [_dice([it]) for it in throws], [number_of(it) for it in totals]
    keeps = _KEEPS.get(element.attributes.get("data-rollstate", ""), "")
    one = re.match(r"\s*1?d20\b", formula)
    if len(throws) == 1 or not (keeps and one):
        for place, (fallen, total) in enumerate(zip(dice, came, strict=True)):
            yield CardRoll(formula, [*fallen, *(() if place else shared)], total)
        return
    counts = next((place for place, it in enumerate(totals) if "ignored" not in it.classes), 0)
    fallen = [
        die and die.model_copy(update={"kept": die.kept and place == counts})
        for place, several in enumerate(dice)
        for die in several
    ]
    told = CardRoll(
        formula, [*fallen, *shared], came[counts], f"{' or '.join(came)} ({element.attributes['data-rollstate']})"
    )
    told.meant = f"{len(throws)}d20{keeps}{formula[one.end() :]}"
    yield told


def _told_again(boxes: Sequence[Element], rolls: Sequence[CardRoll]) -> Iterator[Element]:
    """The elements that only say again what the rolls say: their dice, and the parts of the formula, where what
    a part came to is a constant, a face or a total.
    """
    shown = {str(die.face) for it in rolls for die in it.dice if die is not None} | {it.total for it in rolls}
    asked = [squeezed(it.formula) for it in rolls]
    for box in boxes:
        yield from (it for it in box.all("roll") if die_of(it) is not None)
        for part in box.all("tooltip-part"):
            said = part.all("part-formula", "part-flavor")
            sums = part.all("part-total")
            known = shown | {it.text for it in said}
            if all(any(squeezed(it.text) in one for one in asked) for it in said) and all(
                it.text in known for it in sums
            ):
                yield from said
                yield from sums
