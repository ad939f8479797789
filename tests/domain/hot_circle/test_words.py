"""How this game is told."""

import re

import pytest

from domain.hot_circle import GAME
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.offering import offers_at
from domain.kernel.ruling import apply, decide, refusal_in_words, retell
from domain.kernel.scenario import Script
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


AN_ID = re.compile(r"\b(?:test|compel|vote|scene)[- ]\d+\b|\b[a-z]+(?:-[a-z]+)*-\d+\b")
"""What the program itself calls something that a person knows by what it is about."""


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=list(SCRIPTS))
def test_no_sentence_and_no_label_calls_anything_by_its_id(script: Script) -> None:
    vocabulary, moment = Vocabulary(GAME), founded(script.header.house_rules)
    for _, step in script.steps:
        decision = decide(GAME, moment, vocabulary.command(step.when), step.by, TypedDice(step.dice))
        if isinstance(decision, Refusal):
            sentence = refusal_in_words(GAME, moment, decision)
            assert not AN_ID.search(sentence), sentence
            assert sentence[:1] == sentence[:1].upper(), sentence
            assert " 1 were " not in sentence
            continue
        for event in decision:
            apply(GAME, moment, event)
            moment.position += 1
            headline = retell(GAME, moment, event).headline
            assert not AN_ID.search(headline), headline
        for offer in offers_at(GAME, moment, "gm"):
            labels = [offer.label, *(choice.label for choices in offer.choices.values() for choice in choices)]
            assert not AN_ID.search(" | ".join(labels)), labels


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
