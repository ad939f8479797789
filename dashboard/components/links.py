"""What an address says: which campaign, and where in it. Addresses come from anywhere, so all of it is checked."""

from dataclasses import dataclass

from ledger.lines import Lines

LONGEST_QUOTE = 40


@dataclass(frozen=True, slots=True)
class Place:
    """Where to open a campaign, and what to say when that is not where the address pointed."""

    at: int
    notice: str = ""


def place_in(raw: str | None, head: int) -> Place:
    """The position an address means. Without one it is the head; what cannot be meant lands nearby."""
    if raw is None or raw == "":
        return Place(head)
    if not (raw.isascii() and raw.isdigit()):
        return Place(head, f"“{quoted(raw)}” is no position. This is the last record, {head:,}.")
    position = int(raw[:18])
    if position < 1:
        return Place(1, "Positions are counted from 1. This is the first record.")
    if position > head:
        shown = f"{position:,}" if len(raw) <= 18 else quoted(raw)
        return Place(head, f"The log ends at {head:,}: there is no record {shown} yet. This is the last one.")
    return Place(position)


def quoted(raw: str) -> str:
    """What stood in an address, short enough to repeat."""
    return raw if len(raw) <= LONGEST_QUOTE else raw[: LONGEST_QUOTE - 1] + "…"


def end_of_line(lines: Lines, at: int, head: int) -> int:
    """Where the line that runs through `at` ends: at the head, or where it was abandoned."""
    if lines.is_ancestor(at, head):
        return head
    return next(branch.last for branch in lines.branches(head) if branch.first <= at <= branch.last)


@dataclass(frozen=True, slots=True)
class OtherLine:
    """Records that grew from the shown line and are not on it."""

    parent: int
    first: int
    last: int


def other_lines(lines: Lines, end: int, head: int) -> list[OtherLine]:
    """Every stretch of the log beside the line that ends at `end`, where it leaves its own line."""
    shown = {stretch.first: stretch.last for stretch in lines.path(end)}
    found = []
    for branch in lines.branches(head):
        left_at = shown.get(branch.first)
        if left_at is None:
            found.append(OtherLine(branch.parent, branch.first, branch.last))
        elif left_at < branch.last:
            found.append(OtherLine(left_at, left_at + 1, branch.last))
    return found
