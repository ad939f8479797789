"""Cache of what a page was sent: texts are cut into pieces, and only new ones go over the line.

A step of the scrubber changes a few rows of a long sheet. Each piece the browser has got has a number; a text is
then told as the numbers of its pieces, and put together again over there. A browser that lacks a piece, because
it was lost on the way or its part was mounted anew, says so and is sent everything.
"""

import re
from collections.abc import Iterator, Mapping
from secrets import token_hex
from typing import Any

_IN_MARKUP = re.compile(r'<(?:section|div class="block|li|tr)\b')
_IN_DATA = re.compile(r"(?<=,)[{\[]")
"""The places where texts are cut: before what can change by itself. A text is whole wherever it is cut."""

MOST = 2_000_000
"""The number of characters kept by a page before it begins again with nothing."""


class Sending:
    """The pieces that one drawing of a page has been sent so far. Every full run of a screen makes a new one."""

    def __init__(self) -> None:
        self.begin_anew()

    def begin_anew(self) -> None:
        """Count nothing as sent."""
        self._book = token_hex(6)
        self._numbers: dict[str, int] = {}
        self._last: dict[str, tuple[str, list[int]]] = {}
        self._size = 0

    @property
    def begun(self) -> bool:
        """True if the page has been sent anything."""
        return bool(self._numbers)

    @property
    def full(self) -> bool:
        """True if the next message begins anew."""
        return self._size > MOST

    def message(self, texts: Mapping[str, str]) -> dict[str, Any]:
        """The texts as numbers of pieces, first and last of each run, with the pieces that are new.

        `first` is the number of the first new piece. `book` tells these numbers from those of an earlier count.
        """
        if self.full:
            self.begin_anew()
        first, fresh = len(self._numbers), []
        told = {}
        for name, text in texts.items():
            last = self._last.get(name)
            if last is not None and last[0] == text:  # most do not change from one step to the next
                told[name] = last[1]
                continue
            runs: list[int] = []
            for piece in _pieces(text):
                number = self._numbers.get(piece)
                if number is None:
                    number = self._numbers[piece] = len(self._numbers)
                    self._size += len(piece)
                    fresh.append(piece)
                if runs and number == runs[-1] + 1:
                    runs[-1] = number
                else:
                    runs += number, number
            told[name] = runs
            self._last[name] = text, runs
        return {"book": self._book, "first": first, "fresh": fresh, "texts": told}


def _pieces(text: str) -> Iterator[str]:
    begun = 0
    for seam in (_IN_MARKUP if text.startswith("<") else _IN_DATA).finditer(text):
        if seam.start() > begun:
            yield text[begun : seam.start()]
            begun = seam.start()
    yield text[begun:]
