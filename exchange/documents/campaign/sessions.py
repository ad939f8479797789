"""Sessions that a file tells: one, or from one to another; and how many of them one file holds."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from ledger.log.lines import Lines
from projections.views.timeline import Mark

LARGEST = 2**53 - 1
"""Larger than the number of any session."""
_RANGE = re.compile(r"\s*(\d{1,16})\s*(?:[-–]\s*(\d{1,16})\s*)?", re.ASCII)


class NotSessions(Exception):
    """Words that name no sessions; says how they are named."""


@dataclass(frozen=True, slots=True)
class SessionRange:
    """The sessions from the first to the last of these numbers, both of them included."""

    first: int
    last: int

    def __post_init__(self) -> None:
        if not 1 <= self.first <= self.last <= LARGEST:
            raise NotSessions(f"There are no sessions {self}: they count from 1, and the earlier comes first.")

    @classmethod
    def parse(cls, words: str) -> Self:
        """Read `12`, or `12-20`. Raises `NotSessions`."""
        found = _RANGE.fullmatch(words)
        if found is None:
            raise NotSessions(f"{words[:40]!r} is no session. Say 12, or 12-20 for several.")
        return cls(int(found[1]), int(found[2] or found[1]))

    @property
    def numbers(self) -> range:
        """The number of each."""
        return range(self.first, self.last + 1)

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


def volumes(marks: Sequence[Mark], lines: Lines, head: int, most: int) -> Iterator[SessionRange]:
    """The sessions of a line in parts of so many records at most, in order; a session that is longer is a part of
    its own. `marks` are those of the whole line up to `head`.
    """
    own = [mark for mark in marks if mark.form == "session"]
    ends = [*(lines.parent(mark.position) for mark in own), head]
    sizes: Counter[int] = Counter()
    for place, mark in enumerate(own):
        sizes[mark.session] += ends[place + 1] - ends[place]
    return (SessionRange(part[0], part[-1]) for part in _in_parts(sorted(sizes.items()), most))


def _in_parts(sizes: Iterable[tuple[int, int]], most: int) -> Iterator[list[int]]:
    part: list[int] = []
    held = 0
    for number, size in sizes:
        if part and held + size > most:
            yield part
            part, held = [], 0
        part.append(number)
        held += size
    if part:
        yield part
