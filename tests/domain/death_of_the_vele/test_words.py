"""The wording of this game."""

import re
from collections import defaultdict
from collections.abc import Iterator

import pytest

from domain.death_of_the_vele import GAME
from domain.kernel.available_offers import offers_at
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.messages import tag_of
from domain.kernel.ruling import apply, decide, refusal_in_words, retell
from domain.kernel.scenario import Script
from domain.kernel.vocabulary import Vocabulary
from exchange.command_forms.fields import CommandForm, Field
from exchange.command_forms.schema import form_of
from tests.domain.death_of_the_vele.vele_table import SCRIPTS, founded, moments


def test_headlines_read_like_a_story() -> None:
    told = [
        retell(GAME, moment, event).headline
        for moment, event in moments(SCRIPTS["scenes_a_component_is_kept_out"])
    ]
    assert "Ana offers a d8 to keep Barley Tam out" in told
    assert "Bo contests it: Ana gets their way" in told
    assert "The story dice of Ana give d8 to the character dice of Bo: consolation" in told


AN_ID = re.compile(r"\b[a-z]+(?:-[a-z]+)*-\d+\b|_|<")
"""The program's own name of a thing, a term of the code, a parameter nobody filled."""
ONE_OF_MANY = re.compile(
    r"\b1 (?:[a-z]+ )?(?:are|were|have|zones|points|dice|traits|opponents|aspects|rows|acts|players|slots)\b"
)


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=list(SCRIPTS))
def test_no_refusal_and_no_label_calls_a_thing_by_its_id(script: Script) -> None:
    moment, vocabulary = founded(script.header.house_rules), Vocabulary(GAME)
    for number, (_, step) in enumerate(script.steps):
        decision = decide(GAME, moment, vocabulary.command(step.when), step.by, TypedDice(step.dice))
        if isinstance(decision, Refusal):
            said = refusal_in_words(GAME, moment, decision)
            assert not AN_ID.search(said), said
            assert not ONE_OF_MANY.search(said), said
            assert not said[:1].islower() or said.startswith("name "), said
            continue
        for event in decision:
            apply(GAME, moment, event)
            moment.position += 1
        if number % 12 == 0:
            for offer in offers_at(GAME, moment, "gm"):
                written = "first_focus" in offer.label  # words of a person who fills a matrix in a scenario
                assert written or not AN_ID.search(offer.label), offer.label
                assert not offer.label[:1].islower(), offer.label


def of_form(form: CommandForm) -> Iterator[tuple[Field, ...]]:
    """The fields of a form, then those of each group in it."""
    groups = [form.fields]
    for group in groups:
        yield group
        groups += [field.parts for field in group if field.parts]


def test_forms_call_alike_who_acts_whom_it_is_for_and_what_is_paid() -> None:
    called: dict[str, set[str]] = defaultdict(set)
    for kind in GAME.commands:
        for group in of_form(form_of(kind)):
            for field in group:
                called[field.name].add(field.label)
            labels = [field.label for field in group]
            assert len(labels) == len({*labels}), (kind.__name__, labels)
    words = {
        "Who": {"actor", "healer"},
        "Whom": {"opponent", "opponents", "patient", "target", "targets"},
        "Payment": {"paid"},
        "Paid from": {"home"},
        "Price": {"cost"},
        "Whose": {"of", "owner"},
        "Where to": {"zone"},
        "Extended struggle": {"extended", "extended_id"},
        "Goal": {"goal", "goal_text"},
        "Aspect": {"aspect", "old"},
        "Bid": {"bid"},
        "Reason": {"reason", "cause", "held_back"},
    }
    assert {name: called[name] for names in words.values() for name in names} == {
        name: {word} for word, names in words.items() for name in names
    }
    assert called["component"] == {"Component", "Who", "Whom"}
    assert called["subject"] == {"Who", "About"}
    assert called["to"] == {"To whom", "Where to"}
    assert called["pool"] == {"Pool", "Paid from", "Which dice"}


@pytest.mark.parametrize(
    ("tag", "labels"),
    [
        ("push_die", ["Who", "Trait", "Die", "Where the die is from", "The trait it helps"]),
        ("move_component", ["Who", "Where to", "Price"]),
        ("take_charge", ["Whom", "Text"]),
        ("back_ability", ["Component", "Ability", "Payment"]),
        ("place_aspect_freely", ["Who", "Aspect", "About", "Preparation", "Negative"]),
    ],
)
def test_a_component_is_called_by_what_it_does_there(tag: str, labels: list[str]) -> None:
    kind = next(kind for kind in GAME.commands if tag_of(kind) == f"death_of_the_vele.{tag}")
    assert [field.label for field in form_of(kind).fields] == labels
