"""No id is asked for: every field of a command that holds one says what it refers to, or what it is made of."""

from typing import Any

from campaign_laws.base import Laws
from domain.kernel.messages import Command, tag_of
from domain.kernel.references import NEW_ID, REF, ids_without_reference


class ReferenceLaws(Laws):
    """The ids in the commands of a game."""

    def test_an_id_says_what_it_refers_to_or_is_made_of(self) -> None:
        without = {tag_of(it): found for it in self.game.commands if (found := list(ids_without_reference(it)))}
        assert not without, "say it with Ref or NewId"

    def test_an_id_is_made_of_a_field_that_stands_beside_it(self) -> None:
        assert not {tag_of(it): found for it in self.game.commands if (found := misplaced_ids(it))}


def misplaced_ids(command: type[Command]) -> list[str]:
    """The fields that are made of one that does not stand beside them, or refer to nothing."""
    schema = command.model_json_schema()
    wrong = []
    for group in [schema, *schema.get("$defs", {}).values()]:
        fields: dict[str, Any] = group.get("properties", {})
        for name, field in fields.items():
            for each in [field, *field.get("anyOf", ())]:
                made_of = each.get(NEW_ID)
                wrong += [name] * (made_of is not None and made_of not in fields)
                wrong += [name] * (REF in each and not each[REF])
    return wrong
