"""Logs of the servers that tests start: what they said during a test stands beside its failure."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO

LONGEST = 20_000
"""Bytes of a log that are shown, counted from its end."""


@dataclass(slots=True)
class _Log:
    file: IO[bytes]
    began: int = 0
    """The length of the log as the test that runs began."""
    ended: bool = False


_logs: list[_Log] = []


@contextmanager
def kept_log() -> Iterator[IO[bytes]]:
    """A file for what a server says; it is let go of when the next test begins after the block has ended."""
    log = _Log(TemporaryFile())  # noqa: SIM115
    _logs.append(log)
    try:
        yield log.file
    finally:
        log.ended = True


def begin_test() -> None:
    """Let go of the logs of servers that are gone, and of what the others have said so far."""
    for log in [it for it in _logs if it.ended]:
        _logs.remove(log)
        log.file.close()
    for log in _logs:
        log.began = _size(log)


def said_in_test() -> str:
    """The end of what the servers have said since the test that runs began."""
    return "\n".join(filter(None, map(_said, _logs)))


def _said(log: _Log) -> str:
    size = _size(log)  # read without moving its end, at which the server goes on writing
    start = max(log.began, size - LONGEST)
    return os.pread(log.file.fileno(), size - start, start).decode("utf-8", "replace")


def _size(log: _Log) -> int:
    return os.fstat(log.file.fileno()).st_size
