"""An adventurer's sheet: hearts and moves."""

from domain.kernel.sheet import Counter, CounterForm, Section, Sheet
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.bounds import MOVES


def adventurer(state: Underworld, slug: str) -> Sheet:
    """The sheet of an adventurer: the hearts and moves that are left."""
    it = state.adventurers[slug]
    hearts = Counter(
        path=f"{slug}.hearts", label="Hearts", value=it.hearts_left, high=it.hearts, form=CounterForm.BOXES
    )
    moves = Counter(path=f"{slug}.moves", label="Moves", value=it.moves, high=MOVES, form=CounterForm.BOXES)
    return Sheet(
        character=slug,
        title=it.name,
        subtitle=f"adventurer, {it.status}",
        sections=(Section("Adventurer", (hearts, moves)),),
    )
