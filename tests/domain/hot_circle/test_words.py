"""How this game is told."""

from domain.hot_circle import GAME
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.ruling import apply, decide, refusal_in_words, retell
from domain.kernel.vocabulary import Vocabulary
from tests.domain.hot_circle.circle_table import SCRIPTS, founded, moments


def test_headlines_read_like_a_story() -> None:
    told = [retell(GAME, moment, event).headline for moment, event in moments(SCRIPTS["resources_and_tax"])]
    assert "Mara tests resources by Deckhand (helpful), obstacle 4: a diving bell" in told
    assert "Mara rerolls by fate: 2 successes against 4" in told
    assert "For Mara as Deckhand, resources is taxed" in told
    assert "Deckhand is free of tax for Mara: resources and deeds" in told


def test_refusals_name_the_number_they_turn_on() -> None:
    vocabulary = Vocabulary(GAME)
    moment = founded({})
    said = {}
    for _, step in SCRIPTS["circles_and_contacts"].steps:
        decision = decide(GAME, moment, vocabulary.command(step.when), step.by, TypedDice(step.dice))
        if isinstance(decision, Refusal):
            said[decision.code] = refusal_in_words(GAME, moment, decision)
            continue
        for event in decision:
            apply(GAME, moment, event)
    assert said["not_enough_spent"] == "Deckhand has 0 spent fate; a relationship takes 12."
    assert said["no_shared_setting"] == "The contact belongs to Guildhall; Mara has no lifepath there."
