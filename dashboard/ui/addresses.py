"""Place that an address names: which campaign, and where in it. Addresses come from anywhere, so all of it is
checked.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.log.lines import Lines

LONGEST_QUOTE = 40


@dataclass(frozen=True, slots=True)
class OpeningPosition:
    """The position to open a campaign at, and what to say when that is not where the address pointed."""

    at: int
    notice: str = ""


def place_in(raw: str | None, head: int) -> OpeningPosition:
    """The position an address means. Without one it is the head; what cannot be meant lands nearby."""
    if raw is None or raw == "":
        return OpeningPosition(head)
    if not (raw.isascii() and raw.isdigit()):
        return OpeningPosition(head, f"“{quoted(raw)}” is no moment. This is the last one, {head:,}.")
    position = int(raw[:18])
    if position < 1:
        return OpeningPosition(1, "Moments are counted from 1. This is the first one.")
    if position > head:
        shown = f"{position:,}" if len(raw) <= 18 else quoted(raw)
        return OpeningPosition(
            head, f"It ends at moment {head:,}: there is no moment {shown} yet. This is the last one."
        )
    return OpeningPosition(position)


def quoted(raw: str) -> str:
    """The text of an address, short enough to repeat."""
    return raw if len(raw) <= LONGEST_QUOTE else raw[: LONGEST_QUOTE - 1] + "…"


def end_of_line(lines: Lines, at: int, head: int) -> int:
    """The end of the line that runs through `at`: the head, or the place where it was abandoned."""
    if lines.is_ancestor(at, head):
        return head
    return next(branch.last for branch in lines.branches(head) if branch.first <= at <= branch.last)


@dataclass(frozen=True, slots=True)
class OtherLine:
    """A line beside the shown one: where it leaves it, where it ends, and how many records are its own."""

    leaves: int
    last: int
    length: int


def other_lines(lines: Lines, end: int, head: int) -> list[OtherLine]:
    """Every line but the one that ends at `end`, in the order they were begun."""
    shown = {stretch.first: stretch.last for stretch in lines.path(end)}
    others = [branch.last for branch in lines.branches(head) if shown.get(branch.first, 0) < branch.last]
    return [_beside(lines, shown, last) for last in others]


def _beside(lines: Lines, shown: Mapping[int, int], last: int) -> OtherLine:
    leaves, length = 0, 0
    for stretch in lines.path(last):
        shared = min(stretch.last, shown.get(stretch.first, stretch.first - 1))
        if shared >= stretch.first:
            leaves = shared
        length += stretch.last - shared
    return OtherLine(leaves, last, length)
