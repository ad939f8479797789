"""The chapters of every campaign bound together, whatever its game: each imports only those before it."""

from domain.kernel.chapter import Rulebook

from . import factions, founding, guards, house_rules, overturning, rewinding, seats, sessions

CAMPAIGN = Rulebook(
    guards.chapter,
    seats.chapter,
    house_rules.chapter,
    founding.chapter,
    sessions.chapter,
    factions.chapter,
    rewinding.chapter,
    overturning.chapter,
)
