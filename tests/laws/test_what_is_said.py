"""Sentences of every game in its own scenarios, and labels of its forms: no identifier, and a capital first."""

import re

import pytest

from domain.registry import games
from tests.support.all_texts import Said, asked_by_forms, said_in_scenarios
from tests.support.own_games import OURS

each_game = pytest.mark.parametrize("key", OURS)
UNSAID = re.compile(r"\b(?:None|UNSET|null)\b|<\w+\?>|\w\.\.(?!\.)|\b\d{4}-\d\d-\d\d\b|[\[\]{}]")
"""Things only a program says: None, a sentence ended twice, a day in figures, brackets of a list."""

ID_ALONE = re.compile(r"“[a-z0-9]+(?:-[a-z0-9]+)*”|(?<=: )[a-z]+(?:-[a-z]+)+\b")
"""A word of small letters where a name would stand: in quotes, or behind the colon of those there are."""


@each_game
def test_nothing_that_is_said_holds_an_identifier_or_miscounts(key: str) -> None:
    wrong = {
        it.text: found for it in said_in_scenarios(key) if (found := it.problems() + UNSAID.findall(it.plain))
    }
    assert not wrong


@each_game
def test_what_is_refused_told_and_offered_begins_with_a_capital(key: str) -> None:
    """But for what somebody wrote that has no letters at all."""
    said = [
        it for it in said_in_scenarios(key) if it.what.startswith(("refusal", f"headline {key}", "offer", "group"))
    ]
    assert said
    assert not [it.text for it in said if it.text[:1].isalpha() and not it.text[:1].isupper()]


@pytest.mark.parametrize("key", [it for it in OURS if it != "open_table"])
def test_what_is_not_there_is_not_called_by_an_identifier(key: str) -> None:
    """But at an open table, whose system file calls its numbers by these very words."""
    refused = (it for it in said_in_scenarios(key) if it.what.startswith("refusal") and "_unknown" in it.what)
    assert not {it.text: found for it in refused if (found := ID_ALONE.findall(it.text))}


@each_game
def test_no_form_asks_in_the_words_of_a_program(key: str) -> None:
    asked = [(tag, Said(tag, text, frozenset())) for tag, text in asked_by_forms(games()[key])]
    assert not [(tag, it.text) for tag, it in asked if it.problems() or UNSAID.search(it.plain)]
