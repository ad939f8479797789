"""The SQLite that this program uses: the newer of the one that comes with Python and the one of the wheel.

All that opens a SQLite file in this process takes it from here. Two libraries that have the same file open in one
process drop each other's locks.
"""

import sqlite3 as _with_python
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

WHEEL = "pysqlite3"


def newest() -> Any:
    """The module of the newer library. Both are one program, and ask alike."""
    with suppress(ImportError):
        with_wheel = import_module(f"{WHEEL}.dbapi2")
        if with_wheel.sqlite_version_info > _with_python.sqlite_version_info:
            return with_wheel
    return _with_python


if TYPE_CHECKING:
    import sqlite3
else:
    sqlite3 = newest()

IS_OF_THE_WHEEL: bool = sqlite3.__name__.startswith(WHEEL)

CANNOT_WRITE = frozenset(
    (
        _with_python.SQLITE_IOERR_WRITE,
        _with_python.SQLITE_IOERR_FSYNC,
        _with_python.SQLITE_IOERR_DIR_FSYNC,
        _with_python.SQLITE_IOERR_TRUNCATE,
    )
)
"""Result codes in full. They are SQLite's, whoever compiled it; the wheel names only primary ones."""

__all__ = ["CANNOT_WRITE", "IS_OF_THE_WHEEL", "newest", "sqlite3"]
