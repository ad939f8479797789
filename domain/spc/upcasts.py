"""Records of earlier versions, brought to today's shapes."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from domain.kernel.schema.upcasts import Upcast


def fact_rejected(data: dict[str, Any]) -> dict[str, Any]:
    """Add what v1 did not tell: no objector, and the number of a rejected Fact was not given to another."""
    return {**data, "objector": None, "frees_number": False}


UPCASTS: Mapping[str, tuple[str, Upcast]] = MappingProxyType(
    {"spc.fact_rejected.v1": ("spc.fact_rejected.v2", fact_rejected)}
)
