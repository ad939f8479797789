"""Sessions of a log of Fantasy Grounds, whose lines have no ids, and which of them stand in it twice."""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import BinaryIO

from exchange.imports.entries import Occurrences, hashed
from exchange.imports.pieces import whole_lines
from exchange.imports.texts import decoded

_COMPARED = 5
"""Lines behind the head of a session by which it is known again. Two sessions may begin in one minute."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """The parts of a log that stand in it twice, by the numbers of their lines."""

    heads: dict[int, int]
    """The head of a session -> the head above it that begins the same session."""
    halves: frozenset[int]
    """Lines in which a first copy was cut off: whatever they say stands whole in the second."""


def standing_again(stream: BinaryIO, file: str, begins: re.Pattern[str]) -> Repeated:
    """The parts of a log that stand in it twice: a session begins with the words of one further above."""
    heads: list[tuple[int, str, list[bytes]]] = []
    before: dict[int, tuple[int, bytes]] = {}
    last = (0, b"")
    for piece in whole_lines(stream, file):
        found = begins.search(decoded(piece.raw)[0]) if b" started at " in piece.raw else None
        if found:
            heads.append((piece.line, found[0], []))
            before[piece.line] = last
        elif heads and len(heads[-1][2]) < _COMPARED:
            heads[-1][2].append(piece.raw.strip())
        last = (piece.line, piece.raw)
    above: dict[str, list[tuple[int, list[bytes]]]] = defaultdict(list)
    again = {}
    for line, head, behind in heads:
        if (first := next((it for it, lines in above[head] if _agree(behind, lines)), None)) is not None:
            again[line] = first
        else:
            above[head].append((line, behind))
    halves = (before[line] for line in again)
    return Repeated(again, frozenset(line for line, raw in halves if raw.count(b"<font") > raw.count(b"</font")))


def _agree(one: list[bytes], other: list[bytes]) -> bool:
    many = min(len(one), len(other))
    return many > 0 and one[:many] == other[:many]


class LineIds:
    """Ids of lines: what one says on which day, and which of its like it is. They are the same in a copy."""

    def __init__(self) -> None:
        self._seen = Occurrences()
        self._sessions: dict[str, list[str]] = defaultdict(list)
        self._copies: Counter[str] = Counter()
        self.begin("", 0)

    def begin(self, day: str, head: int) -> None:
        """Go on with a session of a day, called by the line of its head; it may stand further above already."""
        self._day, self._head = day, str(head)
        if self._head not in self._sessions[day]:
            self._sessions[day].append(self._head)
        self._copies[self._head] += 1

    def id_of(self, line: str) -> str:
        """The id of a line of this session."""
        here = self._sessions[self._day]
        before = sum(self._seen.times(self._day, it, line) for it in here[: here.index(self._head)])
        number = self._seen.once_more(self._day, self._head, str(self._copies[self._head]), line)
        if number > self._seen.times(self._day, self._head, line):
            self._seen.once_more(self._day, self._head, line)
        return numbered(hashed(self._day, line), before + number)


def numbered(known: str, number: int) -> str:
    """The id of the line of this number that says the same."""
    return known + (f"-{number}" if number > 1 else "")
