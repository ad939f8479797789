"""The world: session zero, factions, and what is prepared for play (HC-01 to HC-09)."""

from . import bag, factions, preparation, relations, session_zero

CHAPTERS = (
    session_zero.chapter,
    factions.chapter,
    relations.chapter,
    bag.chapter,
    preparation.chapter,
)
