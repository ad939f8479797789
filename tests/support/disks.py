"""Small and read-only disks for tests, real ones where the system lets us mount them."""

import contextlib
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path


@contextlib.contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[bool]:
    """Put a disk of this size at `folder`. Yields False if that takes rights this process does not have."""
    folder.mkdir()
    mounted = _run("mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder))
    try:
        yield mounted
    finally:
        if mounted:
            _run("umount", "--lazy", str(folder))


@contextlib.contextmanager
def write_protected(folder: Path) -> Iterator[None]:
    """Let nobody write in `folder`, by its permissions or, for the superuser, by a read-only mount."""
    if os.access("/proc/self/mem", os.W_OK) and hasattr(os, "geteuid") and os.geteuid() == 0:
        undo: Callable[[], object] = lambda: _run("umount", "--lazy", str(folder))  # noqa: E731
        if not _run("mount", "--bind", str(folder), str(folder)) or not _run(
            "mount", "-o", "remount,bind,ro", str(folder)
        ):
            raise OSError("the superuser may not mount here")
    else:
        entries = [folder, *folder.iterdir()]
        modes = {entry: entry.stat().st_mode for entry in entries}
        for entry, mode in modes.items():
            entry.chmod(mode & ~0o222)
        undo = lambda: [entry.chmod(mode) for entry, mode in modes.items()]  # noqa: E731
    try:
        yield
    finally:
        undo()


def _run(*command: str) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False
