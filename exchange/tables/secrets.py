"""The parts of a prepared table for the GM alone: counted, or left out for somebody who will play at it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from domain.kernel.forms.layouts import Asked, Group, Part, Slots


def secrets_in(parts: Iterable[Part], raw: Any) -> int:
    """The number of texts in these answers that only the GM is to read."""
    return sum(len(value) if isinstance(value, list) else 1 for value in _secrets(tuple(parts), raw))


def without_secrets(parts: Iterable[Part], raw: Any) -> Any:
    """The same answers without them."""
    asked = _by_field(parts)
    if not isinstance(raw, Mapping):
        return raw
    kept = {name: value for name, value in raw.items() if name not in asked or not asked[name].secret}
    for name, value in kept.items():
        part = asked.get(name)
        if isinstance(part, Slots) and isinstance(value, list):
            kept[name] = [without_secrets(part.parts, row) for row in value]
    return kept


def _secrets(parts: tuple[Part, ...], raw: Any) -> Iterator[Any]:
    """Each value of a field that only the GM is to read."""
    asked = _by_field(parts)
    for name, value in raw.items() if isinstance(raw, Mapping) else ():
        part = asked.get(name)
        if part is not None and part.secret:
            yield value
        elif isinstance(part, Slots) and isinstance(value, list):
            for row in value:
                yield from _secrets(part.parts, row)


def _by_field(parts: Iterable[Part]) -> dict[str, Asked]:
    found: dict[str, Asked] = {}
    for part in parts:
        if isinstance(part, Group):
            found |= _by_field(part.parts)
        else:
            found[part.field] = part
    return found
