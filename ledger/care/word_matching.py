"""Matching words in texts by the letters a reader sees: whatever their case, their accents and their spaces."""

import re
import unicodedata
from collections.abc import Callable, Iterable

_WRITTEN_TOGETHER = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN")
"""Scripts in which a word need not end where another begins."""


class PhraseSearch:
    """Finds phrases in texts, longer ones first: as whole words, unless `parts` of words will do too."""

    def __init__(self, phrases: Iterable[str], *, parts: bool = False) -> None:
        self._phrases: dict[str, str] = {}
        for phrase in phrases:
            seen = " ".join(letters(phrase)[0].split())
            if seen:
                self._phrases.setdefault(seen, phrase)
        ordered = sorted(self._phrases, key=len, reverse=True)
        each = (_pattern(phrase, parts=parts) for phrase in ordered)
        self._pattern = re.compile("|".join(each)) if ordered else None

    def replaced(self, text: str, instead: Callable[[str], str]) -> str:
        """The text with what stands `instead` of each phrase that is found."""
        if self._pattern is None:
            return text
        seen, places = letters(text)
        made, done = [], 0
        for found in self._pattern.finditer(seen):
            start, end = places[found.start()], places[found.end() - 1] + 1
            while end < len(text) and unicodedata.combining(text[end]):
                end += 1
            made += [text[done:start], instead(self._phrases[" ".join(found.group().split())])]
            done = end
        return "".join((*made, text[done:]))

    def finds(self, text: str) -> bool:
        """True if any of them stands in a text, which may be long."""
        return self._pattern is not None and self._pattern.search(_plain(text)) is not None


def _plain(text: str) -> str:
    """The plain letters that `letters` makes of a text, without where each comes from."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(
        it for it in plain if it.isascii() or not (unicodedata.combining(it) or unicodedata.category(it) == "Cf")
    )


def letters(text: str) -> tuple[str, list[int]]:
    """A text without case and accents, and for each letter of it where in the text it comes from."""
    seen: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(text):
        plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", sign).casefold())
        for each in plain:
            if not unicodedata.combining(each) and unicodedata.category(each) != "Cf":
                seen.append(each)
                places.append(place)
    return "".join(seen), places


def _pattern(phrase: str, *, parts: bool) -> str:
    words = r"\s+".join(re.escape(word) for word in phrase.split())
    before = "" if parts or not _has_an_edge(phrase[0]) else r"(?<!\w)"
    after = "" if parts or not _has_an_edge(phrase[-1]) else r"(?!\w)"
    return f"{before}{words}{after}"


def _has_an_edge(sign: str) -> bool:
    return (sign.isalnum() or sign == "_") and not unicodedata.name(sign, "").startswith(_WRITTEN_TOGETHER)
