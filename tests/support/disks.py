"""Small and read-only disks for tests: real ones, mounted, where the system lets us."""

import os
import resource
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from ledger.database.sqlite.driver import sqlite3

ENOUGH = 4 * 1024**3
"""Bytes. All that a run of the tests has there at once, PostgreSQL and its logs among it, is a quarter of that."""
_waiting = True


def memory_folder() -> Path | None:
    """A folder in memory, where there is one with room: what is tested is killed, and outlives no run."""
    place = Path("/dev/shm")
    return place if place.is_mount() and shutil.disk_usage(place).free >= ENOUGH else None


def wait_for_the_disk(wait: bool) -> None:
    """Let this process wait or not, as it does in use, until the disk has all that goes into a SQLite file."""
    global _waiting
    _waiting = wait


@sql.event.listens_for(sql.pool.Pool, "checkout")
def _as_told(driver: Any, _record: object, _proxy: object) -> None:
    if not _waiting and isinstance(driver, sqlite3.Connection):
        driver.execute("PRAGMA synchronous=OFF")


@contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[bool]:
    """Put a disk of this size at `folder`. Yields False if that takes rights this process does not have."""
    folder.mkdir()
    mounted = _run("mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder))
    try:
        yield mounted
    finally:
        if mounted:
            _run("umount", "--lazy", str(folder))


@contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    """No file of this process may grow beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def write_protected(folder: Path) -> Iterator[None]:
    """Let nobody write in `folder`: by its permissions or, since the superuser ignores them, by a mount."""
    with ExitStack() as undo:
        if os.geteuid() == 0:
            if not _run("mount", "--bind", str(folder), str(folder)):
                pytest.skip("runs as the superuser, who needs the right to mount a read-only disk")
            undo.callback(_run, "umount", "--lazy", str(folder))
            assert _run("mount", "-o", "remount,bind,ro", str(folder))
        else:
            for entry in (folder, *folder.iterdir()):
                mode = entry.stat().st_mode
                entry.chmod(mode & ~0o222)
                undo.callback(entry.chmod, mode)
        yield


def _run(*command: str) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False
