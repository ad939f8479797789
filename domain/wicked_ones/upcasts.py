"""Events of earlier versions, brought to today's shape."""

from typing import Any

from domain.kernel.schema.upcasts import Upcasts


def _framed(data: dict[str, Any]) -> dict[str, Any]:
    """Bring v1 to v2: its circumstances do not say which of the usual kinds they are."""
    return {**data, "circumstances": [{**each, "category": None} for each in data["circumstances"]]}


def _reduced(data: dict[str, Any]) -> dict[str, Any]:
    """Bring v1 to v2: it kept no note."""
    return {**data, "note": ""}


UPCASTS: Upcasts = {
    "wicked_ones.action_framed.v1": ("wicked_ones.action_framed.v2", _framed),
    "wicked_ones.consequence_reduced.v1": ("wicked_ones.consequence_reduced.v2", _reduced),
}
