"""Dice: the port by which rules get faces, and faces typed or recorded.

A rule asks for dice by size and gets faces; where they come from (typed in at the table, rolled by the
program, or recorded in an earlier ruling) is not the rule's business. Faces are never fields of a command.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
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
        """The dice drawn so far, in order: (size, face)."""
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


@dataclass(frozen=True, slots=True)
class DrawnThing:
    """A name for what is drawn, in the singular and the plural, where it is no die: cards, tokens from a bag."""

    one: str
    many: str
    written: str = ""
    """The way in which its faces are written, where that needs saying."""


CARDS = DrawnThing("card", "cards")
FUDGE = DrawnThing("fudge die", "fudge dice", " (1, 2, 3 for −, blank, +)")
FACES = DrawnThing("face", "faces")


@dataclass(frozen=True, slots=True)
class AskedFace:
    """A face that was asked for: out of how many, what for, and what shows it if it is no die."""

    size: int
    purpose: str = ""
    drawn: DrawnThing | None = None

    def times(self, count: int) -> str:
        """A number of these draws, as a person would ask for them."""
        what = f"{count}d{self.size}"
        if self.drawn is not None:
            what = f"{count} {self.drawn.one if count == 1 else self.drawn.many}{self.drawn.written}"
        return f"{what} for {self.purpose}" if self.purpose else what


def in_words(asked: Iterable[AskedFace]) -> str:
    """Faces as a person would ask for them: "4d6 for Murg's smash", "1d6 for Ann, then 1d6 for Ben", "3 cards"."""
    return ", then ".join(one.times(len(list(alike))) for one, alike in groupby(asked))


def lacking(count: int, drawn: DrawnThing = FACES) -> str:
    """Words for a number of dice or cards that are missing."""
    return f"{count} {drawn.one} is missing" if count == 1 else f"{count} {drawn.many} are missing"


def roll_for(dice: Dice, *sizes: int, purposes: Sequence[str], drawn: DrawnThing | None = None) -> tuple[int, ...]:
    """Roll, saying what the faces are for, so that whoever types them is told which are missing or too many."""
    every = purposes if len(purposes) == len(sizes) else [*purposes[:1]] * len(sizes) or [""] * len(sizes)
    asked = tuple(AskedFace(size, purpose, drawn) for size, purpose in zip(sizes, every, strict=True))
    try:
        faces = dice.roll(*sizes)
    except DiceRefused as wrong:
        code, params = wrong.refusal.code, dict(wrong.refusal.params)
        if code == "dice_missing":
            params["asked"] = in_words(asked)
            params |= {"fudge": True} if drawn is FUDGE else {}
            if drawn is not None:
                params["lacking"] = lacking(int(str(params["missing"])), drawn)
        elif code == "dice_wrong" and drawn is not None:
            params["what"] = f"A {drawn.one}" + (drawn.written or f" out of {params['size']}")
        raise DiceRefused(refuse(code, **params)) from wrong
    if isinstance(dice, TypedDice):
        dice.say(asked)
    return faces


def unread_typed_faces(dice: Dice) -> tuple[int, ...] | None:
    """Typed faces nobody has read yet; None where dice fall only once they are asked for.

    For rules that say how many there must be: they are heard before a complaint about faces left over. Such a
    refusal names those that are too many as `unread`, as that complaint does.
    """
    return dice.unread if isinstance(dice, TypedDice) else None


class TypedDice:
    """Faces given beforehand, in the order they will be drawn: from the table, a script or a recorded ruling."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = tuple(faces)
        self._drawn: list[tuple[int, int]] = []
        self._asked: list[AskedFace] = []

    def roll(self, *sizes: int) -> tuple[int, ...]:
        """The next faces. Refuses `dice_missing` when too few are left and `dice_wrong` when one does not fit."""
        if len(self.unread) < len(sizes):
            raise DiceRefused(
                refuse(
                    "dice_missing",
                    asked=in_words(map(AskedFace, sizes)),
                    sizes=list(sizes),
                    given=list(self.unread),
                    missing=len(sizes) - len(self.unread),
                    lacking=lacking(len(sizes) - len(self.unread)),
                )
            )
        faces = self.unread[: len(sizes)]
        for face, size in zip(faces, sizes, strict=True):
            if not 1 <= face <= size:
                raise DiceRefused(refuse("dice_wrong", what=f"A die with {size} sides", face=face, size=size))
        self._drawn.extend(zip(sizes, faces, strict=True))
        self._asked.extend(map(AskedFace, sizes))
        return faces

    def say(self, asked: Sequence[AskedFace]) -> None:
        """Note what the faces drawn last were for."""
        self._asked[len(self._asked) - len(asked) :] = asked

    def left_over(self) -> Refusal | None:
        """The refusal of faces that nobody read, or None where all were."""
        if not self.unread:
            return None
        asked = in_words(self._asked) or "no dice"
        return refuse("dice_unread", asked=asked, unread=list(self.unread))

    @property
    def drawn(self) -> Sequence[tuple[int, int]]:
        """The dice drawn so far, in order: (size, face)."""
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
        """The dice drawn so far, in order: (size, face)."""
        return self._drawn

    @property
    def unread(self) -> tuple[int, ...]:
        """Faces given for missing dice that were not missing."""
        return self._more.unread
