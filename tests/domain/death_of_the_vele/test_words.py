"""How this game is told."""

import re

import pytest

from domain.death_of_the_vele import GAME
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.offering import offers_at
from domain.kernel.ruling import apply, decide, refusal_in_words, retell
from domain.kernel.scenario import Script
from domain.kernel.vocabulary import Vocabulary
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
"""What the program itself calls a thing, a term of the code, a parameter nobody filled."""
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
