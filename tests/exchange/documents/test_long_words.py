"""Words that are longer than a line: in print they end where the line does, and nothing of them is cut off."""

import pytest

from exchange.documents.printed.signs import Lack, lacks_in_words
from projections.story.model import SessionHead
from tests.exchange.documents.test_printed import book, read, told


@pytest.mark.parametrize("word", ["w" * 300, "Донау" * 60, "-" * 400, "https://example.org/" + "a" * 200])
def test_a_long_word_stays_on_the_page_and_is_whole(word: str) -> None:
    printed = book([SessionHead(position=2, session=1, title="Low water"), told(3, f"Before {word} after.")])
    page = read(printed).pages[-1]
    assert word in page.extract_text().replace("\n", "").replace("\u200b", "")
    lines = page.extract_text(extraction_mode="layout").splitlines()
    assert len([line for line in lines if len(line.strip()) > 20]) > 2


def test_what_is_missing_is_called_by_what_it_is() -> None:
    said = lacks_in_words({sign: Lack(1, "record 3") for sign in ("⏹", "\u0334", "𓂀")})
    assert said == [
        "Symbols: 1 sign is a box (⏹), first in record 3. Noto Sans Symbols 2 has it.",
        "Combining marks: 1 sign is a box (\u0334), first in record 3. Noto Sans has it.",
        "Egyptian: 1 sign is a box (𓂀), first in record 3. Noto Sans Egyptian Hieroglyphs has it.",
    ]
