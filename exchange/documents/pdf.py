"""Paper, fonts and colours of what is printed: one look for books and sheets, and a sign for every script."""

import unicodedata
from importlib.resources import as_file, files
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.ttLib.ttCollection import TTCollection
from fpdf import FPDF

from domain.kernel.facts import Kind

INK, QUIET, HAIR, PAPER = (35, 38, 45), (118, 116, 110), (216, 210, 195), (255, 255, 255)
KINDS = {
    Kind.STORY: (43, 103, 168),
    Kind.DICE: (107, 73, 184),
    Kind.GAIN: (27, 118, 87),
    Kind.LOSS: (181, 58, 38),
    Kind.GROWTH: (141, 98, 8),
}
MISSING = "\N{WHITE VERTICAL RECTANGLE}"
"""Stands for a sign that no font has."""
_JOINING = "\u200c\u200d"
TEXT, HEAD, FALLBACK = "text", "head", "fallback"
_FILES = {
    (TEXT, ""): "alegreya-sans-regular.ttf",
    (TEXT, "B"): "alegreya-sans-bold.ttf",
    (TEXT, "I"): "alegreya-sans-italic.ttf",
    (HEAD, ""): "grenze-semibold.ttf",
    (FALLBACK, ""): "dejavu-sans.ttf",
}


def is_font(file: Path) -> bool:
    """Whether a file is a font that can be printed with, and knows which signs it has."""
    try:
        FPDF().add_font("tried", "", file)
        return bool(_signs_of(file))
    except Exception:  # those who read fonts have no error of their own: whatever a wrong table leads to
        return False


def _signs_of(font: Path) -> set[int]:
    each = TTCollection(font).fonts[0] if font.suffix.lower() == ".ttc" else TTFont(font, lazy=True)
    return set(each.getBestCmap() or ())


class Paper(FPDF):
    """A document with the project's fonts in it. `more` is a font file for scripts that they do not have."""

    def __init__(self, size: str, title: str, more: Path | None = None) -> None:
        super().__init__(format=size)
        self.missing: set[str] = set()
        """Signs that were written and that no font has."""
        self._has: set[int] = set()
        fallbacks = [FALLBACK]
        with as_file(files("exchange.documents").joinpath("fonts")) as folder:
            for (family, style), name in _FILES.items():
                self.add_font(family, style, folder / name)
            self._know(folder / _FILES[TEXT, ""], folder / _FILES[FALLBACK, ""])
        if more is not None:
            self.add_font("more", "", more)
            self._know(more)
            fallbacks.append("more")
        self.set_fallback_fonts(fallbacks, exact_match=False)
        self.set_text_shaping(True)
        self.set_title(self.plain(title))
        self.set_creator("Campaign Ledger")
        self.set_lang("en")

    def _know(self, *fonts: Path) -> None:
        for font in fonts:
            self._has |= _signs_of(font)

    def plain(self, text: str) -> str:
        """Text as it can be printed: a sign that no font has is a box, what only machines obey is nothing."""
        return "".join(self._sign(sign) for sign in unicodedata.normalize("NFC", text))

    def _sign(self, sign: str) -> str:
        if unicodedata.category(sign) == "Cf" and sign not in _JOINING:
            return ""  # such as what turns the direction of everything after it
        if sign == "\n" or ord(sign) in self._has:
            return sign
        if sign.isspace():
            return " "
        if unicodedata.category(sign) in ("Cc", "Mn", "Me"):
            return ""
        self.missing.add(sign)
        return MISSING

    def ink(self, family: str, size: float, style: str = "", colour: tuple[int, int, int] = INK) -> None:
        """Write with this from here on."""
        self.set_font(family, style, size)
        self.set_text_color(*colour)

    def written(self, text: str, width: float = 0, height: float = 0, **more: str) -> None:
        """Text in lines, from where the pen is; it goes on below, at the left edge."""
        size = self.font_size
        self.multi_cell(
            width,
            height or size * 1.32,
            self.plain(text),
            new_x="LMARGIN",
            new_y="NEXT",
            align=more.get("align", "L"),
        )

    def hair(self, y: float | None = None) -> None:
        """A fine line across the page."""
        at = self.get_y() if y is None else y
        self.set_draw_color(*HAIR)
        self.set_line_width(0.2)
        self.line(self.l_margin, at, self.w - self.r_margin, at)

    def shape(self, kind: Kind, x: float, y: float, wide: float = 2.1) -> None:
        """The sign of a kind of moment, as on every screen."""
        self.set_fill_color(*KINDS[kind])
        half = wide / 2
        match kind:
            case Kind.STORY:
                self.circle(x + half, y + half, half, style="F")
            case Kind.DICE:
                corners = [(half, 0.0), (wide, half), (half, wide), (0.0, half)]
                self.polygon([(x + a, y + b) for a, b in corners], style="F")
            case Kind.GAIN:
                self.polygon([(x + half, y), (x + wide, y + wide), (x, y + wide)], style="F")
            case Kind.LOSS:
                self.polygon([(x, y), (x + wide, y), (x + half, y + wide)], style="F")
            case Kind.GROWTH:
                self.star(x + half, y + half, half * 0.45, half, 5, style="F")

    def header(self) -> None:
        """Nothing stands above a page."""

    def footer(self) -> None:
        """The page's number, and what this is."""
        self.set_y(-12)
        self.ink(TEXT, 8, colour=QUIET)
        self.cell(0, 5, str(self.page_no()), align="C")
