"""The table that events are applied by."""

from domain.kernel.evolution import Evolution
from domain.vicious_crucible.state import Crucible

evolve = Evolution[Crucible]()
