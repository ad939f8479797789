"""Writing a bag by RFC 8493: files hashed while they are written, and the manifests beside them."""

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from exchange.archive.manifests import changed_in, listed_in

ALGORITHMS = ("sha256", "sha512")
"""Every bag has a manifest of each: the first is what seals are made of, the second what the RFC recommends."""

DECLARATION = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
_COPIED_AT_ONCE = 2**20


class Sink(Protocol):
    """Takes bytes."""

    def write(self, content: bytes, /) -> object:
        """Take these."""
        ...


class _Hashing:
    """A file with the hashes and the size of what was written to it."""

    def __init__(self, file: Sink) -> None:
        self._file = file
        self.hashes = [hashlib.new(name) for name in ALGORITHMS]
        self.size = 0

    def write(self, content: bytes, /) -> None:
        """Write, and hash what is written."""
        self._file.write(content)
        for each in self.hashes:
            each.update(content)
        self.size += len(content)


def private(path: str, flags: int) -> int:
    """Opens a new file for its owner alone: a bag holds what only the GM may know."""
    return os.open(path, flags, 0o600)


class BagWriter:
    """A new bag in a folder of its own, which must be there and empty."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._sums: dict[str, list[str]] = {}
        self._size = 0

    @contextmanager
    def file(self, path: str) -> Iterator[Sink]:
        """A file of the bag, to be written once. It is on the disk when this ends. Raises `OSError`."""
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        with open(place, "xb", buffering=_COPIED_AT_ONCE, opener=private) as file:
            hashing = _Hashing(file)
            yield hashing
            file.flush()
            os.fsync(file.fileno())
        self._sums[path] = [each.hexdigest() for each in hashing.hashes]
        if path.startswith("data/"):
            self._size += hashing.size

    def write(self, path: str, content: bytes) -> None:
        """A whole file at once."""
        with self.file(path) as file:
            file.write(content)

    def finish(self, info: Mapping[str, str]) -> None:
        """Write what makes it a bag, and read all of it back. `info` goes into `bag-info.txt`.

        Raises `OSError` where what was written is not what is on the disk.
        """
        payload = [path for path in self._sums if path.startswith("data/")]
        oxum = {"Payload-Oxum": f"{self._size}.{len(payload)}"}
        self._manifests("manifest", payload)
        self.write("bagit.txt", DECLARATION.encode())
        self.write("bag-info.txt", "".join(_tags({**info, **oxum})).encode())
        self._manifests("tagmanifest", [path for path in self._sums if not path.startswith("data/")])
        names = [path for path in self._sums if "manifest-" in path]
        if changed := changed_in(self.folder, listed_in(self.folder, names)):
            raise OSError(f"the disk does not give back what was written to it ({changed[0]})")

    def _manifests(self, name: str, paths: Iterable[str]) -> None:
        listed = {path: self._sums[path] for path in sorted(paths)}
        for index, algorithm in enumerate(ALGORITHMS):
            lines = "".join(f"{sums[index]}  {path}\n" for path, sums in listed.items())
            self.write(f"{name}-{algorithm}.txt", lines.encode())


def _tags(info: Mapping[str, str]) -> Iterator[str]:
    for label, value in info.items():
        yield f"{label}: {' '.join(value.split())}\n"
