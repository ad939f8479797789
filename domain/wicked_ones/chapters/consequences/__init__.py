"""Consequences: declared, accepted, resisted, and what they do (WO-38 to WO-61)."""

from . import (
    adventurers,
    costs,
    declaring,
    dying,
    harm,
    losses,
    owed,
    reducing,
    resisting,
    settling,
    splitting,
    striking,
)

CHAPTERS = (
    losses.chapter,
    striking.chapter,
    harm.chapter,
    owed.chapter,
    declaring.chapter,
    splitting.chapter,
    adventurers.chapter,
    settling.chapter,
    reducing.chapter,
    resisting.chapter,
    dying.chapter,
    costs.chapter,
)
