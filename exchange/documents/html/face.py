"""A face: the picture of somebody, or where there is none a monogram, drawn from an id, a name and a kind alone.

Circle for players' characters, square for others, shield for factions; grey once they are gone. The hue comes from
the id, so that it stays through every name. Colours are worked out here and not in a style, so that their contrast
can be held by a test and a document without styles can use them.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from hashlib import sha256
from typing import Any

from rich.cells import cell_len, split_graphemes

from exchange.documents.html.markup import text

INK_ON_LIGHT = "#ffffff"
"""The letters on the ground of the light theme, and on paper."""
INK_ON_DARK = "#14151a"
HUES = 24
"""The number of grounds there are: neighbours are still told apart."""
CONTRAST = 5.5
"""The least contrast of letters with their ground; 4.5 is asked for."""
_SATURATION = 0.42
_WIDE = 2
"""Columns of a terminal that the letters take at most: two of most scripts, or one sign of those that are wide."""
_SMALL_WORDS = frozenset(
    ("the", "a", "an", "of", "and", "order", "guild", "house", "der", "die", "das", "von", "und", "la", "le")
)
_JOINED_SCRIPTS = ("ARABIC", "HEBREW", "SYRIAC")
_EMPTY = "?"


class FaceKind(StrEnum):
    """The kind of a face, shown by its outline."""

    PLAYERS = "players"
    OTHERS = "others"
    FACTION = "faction"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as a page shows it: where it is fetched, what it shows, and which square of it is the face.

    `square` is left, top and side as parts of the width, the height and the shorter of the two, `shape` the width
    over the height.
    """

    address: str
    alt: str = ""
    square: tuple[float, float, float] | None = None
    shape: float = 1.0
    held: str = ""
    """The class that draws it, where the page's own style has it once and nothing is fetched."""

    @property
    def style(self) -> str:
        """Declarations that bring the square to fill the face; none where the middle of the picture will do."""
        if self.square is None or not self.square[2]:
            return ""
        left, top, side = self.square
        wide, high = max(1.0, self.shape) / side, max(1.0, 1 / self.shape) / side
        if self.held:
            across = left * wide / (wide - 1) if wide > 1 else 0.0
            down = top * high / (high - 1) if high > 1 else 0.0
            size = f"background-size:{100 * wide:.4g}% {100 * high:.4g}%"
            return f"{size};background-position:{100 * across:.4g}% {100 * down:.4g}%"
        declared = {"width": wide, "height": high, "margin-left": -left * wide, "margin-top": -top * high}
        return ";".join(f"{name}:{100 * value:.4g}%" for name, value in declared.items()) + ";place-self:start"


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """A face ready to be drawn. `light` and `dark` are its grounds in the two themes."""

    letters: str
    light: str
    dark: str
    kind: FaceKind
    gone: bool = False
    picture: Picture | None = None


def face(
    who: str, name: str, kind: FaceKind = FaceKind.OTHERS, *, gone: bool = False, picture: Picture | None = None
) -> Face:
    """The face of somebody: the same for the same id, whatever else happens."""
    light, dark = _GREYS if gone else grounds(hue_of(who))
    return Face(letters=letters_of(name), light=light, dark=dark, kind=kind, gone=gone, picture=picture)


def face_html(it: Face, css: str = "") -> str:
    """A face as markup. It stands beside a name that says the same: only a picture that is described is read out.

    The letters are drawn by the style, so that they are no part of what is copied or searched.
    """
    marks = " ".join(part for part in ("face", it.kind.value, "gone" if it.gone else "", css) if part)
    style = f"--light:{it.light};--dark:{it.dark}"
    picture = it.picture
    if picture is None:
        letters = text(it.letters)
        return f'<span class="{marks}" style="{style}" data-letters="{letters}" aria-hidden="true"></span>'
    hidden = "" if picture.alt else ' aria-hidden="true"'
    if picture.held:
        said = f' role="img" aria-label="{text(picture.alt)}"' if picture.alt else hidden
        return f'<span class="{marks} held {picture.held}" style="{style};{picture.style}"{said}></span>'
    return (
        f'<span class="{marks}" style="{style}"{hidden}><img src="{text(picture.address)}" '
        f'alt="{text(picture.alt)}" style="{picture.style}"></span>'
    )


