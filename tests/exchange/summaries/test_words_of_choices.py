"""Choices of forms, said in a line in the words that they have on the form, in every game."""

from collections.abc import Iterator

import pytest

from domain.kernel.messages import Command
from domain.kernel.offers import Choice, Offer
from domain.registry import games
from exchange.command_forms.fields import CommandForm, Field, Shape
from exchange.command_forms.schema import form_of
from exchange.summaries.matching import meanings, named_outright
from exchange.summaries.statements import statements_in
from tests.support.own_games import OURS

STEP = "Do so"


def choices_of(form: CommandForm) -> Iterator[tuple[Field, Choice]]:
    """Each choice of one field, where no other field of the form has the same words or values."""
    fields = [field for field in form.open_fields if field.shape is Shape.CHOICE]
    for field in fields:
        if len([it for it in fields if it.choices == field.choices]) == 1:
            yield from ((field, choice) for choice in field.choices if isinstance(choice.value, str))


def understood(kind: type[Command], key: str, words: str) -> dict[str, object]:
    """The values that a line is read as, of the one step there is."""
    (statement,) = statements_in(words)
    found = meanings([Offer(command=kind, label=STEP)], statement, {}, games()[key].choices)
    return {} if not found else dict(found[0].values)


@pytest.mark.parametrize("key", OURS)
def test_a_choice_is_understood_by_the_words_it_has_on_the_form(key: str) -> None:
    game = games()[key]
    said = 0
    for kind in game.commands:
        for field, choice in choices_of(form_of(kind, terms=game.choices)):
            said += 1
            for words in (choice.label, str(choice.value)):
                line = f'{STEP}, {field.label.replace(" ", "_").strip("?")}="{words}"'
                short = f"{STEP}, {words}".replace(":", " ").replace(", w", " w")
                meant = understood(kind, key, line) or understood(kind, key, short)
                assert meant.get(field.name) == choice.value, (kind.__name__, line)
    assert said > 0


def test_a_choice_needs_no_name_of_its_field() -> None:
    game = games()["wicked_ones"]
    inflict = next(kind for kind in game.commands if kind.__name__ == "DeclareConsequence")
    assert understood(inflict, game.key, f"{STEP}, it backfires")["trouble"] == "backfire"
    assert understood(inflict, game.key, f"{STEP}, backfire")["trouble"] == "backfire"


def test_a_word_that_a_choice_has_twice_is_said_twice() -> None:
    game = games()["death_of_the_vele"]
    tries = next(kind for kind in game.commands if kind.__name__ == "StartStruggle")
    assert understood(tries, game.key, f"{STEP}, head to head")["kind"] == "head_to_head"


def test_whoever_is_named_first_is_meant_to_act() -> None:
    game = games()["death_of_the_vele"]
    tries = next(kind for kind in game.commands if kind.__name__ == "StartStruggle")
    (statement,) = statements_in("odrun attacks florian")
    names = {"Odrun": "odrun", "Florian": "florian"}
    offers = [
        Offer(
            command=tries,
            label=f"{who} attacks",
            known={"actor": slug},
            choices={"opponents": tuple(Choice(one, name) for name, one in names.items() if one != slug)},
        )
        for who, slug in (("Florian", "florian"), ("Odrun", "odrun"))
    ]
    first, second = meanings(offers, statement, {}, game.choices)
    assert (first.offer.label, first.values["opponents"]) == ("Odrun attacks", ["florian"])
    assert first.score[:2] == second.score[:2]
    assert first.score[:-1] != second.score[:-1]


def test_the_words_of_a_step_alone_choose_nothing() -> None:
    game = games()["wicked_ones"]
    inflict = next(kind for kind in game.commands if kind.__name__ == "DeclareConsequence")
    found = named_outright([Offer(command=inflict, label=STEP)], STEP, {}, game.choices)
    assert found is not None
    assert "trouble" not in found.values
