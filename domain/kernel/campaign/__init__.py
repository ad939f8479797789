"""The half of a journal that no game owns: founding, seats, sessions, house rules, factions, and rewinding."""
