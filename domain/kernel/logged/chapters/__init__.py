"""The chapters of logged play, in the order in which they are read: intakes, evenings, entries."""
