"""No id is asked for: every field of a command that holds one says what it refers to, or what it is made of."""

from typing import Any

import pytest

from domain.kernel.campaign.rulebook import CAMPAIGN
from domain.kernel.journal.rulebook import JOURNAL
from domain.kernel.messages import Command, tag_of
from domain.kernel.references import NEW_ID, REF, naked_ids
from domain.registry import games

TAKEN_IN = {
    "journal.recognize_person": ["known_as"],
    "journal.begin_intake": ["voices.id"],
    "journal.take_in_entry": ["voice", "changes.owner"],
    "journal.adjust_earlier_value": ["owner"],
    "journal.attach_file": ["belongs.id"],
}
"""Ids that come from elsewhere, and no form asks for: who somebody is in other campaigns, voices of imports.
What a file belongs to is where it is put.
"""
EVERY = [*CAMPAIGN.commands, *JOURNAL.commands, *(kind for game in games().values() for kind in game.commands)]


@pytest.mark.parametrize("command", EVERY, ids=tag_of)
def test_an_id_says_what_it_refers_to_or_is_made_of(command: type[Command]) -> None:
    assert list(naked_ids(command)) == TAKEN_IN.get(tag_of(command), [])


@pytest.mark.parametrize("command", EVERY, ids=tag_of)
def test_an_id_is_made_of_a_field_that_stands_beside_it(command: type[Command]) -> None:
    schema = command.model_json_schema()
    for group in [schema, *schema.get("$defs", {}).values()]:
        fields: dict[str, Any] = group.get("properties", {})
        for field in fields.values():
            for each in [field, *field.get("anyOf", ())]:
                assert each.get(NEW_ID) is None or each[NEW_ID] in fields, (each[NEW_ID], list(fields))
                assert REF not in each or each[REF]
