"""Readings of unclear points, and the house rules that read them otherwise."""

from domain.kernel.register import Reading

from .added import ADDED
from .printed import PRINTED

READINGS = tuple(
    Reading(f"VE-{letter}{number}", question, reading, settings)
    for letter, table in (("A", PRINTED), ("B", ADDED))
    for number, (question, reading, settings) in enumerate(table, start=1)
)
