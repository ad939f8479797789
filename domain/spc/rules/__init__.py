"""The rules of SPC, by chapter."""
