"""The register: every rule of the game, how each unclear point is read, and whose rulebook it is."""

from domain.kernel.register import Credit

from .readings import READINGS
from .rules import RULES

__all__ = ["CREDIT", "READINGS", "RULES"]

CREDIT = Credit(
    title="Death of the Vele",
    authors=("Bill Burdick",),
    source="https://sites.google.com/site/deathofthevele/rules",
    edition="version of 27 September 2012",
)
