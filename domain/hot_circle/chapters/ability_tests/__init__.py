"""Ability tests: what characters know, whom they know, what they once did (HC-46 to HC-53)."""

from . import ability_rolls, claims, contacts, deeds, establishing, wises

CHAPTERS = (
    contacts.chapter,
    wises.chapter,
    deeds.chapter,
    claims.chapter,
    ability_rolls.chapter,
    establishing.chapter,
)
