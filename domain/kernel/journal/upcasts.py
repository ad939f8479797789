"""Old shapes of the journal's events, brought to today's."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from domain.kernel.schema.upcasts import Upcast


def note_written(data: dict[str, Any]) -> dict[str, Any]:
    """Bring v1 to v2: the first notes had no form, and were about nothing in particular."""
    return {**data, "form": "note", "whose": "", "to": None, "person": None, "about": None}


UPCASTS: Mapping[str, tuple[str, Upcast]] = MappingProxyType(
    {"journal.note_written.v1": ("journal.note_written.v2", note_written)}
)
