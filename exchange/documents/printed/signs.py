"""Signs of a text and the fonts that have them: a sign without a font is a box, and is named."""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from exchange.documents.printed.fonts import Font

BOX = "\N{WHITE SQUARE}"
"""Stands for a sign that no font has."""
_CLUSTER = re.compile(
    "[\U0001f1e6-\U0001f1ff]{2}"  # a flag is two signs
    "|(?s:.)(?:[\ufe00-\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]|\u200d(?s:.)|[\u0300-\u036f]"
    "|[\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u08d3-\u08ff]"
    "|[\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]"
    "|[\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe20-\ufe2f])*"
)
"""A base and what stands on it or is joined to it: one font has all of it, or it falls apart."""
_UNSEEN = re.compile("[\u200c\u200d\ufe00-\ufe0f]")
_PLAIN = re.compile("[\n -~\u00a0-\u00ac\u00ae-\u017f\u2010-\u2015\u2018-\u201e\u2026]*")
"""Nothing but signs that the text's own font has for certain."""
_OTHER_FORMS = {"Cc", "Cs"}
_STRONG_RIGHT = {"R", "AL"}


@dataclass(slots=True)
class Lack:
    """A sign that no font has: how often it was written, and where first."""

    count: int
    first: str


@dataclass(slots=True)
class Signs:
    """Makes texts such that every sign of them can be printed, and remembers what could not."""

    fonts: Sequence[Font]
    never: frozenset[str] = frozenset()
    """Signs that a font has by its own account and cannot show."""
    missing: dict[str, Lack] = field(default_factory=dict)
    _known: dict[str, str | None] = field(default_factory=dict)
    """Per cluster, what is printed for it; None where that is a box."""
    _whole: dict[str, str] = field(default_factory=dict)
    """The same, for those of which nothing is missing."""

    def fitted(self, text: str, where: str = "") -> str:
        """A text as it can be printed. `where` says, for a person, where it stands."""
        if not self.never and _PLAIN.fullmatch(text):
            return text
        plain = unicodedata.normalize("NFC", text).translate(_OBEYING_NOBODY)
        whole = self._whole
        return "".join([whole.get(each) or self._cluster(each, where) for each in _CLUSTER.findall(plain)])

    def _cluster(self, cluster: str, where: str) -> str:
        if cluster == "\n":
            return cluster
        if cluster not in self._known:
            self._known[cluster] = self._with_a_font(cluster)
        found = self._known[cluster]
        if found is None or len(found) < len(_UNSEEN.sub("", cluster)):
            kept = set(found or "")
            for sign in _UNSEEN.sub("", cluster):
                if sign not in kept:
                    self._lacks(sign, where)
        else:
            self._whole[cluster] = found
        return BOX if found is None else found

    def _with_a_font(self, cluster: str) -> str | None:
        if cluster.isspace():
            return cluster if self._font_has(cluster) else " "
        bare = _UNSEEN.sub("", cluster)
        if not bare:
            return ""
        return next((it for it in (cluster, bare, bare[0]) if self._font_has(it)), None)

    def _font_has(self, text: str) -> bool:
        """True if one font has all of the text; what only picks the form of a sign may be missing."""
        wanted = {ord(sign) for sign in text if not "\ufe00" <= sign <= "\ufe0f"}
        return self.never.isdisjoint(text) and any(wanted <= font.signs for font in self.fonts)

    def _lacks(self, sign: str, where: str) -> None:
        if sign in self.missing:
            self.missing[sign].count += 1
        else:
            self.missing[sign] = Lack(1, where)


def _obeying_nobody(sign: str) -> str:
    category = unicodedata.category(sign)
    if sign in "\n\u200c\u200d" or "\U000e0020" <= sign <= "\U000e007f":
        return sign
    if sign.isspace():
        return " " if sign in "\t\r\x0b\x0c\x85\u2028\u2029" else sign
    return "" if category == "Cf" or category in _OTHER_FORMS else sign


class _Obeying(dict[int, str]):
    """Replacements of signs in a text that obeys none of them, each found out once."""

    def __missing__(self, code: int) -> str:
        self[code] = found = _obeying_nobody(chr(code))
        return found


_OBEYING_NOBODY = _Obeying()


def runs_from_the_right(text: str) -> bool:
    """True if most letters of the text belong to scripts written from the right."""
    if text.isascii():
        return False
    right, left = 0, 0
    for sign, count in Counter(text).items():
        strong = unicodedata.bidirectional(sign)
        right += count * (strong in _STRONG_RIGHT)
        left += count * (strong == "L")
    return right > left


# --- what is missing, for a person -----------------------------------------------------------------------

_SCRIPTS = (
    ("Chinese, Japanese and Korean", "Noto Sans CJK", ((0x2E80, 0x9FFF), (0xA960, 0xA97F), (0xAC00, 0xD7FF),
     (0xF900, 0xFAFF), (0xFE30, 0xFE4F), (0xFF00, 0xFFEF), (0x1100, 0x11FF), (0x20000, 0x3FFFF))),
    ("Emoji", "Noto Color Emoji", ((0x1F000, 0x1FAFF), (0x2600, 0x27BF), (0xE0020, 0xE007F))),
    ("Mathematics", "Noto Sans Math", ((0x1D400, 0x1D7FF), (0x2200, 0x22FF), (0x27C0, 0x2AFF))),
    ("Combining marks", "Noto Sans", ((0x0300, 0x036F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF),
     (0xFE20, 0xFE2F))),
    ("Symbols", "Noto Sans Symbols 2", ((0x2000, 0x2BFF),)),
    ("Egyptian", "Noto Sans Egyptian Hieroglyphs", ((0x13000, 0x1342F),)),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ScriptLack:
    """The signs of a script that no font has: which, how often they were written, where first, and a font that
    has them.
    """

    script: str
    signs: str
    count: int
    first: str
    font: str

    def in_words(self) -> str:
        """The same in a sentence or two."""
        some = " ".join(self.signs[:8]) + (" …" if len(self.signs) > 8 else "")
        return (
            f"{self.script}: {self.count:,} {'sign is a box' if self.count == 1 else 'signs are boxes'} ({some})"
            f"{f', first in {self.first}' if self.first else ''}. "
            f"{self.font} has {'it' if self.count == 1 else 'them'}."
        )


def lacks_by_script(missing: Mapping[str, Lack]) -> list[ScriptLack]:
    """The signs that no font has, by script, in the order in which they came."""
    groups: dict[tuple[str, str], list[str]] = {}
    for sign in missing:
        groups.setdefault(_script(sign), []).append(sign)
    return [
        ScriptLack(script, "".join(signs), sum(missing[it].count for it in signs), missing[signs[0]].first, font)
        for (script, font), signs in groups.items()
    ]


def lacks_in_words(missing: Mapping[str, Lack]) -> list[str]:
    """A line for each script with something missing: how much, which, where first, and a font that has it."""
    return [lack.in_words() for lack in lacks_by_script(missing)]


def _script(sign: str) -> tuple[str, str]:
    code = ord(sign)
    for name, font, ranges in _SCRIPTS:
        if any(low <= code <= high for low, high in ranges):
            return name, font
    first = unicodedata.name(sign, "").partition(" ")[0].title()
    return (
        (first, f"A font such as Noto Sans {first}") if first else ("Private use", "Only the font it was made for")
    )
