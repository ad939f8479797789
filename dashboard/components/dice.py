"""Dice as they lie on the table: one small drawing for every screen that shows a roll."""

from collections.abc import Sequence
from html import escape

from domain.kernel.facts import Die

SHAPES = (4, 6, 8, 10, 12, 20)
"""The sizes that have a drawing of their own; others are drawn as a round token."""


def dice_html(dice: Sequence[Die]) -> str:
    """These dice, in order, as HTML for `dice.css`. Dropped dice are dimmed and struck. Empty for no dice.

    Labels are text a person may have written: everything is escaped.
    """
    if not dice:
        return ""
    return f'<span class="die-hand" role="list">{"".join(map(_one, dice))}</span>'


def drawn_html(drawn: Sequence[tuple[int, int]]) -> str:
    """Dice known only by (size, face), as a ruling's first record keeps them."""
    return dice_html([Die(id=str(n), size=size, face=face) for n, (size, face) in enumerate(drawn, start=1)])


def waiting_html(sizes: Sequence[int], faces: Sequence[int]) -> str:
    """The dice a ruling asks for: those with a face lie there, the others are still in somebody's hand."""
    dice = [Die(str(n), size, face) for n, (size, face) in enumerate(zip(sizes, faces, strict=False), start=1)]
    missing = "".join(
        f'<span class="die-one {_shape(size)} die-waiting" role="listitem" aria-label="a d{size} to roll">'
        '<span class="die-body" aria-hidden="true"><span class="die-face">?</span></span>'
        f'<span class="die-size" aria-hidden="true">d{size}</span></span>'
        for size in sizes[len(dice) :]
    )
    return f'<span class="die-hand" role="list">{"".join(map(_one, dice))}{missing}</span>'


def _shape(size: int) -> str:
    return f"die-d{size}" if size in SHAPES else "die-token"


def _one(die: Die) -> str:
    marks = ("" if die.kept else " die-dropped") + (" die-top" if die.face == die.size else "")
    spoken = f"d{die.size} shows {die.face}" + (f", {die.label}" if die.label else "")
    spoken += "" if die.kept else ", not counted"
    label = f'<span class="die-label" dir="auto">{escape(die.label)}</span>' if die.label else ""
    return (
        f'<span class="die-one {_shape(die.size)}{marks}" role="listitem" aria-label="{escape(spoken)}"'
        f' title="{escape(spoken)}">'
        f'<span class="die-body" aria-hidden="true"><span class="die-face">{die.face}</span></span>'
        f'<span class="die-size" aria-hidden="true">d{die.size}</span>{label}</span>'
    )
