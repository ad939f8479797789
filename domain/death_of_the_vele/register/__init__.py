"""The register: every rule of the game, and how each unclear point is read."""

from .readings import READINGS
from .rules import RULES

__all__ = ["READINGS", "RULES"]
