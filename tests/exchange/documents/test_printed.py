"""Books and sheets as PDF, read back: every letter that was written stands in them, or is named as missing."""

import re
from collections.abc import Iterable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import ZIP_STORED, ZipFile

import pytest
from PIL import Image
from pypdf import PdfReader

from domain.kernel.facts import Kind
from domain.kernel.journal.attached.terms import Belongs, BelongsTo, Focus
from domain.kernel.people import EVERYONE
from domain.kernel.sheet import Counter, Section, Sheet, Tag, Tags, Texts
from exchange.documents.epub import epub
from exchange.documents.html.face import face
from exchange.documents.plates import Plate, hung, printable
from exchange.documents.portraits import WIDE, portrait
from exchange.documents.printed.book import book as printed_book
from exchange.documents.printed.errors import CannotPrint
from exchange.documents.printed.fonts import shipped
from exchange.documents.printed.sheets import Pictured, printed_sheets
from exchange.documents.printed.signs import lacks_in_words
from exchange.documents.printed.typesetting import Printed, typeset
from exchange.documents.volume import INDEX, Volume, volume
from projections.story.model import (
    ChapterHead,
    Member,
    Paragraph,
    Part,
    Power,
    Prelude,
    Proof,
    SceneEnd,
    SceneHead,
    SessionHead,
    SpanKind,
    StoryRemark,
    StorySpan,
)
from tests.exchange.documents.test_printing import full_sheet
from tests.support.many_scripts import EMOJI, HELD, NINE, letters

NOTHING: tuple[Path, ...] = ()


def read(printed: Printed) -> PdfReader:
    return PdfReader(BytesIO(printed.content))


def text_of(printed: Printed) -> str:
    return "\n".join(page.extract_text() for page in read(printed).pages)


def told(position: int, text: str, proof: str = "", who: str = "", *, secret: bool = False) -> Paragraph:
    named = [StorySpan(SpanKind.NAME, "Isa Tarn", who)] if who else []
    spans = (*named, StorySpan(SpanKind.SAID, text, secret=secret))
    shown = Proof(proof, ((position, text),)) if proof else None
    return Paragraph(positions=(position,), text=spans, kinds=(Kind.STORY,), proof=shown)


def bound(parts: Iterable[Part], title: str = "Tale") -> Volume:
    return volume(parts, title, "Delve", ["Ann"], EVERYONE)


def book(parts: Iterable[Part], title: str = "Tale", **given: Any) -> Printed:
    return printed_book(bound(parts, title), **{"computer": NOTHING, **given})


def a_picture() -> bytes:
    made = BytesIO()
    Image.new("RGB", (400, 200), "teal").save(made, "PNG")
    return made.getvalue()


def test_a_portrait_stands_where_a_monogram_would() -> None:
    plain, face = bound(story()), portrait(a_picture(), "A woman with a pole", Focus(left=500, top=0, side=1000))
    assert face == portrait(a_picture(), "A woman with a pole", Focus(left=500, top=0, side=1000))
    assert Image.open(BytesIO(face.content)).size == (WIDE, WIDE)
    pictured = replace(plain, portraits={"isa": face})
    printed = read(printed_book(pictured, computer=NOTHING))
    assert sum(len(page.images) for page in printed.pages) == 1
    with ZipFile(BytesIO(epub(pictured, "tale", "2026-11-21T20:00:00.000Z"))) as archive:
        (name,) = [it for it in archive.namelist() if it.endswith(".jpg")]
        assert archive.read(name) == face.content
        assert f'href="{name.removeprefix("book/")}"' in archive.read("book/content.opf").decode()
        assert 'alt="A woman with a pole"' in archive.read("book/people.xhtml").decode()


def plate(of: int, kind: BelongsTo = BelongsTo.CAMPAIGN, **to: Any) -> Plate:
    content, wide, high = printable(a_picture())
    return Plate(
        number=of,
        content=content,
        width=wide,
        height=high,
        alt=f"Words of {of}",
        caption=f"Under {of}",
        belongs=Belongs(kind=kind, **to),
        secret=of == 3,
    )


PLATES = (
    plate(1),
    plate(2, BelongsTo.CHARACTER, id="isa"),
    plate(3, BelongsTo.RECORD, number=7),
    plate(4, BelongsTo.SCENE, id="the-cut"),
    plate(5, BelongsTo.SESSION, number=1),
    plate(6, BelongsTo.PLACE, id="nowhere"),
    plate(7, BelongsTo.RECORD, number=9),
)


