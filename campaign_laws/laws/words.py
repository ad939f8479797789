"""Sentences, docstrings and the register of a game keep up with its rules."""

import re
import string
from collections.abc import Mapping

from campaign_laws.base import Laws, only_where
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.decisions import Decision, Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.ruling import apply, decide, names_at, refusal_in_words, retell
from domain.kernel.scenario import Script
from domain.kernel.vocabulary import Vocabulary
from exchange.tables.own_files import own_files

AN_ID = re.compile(r"\b[a-z]+(?:-[a-z]+)*-\d+\b")
"""The pattern of the program's own ids, such as `question-2`: a person is told its name."""
OF_ALL = frozenset({"campaign_ended", "story_over", "game_over", "not_allowed"})
"""The codes that any command may be refused for, and none repeats."""


SAID = ("Needs:", "Refused:", "Yields:")
"""The parts of a command's docstring, in this order, after what it does."""


def refused_by(kind: type[Command]) -> set[str]:
    """The codes in a command's docstring."""
    return set(re.findall(r"`([a-z_0-9]+)`", (kind.__doc__ or "").split("Refused:")[1].split("Yields:")[0]))


def yielded_by(kind: type[Command]) -> set[str]:
    """The events in a command's docstring."""
    return set(re.findall(r"`([A-Z]\w+)`", (kind.__doc__ or "").split("Yields:")[1]))


ONE_AS_MANY = re.compile(r"(?<!and )(?<!struggle )(?<![\d,./-])\b1 (?:were|are|have|dice|points|elements|times)\b")


def wrong_in(sentence: str, asked: str, names: Mapping[str, str]) -> list[str]:
    """The faults that nobody would say aloud: an id, a term with underscores, one said as many, no beginning or
    no end.

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


def readme_of(game: AnyGame) -> list[str]:
    """The lines of the README in a game's package."""
    return [line for _name, content in own_files(game, ".", "README.md") for line in content.decode().splitlines()]


def tells_readings(game: AnyGame) -> bool:
    """There is a README, and there are readings to stand in it."""
    return bool(game.readings and readme_of(game))


class WordLaws(Laws):
    """Every sentence reads whole, and every message says what it needs, refuses and yields."""

    def test_a_headline_names_fields_of_its_event(self) -> None:
        for kind in self.game.events:
            template = self.game.wording.events[str(kind.model_fields["type"].default)]
            wanted = {name for _, name, _, _ in string.Formatter().parse(template) if name}
            assert wanted <= set(kind.model_fields), kind.__name__

    def test_a_command_says_what_it_needs_refuses_and_yields(self) -> None:
        events = {event.__name__ for event in self.game.events}
        for command in self.game.commands:
            said, name = command.__doc__ or "", command.__name__
            assert all(word in said for word in SAID), f"{name}: its docstring says {SAID}"
            assert refused_by(command) <= set(self.game.refusals), name
            assert yielded_by(command), name
            assert yielded_by(command) <= events, name

    def test_every_refusal_and_every_event_reads_whole_and_stands_with_its_command(self, scenario: Script) -> None:
        game, vocabulary, moment = self.game, Vocabulary(self.game), beginning(self.game)
        found: Command = FoundCampaign(game=game.key, title="x", slug="x", house_rules=scenario.header.house_rules)
        asked = [
            (scenario.header.gm, found, ()),
            *((step.by, vocabulary.command(step.when), step.dice) for _, step in scenario.steps),
        ]
        for by, command, faces in asked:
            decision: Decision[Event] = decide(game, moment, command, by, TypedDice(faces))
            if isinstance(decision, Refusal):
                self.reads_whole(moment, command, decision)
                continue
            mine = type(command) in game.commands
            for event in decision:
                assert not mine or type(event).__name__ in yielded_by(type(command)), type(command).__name__
                apply(game, moment, event)
                moment.position += 1
                headline = retell(game, moment, event).headline
                assert "?>" not in headline
                assert not AN_ID.search(headline), headline

    def reads_whole(self, moment: AnyMoment, command: Command, refusal: Refusal) -> None:
        """A refusal is a sentence, and its code stands with the command."""
        game = self.game
        sentence = refusal_in_words(game, moment, refusal)
        assert "?>" not in sentence
        assert not sentence.startswith("Refused:")
        assert not wrong_in(sentence, command.model_dump_json(), names_at(game, moment)), sentence
        if type(command) in game.commands and refusal.code in game.refusals:
            assert refusal.code in refused_by(type(command)) | OF_ALL, type(command).__name__

    @only_where(tells_readings)
    def test_every_reading_and_every_house_rule_stands_in_the_readme(self) -> None:
        game, readme = self.game, readme_of(self.game)
        for reading in game.readings:
            (line,) = [line for line in readme if line.startswith(f"| {reading.id} |")]
            assert all(f"`{setting}`" in line for setting in reading.settings)
        registered = {setting for reading in game.readings for setting in reading.settings}
        assert registered == set(game.house_rules.model_fields)
