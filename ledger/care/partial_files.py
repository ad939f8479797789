"""Partial files: unfinished work beside its target, named for its process and removed when that has ended."""

import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import count
from pathlib import Path
from socket import gethostname

from ledger.database.errors import LedgerUnavailable
from ledger.errors import TargetTaken

_OURS = re.compile(r"\..{1,80}\.campaign-([0-9a-f]{8})-(\d{1,10})-\d{1,6}\.part(?:-journal|-wal|-shm)?", re.DOTALL)
_OLD = 24 * 60 * 60
"""Seconds after which nobody is still working at it, wherever they are."""
BESIDE = ("-journal", "-wal", "-shm")
"""The suffixes of the files that SQLite keeps beside a file while it is used."""


@contextmanager
def partial_file(place: Path) -> Iterator[Path]:
    """A name beside this place to work under, on the same disk; in the end nothing of it is left.

    What dead programs left in that folder is swept first.
    """
    folder = place.absolute().parent
    for dead in stale_partial_files(folder):
        _remove(dead)
    work = next(path for number in count() if not (path := folder / _name(place.name, number)).exists())
    try:
        yield work
    finally:
        for left in (work, *(work.with_name(work.name + end) for end in BESIDE)):
            _remove(left)


def stale_partial_files(folder: Path) -> list[Path]:
    """The partial files in a folder whose processes have ended: half a backup, half an archive."""
    with suppress(OSError):
        return sorted(path for path in folder.iterdir() if _is_dead(path))
    return []


def _name(name: str, number: int) -> str:
    return f".{name[:80]}.campaign-{_here()}-{os.getpid()}-{number}.part"


def _here() -> str:
    """This computer: another's processes are not known here."""
    return sha256(gethostname().encode()).hexdigest()[:8]


def _is_dead(path: Path) -> bool:
    found = _OURS.fullmatch(path.name)
    if not found:
        return False
    with suppress(OSError):
        if time.time() - path.lstat().st_mtime > _OLD:
            return True
    return found.group(1) == _here() and not _is_running(int(found.group(2)))


def _is_running(process: int) -> bool:
    if sys.platform == "win32":  # there this very question would end it
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _remove(path: Path) -> None:
    with suppress(OSError):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


@contextmanager
def errors_naming_target(work: Path, place: Path, nothing: str) -> Iterator[None]:
    """Name the target in the errors of work on a partial file, whose name nobody knows.

    `nothing` says what did not come of it, where a disk is full.
    """
    try:
        yield
    except LedgerUnavailable as error:
        if str(work) not in str(error):
            raise
        said = str(error).replace(str(work), str(place)).replace("nothing was recorded", nothing)
        raise LedgerUnavailable(said) from error
    except OSError as error:
        if str(work) not in str(error.filename):
            raise
        raise OSError(error.errno, error.strerror, str(place)) from error


def refuse_existing(file: Path) -> None:
    """Refuse to write a copy of a ledger where something lies already. Raises `TargetTaken`.

    What SQLite left beside a file that is gone is enough: it would be taken for what is to be undone in the next
    file of that name, page by page.
    """
    if file.is_symlink() or file.exists():
        raise TargetTaken(f"There is something at {file} already, and a backup replaces nothing: name another.")
    for left in (file.with_name(file.name + end) for end in BESIDE):
        if left.is_symlink() or left.exists():
            raise TargetTaken(
                f"{left} was left behind by a ledger of that name, and would spoil a backup beside it: move it "
                "away, or name another."
            )


def publish(work: Path, file: Path) -> None:
    """Give a finished copy of a ledger its name, for good. Raises `TargetTaken`."""
    sync(work)
    refuse_existing(file)
    work.rename(file)
    sync(file.absolute().parent)


def sync(path: Path) -> None:
    """Wait until it is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
