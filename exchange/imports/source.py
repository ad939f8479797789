"""A file that is taken in: opened as UTF-8, with what a person said about its clock."""

import codecs
import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO
from zoneinfo import ZoneInfo

from exchange.imports.entries import NotTaken, Remarked
from exchange.imports.texts import (
    SHIFT_JIS,
    encoding_told_by,
    is_shift_jis,
    on_one_line,
    stamped,
    wide_without_mark,
)

_CHUNK = 1 << 17
_SAMPLE = 1 << 18
"""Bytes by which the encoding is told."""
_WIDE = ((codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"))
_HALF_WIDE = ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


@dataclass(frozen=True, slots=True)
class Clock:
    """The reading of a file's own times, where it does not say itself."""

    zone: tzinfo = UTC
    day_first: bool = False
    """True if 4/5/2021 is the 4th of May."""
    begins: datetime | None = None
    """The beginning of the play, where a file counts from there or tells only times of day."""

    def after(self, seconds: float) -> str | None:
        """The time so many seconds after the recording began, or None where nobody said when that was."""
        if self.begins is None:
            return None
        begun = self.begins if self.begins.tzinfo else self.begins.replace(tzinfo=self.zone)
        try:
            return stamped(begun + timedelta(seconds=seconds))
        except OverflowError:
            return None

    def stamp(self, *parts: int) -> str | None:
        """A local time (year, month, day, hour, minute, second) as UTC, or None where there is no such time."""
        try:
            return stamped(datetime(*parts, tzinfo=self.zone))  # type: ignore[misc, arg-type]
        except (ValueError, OverflowError):
            return None


def zone_called(name: str) -> tzinfo:
    """The time zone of this name. Raises `NotTaken` when there is none."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError) as error:
        raise NotTaken(f"There is no time zone {name!r}: write it like Europe/Berlin.") from error


@dataclass(frozen=True, slots=True)
class ImportFile:
    """A file to be read, as often as needed. `name` is what it was called before it came here."""

    path: Path
    name: str
    clock: Clock = field(default_factory=Clock)
    deleted: bool = False
    """True if messages that were deleted in the other tool, and still stand in the file, are read too."""
    remarks: tuple[Remarked, ...] = ()
    """The remarks made when a folder was made one file of."""
    inner: "tuple[ImportFile, ...]" = ()
    """The files of a source that is several."""
    folder: str = ""
    """The name of the folder or archive that was asked for, where this is the one file of it."""
    joined: bool = False
    """True if it was made of a folder, so that its lines and bytes say nothing to anybody."""
    undated: bool = False
    """True if notes without date or number are known to tell of play, so that their dice count."""

    def __post_init__(self) -> None:
        # Names of files may hold anything, line breaks and bytes that are no letters among it.
        object.__setattr__(self, "name", on_one_line(self.name))

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """Its bytes as UTF-8 without a mark at their beginning, to be read and searched."""
        with self.path.open("rb") as stream:
            head = stream.read(_SAMPLE)
            encoding = next((name for mark, name in (*_WIDE, *_HALF_WIDE) if head.startswith(mark)), None)
            encoding = encoding or (SHIFT_JIS if is_shift_jis(head) else wide_without_mark(head))
            if encoding is None:
                stream.seek(len(codecs.BOM_UTF8) if head.startswith(codecs.BOM_UTF8) else 0)
                yield stream
                return
            with tempfile.TemporaryFile() as narrow, self.path.open(encoding=encoding, errors="replace") as wide:
                while part := wide.read(_CHUNK):
                    narrow.write(part.encode("utf-8", "replace"))
                narrow.seek(0)
                yield narrow

    def piece(self, start: int, length: int) -> bytes:
        """The bytes of an entry, by where they stand."""
        with self.opened() as stream:
            stream.seek(start)
            return stream.read(length)

    @property
    def is_shift_jis(self) -> bool:
        """True if it is one file, and written in Shift-JIS as Japanese programs wrote before UTF-8."""
        if self.inner or self.joined:
            return False
        with self.path.open("rb") as stream:
            return is_shift_jis(stream.read(_SAMPLE))

    @property
    def otherwise(self) -> str:
        """The encoding of its lines that are no UTF-8, as far as its beginning tells."""
        with self.opened() as stream:
            return encoding_told_by(stream.read(_SAMPLE))

    @property
    def sum(self) -> str:
        """The SHA-256 of its bytes as they are; of several files, that of their sums."""
        if self.inner:
            return sha256("".join(sorted(it.sum for it in self.inner)).encode()).hexdigest()
        total = sha256()
        with self.path.open("rb") as stream:
            while part := stream.read(_CHUNK):
                total.update(part)
        return total.hexdigest()

    @property
    def is_there(self) -> bool:
        """True if it can still be read: what was uploaded is deleted once it was read."""
        return all(it.path.is_file() for it in self.inner or (self,))

    @property
    def stem(self) -> str:
        """Its name without folder and ending."""
        return Path(self.name).stem or "file"


@contextmanager
def set_aside(stream: Any, name: str) -> Iterator[ImportFile]:
    """An uploaded file as a source, on the disk for as long as it is looked at."""
    with tempfile.NamedTemporaryFile(suffix=Path(name).suffix) as kept:
        shutil.copyfileobj(stream, kept)
        kept.flush()
        yield ImportFile(Path(kept.name), name)


def json_value(raw: bytes | str) -> Any:
    """A JSON value, or None for what is none. Never raises, whatever the bytes are."""
    try:
        return json.loads(raw if isinstance(raw, str) else raw.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
