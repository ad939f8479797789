"""Bags as one zip file: written in order, and unpacked without trusting its content."""

import re
import stat
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from exchange.archive.errors import BrokenArchive, NotAnArchive
from exchange.archive.layout import LARGEST_PAGE
from exchange.archive.recognising import BROKEN_ZIP, DECLARATION, roots

MOST_FILES = 50_000
"""A bag of ours has a few dozen files, and those that records name."""
RATIO = 200
"""The most times its own size that a zip file may unpack to. Records, each with a hash in it, come to ten at
most.
"""
ALWAYS_FINE = 64 * 2**20
"""Bytes that any zip file may unpack to, however small it is: no harm can come of so few."""

_NO_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest that a zip file knows: the same bag is the same bytes, whenever it was written and by whom."""
_PLAIN_FILE = (stat.S_IFREG | 0o644) << 16
_AT_ONCE = 2**20
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_WINDOWS_DRIVE = re.compile(r"^[A-Za-z]:")
_ENCRYPTED = 0x1

Progress = Callable[[int, int], None]
"""A function that is told how much of how much is done."""


class _Bytes:
    """Counts the bytes that are done."""

    def __init__(self, total: int, progress: Progress) -> None:
        self._done, self._total, self._progress = 0, total, progress

    def add(self, count: int) -> None:
        self._done += count
        self._progress(self._done, self._total)


def write_zip(folder: Path, target: Path, progress: Progress) -> None:
    """Pack a folder, with its own name around everything. Raises `OSError`."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    _pack(folder, files, target, zipfile.ZIP_DEFLATED, _Bytes(size, progress))
    if size > _most_from(target):
        # Somebody wrote the same thing very often. Packed so well, nobody could tell it from a bomb.
        target.unlink()
        _pack(folder, files, target, zipfile.ZIP_STORED, _Bytes(size, progress))


def _pack(folder: Path, files: Sequence[Path], target: Path, method: int, count: _Bytes) -> None:
    with zipfile.ZipFile(target, "x", method) as packed:
        for path in files:
            info = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix(), _NO_TIME)
            info.compress_type, info.external_attr, info.file_size = method, _PLAIN_FILE, path.stat().st_size
            with path.open("rb") as source, packed.open(info, "w", force_zip64=True) as to:
                while content := source.read(_AT_ONCE):
                    to.write(content)
                    count.add(len(content))


def _most_from(archive: Path) -> int:
    return max(ALWAYS_FINE, RATIO * archive.stat().st_size)


@contextmanager
def _said_plainly() -> Iterator[None]:
    try:
        yield
    except BROKEN_ZIP as error:
        raise BrokenArchive(
            f"The zip file is damaged or cut off: {str(error).rstrip('.') or 'it breaks off'}."
        ) from error


def unpack(archive: Path, into: Path, progress: Progress) -> Path:
    """Unpack a bag and say in which folder it lies. Raises `NotAnArchive`, `BrokenArchive`, `OSError`.

    Everything is judged by the list of contents before a byte is written, and the contents must then keep to it.
    """
    if not zipfile.is_zipfile(archive):
        with archive.open("rb") as file:
            if file.read(4) == b"PK\x03\x04":
                raise BrokenArchive("The zip file is cut off: its end is missing.")
        raise NotAnArchive(f"{archive} is neither a folder nor a zip file.")
    with _said_plainly(), zipfile.ZipFile(archive) as packed:
        members = [info for info in packed.infolist() if not info.is_dir()]
        root = _root(members)
        _check_list(packed, members, root, _most_from(archive))
        count = _Bytes(sum(info.file_size for info in members), progress)
        for info in members:
            _unpack_one(packed, info, into / "bag" / _inside(info, root), count)
    return into / "bag"


def _root(members: Sequence[zipfile.ZipInfo]) -> str:
    names = [info.filename for info in members]
    for root in roots(names):
        if f"{root}{DECLARATION}" in names:
            return root
    raise NotAnArchive("The zip file holds no bag: there is no bagit.txt at its top.")


