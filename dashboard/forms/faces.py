"""Dice typed in at the table: which are wanted, and what a quick line of faces says."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from domain.kernel.facts import DiceRolled, Retelling
from ledger.answers import Previewed, Refused

MISSING = "dice_missing"
LONGEST_RUN = 20
"""The most faces that may be run together; a longer run of digits is a slip."""

Preview: TypeAlias = Callable[[tuple[int, ...]], Previewed | Refused]
"""The function that works out what a ruling would come to with these faces."""


@dataclass(frozen=True, slots=True)
class ReadFaces:
    """A line of faces as it was read: the numbers, and what is wrong with it, in words."""

    faces: tuple[int, ...]
    problems: tuple[str, ...] = ()
    good: int = 0
    """The number of faces before the first one that is wrong."""


@dataclass(frozen=True, slots=True)
class Draw:
    """The dice that a ruling draws: the sizes known so far, in order, and its outcome with the faces typed so far.

    `outcome` is None while faces are missing.
    """

    sizes: tuple[int, ...]
    outcome: Previewed | Refused | None
    fudge: bool = False
    """True for dice that show −, blank and +, which lie as 1, 2 and 3."""


FUDGED = {"-": 1, "−": 1, "–": 1, "-1": 1, "−1": 1, "–1": 1, "0": 2, "+": 3, "+1": 3}
_SIGNS = {1: "-", 2: "0", 3: "+"}
_FUDGED = re.compile(r"[-−–+]1(?!\d)|[-−–+0]|[^-−–+0\s]+")


def read_fudge_faces(line: str) -> ReadFaces:
    """The faces in a line such as `- 0 + +` or `-0++`, for dice that show −, blank and +.

    Other numbers are none: nobody could tell whether a 1 is the third face or a plus.
    """
    faces: list[int] = []
    problems: list[str] = []
    good = 0
    for number, part in enumerate(_FUDGED.findall(line.replace(",", " ").replace(";", " ")), start=1):
        if part in FUDGED:
            faces.append(FUDGED[part])
        else:
            problems.append(f"die {number}: {part[:12]!r} is no face of a fudge die: − or + or, for blank, 0")
        good += not problems
    return ReadFaces(tuple(faces), tuple(problems), good)


def of_fudge_dice(told: Iterable[Retelling]) -> bool:
    """True if dice fell in what is told, and all of them show −, blank and +."""
    dice = [die for it in told for fact in it.facts if isinstance(fact, DiceRolled) for die in fact.dice]
    return bool(dice) and all(die.fudge for die in dice)


def line_of(faces: Iterable[int], *, fudge: bool) -> str:
    """Faces as they are typed."""
    return " ".join(_SIGNS[face] if fudge else str(face) for face in faces)


def read_faces(line: str, sizes: Sequence[int]) -> ReadFaces:
    """The faces in a line such as `5 2 3` or `5,2,3`; `523`, where no die has two digits.

    `sizes` are the dice wanted, as far as they are known; a 0 on a ten-sided die is its ten.
    """
    parts = _apart(line.replace(",", " ").replace(";", " ").split(), sizes)
    faces: list[int] = []
    problems: list[str] = []
    good = 0
    for number, part in enumerate(parts, start=1):
        size = sizes[number - 1] if number <= len(sizes) else None
        if not (part.isascii() and part.isdecimal()) or len(part) > 4:
            problems.append(f"die {number}: {part[:12]!r} is no face")
            continue
        face = 10 if size == 10 and part == "0" else int(part)
        if size is not None and not 1 <= face <= size:
            problems.append(f"die {number} is a d{size}: 1 to {size}")
        faces.append(face)
        good += not problems
    return ReadFaces(tuple(faces), tuple(problems), good)


def _apart(parts: Sequence[str], sizes: Sequence[int]) -> list[str]:
    """Faces run together are taken apart where no die they can be meant for has two digits."""
    faces: list[str] = []
    for part in parts:
        meant = sizes[len(faces) : len(faces) + len(part)]
        together = len(part) > 1 and part.isdecimal() and meant and int(part) > meant[0] and max(meant) < 10
        faces += list(part) if together and len(part) <= LONGEST_RUN else [part]
    return faces


def draw(preview: Preview, line: str) -> tuple[Draw, ReadFaces]:
    """Find out which dice a ruling wants, and read the line of faces by them.

    A ruling may ask for more dice once it has seen the first ones, so it is asked again for as long as the line
    has faces to give.
    """
    sizes: list[int] = []
    fudge = False
    outcome = preview(())
    while isinstance(outcome, Refused) and outcome.refusal.code == MISSING:
        more = outcome.refusal.params.get("sizes")
        if not isinstance(more, list) or not more:
            break
        fudge = bool(outcome.refusal.params.get("fudge")) and (fudge or not sizes)
        sizes += more
        typed = read_fudge_faces(line) if fudge else read_faces(line, sizes)
        if typed.problems or len(typed.faces) < len(sizes):
            return Draw(tuple(sizes), None, fudge), typed
        outcome = preview(typed.faces[: len(sizes)])
    typed = read_fudge_faces(line) if fudge else read_faces(line, sizes) if sizes else ReadFaces(())
    if len(typed.faces) > len(sizes):
        spare = len(typed.faces) - len(sizes)
        many = "one face too many" if spare == 1 else f"{spare} faces too many"
        return Draw(tuple(sizes), outcome, fudge), ReadFaces(typed.faces, (*typed.problems, many), typed.good)
    return Draw(tuple(sizes), outcome, fudge), typed
