"""Parts of LevelDB's files: numbers of variable length, check sums, and what Snappy made smaller.

Sources: `doc/log_format.md` and `doc/table_format.md` of LevelDB, `format_description.txt` of Snappy.
"""

from array import array
from functools import cache
from struct import unpack_from

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
def _summed() -> "tuple[array[int], array[int], tuple[int, ...]]":
    """The addends of a sum for four bytes, by the first two of them and by the last two; and for one."""
    one = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        one.append(byte)
    behind = [one]
    for _ in range(3):
        behind.append([it >> 8 ^ one[it & 0xFF] for it in behind[-1]])
    first = array("L", (behind[3][it & 0xFF] ^ behind[2][it >> 8] for it in range(1 << 16)))
    last = array("L", (behind[1][it & 0xFF] ^ behind[0][it >> 8] for it in range(1 << 16)))
    return first, last, tuple(one)


def checked(data: bytes, stored: int) -> None:
    """Hold bytes against the sum that is stored with them: CRC-32C, turned and moved. Raises `Broken`."""
    (first, last, one), crc = _summed(), 0xFFFFFFFF
    fours = len(data) >> 2
    for four in unpack_from(f"<{fours}I", data):
        crc ^= four
        crc = first[crc & 0xFFFF] ^ last[crc >> 16]
    for byte in data[fours << 2 :]:
        crc = one[crc & 0xFF ^ byte] ^ crc >> 8
    crc ^= 0xFFFFFFFF
    if ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF != stored:
        raise Broken("its check sum does not fit")


def unpacked(data: bytes) -> bytes:
    """Unpack in full what Snappy made smaller. Raises `Broken`."""
    wanted, at = varint(data, 0)
    if wanted > LARGEST:
        raise Broken("it says to be larger than any block is")
    try:
        out = _unpacked(data, at, wanted)
    except IndexError:
        raise Broken("it is cut off") from None
    if len(out) != wanted:
        raise Broken("it is cut off")
    return bytes(out)


def _unpacked(data: bytes, at: int, wanted: int) -> bytearray:
    """Unpack what begins there. Raises `Broken`, or `IndexError` at its end."""
    out, end, size = bytearray(), len(data), 0
    while at < end and size <= wanted:
        tag = data[at]
        kind = tag & 3
        if kind == 0:
            length = (tag >> 2) + 1
            at += 1
            if length > 60:
                more = length - 60
                length, at = int.from_bytes(data[at : at + more], "little") + 1, at + more
            if at + length > end:
                raise Broken("it is cut off")
            out += data[at : at + length]
            at += length
            size += length
            continue
        if kind == 1:
            length, back = (tag >> 2 & 7) + 4, (tag & 0xE0) << 3 | data[at + 1]
            at += 2
        else:
            length, back = (tag >> 2) + 1, data[at + 1] | data[at + 2] << 8
            at += 3
            if kind == 3:
                back |= data[at] << 16 | data[at + 1] << 24
                at += 2
        begin = size - back
        if not 0 <= begin < size:
            raise Broken("it repeats what is not there")
        out += out[begin : begin + length] if back >= length else (out[begin:] * (length // back + 1))[:length]
        size += length
    return out
