"""Chat of MapTool, saved as a web page."""

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import NOBODY
from tests.support.intake import FILES
from tests.support.worlds import said_in


def test_who_speaks_is_told_beside_the_words_with_a_picture_or_without() -> None:
    said = [it for it in said_in(FILES / "maptool.html") if it.form is EntryForm.SPEECH]
    assert [(it.speaker, it.text) for it in said] == [
        ("Gwen", "The tide is out & the stones are wet."),
        ("Old Wren", "“I walk.”"),
        ("Gwen", "Who is there?"),
    ]


def test_what_stands_behind_a_star_is_done_by_whoever_also_speaks() -> None:
    said = [it for it in said_in(FILES / "maptool.html") if it.form is not EntryForm.SPEECH]
    assert [(it.speaker, it.form, it.text) for it in said] == [
        ("Old Wren", EntryForm.EMOTE, "lifts the lamp"),
        (NOBODY, EntryForm.STORY, "Somebody knocks from below"),
    ]


def test_the_same_words_twice_are_two_entries_and_no_styles_are_words() -> None:
    said = said_in(FILES / "maptool.html")
    assert len({it.id for it in said}) == len(said) == 5
    assert not [it for it in said if "font-family" in it.text]
