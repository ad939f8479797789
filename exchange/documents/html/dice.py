"""Dice as they lie on the table: one small drawing for every screen that shows a roll."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.kernel.facts import Die
from exchange.documents.html.markup import joined, people, text

SHAPES = {4: "d4", 6: "d6", 8: "d8", 10: "d10", 12: "d12", 20: "d20"}
"""The outline of a die by its size; every other size is a round token (`dx`)."""

FUDGED = {1: ("−", "minus"), 2: ("", "blank"), 3: ("+", "plus")}
"""A fudge die as it looks and as it is said, by its face."""


@dataclass(slots=True)
class ShownDie:
    """One die on the table. `was` is the face it showed before it was rerolled or turned."""

    size: int
    face: int
    label: str = ""
    kept: bool = True
    was: int | None = None
    why: str = ""
    fresh: bool = False
    fudge: bool = False
    """True for a die that shows −, blank and +."""


def die_html(die: ShownDie) -> str:
    """One die: its outline by size, its face, the face it had before, and what it stood for.

    Labels are text a person may have written: everything is escaped.
    """
    called = _called(die.size, die.fudge)
    shown, said = FUDGED[die.face] if die.fudge else (str(die.face), str(die.face))
    spoken = f"{called} shows {said}"
    if die.was is not None:
        spoken += f", before that {die.was}" + (f" ({die.why})" if die.why else "")
    if not die.kept:
        spoken += ", not counted"
    if die.label:
        spoken += f", {die.label}"
    marks = [_outline(die.size), "" if die.kept else "dropped", "fresh" if die.fresh else ""]
    was = f"<s>{die.was}</s>" if die.was is not None else ""
    why = f'<small class="why">{text(die.why.replace("_", " "))}</small>' if die.why else ""
    label = people(die.label, "small") if die.label else f"<small>{called}</small>"
    return (
        f'<span class="lying" role="img" aria-label="{text(spoken)}">'
        f'<i class="die {" ".join(mark for mark in marks if mark)}"><b>{shown}</b></i>{was}{label}{why}</span>'
    )


def dice_html(dice: Sequence[Die]) -> str:
    """These dice, in order. Dropped dice are dimmed and struck. Empty for no dice."""
    lying = (ShownDie(die.size, die.face, die.label, die.kept, fresh=True, fudge=die.fudge) for die in dice)
    return f'<span class="dice">{joined(map(die_html, lying))}</span>' if dice else ""


def drawn_html(drawn: Sequence[tuple[int, int]], *, fudge: bool = False) -> str:
    """Dice known only by (size, face), as a ruling's first record keeps them. `fudge` holds for all of them."""
    numbered = enumerate(drawn, start=1)
    return dice_html([Die(id=str(n), size=size, face=face, fudge=fudge) for n, (size, face) in numbered])


def waiting_html(sizes: Sequence[int], faces: Sequence[int], *, fudge: bool = False) -> str:
    """The dice a ruling asks for: those with a face lie there, the others are still in somebody's hand.

    Fudge dice show −, blank and +.
    """
    there = joined(die_html(ShownDie(size, face, fudge=fudge)) for size, face in zip(sizes, faces, strict=False))
    missing = joined(
        f'<span class="lying waiting" role="img" aria-label="a {_called(size, fudge)} to roll">'
        f'<i class="die {_outline(size)}"><b>?</b></i><small>{_called(size, fudge)}</small></span>'
        for size in sizes[len(faces) :]
    )
    return f'<span class="dice">{there}{missing}</span>'


def _called(size: int, fudge: bool) -> str:
    return "dF" if fudge else f"d{size}"


def _outline(size: int) -> str:
    return SHAPES.get(size, "dx")
