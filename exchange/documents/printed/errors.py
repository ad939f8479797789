"""Errors in setting documents."""


class CannotPrint(Exception):
    """A document that was not set; says why, for a person."""
