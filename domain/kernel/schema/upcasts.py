"""Old shapes of stored events: brought to today's before they are read, or known as versions of one another.

The stored bytes stay as they are. `docs/reference/upcasts.md` says how a new version of an event is made.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.kernel.messages import Event

Upcast: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
Upcasts: TypeAlias = Mapping[str, tuple[str, Upcast]]
"""Old tag -> (next tag, function from the old `data` to the new)."""


def upcast(tag: str, data: dict[str, Any], upcasts: Upcasts) -> tuple[str, dict[str, Any]]:
    """Follow the chain from an old tag to the one in use today. Raises `ValueError` on a ring."""
    seen = {tag}
    while tag in upcasts:
        tag, change = upcasts[tag]
        if tag in seen:
            raise ValueError(f"the upcasts of {tag} go round in a ring")
        seen.add(tag)
        data = change(data)
    return tag, data


def version_of(tag: str) -> tuple[str, int]:
    """A tag as the kind of event and its version: `x.heat_spent.v2` -> ("x.heat_spent", 2)."""
    stem, _, number = tag.rpartition(".v")
    return stem, int(number)


def superseded(tags: Iterable[str]) -> frozenset[str]:
    """Those of these tags of which there is a later version: what is read, and not written any more."""
    every = set(tags)
    newest: dict[str, int] = {}
    for stem, version in map(version_of, every):
        newest[stem] = max(version, newest.get(stem, 0))
    return frozenset(tag for tag in every if version_of(tag)[1] < newest[version_of(tag)[0]])


def say_the_same(recorded: Sequence[Event], decided: Sequence[Event]) -> bool:
    """True if these events are the recorded ones, or later versions of them that say everything they say."""
    return len(recorded) == len(decided) and all(map(_says_the_same, recorded, decided))


def _says_the_same(recorded: Event, decided: Event) -> bool:
    if type(recorded) is type(decided) or recorded.type == decided.type:
        return recorded == decided
    (kind, old), (other, new) = version_of(recorded.type), version_of(decided.type)
    said = dict(recorded)
    return (
        kind == other
        and old < new
        and all(
            name in type(decided).model_fields and getattr(decided, name) == value
            for name, value in said.items()
            if name != "type"
        )
    )