def face_data(it: Face) -> Mapping[str, Any]:
    """A face as data, for parts of a page that draw by script."""
    told: dict[str, Any] = {"letters": it.letters, "light": it.light, "dark": it.dark, "kind": it.kind.value}
    if it.gone:
        told["gone"] = True
    if it.picture is not None:
        told["picture"] = it.picture.address
        told["style"] = it.picture.style
    return told


# --- letters ---------------------------------------------------------------------------------------------


@cache
def letters_of(name: str) -> str:
    """One or two signs that stand for a name, as people write them: nothing that is one sign is taken apart."""
    words = [word for word in (_lettered(part) for part in name.replace("-", " ").split()) if word]
    telling = [word for word in words if "".join(word).casefold() not in _SMALL_WORDS] or words
    if not telling:
        signs = graphemes(name.strip())
        return signs[0] if signs else _EMPTY
    signs = [word[0] for word in telling[:2]] if len(telling) > 1 else telling[0][:2]
    found = _upper(signs[0])
    if len(signs) == 1 or _is_joined(found) or cell_len(found + signs[1]) > _WIDE:
        return found
    return found + (_upper(signs[1]) if len(telling) > 1 else signs[1])


def graphemes(words: str) -> list[str]:
    """A text cut into what people take for one sign, with all that is written on it, under it and beside it."""
    found: list[str] = []
    for begin, end, _width in split_graphemes(words)[0]:
        sign = words[begin:end]
        if found and unicodedata.category(sign[0]).startswith("M"):
            found[-1] += sign
        else:
            found.append(sign)
    return found


def _lettered(word: str) -> list[str]:
    """A word from its first letter or figure on; nothing where it has none."""
    signs = graphemes(word)
    first = next((place for place, sign in enumerate(signs) if sign[0].isalnum()), len(signs))
    return [sign for sign in signs[first:] if sign[0].isalnum()]


def _upper(sign: str) -> str:
    larger = sign.upper()
    return larger if len(larger) == len(sign) else sign


def _is_joined(sign: str) -> bool:
    """True if letters of this script change when they stand side by side: then one stands alone."""
    return unicodedata.name(sign[0], "").startswith(_JOINED_SCRIPTS)


# --- colours ---------------------------------------------------------------------------------------------


def hue_of(who: str) -> int:
    """A hue of the colour circle in degrees, by an id."""
    return int.from_bytes(sha256(who.encode()).digest()[:4]) % HUES * (360 // HUES)


@cache
def grounds(hue: int, saturation: float = _SATURATION) -> tuple[str, str]:
    """A dark ground for light letters and a light one for dark letters, each as strong as the contrast allows."""
    steps = [part / 100 for part in range(5, 96)]
    light = max(it for it in steps if contrast(hsl(hue, saturation, it), INK_ON_LIGHT) >= CONTRAST)
    dark = min(it for it in steps if contrast(hsl(hue, saturation, it), INK_ON_DARK) >= CONTRAST)
    return hsl(hue, saturation, light), hsl(hue, saturation, dark)


def hsl(hue: int, saturation: float, lightness: float) -> str:
    """A colour by its hue, as `#rrggbb`."""
    reach = saturation * min(lightness, 1 - lightness)

    def part(n: int) -> int:
        k = (n + hue / 30) % 12
        return round(255 * (lightness - reach * max(-1, min(k - 3, 9 - k, 1))))

    return f"#{part(0):02x}{part(8):02x}{part(4):02x}"


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, as WCAG counts it: from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (it / 12.92 if it <= 0.04045 else ((it + 0.055) / 1.055) ** 2.4 for it in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


_GREYS = grounds(0, 0.0)
