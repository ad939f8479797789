"""Reasons why a file is not taken in, each in one sentence."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from ledger.errors import LedgerError

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class NotAccepted(LedgerError):
    """A file that is not taken in. Nothing of it was kept."""


@contextmanager
def room_on_disk() -> Iterator[None]:
    """Say in a sentence that the disk is full. Raises `NotAccepted`."""
    try:
        yield
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise NotAccepted("The disk of this computer is full, so nothing of the file was kept.") from error
        raise
