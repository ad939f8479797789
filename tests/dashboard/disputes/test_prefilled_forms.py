"""A form that begins with a command reads back as that command: for every ruling of every game's samples."""

import pytest

from campaign_laws.scripts import scripts_of
from dashboard.forms.prefill import prefilled
from domain.kernel.vocabulary import Vocabulary
from domain.registry import games
from exchange.command_forms.fields import UNSET
from exchange.command_forms.reading import check, read
from exchange.command_forms.schema import form_of


@pytest.mark.parametrize("key", sorted(games()))
def test_a_command_as_it_was_asked_reads_back_the_same(key: str) -> None:
    game = games()[key]
    vocabulary = Vocabulary(game)
    forms = {tag: form_of(kind) for tag, kind in vocabulary.commands.items()}
    seen = 0
    for _name, script in scripts_of(game):
        for line, step in script.steps:
            asked = vocabulary.command(step.when)
            raw = asked.model_dump(mode="json")
            form, held = prefilled(forms[raw["type"]], raw, {})
            checked = check(form, type(asked), read(form, lambda place, held=held: held.get(place, UNSET)))  # type: ignore[misc]
            assert checked.command == asked, (line, checked.missing, checked.problems)
            seen += 1
    assert seen
