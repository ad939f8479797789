"""LevelDB's logs and tables: what was put and deleted, with the number of each change."""

import struct
from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

from exchange.imports.leveldb.blocks import LARGEST, Broken, checked, sliced, unpacked, varint

TABLE_ENDS = (0xDB4775248B80FB57).to_bytes(8, "little")
"""The last bytes of every table."""
_FOOTER = 48
_PAGE = 32_768
_FULL, _FIRST, _MIDDLE, _LAST = 1, 2, 3, 4

STOPPED = ", as where the program was stopped while it wrote"
"""The notice of a log's end: nothing that was whole before is missing."""
Complain = Callable[[str], None]


class KeyChange(NamedTuple):
    """A key that got a value, or None: that was deleted. The highest number of a key counts."""

    key: bytes
    number: int
    value: bytes | None


def records(stream: BinaryIO, complain: Complain) -> Iterator[bytes]:
    """The records of a log. What is broken is named, and the reading goes on with the next page."""
    parts: list[bytes] = []
    page, start = stream.read(_PAGE), 0
    while page:
        at = 0
        while at + 7 <= len(page):
            stored, length, kind = struct.unpack_from("<IHB", page, at)
            if not kind and not length:
                if any(page[at:]):
                    complain(f"byte {start + at}: a record has lost its beginning")
                break  # else zeroes, up to the end of the page
            raw = page[at + 6 : at + 7 + length]
            try:
                if len(raw) < length + 1:
                    raise Broken("a record is cut off")
                checked(raw, stored)
            except Broken as error:
                last = len(page) < _PAGE
                parts = []
                complain(f"byte {start + at}: {error}" + (STOPPED if last and len(raw) < length + 1 else ""))
                break
            at += 7 + length
            if kind in (_FULL, _FIRST):
                parts = []
            parts.append(raw[1:])
            if kind in (_FULL, _LAST):
                yield b"".join(parts)
                parts = []
            elif len(parts) * _PAGE > LARGEST:
                complain(f"byte {start + at}: a record is larger than any message")
                parts = []
        start, page = start + len(page), stream.read(_PAGE)


def changes_of_log(stream: BinaryIO, complain: Complain) -> Iterator[KeyChange]:
    """The changes of a log, in its order."""
    for record in records(stream, complain):
        try:
            yield from _batch(record)
        except (Broken, struct.error) as error:
            complain(f"a batch of changes: {error}")


def _batch(record: bytes) -> Iterator[KeyChange]:
    number, many = struct.unpack_from("<QI", record)
    at = 12
    for step in range(many):
        if at >= len(record):
            raise Broken("it holds fewer changes than it says")
        put, value = record[at], None
        key, at = sliced(record, at + 1)
        if put:
            value, at = sliced(record, at)
        yield KeyChange(key, number + step, value)


def changes_of_table(stream: BinaryIO, complain: Complain) -> Iterator[KeyChange]:
    """The changes of a table, in the order of their keys. A broken block is named, and the others are read."""
    size = stream.seek(0, 2)
    stream.seek(max(0, size - _FOOTER))
    footer = stream.read()
    if len(footer) < _FOOTER or not footer.endswith(TABLE_ENDS):
        complain("it is cut off, so that nothing of it can be found")
        return
    try:
        at = 0
        for _ in range(2):  # where the index of indexes stands, which nothing needs
            _skipped, at = varint(footer, at)
        index = list(_entries(_block(stream, footer, at)))
    except Broken as error:
        complain(f"its index: {error}, so that nothing of it can be found")
        return
    for _key, handle in index:
        try:
            for key, value in _entries(_block(stream, handle, 0)):
                if len(key) < 8:
                    raise Broken("a key is too short")
                number = int.from_bytes(key[-8:], "little")
                yield KeyChange(key[:-8], number >> 8, value if number & 0xFF else None)
        except Broken as error:
            complain(f"the block at byte {_where(handle)}: {error}")


def _where(handle: bytes) -> str:
    try:
        return str(varint(handle, 0)[0])
    except Broken:
        return "?"


def _block(stream: BinaryIO, handle: bytes, at: int) -> bytes:
    start, at = varint(handle, at)
    length, _at = varint(handle, at)
    if length > LARGEST:
        raise Broken("it says to be larger than any block is")
    stream.seek(min(start, 1 << 62))
    raw = stream.read(length + 5)
    if len(raw) < length + 5:
        raise Broken("it is cut off")
    checked(raw[:-4], int.from_bytes(raw[-4:], "little"))
    if raw[length] not in (0, 1):
        raise Broken("it was made smaller in a way that Foundry does not use")
    return unpacked(raw[:length]) if raw[length] else raw[:length]


def _entries(block: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Keys and values of a block. A key says how much of it is as in the one before."""
    if len(block) < 4:
        raise Broken("it is cut off")
    end = len(block) - 4 - 4 * int.from_bytes(block[-4:], "little")
    at, key = 0, b""
    while at < end:
        shared, at = varint(block, at)
        own, at = varint(block, at)
        length, at = varint(block, at)
        if shared > len(key) or at + own + length > end:
            raise Broken("a key or a value is cut off")
        key = key[:shared] + block[at : at + own]
        at += own + length
        yield key, block[at - length : at]
