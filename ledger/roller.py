"""Dice rolled by the program, from the operating system's source of chance."""

from collections.abc import Sequence
from secrets import randbelow

from domain.kernel.dice import DiceSource, TypedDice
from ledger.answers import Submission


class Roller:
    """A `Dice` port that rolls. Faces already rolled are kept: deciding anew on a new head must not reroll."""

    def __init__(self) -> None:
        self._rolled: list[tuple[int, int]] = []
        self._next = 0

    def from_the_start(self) -> "Roller":
        """Hand out the same faces again, in order, before rolling new ones."""
        self._next = 0
        return self

    def roll(self, *sizes: int) -> tuple[int, ...]:
        """One face for each size."""
        return tuple(self._roll_one(size) for size in sizes)

    @property
    def drawn(self) -> Sequence[tuple[int, int]]:
        """The dice handed out so far, in order: (size, face)."""
        return self._rolled[: self._next]

    @property
    def unread(self) -> Sequence[int]:
        """Nothing: a roller rolls what is asked for."""
        return ()

    def _roll_one(self, size: int) -> int:
        if self._next >= len(self._rolled) or self._rolled[self._next][0] != size:
            del self._rolled[self._next :]
            self._rolled.append((size, randbelow(size) + 1))
        face = self._rolled[self._next][1]
        self._next += 1
        return face


def dice_of(submission: Submission, roller: Roller) -> DiceSource:
    """The faces that were typed in, or else the roller's from its first."""
    return roller.from_the_start() if submission.faces is None else TypedDice(submission.faces)
