"""How each unclear point is read, and the house rule that reads it otherwise."""

from domain.kernel.rulebook import Reading

READINGS: tuple[Reading, ...] = ()
