"""Faults of fields, as a person is told them: in plain words, once, without the values."""

from typing import Any

import pytest
from pydantic import ValidationError

from domain.kernel.vocabulary import MalformedCommand, Vocabulary
from domain.kernel.wording.faults import first_problem
from domain.open_table import GAME

VOCABULARY = Vocabulary(GAME)
ENTER = {"type": "open_table.enter_character", "character": "ana", "name": "Ana"}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": None}, "`name`: words are wanted."),
        ({"character": "Not So"}, "`character`: use lower-case letters and digits, joined by hyphens."),
        ({"name": ""}, "`name`: nothing is written here."),
        ({"numbers": 3}, "`numbers`: a group of fields is wanted."),
        ({"numbers": {"hp": 1.5}}, "`numbers.hp`: a whole number is wanted."),
        ({"colour": "red", "nose": 1}, "`colour`: there is no field of this name (and 1 more)."),
        ({"numbers": {"hp": 10**10}}, "`numbers.hp`: at most 1,000,000,000."),
    ],
)
def test_what_is_wrong_with_a_command_is_said_in_plain_words(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(MalformedCommand) as wrong:
        VOCABULARY.command(ENTER | fields)
    assert str(wrong.value) == f"open_table.enter_character: {said}"


def test_what_is_missing_is_named() -> None:
    with pytest.raises(MalformedCommand, match=r"^open_table\.enter_character: `character`: this is missing\.$"):
        VOCABULARY.command({"type": "open_table.enter_character", "name": "Ana"})


def test_no_command_is_refused_in_words_of_the_library() -> None:
    """Every field of every command of a game, given what no field takes."""
    for kind in VOCABULARY.commands.values():
        for name in kind.model_fields:
            for value in (None, [], {}, "", "\0", 1.5, -(10**12), True, [[]], {"x": {}}):
                try:
                    kind.model_validate({name: value})
                except ValidationError as error:
                    said = first_problem(error)
                    assert not any(word in said for word in ("Input should", "Field required", "Value error"))
