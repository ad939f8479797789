"""Several files as one source: each is read as its own kind, and says which file its entries stand in."""

from collections.abc import Iterator

from exchange.imports import recognising
from exchange.imports.entries import Item, NotTaken, Remarked, placed
from exchange.imports.source import ImportFile


def read(source: ImportFile) -> Iterator[Item]:
    """The entries of all files. What cannot be read, or is read for no chat, is named."""
    yield from source.remarks
    found = 0
    for inner in source.inner:
        try:
            format = recognising.format_of(inner)
        except NotTaken as error:
            why, _listed, _all = str(error).partition(" that can be taken in:")  # not all of them for each file
            yield Remarked(inner.name, f"it is not read: {why.rstrip('.')}")
            continue
        found += 1
        for item in format.read(inner):
            yield placed(item, inner.name)
    if not found:
        yield Remarked("all files", "none of them is of a format that can be taken in", broken=True)
