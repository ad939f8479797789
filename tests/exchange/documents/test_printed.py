"""Books and sheets as PDF, read back: every letter that was written stands in them, or is named as missing."""

from io import BytesIO
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from pypdf import PdfReader

from domain.kernel import facts as say
from domain.kernel.people import EVERYONE, GM_ONLY
from domain.kernel.sheet import Counter, Section, Sheet, Tag, Tags, Texts
from exchange.documents.printed.book import book
from exchange.documents.printed.fonts import brought, for_missing, shipped
from exchange.documents.printed.sheets import printed_sheets
from exchange.documents.printed.signs import Signs, lacks_in_words, runs_from_the_right
from exchange.documents.printed.typesetting import CannotPrint, Printed, typeset
from tests.exchange.documents.test_printing import full_sheet
from tests.support.telling import told

NINE = (
    "The quick brown fox, “Žluťoučký kůň” of Đặng Thị Ngọc",
    "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
    "Съешь ещё этих мягких французских булок",
    "דג סקרן שט בים מאוכזב",
    "نص حكيم له سر قاطع",
    "ऋषियों को सताने वाले राक्षस",
    "เป็นมนุษย์สุดประเสริฐ",
    "いろはにほへと 日本語",
    "다람쥐 헌 쳇바퀴",
)
EMOJI = "👩‍👧 🎲 👍🏽 🇫🇷"
HELD = 7
"""Of those lines, so many are in scripts whose fonts come with the program."""
NOTHING: tuple[Path, ...] = ()


def read(printed: Printed) -> PdfReader:
    return PdfReader(BytesIO(printed.content))


def text_of(printed: Printed) -> str:
    return "\n".join(page.extract_text() for page in read(printed).pages)


def letters(text: str) -> set[str]:
    return {sign for sign in text if sign.isalnum()}


@pytest.fixture(scope="module")
def tale() -> Printed:
    said = [told(headline=line, position=at + 2) for at, line in enumerate((*NINE, EMOJI))]
    return book([told(position=1, headline="begins"), *said], "Tale", "Delve", ["Ann"], EVERYONE, computer=NOTHING)


def test_every_letter_is_there_or_is_named(tale: Printed) -> None:
    there = letters(text_of(tale))
    for line in NINE[:HELD]:
        assert letters(line) <= there, line
    assert letters("".join(NINE[HELD:])) - there == {it for it in tale.missing if it.isalnum()}
    assert tale.missing.keys() >= {"👩", "👧", "🎲", "🏽", "🇫"}
    chinese, emoji = lacks_in_words(dict(tale.missing))
    assert chinese.startswith("Chinese, Japanese and Korean: 17 signs are boxes (い ろ は")
    assert chinese.endswith("first in record 9. Noto Sans CJK has them.")
    assert "first in record 11. Noto Color Emoji has them." in emoji


def test_words_are_read_as_they_were_written(tale: Printed) -> None:
    text = text_of(tale)
    for line in NINE[:3]:
        assert line in text.replace("\n", " ").replace("- ", "")


def test_a_document_says_what_it_is_and_is_tagged(tale: Printed) -> None:
    reader = read(tale)
    assert (reader.metadata.title, reader.root_object["/Lang"]) == ("Tale", "en")
    assert reader.root_object["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in reader.root_object
    assert "pdfuaid:part" in reader.xmp_metadata.stream.get_data().decode()
    assert [entry["/Title"] for entry in reader.outline if not isinstance(entry, list)] == [
        "Before the first session"
    ]


def test_the_same_is_the_same_to_the_byte() -> None:
    one, other = (printed_sheets([full_sheet()], "A tale", computer=NOTHING) for _ in range(2))
    assert one.content == other.content


def test_a_book_tells_only_what_its_reader_may_know() -> None:
    story = [
        told(position=1, headline="begins"),
        told(say.SessionOpened(session=1, title="Вечер שלום"), position=2),
        told(position=3, headline='#read("/etc/passwd") *x* $y$ \\ @z <w> \u202egnol \x07 a\tb'),
        told(position=4, headline="字 hush", audience=GM_ONLY),
    ]
    shown = book(story, "Tale", "Delve", ["Ann"], EVERYONE, computer=NOTHING)
    assert shown.missing == {}
    assert '#read("/etc/passwd") *x* $y$ \\ @z <w> gnol  a b' in text_of(shown)
    assert "hush" not in text_of(shown)
    whole = book(story, "Tale", "Delve", ["Ann"], GM_ONLY, computer=NOTHING)
    assert (list(whole.missing), whole.missing["字"].first) == (["字"], "record 4")
    assert "hush not for everybody" in text_of(whole)


def test_sheets_of_every_block_have_all_their_words() -> None:
    printed = printed_sheets([full_sheet(), full_sheet()], "A tale", computer=NOTHING)
    text = " ".join(text_of(printed).split())
    for word in ("Añn", "hero", "Heat", "4000", "/ 90000", "2d6, 1d10", "Sad", "# no heading", "at its end"):
        assert word in text, word
    assert "There are no sheets yet." in text_of(printed_sheets([], "A tale", computer=NOTHING))


def small(number: int) -> Sheet:
    blocks = (Counter(path="a", label="Heat", value=number), Tags(path="b", label="Has", tags=(Tag("t", "rope"),)))
    return Sheet(character=f"s{number}", title=f"Number {number}", sections=(Section("All", blocks),))


def tall(number: int, lines: int) -> Sheet:
    texts = tuple(Texts(path=f"t{at}", label=f"Said {at}", texts=("word " * 90,)) for at in range(lines))
    return Sheet(character=f"t{number}", title="Usable and unbreakable", sections=(Section("All", texts),))


@pytest.mark.parametrize("cast", [[tall(1, 15), tall(2, 16)], [full_sheet(), *map(small, range(8))]])
def test_no_page_is_under_a_third_full(cast: list[Sheet]) -> None:
    for page in read(printed_sheets(cast, "A tale", computer=NOTHING)).pages:
        heights: list[float] = []

        def see(
            text: str, user: list[float], place: list[float], *_more: object, to: list[float] = heights
        ) -> None:
            if text.strip():
                to.append(user[5] + user[3] * place[5])

        page.extract_text(visitor_text=see)
        # The page's number stands lowest.
        assert sorted(heights)[1] < 842 * 2 / 3, sorted(heights)


def test_short_sheets_share_a_page_and_follow_at_once_where_theirs_would_hold_a_remnant() -> None:
    for count, apart in ((5, True), (1, False)):
        sheets = printed_sheets([full_sheet(), *map(small, range(count))], "A tale", computer=NOTHING)
        last = read(sheets).pages[-1].extract_text()
        assert all(f"Number {number}" in last for number in range(count))
        assert ("hero" not in last) is apart


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
    without = book([], f"Thebes {eye}", "A game", [], EVERYONE, computer=NOTHING)
    assert lacks_in_words(dict(without.missing)) == [
        f"Egyptian: 1 sign is a box ({eye}), first in the title. A font such as Noto Sans Egyptian has it."
    ]
    a_font_with(eye, tmp_path / "mine.ttf")
    (tmp_path / "words.ttf").write_bytes(b"no font")
    given = {"fonts": tmp_path, "computer": NOTHING} if found_by == "brought" else {"computer": (tmp_path,)}
    with_it = book([], f"Thebes {eye}", "A game", [], EVERYONE, **given)  # type: ignore[arg-type]
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


def test_what_cannot_be_set_is_said_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(CannotPrint, match=r"^It could not be set: "):
        typeset("book.typ", {}, shipped(), {})
    assert list(tmp_path.iterdir()) == []