def test_a_picture_hangs_where_what_it_belongs_to_is_told() -> None:
    found = hung(PLATES, story())
    assert {at: [it.number for it in them] for at, them in found.at.items()} == {
        (Paragraph, 5): [3],  # nothing tells of the record itself, and this is told last before it
        (SceneHead, 3): [4],
        (SessionHead, 2): [5],
        (Paragraph, 4): [7],  # a note beside it
    }
    assert {who: [it.number for it in them] for who, them in found.of.items()} == {"isa": [2]}
    assert [it.number for it in found.front] == [1, 6]
    assert hung(PLATES, story(), whole=False).front == ()


def test_pictures_stand_in_the_book_and_in_what_reading_programs_open() -> None:
    said = StoryRemark(position=10, kind=Kind.STORY, by="Noor", text="map.png: Under 1", secret=False, file=1)
    pictured = volume([*story(), said], "Tale", "Delve", ["Ann"], EVERYONE, plates=PLATES)
    printed = read(printed_book(pictured, computer=NOTHING))
    text = " ".join(" ".join(page.extract_text() for page in printed.pages).split())
    assert [it for it in range(1, 8) if f"Under {it}" not in text] == []
    assert any(page.images for page in printed.pages)
    assert re.search(
        r"Under 4 Isa Tarn lights .*\(not for everybody\) Under 3 \(not for everybody\) One lamp", text
    )
    assert "map.png" not in text  # it stands under its picture
    with ZipFile(BytesIO(epub(pictured, "tale", "2026-11-21T20:00:00.000Z"))) as archive:
        pages = {name: archive.read(name).decode() for name in archive.namelist() if name.endswith("html")}
        assert archive.read("book/plate-3.jpg") == PLATES[2].content
        assert archive.read("book/content.opf").decode().count("image/jpeg") == len(PLATES)
    assert pages["book/plates.xhtml"].count("<figure>") == 2
    figure = '<figure><img src="plate-3.jpg" alt="Words of 3"/><figcaption>Under 3 (not for everybody)'
    assert figure in pages["book/part-1.xhtml"]
    (sheet,) = (full_sheet(),)
    pictures = Pictured(face("ann", "Ann"), portrait(a_picture(), "Ann", None), PLATES[:1])
    paper = read(printed_sheets([sheet], "A tale", computer=NOTHING, pictured={sheet.character: pictures}))
    assert sum(len(page.images) for page in paper.pages) == 2
    assert "Under 1" in "".join(page.extract_text() for page in paper.pages)


@pytest.fixture(scope="module")
def tale() -> Printed:
    said = [told(at + 3, line) for at, line in enumerate((*NINE, EMOJI))]
    return book([SessionHead(position=2, session=1, title="Вечер"), *said])


def test_every_letter_is_there_or_is_named(tale: Printed) -> None:
    there = letters(text_of(tale))
    for line in NINE[:HELD]:
        assert letters(line) <= there, line
    assert letters("".join(NINE[HELD:])) - there == {it for it in tale.missing if it.isalnum()}
    assert tale.missing.keys() >= {"👩", "👧", "🎲", "🏽", "🇫"}
    chinese, emoji = lacks_in_words(dict(tale.missing))
    assert chinese.startswith("Chinese, Japanese and Korean: 17 signs are boxes (い ろ は")
    assert chinese.endswith("first in record 10. Noto Sans CJK has them.")
    assert "first in record 12. Noto Color Emoji has them." in emoji


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
    assert [entry["/Title"] for entry in reader.outline if not isinstance(entry, list)] == ["Session 1: Вечер"]


def test_the_same_is_the_same_to_the_byte() -> None:
    one, other = (printed_sheets([full_sheet()], "A tale", computer=NOTHING) for _ in range(2))
    assert one.content == other.content


