"""The end of a way that a newcomer would not get past."""


class Stopped(AssertionError):
    """A newcomer would not get any further here."""
