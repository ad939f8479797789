"""One word for one thing on every form: what is asked for in several games is called alike in all of them."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

import pytest

from domain.kernel.forms.layouts import Asked, Part, Slots, questions
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


@each_game
def test_whatever_is_chosen_is_called_by_words_of_the_game(key: str) -> None:
    game = games()[key]
    laid = {it.command: it for it in game.layouts}
    words = {choice for choices in game.choices.values() for choice in choices}
    terms = {frozenset(kind) for kind in StrEnum.__subclasses__()}
    for kind in game.commands:
        if kind in laid:
            labels = [label for part in asked(laid[kind].parts) for label in labels_of(part)]
            assert not [it for it in labels if "_" in it], kind.__name__
            continue
        by_themselves, called = form_of(kind).fields, form_of(kind, terms=game.choices).fields
        for bare, field in zip(every(by_themselves), every(called), strict=True):
            if frozenset(it.value for it in bare.choices) in terms:
                assert {*field.choices} <= words, (kind.__name__, field.path)


UNNAMED = {"deed_unknown", "die_not_in_hand", "fact_unknown", "compel_unknown"}
"""Refusals of what has no name of its own, or is not for everybody to know."""


@each_game
def test_a_refusal_of_what_is_not_there_says_what_is(key: str) -> None:
    for code, sentence in games()[key].wording.refusals.items():
        if sentence.startswith(("There is no such", "No such")) and code not in UNNAMED:
            assert "{" in sentence, (code, sentence)


def asked(parts: Iterable[Part]) -> Iterator[Asked]:
    """Every question of a laid form, and those of its rows."""
    for part in questions(parts):
        yield part
        if isinstance(part, Slots):
            yield from asked(part.parts)


def labels_of(part: Asked) -> list[str]:
    """The labels of the choices that stand in a laid form."""
    choices = getattr(part, "of", None) or getattr(part, "suggest", None) or getattr(part, "over", None)
    return [it.label for it in choices] if isinstance(choices, tuple) else []
