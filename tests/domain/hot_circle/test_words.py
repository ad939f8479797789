"""The wording of this game."""

import re

from domain.hot_circle import GAME
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.ruling import apply, decide, refusal_in_words, retell
from domain.kernel.vocabulary import Vocabulary
from tests.domain.hot_circle.circle_table import SCRIPTS, founded, moments
from tests.support.all_texts import said_in_scenarios


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


NUMBERED = re.compile(r"\b(?:test|compel|vote|scene)[- ]\d+\b")
"""Things that the program counts, and a person knows by their subject."""


def test_nothing_is_called_by_an_id_numbers_agree_and_sentences_begin_with_a_capital() -> None:
    for each in said_in_scenarios("hot_circle"):
        assert not each.problems(), each.text
        assert not NUMBERED.search(each.text), each.text
        if each.what.startswith(("refusal", "headline hot_circle", "offer")):
            assert each.text[:1] == each.text[:1].upper(), each.text


def test_what_is_gone_is_told_in_the_words_it_had() -> None:
    vote = [
        retell(GAME, moment, event).headline for moment, event in moments(SCRIPTS["trait_votes_and_a_time_skip"])
    ]
    assert "Mara is no longer Loud" in vote


def test_a_test_a_compel_and_a_vote_are_called_by_what_they_are_about() -> None:
    said = set()
    for name in ("let_it_ride", "fate_for_complications_and_compels", "trait_votes_and_a_time_skip"):
        script = SCRIPTS[name]
        vocabulary, moment = Vocabulary(GAME), founded(script.header.house_rules)
        for _, step in script.steps:
            decision = decide(GAME, moment, vocabulary.command(step.when), step.by, TypedDice(step.dice))
            if isinstance(decision, Refusal):
                said.add(refusal_in_words(GAME, moment, decision))
                continue
            for event in decision:
                apply(GAME, moment, event)
    assert "The compel “Run after the boy” is settled: refused." in said
    assert "The vote on Mara is no tie, so there is nothing to decide." in said
