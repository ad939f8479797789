"""Differences between one system file and the next, in words."""

from collections.abc import Iterator, Mapping

from pydantic import BaseModel

from domain.open_table.system.model import KINDS
from domain.open_table.system.system import System

_KIND = {
    "number": "the number",
    "derived": "the derived number",
    "pool": "the pool",
    "tags": "the tags",
    "items": "the items",
    "text": "the text",
    "advance": "the advance",
    "roll": "the roll",
}


def differences(before: System, after: System) -> tuple[str, ...]:
    """Every declaration that is new, gone or otherwise: `the number Luck is new`."""
    return tuple(_said(before, after))


def _said(before: System, after: System) -> Iterator[str]:
    if before.file.title != after.file.title:
        yield f"the title is now {after.file.title}"
    for kind in (*KINDS, "roll"):
        old: Mapping[str, BaseModel] = getattr(before.file, kind)
        new: Mapping[str, BaseModel] = getattr(after.file, kind)
        for key in (*old, *(key for key in new if key not in old)):
            declared = old[key] if key in old else new[key]
            name = f"{_KIND[kind]} {declared.called(key)}"  # type: ignore[attr-defined]
            if key not in new:
                yield f"{name} is gone"
            elif key not in old:
                yield f"{name} is new"
            elif old[key] != new[key]:
                called: str = new[key].called(key)  # type: ignore[attr-defined]
                renamed = called != declared.called(key)  # type: ignore[attr-defined]
                yield f"{name} is now called {called}" if renamed else f"{name} changed"
    if before.file.relation != after.file.relation:
        yield "the words for relations changed"


def outline(system: System) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """A file's declarations, heading by heading, for whoever looks before it is used."""
    file = system.file
    found = []
    for kind in (*KINDS, "roll"):
        declared: Mapping[str, BaseModel] = getattr(file, kind)
        if declared:
            names = tuple(it.called(key) for key, it in declared.items())  # type: ignore[attr-defined]
            found.append((_HEADINGS[kind], names))
    if file.relation:
        found.append(("Words for relations", file.relation))
    return tuple(found)


_HEADINGS = {
    "number": "Numbers",
    "derived": "Worked out",
    "pool": "Pools of dice",
    "tags": "Tags",
    "items": "Carried",
    "text": "Texts",
    "advance": "Growth",
    "roll": "Rolls",
}
