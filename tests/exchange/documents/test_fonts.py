"""Fonts that are brought along or lie on the computer, and which signs are fitted to them."""

from pathlib import Path
from typing import Any

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from exchange.documents.printed.fonts import brought, for_missing, shipped
from exchange.documents.printed.signs import Signs, lacks_in_words, runs_from_the_right
from tests.exchange.documents.test_printed import book, text_of


def a_font_with(sign: str, file: Path) -> Path:
    """A font that has this one sign, as somebody may bring for their script."""
    pen = TTGlyphPen(None)
    for corner, at in enumerate(((0, 0), (500, 0), (500, 700), (0, 700))):
        (pen.lineTo if corner else pen.moveTo)(at)
    pen.closePath()
    made = FontBuilder(1000, isTTF=True)
    made.setupGlyphOrder([".notdef", "sign"])
    made.setupCharacterMap({ord(sign): "sign"})
    made.setupGlyf({".notdef": pen.glyph(), "sign": pen.glyph()})
    made.setupHorizontalMetrics({".notdef": (600, 0), "sign": (600, 0)})
    made.setupHorizontalHeader(ascent=800, descent=-200)
    names = {"familyName": "Mine", "styleName": "Regular", "fullName": "Mine Regular", "psName": "Mine-Regular"}
    made.setupNameTable(names)
    made.setupOS2()
    made.setupPost()
    made.save(file)
    return file


@pytest.mark.parametrize("found_by", ["brought", "on this computer"])
def test_a_font_that_is_there_has_the_signs_the_others_lack(tmp_path: Path, found_by: str) -> None:
    eye = "\N{EGYPTIAN HIEROGLYPH D010}"
    without = book([], f"Thebes {eye}")
    assert lacks_in_words(dict(without.missing)) == [
        f"Egyptian: 1 sign is a box ({eye}), first in the title. Noto Sans Egyptian Hieroglyphs has it."
    ]
    a_font_with(eye, tmp_path / "mine.ttf")
    (tmp_path / "words.ttf").write_bytes(b"no font")
    given: Any = {"fonts": tmp_path} if found_by == "brought" else {"computer": (tmp_path,)}
    with_it = book([], f"Thebes {eye}", **given)
    assert with_it.missing == {}
    assert eye in text_of(with_it)


def test_fonts_of_a_computer_are_opened_only_for_what_they_have(tmp_path: Path) -> None:
    font = a_font_with("\N{EGYPTIAN HIEROGLYPH D010}", tmp_path / "mine.ttf")
    assert brought(font)[0].family == "Mine"
    assert for_missing(frozenset(map(ord, "字")), [tmp_path, tmp_path / "nowhere"]) == ()


@pytest.mark.parametrize(
    ("text", "printed", "missing"),
    [
        ("a\u202eb\x07c\u2066d", "abcd", ""),
        ("q\u0303 e\u0301", "q\u0303 é", ""),
        ("❤\ufe0f", "❤\ufe0f", ""),
        ("👩\u200d👧!", "□!", "👩👧"),
        ("x字y字", "x□y□", "字"),
        ("tab\tline\nend", "tab line\nend", ""),
        ("क्षत्रिय", "क्षत्रिय", ""),
    ],
)
def test_a_text_is_fitted_to_the_fonts(text: str, printed: str, missing: str) -> None:
    signs = Signs(shipped())
    assert signs.fitted(text, "record 1") == printed
    assert "".join(signs.missing) == missing


@pytest.mark.parametrize(
    ("text", "right"),
    [("مرحبا went down the long stair", False), ("שלום עולם a", True), ("12 !", False), ("", False)],
)
def test_where_a_text_is_read_from(text: str, right: bool) -> None:
    assert runs_from_the_right(text) is right
