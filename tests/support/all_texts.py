"""Everything a game says to a person while its own scenarios are played: refusals, headlines, facts and offers."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command
from domain.kernel.moment import beginning
from domain.kernel.offers import Offer
from domain.kernel.people import Role
from domain.kernel.ruling import apply, decide, names_at, refusal_in_words, retell
from domain.kernel.scenario import Script
from domain.kernel.vocabulary import Vocabulary
from domain.registry import games
from exchange.command_forms.fields import Field
from exchange.command_forms.schema import form_of
from tests.support.scripts import scenarios_of

_QUOTED = re.compile(r"“[^”]*”")
_AN_ID = re.compile(
    r"\b[a-z]+_[a-z_]+\b|\b\w+\.(?!(?:txt|md|json|html|zip|db)\b)\w+[-\w]*\b|\b[a-z]+(?:-[a-z]+)*-\d+\b|\bd\d+-\d+\b"
)
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


@cache
def said_in_scenarios(key: str) -> tuple[Said, ...]:
    """All of it, each once. What is on offer is read after each kind of ruling: by the GM, and by a player."""
    game, found, looked = games()[key], dict[tuple[str, str], Said](), set[tuple[type[Command], Role]]()
    for script in scenarios_of(key).values():
        for what, text, names in _said_in(game, script, looked):
            if (what, text) not in found:
                found[what, text] = Said(what, text, names())
    return tuple(found.values())


Heard: TypeAlias = tuple[str, str, Callable[[], frozenset[str]]]


def _said_in(game: AnyGame, script: Script, looked: set[tuple[type[Command], Role]]) -> Iterator[Heard]:
    vocabulary, moment = Vocabulary(game), beginning(game)
    found = FoundCampaign(game=game.key, title="x", slug="x", house_rules=script.header.house_rules)
    steps = ((it.by, vocabulary.command(it.when), it.dice) for _, it in script.steps)
    asked: list[tuple[str, Command, tuple[int, ...]]] = [("gm", found, ()), *steps]

    def names() -> frozenset[str]:
        return frozenset({*names_at(game, moment), *moment.campaign.people})

    for by, command, faces in asked:
        decision = decide(game, moment, command, by, TypedDice(faces))
        if isinstance(decision, Refusal):
            if decision.code in game.refusals:
                yield f"refusal {decision.code}", refusal_in_words(game, moment, decision), names
            continue
        for event in decision:
            apply(game, moment, event)
            moment.position += 1
            told = retell(game, moment, event)
            yield f"headline {event.type}", told.headline, names
            for fact in told.facts:
                for name in ("why", "label", "reading", "outcome", "title", "brings"):
                    if text := getattr(fact, name, ""):
                        yield f"{name} of {event.type}", str(text), names
        for person in moment.campaign.people:
            asker = moment.campaign.asker(person)
            if (type(command), asker.role) not in looked:
                looked.add((type(command), asker.role))
                for offer in game.offers(moment.game, asker):
                    yield from ((what, text, names) for what, text in _offered(offer))


def _offered(offer: Offer) -> Iterator[tuple[str, str]]:
    yield f"offer {offer.tag}", offer.label
    if offer.group:
        yield f"group of {offer.tag}", offer.group
    for field, choices in (*offer.choices.items(), *offer.suggested.items()):
        for choice in choices:
            text = f"{choice.label} ({choice.detail})" if choice.detail else choice.label
            yield f"choice {offer.tag}.{field}", text


def asked_by_forms(game: AnyGame) -> Iterator[tuple[str, str]]:
    """The labels and helps of the form of every command, as nobody has laid it by hand."""
    for kind in game.commands:
        form = form_of(kind)
        yield form.tag, form.title
        yield form.tag, form.help
        yield from ((form.tag, text) for field in _fields(form.fields) for text in (field.label, field.help))


def _fields(fields: Sequence[Field]) -> Iterator[Field]:
    for field in fields:
        yield field
        yield from _fields(field.parts)
