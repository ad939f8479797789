"""Several files as one source: each is read as its own kind, and says which file its entries stand in."""

from collections.abc import Iterator

from exchange.imports import recognising
from exchange.imports.entries import Item, NotTaken, Occurrences, Remarked, Said, of_another_file, placed
from exchange.imports.source import ImportFile

_NOTES = "iron-vault"
_WITHOUT_IDS = frozenset(("copied", "headed", "irc", "pidgin"))
"""Formats of chat whose messages have no ids of their own, and without a time are known by their words alone."""


def _is_by_words(key: str, said: Said) -> bool:
    return key == _NOTES or (key in _WITHOUT_IDS and said.when is None)


def read(source: ImportFile) -> Iterator[Item]:
    """The entries of all files. What cannot be read, or is read for no chat, is named."""
    yield from source.remarks
    found, seen = 0, Occurrences()
    for inner in source.inner:
        try:
            format = recognising.format_of(inner)
        except NotTaken as error:
            why, _listed, _all = str(error).partition(" that can be taken in:")  # not all of them for each file
            yield Remarked(inner.name, f"it is not read: {why.rstrip('.')}")
            continue
        found += 1
        for item in format.read(inner):
            if isinstance(item, Said) and _is_by_words(format.key, item):
                item = of_another_file(item, seen)
            yield placed(item, inner.name)
    if not found:
        yield Remarked("all files", "none of them is of a format that can be taken in", broken=True)
