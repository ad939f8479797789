"""One word for one thing on every form: what is asked for in several games is called alike in all of them."""

from collections.abc import Iterator, Sequence

import pytest

from domain.registry import games
from exchange.command_forms.fields import Field
from exchange.command_forms.schema import form_of
from tests.support.own_games import OURS

ONE_WORD = {
    "reason": "Reason",
    "why": "Reason",
    "why_not": "Reason it cannot be resisted",
    "cost": "Price",
    "price": "Price",
    "xp_cost": "Price",
    "entry_cost": "Price",
}
"""The labels of fields of these names."""
OTHERWISE = {
    ("spc.set_scene", "why"): "Why",
    ("hot_circle.refuse_deed", "why"): "In your words",
}
"""Labels of such fields that differ: when, where and why set a scene; a refusal may be put in words."""

each_game = pytest.mark.parametrize("key", OURS)


def every(fields: Sequence[Field]) -> Iterator[Field]:
    """Fields, and the fields of their groups."""
    for field in fields:
        yield field
        yield from every(field.parts)


@each_game
def test_a_reason_and_a_price_are_called_alike_on_every_form(key: str) -> None:
    for kind in games()[key].commands:
        form = form_of(kind)
        for field in every(form.fields):
            if field.label.endswith("?"):
                continue  # a question asks in words of its own
            wanted = OTHERWISE.get((form.tag, field.name), ONE_WORD.get(field.name, field.label))
            assert field.label == wanted or field.label.startswith(f"{wanted} "), (form.tag, field.path)
            others = {"why", "cost", "costs"} & {*field.label.lower().split()}
            assert not others or (form.tag, field.name) in OTHERWISE, (form.tag, field.path, field.label)
