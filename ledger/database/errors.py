"""Errors of a database, said with the library's errors and in sentences a person can read."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eventsourcing import persistence
from sqlalchemy import exc

from ledger.database.postgres.connection_errors import connection_advice
from ledger.database.sqlite.driver import CANNOT_WRITE, sqlite3

LIBRARY_ERRORS: dict[str, type[persistence.PersistenceError]] = {
    error.__name__: error
    for error in (
        persistence.InterfaceError,
        persistence.DataError,
        persistence.OperationalError,
        persistence.IntegrityError,
        persistence.InternalError,
        persistence.ProgrammingError,
        persistence.NotSupportedError,
        persistence.DatabaseError,
    )
}

# SQLite's primary result codes. `{name}` is the ledger as its owner knows it: a path, or an address.
SQLITE_SENTENCES = {
    sqlite3.SQLITE_PERM: "{name} may not be used by this account.",
    sqlite3.SQLITE_BUSY: "{name} is busy: another program has been using it for too long. Try again.",
    sqlite3.SQLITE_LOCKED: "{name} is busy: another program has been using it for too long. Try again.",
    sqlite3.SQLITE_READONLY: "{name} can be read but not written.",
    sqlite3.SQLITE_IOERR: "The disk that holds {name} reports an error.",
    sqlite3.SQLITE_CORRUPT: "{name} is damaged: SQLite cannot make sense of it. "
    "`campaign repair` saves what can be read.",
    sqlite3.SQLITE_FULL: "The disk that holds {name} is full; nothing was recorded.",
    sqlite3.SQLITE_CANTOPEN: "{name} cannot be opened, or its folder cannot be written.",
    sqlite3.SQLITE_NOTADB: "{name} is not a database.",
}

LOST = "{name} cannot be asked now: the connection was lost."
# PostgreSQL's SQLSTATE codes, whole or by their class of two characters; whole ones are looked up first.
POSTGRES_SENTENCES = {
    "25006": "{name} can be read but not written.",
    "40P01": "{name} is busy: two writers waited for each other. Try again.",
    "42501": "{name} may not be used by this account.",
    "53100": "The disk that holds {name} is full; nothing was recorded.",
    "53300": "{name} is busy: the server takes no more connections. Try again.",
    "55P03": "{name} is busy: another program has been using it for too long. Try again.",
    "08": LOST,
    "57P": LOST,
}


_REPAIR = "`campaign repair` makes it anew."


class LedgerUnavailable(persistence.OperationalError):
    """The ledger cannot be opened, read or written now. The message is one sentence fit for a screen."""


class NewerLedger(LedgerUnavailable):
    """The ledger is kept in a format of a newer program."""


class NotReached(LedgerUnavailable):
    """The server of the ledger, or the way to it, is not there now; nothing is said of the ledger itself."""


class OutcomeUnknown(LedgerUnavailable):
    """The commit broke off and nobody knows whether it counted: look for the records before trying again."""


def translated(error: Exception, name: str) -> persistence.PersistenceError:
    """The library's error for `error`, which SQLAlchemy or a driver raised about the ledger `name`."""
    if isinstance(error, exc.TimeoutError):
        return LedgerUnavailable(f"{name} is busy: all its connections are in use. Try again.")
    cause = error.orig if isinstance(error, exc.DBAPIError) else error
    sentence = sentence_for(cause)
    if sentence is not None:
        return LedgerUnavailable(sentence.format(name=name))
    if isinstance(cause, sqlite3.Error) and "fts5" in str(cause):
        return LedgerUnavailable(f"{name} is damaged: its index for finding cannot be read. {_REPAIR}")
    if isinstance(error, exc.DBAPIError) and error.connection_invalidated:
        return LedgerUnavailable(LOST.format(name=name))
    if isinstance(error, exc.OperationalError) and getattr(cause, "sqlstate", "") is None:
        # PostgreSQL's driver gives no code where there was no server to give one.
        gone = f"{name} cannot be reached: its server is not running, or not where it was."
        return NotReached(connection_advice(str(cause), name) or gone)
    for ancestor in type(error).__mro__:
        if ancestor.__name__ in LIBRARY_ERRORS:
            return LIBRARY_ERRORS[ancestor.__name__](str(cause))
    return persistence.PersistenceError(str(cause))


def sentence_for(cause: BaseException | None) -> str | None:
    """The sentence for a driver's error, or None where the error is the caller's and not the database's."""
    if isinstance(cause, sqlite3.Error):
        return SQLITE_SENTENCES.get(sqlite_code(cause))
    state = getattr(cause, "sqlstate", None) or ""
    for known in (state, state[:3], state[:2]):
        if known in POSTGRES_SENTENCES:
            return POSTGRES_SENTENCES[known]
    return None


# The wheel's copying of a file tells its errors by SQLite's own words alone.
_BY_WORDS = {"database or disk is full": sqlite3.SQLITE_FULL, "disk I/O error": sqlite3.SQLITE_IOERR}


def sqlite_code(error: BaseException | None) -> int:
    """SQLite's primary result code: the low byte of what the driver reports, 0 where it reports nothing."""
    return _code_in_full(error) & 0xFF


def _code_in_full(error: BaseException | None) -> int:
    code: int = getattr(error, "sqlite_errorcode", 0) or _BY_WORDS.get(str(error), 0)
    return code


def was_writing(error: sqlite3.Error, read: Path) -> bool:
    """True if SQLite could not write, rather than read the file at `read`: then it is about the other one."""
    code = _code_in_full(error)
    if code == sqlite3.SQLITE_IOERR:  # without saying at what
        return _can_be_read(read)
    return code & 0xFF == sqlite3.SQLITE_FULL or code in CANNOT_WRITE


def _can_be_read(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            while file.read(1 << 20):
                pass
    except OSError:
        return False
    return True


def commit_failure(error: Exception, name: str) -> persistence.PersistenceError:
    """Error to raise for a failed commit. Only an answer that rules the commit out keeps it from being unknown.

    `error` is SQLAlchemy's, or that of SQLite's driver.
    """
    cause = error.orig if isinstance(error, exc.DBAPIError) else error
    known = translated(error, name)
    if isinstance(cause, sqlite3.Error):
        # A full disk is noticed before the commit point and a busy one never reaches it; neither can be
        # said of an error that the disk reports while the commit point itself is being written.
        certain = sqlite_code(cause) in {sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL}
    else:
        state = getattr(cause, "sqlstate", None) or ""
        certain = bool(state) and not state.startswith(("08", "57P"))
    if certain:
        return known
    return outcome_unknown(str(known))


def outcome_unknown(why: str) -> OutcomeUnknown:
    """The error for a commit that broke off, `why` being a sentence."""
    return OutcomeUnknown(f"{why} It is not known whether the last records were kept: look before trying again.")


@contextmanager
def library_errors(name: str) -> Iterator[None]:
    """Raise the library's errors instead of those of SQLAlchemy and of SQLite's driver."""
    try:
        yield
    except (exc.SQLAlchemyError, sqlite3.Error) as error:
        raise translated(error, name) from error
