"""Words that are longer than a line: in print they end where the line does, and nothing of them is cut off."""

import unicodedata

import pytest

from exchange.documents.printed.signs import Lack, lacks_in_words
from projections.story.model import Member, Prelude, SessionHead
from tests.exchange.documents.test_printed import book, read, told


@pytest.mark.parametrize("word", ["w" * 300, "Донау" * 60, "-" * 400, "https://example.org/" + "a" * 200])
def test_a_long_word_stays_on_the_page_and_is_whole(word: str) -> None:
    printed = book([SessionHead(position=2, session=1, title="Low water"), told(3, f"Before {word} after.")])
    page = read(printed).pages[-1]
    read_back = page.extract_text()
    assert word in read_back.replace("\n", "")
    # Whoever searches finds it as it was written: nothing unseen stands in it.
    assert not [sign for sign in read_back if unicodedata.category(sign) == "Cf"]
    lines = page.extract_text(extraction_mode="layout").splitlines()
    assert len([line for line in lines if len(line.strip()) > 20]) > 2


def test_a_long_word_is_whole_in_titles_and_from_the_right() -> None:
    latin, arabic = "Donaudampfschifffahrtsgesellschaftskapitaen", "كلمة" * 12
    parts = [SessionHead(position=2, session=1, title=latin), told(3, f"{arabic} x"), told(4, latin)]
    read_back = read(book(parts, title=latin))
    assert read_back.metadata is not None
    assert read_back.metadata.title == latin
    assert [latin in str(it) for it in read_back.outline if not isinstance(it, list)][-1]
    text = "".join(page.extract_text() for page in read_back.pages).replace("\n", "")
    assert text.count(latin) >= 3
    assert "\u200b" not in text


def test_a_name_is_broken_between_its_words_only() -> None:
    """Whatever stands before it, and whether or not anybody was told of under that name; in small letters too."""
    small = Member(who="m", name="marshlander", player="", how="", players=False)
    wrote = (f"{'w ' * at}Isaura Dunmere and marshlander remember nothing." for at in range(2, 60))
    parts = [told(at, text) for at, text in enumerate(wrote, 5)]
    pages = read(
        book([Prelude(people=(small,)), SessionHead(position=2, session=1, title="Low water"), *parts])
    ).pages
    lines = [line.strip() for page in pages for line in page.extract_text().splitlines()]
    broken = {line.rpartition(" ")[2] for line in lines if line.endswith("\u00ad")}
    assert broken
    assert all(word.islower() for word in broken), broken
    assert not [word for word in broken if "marshlander".startswith(word.rstrip("\u00ad"))]


def test_what_is_missing_is_called_by_what_it_is() -> None:
    said = lacks_in_words({sign: Lack(1, "record 3") for sign in ("⏹", "\u0334", "𓂀")})
    assert said == [
        "Symbols: 1 sign is a box (⏹), first in record 3. Noto Sans Symbols 2 has it.",
        "Combining marks: 1 sign is a box (\u0334), first in record 3. Noto Sans has it.",
        "Egyptian: 1 sign is a box (𓂀), first in record 3. Noto Sans Egyptian Hieroglyphs has it.",
    ]
