"""Text a person wrote stays text where Streamlit reads markdown."""

import re

import pytest

from dashboard.forms.text import JOINER, apart, cut, plain, shown, unique_labels
from domain.kernel.offers import Choice

HOSTILE = [
    "![x](https://evil.example/a.png)",
    "[here](https://evil.example)",
    "<script>alert(1)</script>",
    "**bold** _it_ ~~gone~~ `code`",
    "$x^2$ and $$y$$",
    ":smile: :material/delete: :red[no] :streamlit:",
    "www.evil.example and https://evil.example and me@evil.example",
    "a -> b <- c <-> d -- e >= f <= g ~= h",
    "# heading\n- list\n1. one",
]


def without_marks(text: str) -> str:
    return text.replace("\\", "").replace(JOINER, "")


@pytest.mark.parametrize("text", HOSTILE)
def test_every_letter_is_kept(text: str) -> None:
    assert without_marks(plain(text)) == cut(text)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_punctuation_is_left_for_the_parser(text: str) -> None:
    escaped = plain(text)
    read = [n for n, char in enumerate(escaped) if char in "[]<>*_~`$#@|{}" or re.match(r":\S", escaped[n:])]
    assert all(escaped[n - 1] == "\\" for n in read)
    assert "www." not in escaped


@pytest.mark.parametrize("text", ["- one", "+ one", "1. one", "12) one", "== one"])
def test_no_list_and_no_line_begins(text: str) -> None:
    assert plain(text) != text
    assert without_marks(plain(text)) == text


@pytest.mark.parametrize(
    "text", ["Hit points (most): 3/4", "What now? Yes! And/or -1.5 + 2%", 'The "door", at 10:00 ']
)
def test_a_screen_reader_has_no_backslash_to_speak(text: str) -> None:
    assert "\\" not in plain(text).replace("10\\:", "10:")


@pytest.mark.parametrize(
    "code", [":smile:", ":material/delete:", ":red[x]", "www.x.y", "https://x", "a@b.c", " -> "]
)
def test_what_is_replaced_after_parsing_is_broken_up(code: str) -> None:
    assert code not in plain(f"x {code} y").replace("\\", "")


def test_long_names_are_cut_and_lines_joined() -> None:
    assert len(cut("x" * 10_000)) == 120
    assert cut("a\nb\t c") == "a b c"
    assert len(plain("_" * 10_000)) < 300


def test_right_to_left_names_keep_to_themselves() -> None:
    assert apart("שלום") == "\u2068שלום\u2069"
    assert apart("plain") == "plain"
    assert apart("a\u202eb") == "\u2068a\u202eb\u2069"
    assert shown("<b>") == '<bdi dir="auto">&lt;b&gt;</bdi>'


def test_choices_that_look_alike_are_told_apart() -> None:
    labels = unique_labels(
        [Choice("a", "x" * 500), Choice("b", "x" * 500), Choice("c", "y"), Choice("b", "x" * 500)]
    )
    assert len(set(labels)) == 4