def _inside(info: zipfile.ZipInfo, root: str) -> str:
    return info.filename.removeprefix(root)


def _check_list(packed: zipfile.ZipFile, members: Sequence[zipfile.ZipInfo], root: str, most: int) -> None:
    if len(members) > MOST_FILES:
        raise BrokenArchive(f"The zip file holds {len(members)} files; an archive has no more than {MOST_FILES}.")
    seen: set[str] = set()
    for info in members:
        check_path(info.filename)
        if info.orig_filename != info.filename:
            raise BrokenArchive(f"The zip file names a file in a way that cannot be trusted: {info.filename!r}.")
        kind = stat.S_IFMT(info.external_attr >> 16)
        if kind not in (0, stat.S_IFREG):
            raise BrokenArchive(f"The zip file holds {info.filename!r}, which is a link or device and no file.")
        if info.flag_bits & _ENCRYPTED or info.compress_type not in _METHODS:
            raise BrokenArchive(
                f"The zip file holds {info.filename!r} encrypted, or packed in a way unknown here."
            )
        if info.filename.casefold() in seen:
            raise BrokenArchive(f"The zip file holds {info.filename!r} twice.")
        seen.add(info.filename.casefold())
    declared = _declared_size(packed, f"{root}bag-info.txt")
    payload = sum(info.file_size for info in members if _inside(info, root).startswith("data/"))
    if payload > declared:  # of less, whoever looks at the bag says which file is missing or was changed
        raise BrokenArchive(
            f"The zip file would unpack to {payload} bytes of data, but the bag declares {declared}."
        )
    beside = max(
        (info for info in members if not _inside(info, root).startswith("data/")), key=lambda it: it.file_size
    )
    if beside.file_size > LARGEST_PAGE:
        raise BrokenArchive(f"The zip file holds {beside.filename!r} with {beside.file_size} bytes, far too many.")
    if payload > most:
        raise BrokenArchive(f"The zip file would unpack to {payload} bytes, more than {RATIO} times its own size.")


def check_path(path: str) -> None:
    """Raises `BrokenArchive` for a path that leads out of the bag, or could on some system."""
    parts = PurePosixPath(path).parts
    climbs = ".." in parts or path.startswith(("/", "~")) or _WINDOWS_DRIVE.match(path)
    if climbs or "\\" in path or "\0" in path or "//" in path:
        raise BrokenArchive(f"The archive names a file outside of itself: {path!r}.")


def _declared_size(packed: zipfile.ZipFile, name: str) -> int:
    try:
        info = packed.getinfo(name)
    except KeyError:
        raise BrokenArchive("The bag has no bag-info.txt, which says how large it is.") from None
    if info.file_size > LARGEST_PAGE:
        raise BrokenArchive(f"The zip file holds {name!r} with {info.file_size} bytes, far too many.")
    return declared_in(packed.read(info))


def declared_in(bag_info: bytes) -> int:
    """The bytes of data that a `bag-info.txt` declares. Raises `BrokenArchive`."""
    found = re.findall(rb"^Payload-Oxum: *(\d{1,18})\.\d{1,9}\s*$", bag_info, re.MULTILINE)
    if len(found) != 1:
        raise BrokenArchive("The bag's bag-info.txt does not say how large it is (Payload-Oxum).")
    return int(found[0])


def _unpack_one(packed: zipfile.ZipFile, info: zipfile.ZipInfo, place: Path, count: _Bytes) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    left = info.file_size
    with packed.open(info) as source, place.open("xb") as to:
        while content := source.read(_AT_ONCE):
            left -= len(content)
            if left < 0:
                raise BrokenArchive(f"{info.filename!r} in the zip file is larger than it says.")
            to.write(content)
            count.add(len(content))
    if left:
        raise BrokenArchive(f"{info.filename!r} in the zip file is shorter than it says.")
