"""Opening a bag that anybody may have made: nothing in it is trusted before it has been checked."""

import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from exchange.archive import layout
from exchange.archive.errors import BrokenArchive, NotAnArchive
from exchange.archive.layout import LARGEST_PAGE, TitlePage
from exchange.archive.manifests import WrongManifest, changed_in, listed_in
from exchange.archive.pages import receipts_in
from exchange.archive.recognising import DECLARATION
from exchange.archive.zips import MOST_FILES, Progress, check_path, declared_in, unpack
from ledger.log.receipts import NotAReceipt, Receipt

_DECLARATION = re.compile(rb"BagIt-Version: (?:0\.97|1\.0)\r?\nTag-File-Character-Encoding: UTF-8(?:\r?\n)?")
_MANIFEST = re.compile(r"(tag)?manifest-([^/]*)\.txt")
_KNOWN_SUMS = {"md5", "sha1", "sha224", "sha256", "sha384", "sha512"}
_TRUSTED_SUMS = {"sha256", "sha512"}


@dataclass(frozen=True, slots=True)
class Archive:
    """A bag whose files are those that its manifests list, and which says that it is ours."""

    title: TitlePage
    receipts: tuple[Receipt, ...]
    records: Path
    files: Mapping[str, Path]
    """The content of its folder of files, by name."""


@contextmanager
def opened(place: Path, progress: Progress = lambda done, total: None) -> Iterator[Archive]:
    """An archive, unpacked for as long as this lasts where it is a zip file.

    Raises `NotAnArchive`, `BrokenArchive`, `OSError`. `progress` is told the bytes that are unpacked.
    """
    if place.is_dir():
        yield _archive_in(place)
        return
    with TemporaryDirectory(prefix="campaign-archive-") as folder:
        yield _archive_in(unpack(place, Path(folder), progress))


def _archive_in(folder: Path) -> Archive:
    files = _files_in(folder)
    if DECLARATION not in files:
        raise NotAnArchive(f"{folder} is no bag: it has no bagit.txt.")
    _check_shape(folder, files)
    _check_sums(folder, files)
    if layout.TITLE_PAGE not in files:
        raise NotAnArchive(f"This is a bag, but not of a campaign: it has no {layout.TITLE_PAGE}.")
    title = TitlePage.from_bytes(_page(folder, layout.TITLE_PAGE))
    for needed in (layout.RECORDS, layout.RECEIPTS):
        if needed not in files:
            raise BrokenArchive(f"The archive has no {needed}.")
    try:
        receipts = tuple(receipts_in(_page(folder, layout.RECEIPTS)))
    except NotAReceipt as error:
        raise BrokenArchive(f"The archive's {layout.RECEIPTS} cannot be read: {error}") from error
    beside = f"{layout.FILES}/"
    kept = {path.removeprefix(beside): folder / path for path in files if path.startswith(beside)}
    return Archive(title, receipts, folder / layout.RECORDS, kept)


def _page(folder: Path, path: str) -> bytes:
    """A file that is read whole."""
    with (folder / path).open("rb") as file:
        content = file.read(LARGEST_PAGE + 1)
    if len(content) > LARGEST_PAGE:
        raise BrokenArchive(f"The archive's {path} is larger than {LARGEST_PAGE} bytes.")
    return content


def _files_in(folder: Path) -> dict[str, int]:
    """Every file below a folder, by its path there, with its size. Links are not followed, and not allowed."""
    found: dict[str, int] = {}
    for here, folders, names in os.walk(folder, onerror=_raise):
        for name in (*folders, *names):
            path = Path(here, name)
            kind = path.lstat()
            inside = path.relative_to(folder).as_posix()
            if not (stat.S_ISREG(kind.st_mode) or stat.S_ISDIR(kind.st_mode)):
                raise BrokenArchive(f"The bag holds {inside!r}, which is a link or device and no file.")
            if stat.S_ISREG(kind.st_mode):
                found[inside] = kind.st_size
            if len(found) > MOST_FILES:
                raise BrokenArchive(f"The bag holds more than {MOST_FILES} files, which no archive does.")
        if not (folder / "bagit.txt").is_file():
            break  # no bag: it may be somebody's whole disk
    return found


def _raise(error: OSError) -> None:
    raise error


def _check_shape(folder: Path, files: dict[str, int]) -> None:
    """Check the shape of the bag before the manifests are read."""
    for path, size in files.items():
        if not path.startswith("data/") and size > LARGEST_PAGE:
            raise BrokenArchive(f"The bag holds {path!r} with {size} bytes, far too many.")
    if not _DECLARATION.fullmatch(_page(folder, "bagit.txt")):
        raise BrokenArchive("The bag's bagit.txt is not that of a bag of version 0.97 or 1.0 in UTF-8.")
    if "fetch.txt" in files:
        raise BrokenArchive("The bag lacks files that would have to be fetched from elsewhere; none are fetched.")
    trusted = False
    for path in files:
        found = _MANIFEST.fullmatch(path)
        if found and found.group(2) not in _KNOWN_SUMS:
            raise BrokenArchive(f"The bag's {path} is of a kind unknown here.")
        trusted = trusted or bool(found and not found.group(1) and found.group(2) in _TRUSTED_SUMS)
    if not trusted:
        raise BrokenArchive("The bag has no manifest of SHA-256 or SHA-512, so nothing in it can be trusted.")
    if "bag-info.txt" not in files:
        raise BrokenArchive("The bag has no bag-info.txt, which says how large it is.")


def _check_size(folder: Path, files: dict[str, int]) -> None:
    """As many bytes as the bag declares. A file that is missing is named as missing before this is asked."""
    declared = declared_in(_page(folder, "bag-info.txt"))
    payload = sum(size for path, size in files.items() if path.startswith("data/"))
    if payload != declared:
        raise BrokenArchive(f"The bag holds {payload} bytes of data, but declares {declared}.")


def _check_sums(folder: Path, files: dict[str, int]) -> None:
    """Every file is listed, and is what is listed."""
    try:
        sums = listed_in(folder, files)
    except WrongManifest as error:
        raise BrokenArchive(f"The bag's manifests cannot be read: {error}.") from error
    for path, listed in sums.items():
        check_path(path)
        if path not in files:
            raise BrokenArchive(f"The bag lacks {path}, which its manifest lists: the file is missing.")
        if path.startswith("data/") and not _TRUSTED_SUMS & listed.keys():
            raise BrokenArchive(f"The bag's {path} has no SHA-256 or SHA-512 in its manifest.")
    kinds = {name for path, listed in sums.items() if path.startswith("data/") for name in listed}
    if partly := [path for path, listed in sums.items() if path.startswith("data/") and listed.keys() != kinds]:
        raise BrokenArchive(f"The bag's {partly[0]} is in one of its manifests, and not in another.")
    unlisted = [path for path in files if path.startswith("data/") and path not in sums]
    if unlisted:
        raise BrokenArchive(f"The bag holds {unlisted[0]}, which its manifest does not list.")
    _check_size(folder, files)
    if changed := changed_in(folder, sums):
        more = f", nor are {len(changed) - 1} others" if len(changed) > 1 else ""
        raise BrokenArchive(f"The bag was changed: {changed[0]} is not what its manifest says{more}.")
