"""Words out of files: what a journal cannot hold is made visible, never dropped in silence."""

import codecs
import re
from datetime import UTC, datetime
from typing import Any

LONGEST = 100_000
"""Characters of one entry. A longer message is kept in several."""

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_BREAKS = {9: 0x2409, 10: 0x240A}
_SURROGATES = re.compile(r"[\ud800-\udfff]")
_SECRETS = re.compile(
    r"""(["']?\b\w*(?:password|passwd|salt|secret|token|api_?key)\w*["']?\s*[:=]\s*)(?!null\b)("(?:[^"\\]|\\.)*"?|[^\s,;}\]]+)""",
    re.IGNORECASE,
)


def clean(text: str) -> str:
    """Text that may stand in a journal: control characters become their pictures (U+2400 …)."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _CONTROLS.sub(lambda found: chr(0x2421 if found[0] == "\x7f" else 0x2400 + ord(found[0])), text)
    return _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", text)


def name(value: object, otherwise: str = "") -> str:
    """A name on one line, of a length a screen can show; `otherwise` if there is none."""
    text = " ".join(clean(value).split()) if isinstance(value, str) else ""
    return text[:200].strip() or otherwise


def on_one_line(given: str) -> str:
    """Any text as a record may hold it on one line: control characters as their pictures."""
    return clean(given).translate(_BREAKS)


def identifier(given: str) -> str:
    """An id that another tool gave, as a record may hold it: of one line, control characters as their pictures."""
    return on_one_line(given)[:120]


def verbatim(raw: bytes | str) -> str:
    """The text as it stood there, without passwords and the like."""
    text = clean(raw if isinstance(raw, str) else decoded(raw)[0]).strip()
    return guarded(_SECRETS.sub(r"\1(left out)", text))


def decoded(raw: bytes, otherwise: str = "cp1252") -> tuple[str, bool]:
    """Bytes as text, and whether they were UTF-8. Others are read as Windows-1252, which most old files are, or as
    the encoding of the country that a format comes from.
    """
    try:
        return raw.decode("utf-8"), True
    except UnicodeDecodeError:
        return raw.decode(otherwise, "replace"), False


SHIFT_JIS = "cp932"
_KANA = re.compile("[\u3041-\u30fe]")
_NARROW_KANA = re.compile("[\uff61-\uff9f]")
"""Kana of one byte each, for which other encodings have letters with accents and Chinese signs."""
_SOME_KANA = 3


def is_shift_jis(sample: bytes) -> bool:
    """True if the beginning of a file is no UTF-8, and Japanese in Shift-JIS without a byte that is amiss."""
    if sample.isascii():
        return False
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        pass
    else:
        return False
    try:
        text = codecs.getincrementaldecoder(SHIFT_JIS)().decode(sample)
    except UnicodeDecodeError:
        return False
    return len(_KANA.findall(text)) >= max(_SOME_KANA, len(_NARROW_KANA.findall(text)))


_LETTERS_OF_ONE_BYTE = 0.3
"""The share of signs in a text in UTF-16 that other encodings write as one byte: blanks, digits, Latin letters."""


def wide_without_mark(sample: bytes) -> str | None:
    """The name of UTF-16 as it is written without a mark before it, where the zeros between letters tell it."""
    pairs = len(sample) // 2
    if pairs < 8 or b"\x00" not in sample:
        return None
    zeros = [sample[at : 2 * pairs : 2].count(0) for at in (0, 1)]
    for first, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        if not zeros[1 - first] and zeros[first] >= _LETTERS_OF_ONE_BYTE * pairs:
            return encoding
    return None


CHINESE = "gb18030"
_HIGH = re.compile(rb"[\x80-\xff]+")
_COMMON_CHINESE = re.compile(rb"[\xb0-\xd7][\xa1-\xfe]")
"""The signs that are written most, as GB 18030 has them."""
_SOME_CHINESE = 8


KOREAN = "cp949"
_COMMON_KOREAN = re.compile(rb"[\xb0-\xc8][\xa1-\xfe]")
"""The syllables of CP949, whose first bytes begin hardly more than half of the signs of Chinese."""
_SOME_KOREAN = 20


def encoding_told_by(sample: bytes) -> str:
    """The encoding of lines that are no UTF-8: GB 18030 where most of what is no ASCII is Chinese in that, CP949
    where nearly all of these are syllables of Korean there, else Windows-1252.
    """
    runs = [run for line in sample.split(b"\n") if not decoded(line)[1] for run in _HIGH.findall(line)]
    signs = sum(len(_COMMON_CHINESE.findall(run)) for run in runs)
    if signs < _SOME_CHINESE or 3 * signs < sum(map(len, runs)):
        return "cp1252"
    syllables = sum(len(_COMMON_KOREAN.findall(run)) for run in runs)
    return KOREAN if syllables >= _SOME_KOREAN and 10 * syllables >= 9 * signs else CHINESE


NAMED = {CHINESE: "GB 18030", KOREAN: "CP949", "cp1252": "Windows-1252"}


def in_another_encoding(count: int, what: str = "line", encoding: str = "Windows-1252") -> str:
    """The remark on a file whose parts were not all UTF-8."""
    said = f"1 {what} is not UTF-8 and was" if count == 1 else f"{count} {what}s are not UTF-8 and were"
    return f"{said} read as {encoding}"


_HASHED = re.compile(r"""(?<=["'])[0-9a-fA-F]{32,}|(?<![0-9a-fA-F])[0-9a-fA-F]{32,}+(?=["'])""")
_KEYED = re.compile(r"""(\w{0,40}(?:password|passwd)\w{0,40}["']\s*:\s*)("(?:[^"\\]|\\.)*"?)""", re.IGNORECASE)


def guarded(text: str) -> str:
    """Text of any entry, without what can only be an account's password or its hash as data holds them.

    A password said aloud in play is play, and stays.
    """
    if "passw" in text.lower():  # looking is cheap, matching is not
        text = _KEYED.sub(r"\1(left out)", text)
    return _HASHED.sub("(left out)", text)


def parts(text: str) -> list[str]:
    """Text in parts that one entry can hold."""
    return [text[start : start + LONGEST] for start in range(0, len(text), LONGEST)] or [""]


def stamped(moment: datetime) -> str:
    """A time as records write it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def from_millis(value: object) -> str | None:
    """Milliseconds since 1970 as a time, or None when it is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return stamped(datetime.fromtimestamp(value / 1000, UTC))
    except (OverflowError, ValueError, OSError):
        return None


def from_iso(value: object) -> str | None:
    """A time written as ISO 8601, as a time; without a zone it is taken as UTC. None when it is none."""
    if not isinstance(value, str) or len(value) > 64:
        return None
    try:
        moment = datetime.fromisoformat(value.strip())
        return stamped(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    except (OverflowError, ValueError):
        return None


def whole(value: Any) -> int | None:
    """A whole number out of a JSON value or a word, or None."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        value = value.strip()
        if not re.fullmatch(r"[+-]?\d{1,15}", value, re.ASCII):
            return None
        return int(value)
    if isinstance(value, float):
        value = int(value) if value.is_integer() else None
    return value if isinstance(value, int) and abs(value) <= 2**53 else None


def number(value: object) -> str:
    """A total as a person would write it: `7`, `2.5`; empty for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return ""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return clean(
        str(value) if not isinstance(value, int) or abs(value) < 10**30 else "a number too long to write"
    )[:200]
