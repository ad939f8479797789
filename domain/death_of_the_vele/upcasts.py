"""Events of earlier versions, brought to today's shape."""

from typing import Any

from domain.kernel.schema.upcasts import Upcasts


def _proven(data: dict[str, Any]) -> dict[str, Any]:
    """Add what v1 did not say: nothing of XP that had only been told."""
    return {**data, "told": 0}


UPCASTS: Upcasts = {
    "death_of_the_vele.experience_proven.v1": ("death_of_the_vele.experience_proven.v2", _proven),
}
