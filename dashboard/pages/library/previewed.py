"""An entry that is to be taken in, as the story will tell it."""

from domain.kernel.logged.played import is_moved_in, rolls_beside
from domain.kernel.wording.emphasis import plainly_said
from exchange.imports.entries import Said
from projections.story.pieces import run_on


def told_as(said: Said, speaker: str) -> str:
    """The text of an entry of somebody, by the name they will have.

    It is its words, and a line for each roll, number that moved and mark.
    """
    rolls = [
        roll.said({}) if roll.says_rolls else f"Rolls {roll.said({})}"
        for roll in rolls_beside(speaker, said.text, said.rolls)
    ]
    moved = [
        f"{it.name} {it.was} → {it.now}"
        for it in said.moves
        if not is_moved_in(said.text, it.owner or said.speaker, it.name, it.was, it.now)
    ]
    parts = (run_on(plainly_said(said.text.strip())), *rolls, *moved, *said.marks)
    return "\n".join(part for part in parts if part)
