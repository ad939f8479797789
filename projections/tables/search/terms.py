"""Words as they are looked for: the one way a text is cut into terms, on either database and in what is typed.

Case, width and accents do not matter. Scripts that are written without spaces are cut into single signs, which a
search then wants side by side: so a word of two signs is found wherever it stands. Doing this here, and not by the
tokenizers of the databases, makes both find the same.
"""

import re
from functools import lru_cache
from typing import NamedTuple
from unicodedata import category, normalize

VERSION = 1
"""Rises whenever texts are cut otherwise. What was indexed by another version is indexed anew."""


class Term(NamedTuple):
    """One term, and where it stands in the text it was cut from."""

    word: str
    start: int
    end: int


_ASCII = re.compile("[a-z0-9]+")
_VOICING = "\u3099\u309a"
_TATWEEL = "\u0640"
_UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x3005, 0x3007),
    (0x3040, 0x30FF),  # Hiragana, Katakana
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),  # Han, as all that follows
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)


def terms_in(text: str) -> list[Term]:
    """Every term of a text, in order."""
    if text.isascii():
        return [Term(found[0], *found.span()) for found in _ASCII.finditer(text.lower())]
    return _terms_of_any_script(text)


def stands_alone(word: str) -> bool:
    """True if this term is a single sign of a script that is written without spaces."""
    return len(word) <= 2 and _is_unspaced(word[0])


def _terms_of_any_script(text: str) -> list[Term]:
    found: list[Term] = []
    word, start, end = "", 0, 0
    for index, sign in enumerate(text):
        folded = _folded(sign)
        if folded is None:
            if word:
                found.append(Term(word, start, end))
            word = ""
            continue
        if folded in _VOICING and folded and found and not word and found[-1].end == index:
            last = found[-1]
            found[-1] = Term(normalize("NFC", last.word + folded), last.start, index + 1)
        elif folded and _is_unspaced(folded[0]):
            if word:
                found.append(Term(word, start, end))
            found.append(Term(folded, index, index + 1))
            word = ""
        elif word or folded:
            if not word:
                start = index
            word, end = word + folded, index + 1
    if word:
        found.append(Term(word, start, end))
    return found


@lru_cache(maxsize=20_000)
def _folded(sign: str) -> str | None:
    """Letters a sign adds to a term: "" where it is a mere accent or joins letters, None where it ends a term."""
    plain = normalize("NFKD", normalize("NFKD", sign).casefold())
    kept = "".join(part for part in plain if part in _VOICING or not _is_passed_over(part))
    if not kept:
        return ""
    whole = normalize("NFC", kept)
    return whole if all(part.isalnum() or part in _VOICING or category(part) == "Mc" for part in whole) else None


def _is_passed_over(sign: str) -> bool:
    return sign == _TATWEEL or category(sign) in ("Mn", "Me", "Cf")


def _is_unspaced(sign: str) -> bool:
    return any(first <= ord(sign) <= last for first, last in _UNSPACED)
