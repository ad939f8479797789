"""The part of a campaign that no game owns: founding, seats, sessions, house rules, factions, and rewinding."""
