"""Sentences, docstrings and the register keep up with the rules."""

import re
import string

import pytest

from domain.hot_circle import GAME
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.messages import Command
from domain.kernel.ruling import apply, decide, missing_sentences, refusal_in_words, retell
from domain.kernel.scenario import Script
from domain.kernel.vocabulary import Vocabulary
from tests.domain.hot_circle.circle_table import FOLDER, SCRIPTS, founded, moments

OF_ALL = {"campaign_ended", "story_over", "dice_missing", "dice_unread"}


def test_nothing_lacks_a_sentence() -> None:
    assert missing_sentences(GAME) == []


@pytest.mark.parametrize("kind", GAME.events, ids=lambda kind: kind.__name__)
def test_a_headline_names_fields_of_its_event(kind: type[Command]) -> None:
    template = GAME.wording.events[str(kind.model_fields["type"].default)]
    wanted = {name for _, name, _, _ in string.Formatter().parse(template) if name}
    assert wanted <= set(kind.model_fields)


@pytest.mark.parametrize("kind", GAME.commands, ids=lambda kind: kind.__name__)
def test_a_command_says_what_it_needs_refuses_and_yields(kind: type[Command]) -> None:
    told = kind.__doc__ or ""
    assert "Needs:" in told
    assert "Yields:" in told
    refused = told.split("Refused:")[1].split("Yields:")[0]
    assert set(re.findall(r"`([a-z_]+)`", refused)) <= set(GAME.refusals)
    yields = set(re.findall(r"`([A-Z]\w+)`", told.split("Yields:")[1]))
    assert yields <= {event.__name__ for event in GAME.events}
    assert yields


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=list(SCRIPTS))
def test_every_refusal_and_every_event_reads_whole(script: Script) -> None:
    vocabulary = Vocabulary(GAME)
    moment = founded(script.header.house_rules)
    for _, step in script.steps:
        command = vocabulary.command(step.when)
        decision = decide(GAME, moment, command, step.by, TypedDice(step.dice))
        if isinstance(decision, Refusal):
            sentence = refusal_in_words(GAME, moment, decision)
            assert "?>" not in sentence
            assert not sentence.startswith("Refused:")
            if type(command) in GAME.commands and decision.code not in OF_ALL:
                told = (type(command).__doc__ or "").split("Refused:")[1].split("Yields:")[0]
                assert f"`{decision.code}`" in told
            continue
        names = set()
        for event in decision:
            apply(GAME, moment, event)
            names.add(type(event).__name__)
            assert "?>" not in retell(GAME, moment, event).headline
        if type(command) in GAME.commands:
            assert names <= set(re.findall(r"`([A-Z]\w+)`", (type(command).__doc__ or "").split("Yields:")[1]))


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


def test_every_reading_and_house_rule_stands_in_the_readme() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    for reading in GAME.readings:
        (line,) = [line for line in readme.splitlines() if line.startswith(f"| {reading.id} |")]
        for setting in reading.settings:
            assert f"`{setting}`" in line
    registered = {setting for reading in GAME.readings for setting in reading.settings}
    assert registered == set(GAME.house_rules.model_fields)
