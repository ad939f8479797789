"""The file that play came from, kept beside its records: as it was, or where it was several, together in one."""

import shutil
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast
from uuid import UUID

from domain.kernel.logged.chapters.entries import EntryLogged
from domain.kernel.logged.messages import Span
from exchange.imports.entries import NotTaken
from exchange.imports.recognising import format_of
from exchange.imports.source import ImportFile
from ledger.files.reading import KeptFile
from ledger.files.store import FileState, NoSuchFile, Progress
from ledger.ledger import Ledger
from ledger.logged import StoredIntake

_ACCOUNTS = (b'"passwordSalt"', b'"password_salt"')
_LONGEST = max(map(len, _ACCOUNTS))
_READ_AT_ONCE = 2**17
_DAY = (1980, 1, 1, 0, 0, 0)
"""The date of every file in a zip file, so that the same files are the same bytes."""


def keep_source(
    ledger: Ledger, campaign: str, source: ImportFile, progress: Progress = lambda done, total: None
) -> str | None:
    """Stage the file, to be kept by the intake that names it: its SHA-256. None where there is no place for files.

    Of a folder of another tool only the chat is read, so only that is kept. What holds accounts, with what stands
    for their passwords, is kept nowhere.
    """
    read = [it for it in source.inner or (source,) if _may_be_kept(it, alone=not source.inner)]
    if not (read and ledger.files.keeps_files):
        return None
    with _as_one(source, read) as content:
        return ledger.files.stage(ledger.find(campaign).id, content, progress).digest


def _may_be_kept(source: ImportFile, *, alone: bool) -> bool:
    """True if it was read, and is nobody's password."""
    before = b""
    with source.path.open("rb") as content:
        while part := content.read(_READ_AT_ONCE):
            if any(word in before + part for word in _ACCOUNTS):
                return False
            before = part[-_LONGEST:]
    if not alone:
        try:
            format_of(source)
        except NotTaken:
            return False
    return True


@contextmanager
def _as_one(source: ImportFile, read: Sequence[ImportFile]) -> Iterator[BinaryIO]:
    if not source.inner:
        with source.path.open("rb") as content:
            yield content
        return
    with tempfile.TemporaryFile() as packed:
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as zipped:
            for inner in read:
                with inner.path.open("rb") as content, _member(zipped, inner.name) as to:
                    shutil.copyfileobj(content, to)
        yield cast(BinaryIO, packed)


def _member(zipped: zipfile.ZipFile, name: str) -> BinaryIO:
    return cast(BinaryIO, zipped.open(zipfile.ZipInfo(name, _DAY), "w", force_zip64=True))


def kept_piece(ledger: Ledger, campaign: UUID, intake: StoredIntake, event: EntryLogged) -> bytes | None:
    """The bytes of an entry in the file that is kept; None where it is not, or where no place in it is known.

    Raises `NoSuchFile` where it should be there and is not, or is not what was taken in.
    """
    kept = {it.digest for it in ledger.files.kept(campaign) if not it.left_out}
    if intake.blob is None or intake.blob not in kept or event.span is None:
        return None
    store = ledger.files
    if store.check(campaign, intake.blob) is not FileState.SOUND:
        raise NoSuchFile("The file that is kept here is not what was taken in: `campaign verify` says more.")
    with tempfile.TemporaryDirectory(prefix="kept-") as folder, KeptFile(store, campaign, intake.blob) as it:
        place = Path(folder) / "file"
        if intake.blob == intake.sum:
            _put(it, place)
            return _piece(place, event.span)
        with zipfile.ZipFile(it) as zipped:
            named = [name for name in zipped.namelist() if event.place.startswith(f"{name}, ")]
            if not named:
                return None
            with zipped.open(max(named, key=len)) as content:
                _put(cast(BinaryIO, content), place)
        return _piece(place, event.span)


def _put(content: BinaryIO, place: Path) -> None:
    with place.open("wb") as into:
        shutil.copyfileobj(content, into)


def _piece(place: Path, span: Span) -> bytes:
    return ImportFile(place, place.name).piece(span.start, span.length)
