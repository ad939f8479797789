"""Sentences, docstrings and the register keep up with the rules."""

import re
import string

import pytest

from domain.kernel.campaign.commands import FoundCampaign
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.messages import Command
from domain.kernel.moment import beginning
from domain.kernel.ruling import apply, decide, missing_sentences, refusal_in_words, retell
from domain.kernel.scenario import Script
from domain.kernel.vocabulary import Vocabulary
from domain.wicked_ones import GAME
from tests.domain.wicked_ones.den import FOLDER, SCRIPTS, moments, take


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
    moment = beginning(GAME)
    ask = FoundCampaign(game=GAME.key, title="x", slug="x", house_rules=script.header.house_rules)
    take(moment, ask, "gm")
    for _, step in script.steps:
        decision = decide(GAME, moment, vocabulary.command(step.when), step.by, TypedDice(step.dice))
        if isinstance(decision, Refusal):
            sentence = refusal_in_words(GAME, moment, decision)
            assert "?>" not in sentence
            assert not sentence.startswith("Refused:")
            continue
        for event in decision:
            apply(GAME, moment, event)
            assert "?>" not in retell(GAME, moment, event).headline


def test_headlines_read_like_a_story() -> None:
    script = SCRIPTS["shock_weighs_on_one_roll"]
    told = [retell(GAME, moment, event).headline for moment, event in moments(script)]
    assert "Brak crawls out of the dark: Brute" in told
    assert "Brak, smash, 2 and 1: failure" in told
    assert "Brak shakes off the shock in muscles" in told
    assert "Brak pays: He owes a kobold a favour." in told


def test_every_reading_stands_in_the_readme_with_its_settings() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    for reading in GAME.readings:
        (line,) = [line for line in readme.splitlines() if line.startswith(f"| {reading.id} |")]
        for setting in reading.settings:
            assert f"`{setting}`" in line
    registered = {setting for reading in GAME.readings for setting in reading.settings}
    assert registered == set(GAME.house_rules.model_fields)
