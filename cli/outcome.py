"""Endings of a command: its exit status and the sentence that says why. The one place that tells errors apart."""

from enum import IntEnum


class Status(IntEnum):
    """Exit statuses, the same for every command."""

    DONE = 0
    BROKEN = 1
    """Something does not work: the database, the disk, a record, the program."""
    USAGE = 2
    """The words typed are off: an unknown command, option, campaign, game or position; JSON that is none."""
    REFUSED = 3
    """The rules of the game, or of the table, do not allow it."""
    CONFLICT = 4
    """Somebody else was there first: the name is taken, or others kept recording."""
    INTERRUPTED = 130
    """Ctrl-C."""
    UNREAD = 141
    """The reader of the output stopped reading: what other programs end with in a pipe."""


class CommandFailed(Exception):
    """The end of a command that did not do what was asked, with a sentence for stderr.

    An empty sentence means that everything has been said already.
    """

    def __init__(self, status: Status, sentence: str = "") -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


def usage_error(sentence: str) -> CommandFailed:
    """The ending where the words typed are off."""
    return CommandFailed(Status.USAGE, sentence)


def broken(sentence: str) -> CommandFailed:
    """Something does not work."""
    return CommandFailed(Status.BROKEN, sentence)


def ending_of(error: Exception) -> CommandFailed:
    """The ending of a command that this error came out of."""
    if isinstance(error, CommandFailed):
        return error
    known = _known(error)
    if known is not None:
        return CommandFailed(known, _sentence(str(error)))
    if isinstance(error, ModuleNotFoundError) and error.name:
        from cli.extras import without

        if missing := without(error.name):
            return missing
    if isinstance(error, OSError):
        reason = (error.strerror or str(error)).lower()
        return broken(f"{error.filename}: {reason}." if error.filename else f"The system says: {reason}.")
    return broken(
        f"Something in the program broke: {type(error).__name__}: {error}. Run it again with --debug to see where."
    )


def _known(error: Exception) -> Status | None:
    # Imported here, because --help and completion never come this far and should not wait for it.
    from domain.kernel.game import UnusableGame
    from domain.kernel.scenario import ScriptError
    from domain.kernel.vocabulary import MalformedCommand
    from exchange.archive.errors import NotAnArchive
    from exchange.imports.entries import NotTaken
    from exchange.media.errors import NotAccepted
    from ledger import errors
    from ledger.database.address import WrongAddress
    from ledger.database.errors import LIBRARY_ERRORS
    from ledger.log.receipts import NotAReceipt
    from ledger.whatif.resolution import NotAResolution

    match error:
        case errors.NoSuchCampaign() | errors.NoSuchPosition() | errors.NoSuchGame():
            return Status.USAGE
        case MalformedCommand() | ScriptError() | NotAReceipt() | NotAResolution() | NotAnArchive() | NotTaken():
            return Status.USAGE
        case WrongAddress() | NotAccepted():
            return Status.USAGE
        case errors.Conflict() | errors.SlugTaken():
            return Status.CONFLICT
        case errors.LedgerError() | UnusableGame():
            return Status.BROKEN
    return Status.BROKEN if isinstance(error, tuple(LIBRARY_ERRORS.values())) else None


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text if text.endswith((".", "!", "?")) else f"{text}."
