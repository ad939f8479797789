"""Names that stand before words in captions: `Ana: I walk.`, and not the words that merely end in a colon.

A line of captions is broken where it is full, so that `and says:` may stand at its beginning. A name begins with a
capital, where its script has any. Where a file writes its names in capitals, only those are names.
"""

import html
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

_NAMED = re.compile(r"\s*(?:>>\s*)?([^\W\d_][^:<>\n.!?]{0,39}):\s+(?=\S)")
_MOST_WORDS = 4
_MOST_NAMES = 5_000
_ASIDE = re.compile(r"\s*(\([^()]{1,30}\))$")
_JOINING = re.compile(r"(?:and|und|et|y|e|og|och|en|i|the|of|de|da|di|du|del|la|le|van|von|der|zu|al|bin|ibn)")
_ENOUGH = 4
"""Names in capitals for each one that is not: then the others are no names."""


@dataclass(frozen=True, slots=True)
class SpokenNames:
    """The names that stand before words in one file, each as often as it does, and whether in capitals alone."""

    told: Counter[str]
    capitals: bool

    @classmethod
    def of(cls, lines: Iterable[str]) -> "SpokenNames":
        """The names that may stand before the words of these lines."""
        told: Counter[str] = Counter()
        for line in lines:
            found = _NAMED.match(line) if ":" in line else None
            name = html.unescape(found[1]) if found else ""  # some files write "&amp;amp;" in them
            if name and (name in told or len(told) < _MOST_NAMES):
                told[name] += 1
        in_capitals = sum(many for it, many in told.items() if it.isupper() and len(it) > 1)
        return cls(told, in_capitals > _ENOUGH * (told.total() - in_capitals))

    def before(self, line: str) -> tuple[str, str] | None:
        """The name before the words of a line, and those words; None where none is."""
        found = _NAMED.match(line)
        if found is None:
            return None
        name, words = html.unescape(found[1]), line[found.end() :]
        if (aside := _ASIDE.search(name)) and self._is_name(bare := name[: aside.start()]):
            return bare, f"{aside[1]} {words}"
        return (name, words) if self._is_name(name) else None

    def _is_name(self, name: str) -> bool:
        parts = name.replace(",", " ").split()
        if not 0 < len(parts) <= _MOST_WORDS or name[0].islower():
            return False
        if self.capitals:
            bare = [it for it in parts if not _JOINING.fullmatch(it)]
            return all(map(_no_small_letter, bare)) or name.upper() in self.told
        some_small = any(it[0].islower() and not _JOINING.fullmatch(it) for it in parts)
        return not some_small or self.told[name] > 1


def _no_small_letter(word: str) -> bool:
    return not any(map(str.islower, word))
