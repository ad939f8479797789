"""An entry that is to be taken in, as the story will tell it."""

from domain.kernel.logged.played import is_moved_in, rolls_beside
from domain.kernel.wording.emphasis import plainly_said
from exchange.imports.entries import Said
from projections.story.logged.entries import words_of_entry


def told_as(said: Said, speaker: str) -> str:
    """The text of an entry of somebody, by the name they will have.

    It is its words, and a line for each roll, number that moved and mark.
    """
    beside = rolls_beside(speaker, said.text, said.rolls)
    rolls = [roll.said({}) if roll.says_rolls else f"Rolls {roll.said({})}" for roll in beside]
    moved = [
        f"{it.name} {it.was} → {it.now}"
        for it in said.moves
        if not is_moved_in(said.text, it.owner or said.speaker, it.name, it.was, it.now)
    ]
    parts = (words_of_entry(plainly_said(said.text), beside), *rolls, *moved, *said.marks)
    return "\n".join(part for part in parts if part)
