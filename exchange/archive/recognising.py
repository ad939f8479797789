"""The signs by which a folder or zip file is known for a campaign's archive, before anything in it is read."""

import zipfile
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

DECLARATION = "bagit.txt"
"""The file by which a folder says that it is a bag."""
TITLE_PAGE = "data/archive.json"
"""The file by which a bag says that it holds a campaign."""
BROKEN_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, OverflowError)
"""Errors in which the library says that a zip file cannot be read."""


def is_archive(place: Path | BinaryIO) -> bool:
    """True for a folder or zip file that says it is a campaign's archive. Whether it is sound, `opened` tells."""
    if isinstance(place, Path) and place.is_dir():
        return all((place / it).is_file() for it in (DECLARATION, TITLE_PAGE))
    with suppress(*BROKEN_ZIP, OSError), zipfile.ZipFile(place) as packed:
        names = packed.namelist()
        return any({f"{root}{DECLARATION}", f"{root}{TITLE_PAGE}"} <= {*names} for root in roots(names))
    return False


def roots(names: Sequence[str]) -> list[str]:
    """The folders within a zip file that may be a bag: its top, or the one folder that holds everything."""
    tops = {name.split("/", 1)[0] for name in names}
    return ["", *(f"{top}/" for top in tops if len(tops) == 1)]
