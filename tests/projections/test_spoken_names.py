"""Names before the words of captions, and words that only end in a colon."""

import pytest

from projections.transcripts.names import SpokenNames

IN_CAPITALS = ("GWEN: The tide is out.", "WREN: Then we walk.", "GWEN: Slowly.", "WREN: Yes.", "ORRIN: Well.")


@pytest.mark.parametrize(
    "line", ["and says: No.", "of the Hollow Coast: rise.", "Hollow Coast: rise.", "He goes: No.", "Title: none."]
)
def test_where_names_are_in_capitals_nothing_else_is_a_name(line: str) -> None:
    assert SpokenNames.of([*IN_CAPITALS, line]).before(line) is None


@pytest.mark.parametrize(
    ("line", "name", "words"),
    [
        ("WREN: I walk.", "WREN", "I walk."),
        (">> WREN: I walk.", "WREN", "I walk."),
        ("Wren: I walk.", "Wren", "I walk."),
        ("GWEN and WREN: No!", "GWEN and WREN", "No!"),
        ("GWEN &amp; WREN: No!", "GWEN & WREN", "No!"),
        ("WREN (softly): No.", "WREN", "(softly) No."),
        ("O'HARA: No.", "O'HARA", "No."),
        ("VOICE 2: No.", "VOICE 2", "No."),
    ],
)
def test_a_name_in_capitals_keeps_what_belongs_to_it(line: str, name: str, words: str) -> None:
    assert SpokenNames.of([*IN_CAPITALS, line]).before(line) == (name, words)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Wren: No.", "Wren"),
        ("Anna von der Au: No.", "Anna von der Au"),
        ("Игорь: Нет.", "Игорь"),
        ("海辺: いいえ", "海辺"),
        ("and then: No.", None),
        ("He goes: No.", None),
        ("One two three four five: No.", None),
    ],
)
def test_where_names_are_not_in_capitals_they_begin_with_one(line: str, name: str | None) -> None:
    found = SpokenNames.of(["Gwen: The tide is out.", line]).before(line)
    assert (found and found[0]) == name


def test_a_name_with_a_small_word_is_one_where_it_stands_again() -> None:
    lines = ["Guard captain: Halt!", "Wren: We walk.", "Guard captain: Stop!"]
    assert SpokenNames.of(lines).before(lines[2]) == ("Guard captain", "Stop!")
