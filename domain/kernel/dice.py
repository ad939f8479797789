"""The port through which chance comes in.

A rule asks for dice by size and gets faces; where they come from (typed in at the table, rolled by the
program, or recorded in an earlier ruling) is not the rule's business. Faces are never fields of a command.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

from domain.kernel.decisions import Refusal, refuse


class Dice(Protocol):
    """Draws faces. Implementations raise `DiceRefused` when they cannot give a fitting face."""

    def roll(self, *sizes: int) -> tuple[int, ...]:
        """One face for each size asked for, in order; each between 1 and its size."""
        ...


class DiceSource(Dice, Protocol):
    """Dice as whoever records a ruling holds them: it is noted what was drawn, and what was not."""

    @property
    def drawn(self) -> Sequence[tuple[int, int]]:
        """What was drawn so far, in order: (size, face)."""
        ...

    @property
    def unread(self) -> Sequence[int]:
        """Faces given that nothing asked for."""
        ...


class DiceRefused(Exception):
    """The dice at hand do not fit what the rule asked for. Carries the refusal that becomes the answer."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class TypedDice:
    """Faces given beforehand, in the order they will be drawn: from the table, a script or a recorded ruling."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = tuple(faces)
        self._drawn: list[tuple[int, int]] = []

    def roll(self, *sizes: int) -> tuple[int, ...]:
        """The next faces. Refuses `dice_missing` when too few are left and `dice_wrong` when one does not fit."""
        if len(self.unread) < len(sizes):
            raise DiceRefused(refuse("dice_missing", sizes=list(sizes), given=list(self.unread)))
        faces = self.unread[: len(sizes)]
        for face, size in zip(faces, sizes, strict=True):
            if not 1 <= face <= size:
                raise DiceRefused(refuse("dice_wrong", face=face, size=size))
        self._drawn.extend(zip(sizes, faces, strict=True))
        return faces

    @property
    def drawn(self) -> Sequence[tuple[int, int]]:
        """What was drawn so far, in order: (size, face)."""
        return self._drawn

    @property
    def unread(self) -> tuple[int, ...]:
        """Faces given but not asked for."""
        return self._faces[len(self._drawn) :]


class SameDice:
    """The dice of a recorded ruling, for deciding it once more: each falls as a die of its size fell then.

    Dice that are asked for in another order keep their faces; dice nobody asks for any more are left over. Where a
    die is missing, the next of `more` is drawn.
    """

    def __init__(self, recorded: Iterable[tuple[int, int]], more: Iterable[int] = ()) -> None:
        self._recorded: dict[int, list[int]] = {}
        for size, face in recorded:
            self._recorded.setdefault(size, []).append(face)
        self._more = TypedDice(more)
        self._drawn: list[tuple[int, int]] = []

    def roll(self, *sizes: int) -> tuple[int, ...]:
        """One face for each size. Refuses `dice_missing` with the sizes that no recorded die is left for."""
        left = {size: len(faces) for size, faces in self._recorded.items()}
        missing = []
        for size in sizes:
            left[size] = left.get(size, 0) - 1
            if left[size] < 0:
                missing.append(size)
        more = iter(self._more.roll(*missing))
        for size in sizes:
            faces = self._recorded.get(size)
            self._drawn.append((size, faces.pop(0) if faces else next(more)))
        return tuple(face for _size, face in self._drawn[len(self._drawn) - len(sizes) :])

    @property
    def drawn(self) -> Sequence[tuple[int, int]]:
        """What was drawn so far, in order: (size, face)."""
        return self._drawn

    @property
    def unread(self) -> tuple[int, ...]:
        """Faces given for missing dice that were not missing."""
        return self._more.unread
