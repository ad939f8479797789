"""How each unclear point is read, and the house rule that reads it otherwise."""

from domain.kernel.register import Reading

from .added import ADDED
from .printed import PRINTED

READINGS = tuple(
    Reading(f"VE-{letter}{number}", question, reading, settings)
    for letter, table in (("A", PRINTED), ("B", ADDED))
    for number, (question, reading, settings) in enumerate(table, start=1)
)
