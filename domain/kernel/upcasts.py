"""Old shapes of stored events, brought to today's before they are read. The stored bytes stay as they are."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

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
