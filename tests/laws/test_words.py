"""Sentences, docstrings and the register of every game keep up with its rules."""

import re
import string
from collections.abc import Mapping

import pytest

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.decisions import Decision, Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command, Event
from domain.kernel.moment import beginning
from domain.kernel.ruling import apply, decide, names_at, refusal_in_words, retell
from domain.kernel.vocabulary import Vocabulary
from domain.registry import games
from tests.support.scripts import every_scenario, folder_of, scenarios_of

each_game = pytest.mark.parametrize("game", [pytest.param(game, id=key) for key, game in games().items()])
each_command = pytest.mark.parametrize(
    ("game", "kind"),
    [pytest.param(game, kind, id=kind.__name__) for game in games().values() for kind in game.commands],
)
AN_ID = re.compile(r"\b[a-z]+(?:-[a-z]+)*-\d+\b")
"""What the program itself calls a thing, such as `question-2`: a person is told its name."""
OF_ALL = frozenset({"campaign_ended", "story_over", "game_over", "not_allowed"})
"""What any command may be refused for, and none repeats."""


@each_game
def test_a_headline_names_fields_of_its_event(game: AnyGame) -> None:
    for kind in game.events:
        template = game.wording.events[str(kind.model_fields["type"].default)]
        wanted = {name for _, name, _, _ in string.Formatter().parse(template) if name}
        assert wanted <= set(kind.model_fields), kind.__name__


@each_command
def test_a_command_says_what_it_needs_refuses_and_yields(game: AnyGame, kind: type[Command]) -> None:
    assert "Needs:" in (kind.__doc__ or "")
    assert refused_by(kind) <= set(game.refusals)
    assert yielded_by(kind)
    assert yielded_by(kind) <= {event.__name__ for event in game.events}


def refused_by(kind: type[Command]) -> set[str]:
    """The codes in a command's docstring."""
    return set(re.findall(r"`([a-z_0-9]+)`", (kind.__doc__ or "").split("Refused:")[1].split("Yields:")[0]))


def yielded_by(kind: type[Command]) -> set[str]:
    """The events in a command's docstring."""
    return set(re.findall(r"`([A-Z]\w+)`", (kind.__doc__ or "").split("Yields:")[1]))


@pytest.mark.parametrize(("key", "name"), every_scenario())
def test_every_refusal_and_every_event_reads_whole_and_stands_with_its_command(key: str, name: str) -> None:
    game, script = games()[key], scenarios_of(key)[name]
    vocabulary, moment = Vocabulary(game), beginning(game)
    found: Command = FoundCampaign(game=key, title="x", slug="x", house_rules=script.header.house_rules)
    asked = [("gm", found, ()), *((step.by, vocabulary.command(step.when), step.dice) for _, step in script.steps)]
    for by, command, faces in asked:
        decision: Decision[Event] = decide(game, moment, command, by, TypedDice(faces))
        mine = type(command) in game.commands
        if isinstance(decision, Refusal):
            sentence = refusal_in_words(game, moment, decision)
            assert "?>" not in sentence
            assert not sentence.startswith("Refused:")
            assert not wrong_in(sentence, command.model_dump_json(), names_at(game, moment)), sentence
            if mine and decision.code in game.refusals:
                assert decision.code in refused_by(type(command)) | OF_ALL, type(command).__name__
            continue
        for event in decision:
            assert not mine or type(event).__name__ in yielded_by(type(command)), type(command).__name__
            apply(game, moment, event)
            moment.position += 1
            headline = retell(game, moment, event).headline
            assert "?>" not in headline
            assert not AN_ID.search(headline), headline


ONE_AS_MANY = re.compile(r"(?<!and )(?<!struggle )(?<![\d,./-])\b1 (?:were|are|have|dice|points|elements|times)\b")


def wrong_in(sentence: str, asked: str, names: Mapping[str, str]) -> list[str]:
    """What nobody would say aloud: an id, a term with underscores, one said as many, no beginning or no end.

    An id that names nothing is repeated as it was `asked` for: nobody knows it by another word.
    """
    bare = re.sub(r"“[^”]*”", "", sentence)
    found = re.findall(r"\b\w+_\w+\b", bare) + ONE_AS_MANY.findall(bare)
    found += [it for it in AN_ID.findall(bare) if it in names or it not in asked]
    found += [it for it, name in names.items() if "-" in it and it in re.split(r"[^\w-]+", bare) and it != name]
    if bare[:1] != bare[:1].upper() and bare.split()[0] not in asked:
        found.append("a small letter at the beginning")
    if not sentence.endswith((".", "?", "!", "”")):
        found.append("no end")
    return found


@each_game
def test_every_reading_and_every_house_rule_stands_in_the_readme(game: AnyGame) -> None:
    readme = (folder_of(game.key) / "README.md").read_text(encoding="utf-8").splitlines()
    for reading in game.readings:
        (line,) = [line for line in readme if line.startswith(f"| {reading.id} |")]
        assert all(f"`{setting}`" in line for setting in reading.settings)
    registered = {setting for reading in game.readings for setting in reading.settings}
    assert registered == set(game.house_rules.model_fields)
