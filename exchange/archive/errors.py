"""Errors of an archive. Every message is one plain sentence for a person."""

from ledger.errors import Conflict, LedgerError


class NotAnArchive(LedgerError):
    """The file or folder is no archive."""


class BrokenArchive(LedgerError):
    """It is an archive, or was one; it cannot be trusted or cannot be read here, and nothing of it was stored."""


class AlreadyHere(Conflict):
    """The campaign, or another of its name, is in this ledger already, and differs."""
