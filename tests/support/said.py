"""Everything a game says to a person while its own scenarios are played: refusals, headlines, facts and offers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.ruling import apply, decide, names_at, refusal_in_words, retell
from domain.kernel.scenario import Script
from domain.kernel.vocabulary import Vocabulary
from tests.support.scripts import scenarios_of

_QUOTED = re.compile(r"“[^”]*”")
_AN_ID = re.compile(r"\b[a-z]+_[a-z_]+\b|\b\w+\.\w+[-\w]*\b|\b[a-z]+(?:-[a-z]+)*-\d+\b|\bd\d+-\d+\b")
_ONE_OF_MANY = re.compile(
    r"\b1 (?:elements|points|dice|Facts|verbs|nouns|characters|were|have|sides|participants)\b"
)


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, what it belongs to, and the ids that had a name when it was said."""

    what: str
    text: str
    ids: frozenset[str]

    @property
    def plain(self) -> str:
        """The sentence without what is quoted: somebody's own words."""
        return _QUOTED.sub("…", self.text)

    def problems(self) -> list[str]:
        """Identifiers in it, and numbers that disagree with their words."""
        found = [*_AN_ID.findall(self.plain), *_ONE_OF_MANY.findall(self.plain)]
        return found + [each for each in re.findall(r"[\w-]+", self.plain) if "-" in each and each in self.ids]


def said_in_scenarios(game: AnyGame) -> Iterator[Said]:
    """All of it, each once."""
    seen: set[tuple[str, str]] = set()
    for script in scenarios_of(game.key).values():
        for each in _said_in(game, script):
            if (each.what, each.text) not in seen:
                seen.add((each.what, each.text))
                yield each


def _said_in(game: AnyGame, script: Script) -> Iterator[Said]:
    vocabulary, moment = Vocabulary(game), beginning(game)
    found = FoundCampaign(game=game.key, title="x", slug="x", house_rules=script.header.house_rules)
    steps = ((it.by, vocabulary.command(it.when), it.dice) for _, it in script.steps)
    asked: list[tuple[str, Command, tuple[int, ...]]] = [("gm", found, ()), *steps]
    for by, command, faces in asked:
        decision = decide(game, moment, command, by, TypedDice(faces))
        if isinstance(decision, Refusal):
            if decision.code in game.refusals:
                yield said(game, moment, f"refusal {decision.code}", refusal_in_words(game, moment, decision))
            continue
        for event in decision:
            apply(game, moment, event)
            moment.position += 1
            told = retell(game, moment, event)
            yield said(game, moment, f"headline {event.type}", told.headline)
            for fact in told.facts:
                for name in ("why", "label", "reading", "outcome", "title", "brings"):
                    if text := getattr(fact, name, ""):
                        yield said(game, moment, f"{name} of {event.type}", str(text))
        for person in moment.campaign.people:
            for offer in game.offers(moment.game, moment.campaign.asker(person)):
                yield said(game, moment, f"offer {offer.tag}", offer.label)
                for field, choices in offer.choices.items():
                    for choice in choices:
                        text = f"{choice.label} ({choice.detail})" if choice.detail else choice.label
                        yield said(game, moment, f"choice {offer.tag}.{field}", text)


def said(game: AnyGame, moment: AnyMoment, what: str, text: str) -> Said:
    return Said(what, text, frozenset({*names_at(game, moment), *moment.campaign.people}))
