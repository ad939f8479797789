"""Messages as data: old shapes of events, where the words of people stand, a page about events."""
