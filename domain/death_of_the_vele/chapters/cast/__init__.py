"""The cast: components, with traits, abilities and aspects (VE-19 to VE-31, VE-106 to VE-115)."""

from . import abilities, agreeing, aspects, attaching, buying, buying_off, components

CHAPTERS = (
    buying.chapter,
    abilities.chapter,
    components.chapter,
    attaching.chapter,
    agreeing.chapter,
    aspects.chapter,
    buying_off.chapter,
)