def story() -> list[Part]:
    """A session before which somebody was there, with everything that a book draws."""
    isa = Member(
        who="isa",
        name="Isa Tarn",
        player="Noor",
        how="player character",
        players=True,
        lines=((StorySpan(SpanKind.SAID, "Counts the lamps."),),),
        traits=("Stubborn",),
    )
    guild = Power(
        who="guild", name="The Guild", kind="faction", text=(StorySpan(SpanKind.SAID, "At odds with Veil."),)
    )
    note = StoryRemark(position=9, kind=Kind.STORY, by="Noor", text="I knew.\nI did.", secret=True)
    return [
        Prelude(people=(isa,), powers=(guild,), paragraphs=(told(1, "It is winter."),), records=((1, "begins"),)),
        SessionHead(
            position=2,
            session=1,
            title="Knocking",
            when="12 September",
            previously=((StorySpan(SpanKind.SAID, "It froze."),),),
        ),
        SceneHead(
            position=3,
            scene="s",
            title="The Cut",
            place="Veil",
            text="Eleven lamps.",
            demand="What do you do?",
            present=(StorySpan(SpanKind.NAME, "Isa Tarn", "isa"),),
        ),
        replace(told(4, " lights one of them.", "3 against 2", "isa"), remarks=(note,)),
        told(5, '#read("/etc/passwd") *x* $y$ \\ @z <w> & \u202egnol \x07 a\tb', secret=True),
        SceneEnd(position=6, scene="s", title="The Cut", outcome=(StorySpan(SpanKind.SAID, "One lamp burns."),)),
        *(told(20 + at, f" waits, {at}. " + "Snow falls on the water. " * 40, who="isa") for at in range(4)),
    ]


WHOLE = (
    "played by Noor · Stubborn", "Counts the lamps.", "At odds with Veil.", "It is winter.", "Session 1: Knocking",
    "12 September", "Previously", "It froze.", "The Cut", "Veil · Isa Tarn", "Eleven lamps.", "What do you do?",
    "Isa Tarn lights one of them.", "3 against 2", "Noor (not for everybody)", "I knew.", "I did.",
    "One lamp burns.",
    '#read("/etc/passwd") *x* $y$ \\ @z <w> & gnol a b (not for everybody)', "A campaign of Delve",
)  # fmt: skip


def test_a_book_has_everything_of_the_story_and_obeys_none_of_it() -> None:
    printed = book(story())
    text = " ".join(text_of(printed).split())
    assert [it for it in WHOLE if it not in text] == []
    assert printed.missing == {}
    # an index of one person is none
    assert "Who is where" not in text


