"""A kept file as Python reads files: from its beginning, or from any byte."""

import io
from uuid import UUID

from ledger.files.store import FileStore
from ledger.files.tables import PART


class KeptFile(io.BufferedReader):
    """The bytes of a file that a record has claimed, read a part at a time. Raises `NoSuchFile`."""

    def __init__(self, store: FileStore, campaign: UUID, digest: str) -> None:
        super().__init__(_Parts(store, campaign, digest), PART)


class _Parts(io.RawIOBase):
    def __init__(self, store: FileStore, campaign: UUID, digest: str) -> None:
        self._store, self._campaign, self._digest = store, campaign, digest
        self._size = store.size(campaign, digest)
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        self._at = max(0, start + offset)
        return self._at

    def tell(self) -> int:
        return self._at

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        room = min(len(buffer), PART - self._at % PART)
        end = min(self._at + room, self._size)
        part = b"".join(self._store.read(self._campaign, self._digest, self._at, end)) if end > self._at else b""
        buffer[: len(part)] = part
        self._at += len(part)
        return len(part)
