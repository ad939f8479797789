"""Names and texts, compared and turned into ids."""

from collections.abc import Container

from domain.kernel.terms import LONGEST_SLUG, slugify


def normalised(text: str) -> str:
    """A text as it is compared: trimmed, in lower case, with single spaces (HC-44)."""
    return " ".join(text.lower().split())


def same(one: str, other: str) -> bool:
    """True where two texts differ in nothing but case and spacing."""
    return normalised(one) == normalised(other)


def same_deed(one: str, other: str) -> bool:
    """True where two texts tell one deed: whoever tells it, and however it is punctuated."""
    return _deed(one) == _deed(other)


def _deed(text: str) -> list[str]:
    words = ["".join(filter(str.isalnum, word)) for word in normalised(text).split()]
    told = [word for word in words if word]
    return told[1:] if told[:1] and told[0] in _TELLERS else told


_TELLERS = frozenset({"i", "he", "she", "they", "we"})


def fresh_id(name: str, taken: Container[str], otherwise: str) -> str:
    """An id for something new: its name's slug, with a number behind it where that is taken.

    `otherwise` serves names without any letter or digit.
    """
    slug = slugify(name) or otherwise
    if slug not in taken:
        return slug
    number = 2
    while (numbered := f"{slug[: LONGEST_SLUG - 8].rstrip('-')}-{number}") in taken:
        number += 1
    return numbered


def with_ending(name: str, ending: str) -> str:
    """A name that ends in `-wise` or `-skill`."""
    return name if name.lower().endswith(ending) else f"{name}{ending}"


def blank(text: str) -> bool:
    """True where there is nothing to read."""
    return not text.strip()