def test_whoever_is_nearly_everywhere_is_indexed_in_stretches() -> None:
    """Twenty times on some pages and not on the next."""
    parts: list[Part] = [SessionHead(position=1, session=1, title="Hallows", when="", previously=())]
    parts += [told(at, " goes on by the river." * 7, who="isa" if at // 24 % 2 else "") for at in range(2, 960)]
    ansel = StorySpan(SpanKind.NAME, "Ansel Roe", "ansel")
    parts += [replace(told(at, ""), text=(ansel,)) for at in (960, 961)]
    parts.insert(1, replace(told(1, ""), text=(ansel,)))
    index = text_of(book(parts)).rpartition("Who is where")[2]
    assert re.search(r"Ansel Roe\s+\d+, \d+", index), index
    assert "Isa Tarn" in index
    assert "passim" in index
    assert index.count(",") < 40


def _page_of(content: bytes, name: str) -> str:
    with ZipFile(BytesIO(content)) as file:
        return file.read(f"book/{name}.xhtml").decode()


def test_a_book_for_reading_programs_has_the_same_words() -> None:
    ansel = replace(told(30, ""), text=(StorySpan(SpanKind.NAME, "Ansel Roe", "ansel"),))
    content = epub(bound([*story(), ansel]), "tale", "2026-11-21T20:00:00.000Z")
    assert content == epub(bound([*story(), ansel]), "tale", "2026-11-21T20:00:00.000Z")
    assert INDEX not in _page_of(epub(bound(story()), "tale", "2026-11-21T20:00:00.000Z"), "nav")
    with ZipFile(BytesIO(content)) as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type, archive.read(first)) == (
            "mimetype",
            ZIP_STORED,
            b"application/epub+zip",
        )
        pages = {name: archive.read(name).decode() for name in archive.namelist() if name.endswith("html")}
        package = ElementTree.fromstring(archive.read("book/content.opf"))
        trees = {name: ElementTree.fromstring(page) for name, page in pages.items()}
    listed = [it.attrib["href"] for it in package.iter("{http://www.idpf.org/2007/opf}item")]
    assert sorted(f"book/{it}" for it in listed if it != "style.css") == sorted(pages)
    text = " ".join(" ".join("".join(tree.itertext()) for tree in trees.values()).split())
    same = [it.replace("Noor (not for everybody)", "Noor, not for everybody") for it in WHOLE]
    assert [it for it in same if it not in text] == []
    short = {name: name.removeprefix("book/") for name in pages}
    targets = {
        f"{short[on]}#{it.attrib['id']}" for on, tree in trees.items() for it in tree.iter() if "id" in it.attrib
    }
    targets |= set(short.values())
    links = [
        (
            it.attrib["href"]
            if not it.attrib["href"].startswith("#")
            else name.removeprefix("book/") + it.attrib["href"]
        )
        for name, tree in trees.items()
        for it in tree.iter("{http://www.w3.org/1999/xhtml}a")
    ]
    assert len(links) >= 9
    assert set(links) <= targets
    assert '<a epub:type="noteref" role="doc-noteref" class="dice" href="#d4">' in pages["book/part-1.xhtml"]


def test_sheets_of_every_block_have_all_their_words() -> None:
    printed = printed_sheets([full_sheet(), full_sheet()], "A tale", computer=NOTHING)
    text = " ".join(text_of(printed).split())
    for word in ("Añn", "hero", "Heat", "4000", "/ 90000", "2d6, 1d10", "Sad", "# no heading", "at its end"):
        assert word in text, word
    assert "There are no sheets yet." in text_of(printed_sheets([], "A tale", computer=NOTHING))


def test_a_heading_and_the_label_right_under_it_say_a_word_once() -> None:
    parts = (
        Tags(path="a", label="Elements", tags=(Tag(id="iron", text="Iron"),)),
        Texts(path="b", label="Sparks", texts=("Up",)),
    )
    printed = printed_sheets([Sheet(character="a", title="A", sections=(Section("Elements", parts),))], "B")
    assert (text_of(printed).count("Elements"), text_of(printed).count("Sparks")) == (1, 1)


def small(number: int) -> Sheet:
    blocks = (Counter(path="a", label="Heat", value=number), Tags(path="b", label="Has", tags=(Tag("t", "rope"),)))
    return Sheet(character=f"s{number}", title=f"Number {number}", sections=(Section("All", blocks),))


def tall(number: int, lines: int) -> Sheet:
    texts = tuple(Texts(path=f"t{at}", label=f"Said {at}", texts=("word " * 90,)) for at in range(lines))
    return Sheet(character=f"t{number}", title="Usable and unbreakable", sections=(Section("All", texts),))


def test_short_sheets_share_a_page_and_follow_at_once_where_theirs_would_hold_a_remnant() -> None:
    for count, apart in ((5, True), (1, False)):
        sheets = printed_sheets([full_sheet(), *map(small, range(count))], "A tale", computer=NOTHING)
        last = read(sheets).pages[-1].extract_text()
        assert all(f"Number {number}" in last for number in range(count))
        assert ("hero" not in last) is apart


def test_what_cannot_be_set_is_said_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(CannotPrint, match=r"^It could not be set: "):
        typeset("book.typ", {}, shipped(), {})
    assert list(tmp_path.iterdir()) == []


def test_an_act_goes_on_below_a_session_that_has_nothing_but_notes_before_it() -> None:
    """A page for the heading alone would be nearly empty in a reading program."""
    note = StoryRemark(position=2, kind=Kind.STORY, by="Noor", text="I knew.", secret=False)
    parts: list[Part] = [
        SessionHead(position=1, session=1, title="Salt"),
        note,
        ChapterHead(position=3, title="Lurking"),
        SceneHead(position=4, scene="s", title="The taproom"),
        told(5, "It rains."),
        ChapterHead(position=6, title="Raiding"),
        told(7, "It snows."),
    ]
    content = epub(bound(parts), "tale", "2026-11-21T20:00:00.000Z")
    first = _page_of(content, "part-1")
    places = [first.index(it) for it in ("Salt", "I knew.", '<h1 id="part-2">Lurking', "It rains.")]
    assert places == sorted(places)
    assert "It snows." in _page_of(content, "part-3")
    listed = _page_of(content, "nav")
    assert re.findall(r'href="(\w[^"]+html[^"]*)"', listed) == [
        "title.xhtml",
        "part-1.xhtml",
        "part-1.xhtml#part-2",
        "part-1.xhtml#scene-2",
        "part-3.xhtml",
    ]
