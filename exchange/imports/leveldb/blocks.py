"""Parts of LevelDB's files: numbers of variable length, check sums, and what Snappy made smaller.

Sources: `doc/log_format.md` and `doc/table_format.md` of LevelDB, `format_description.txt` of Snappy.
"""

from functools import cache

LARGEST = 64 << 20
"""Bytes of one block or record. Larger ones are no message of anybody."""


class Broken(ValueError):
    """A part of a file that is not as LevelDB writes it."""


def varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of variable length, and where the next thing begins."""
    value = shift = 0
    while at < len(data) and shift < 64:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    raise Broken("a number is cut off")


def sliced(data: bytes, at: int) -> tuple[bytes, int]:
    """Bytes that bear their length before them, and where the next thing begins."""
    length, at = varint(data, at)
    if at + length > len(data):
        raise Broken("a key or a value is cut off")
    return data[at : at + length], at + length


@cache
def _bytes_summed() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return tuple(table)


def checked(data: bytes, stored: int) -> None:
    """Hold bytes against the sum that is stored with them: CRC-32C, turned and moved. Raises `Broken`."""
    table, crc = _bytes_summed(), 0xFFFFFFFF
    for byte in data:
        crc = table[crc & 0xFF ^ byte] ^ crc >> 8
    crc ^= 0xFFFFFFFF
    if ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF != stored:
        raise Broken("its check sum does not fit")


def unpacked(data: bytes) -> bytes:
    """Unpack in full what Snappy made smaller. Raises `Broken`."""
    wanted, at = varint(data, 0)
    if wanted > LARGEST:
        raise Broken("it says to be larger than any block is")
    out, end = bytearray(), len(data)
    while at < end:
        tag = data[at]
        at += 1
        kind, length = tag & 3, (tag >> 2) + 1
        if kind == 0:
            if length > 60:
                more = length - 60
                length, at = int.from_bytes(data[at : at + more], "little") + 1, at + more
            out += data[at : at + length]
            at += length
        else:
            if kind == 1:
                length, back = (tag >> 2 & 7) + 4, (tag >> 5) << 8 | int.from_bytes(data[at : at + 1], "little")
            else:
                back = int.from_bytes(data[at : at + 2 * kind - 2], "little")
            at += 2 * kind - 2 or 1
            begin = len(out) - back
            if not 0 <= begin < len(out):
                raise Broken("it repeats what is not there")
            if back >= length:
                out += out[begin : begin + length]
            else:
                out += (bytes(out[begin:]) * (length // back + 1))[:length]
        if len(out) > wanted:
            break
    if at != end or len(out) != wanted:
        raise Broken("it is cut off")
    return bytes(out)
