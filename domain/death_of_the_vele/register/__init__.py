"""The register: whose game it is, every rule of it, and how each unclear point is read."""

from .credit import CREDIT
from .readings import READINGS
from .rules import RULES

__all__ = ["CREDIT", "READINGS", "RULES"]
