"""Sentences, docstrings and the register keep up with the rules."""

import re
import string

import pytest

from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.messages import Command
from domain.kernel.ruling import apply, decide, missing_sentences, refusal_in_words, retell
from domain.kernel.scenario import Script
from domain.kernel.vocabulary import Vocabulary
from domain.spc import GAME
from tests.domain.spc.spc_table import FOLDER, SCRIPTS, founded, moments


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
def test_every_refusal_and_every_event_reads_whole_and_is_documented(script: Script) -> None:
    vocabulary = Vocabulary(GAME)
    moment = founded(script.header.house_rules)
    for _, step in script.steps:
        command = vocabulary.command(step.when)
        decision = decide(GAME, moment, command, step.by, TypedDice(step.dice))
        if isinstance(decision, Refusal):
            sentence = refusal_in_words(GAME, moment, decision)
            assert "?>" not in sentence
            assert not sentence.startswith("Refused:")
            if type(command) in GAME.commands and decision.code in GAME.refusals:
                refused = (type(command).__doc__ or "").split("Refused:")[1].split("Yields:")[0]
                assert f"`{decision.code}`" in refused, type(command).__name__
            continue
        for event in decision:
            apply(GAME, moment, event)
            assert "?>" not in retell(GAME, moment, event).headline
            if type(command) in GAME.commands:
                told = (type(command).__doc__ or "").split("Yields:")[1]
                assert f"`{type(event).__name__}`" in told, type(command).__name__


def test_headlines_read_like_a_story() -> None:
    told = [retell(GAME, moment, event).headline for moment, event in moments(SCRIPTS["facts_are_told_in_order"])]
    assert "Countess and Ana oppose each other" not in told
    assert "Ana and Countess oppose each other" in told
    assert "Ana needs 4 Progress" in told
    assert "Fact 1, told by Ben: The blade is cursed." in told
    assert "Fact 3 is not true after all: it negates Fact 1" in told
    assert "Countess passes on 1 Fact" in told


def test_every_reading_stands_in_the_readme_with_its_settings() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    for reading in GAME.readings:
        (line,) = [line for line in readme.splitlines() if line.startswith(f"| {reading.id} |")]
        assert reading.question in line
        for setting in reading.settings:
            assert f"`{setting}`" in line
    registered = {setting for reading in GAME.readings for setting in reading.settings}
    assert registered == set(GAME.house_rules.model_fields)


def test_every_house_rule_stands_in_the_readme() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    for name, field in GAME.house_rules.model_fields.items():
        (line,) = [line for line in readme.splitlines() if line.startswith(f"| `{name}` |")]
        assert str(field.description) in line
