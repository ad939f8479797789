"""A walk through a script: everything a game answers on the way, in lines of text that two programs can compare.

At each accepted step: its events, how they are told and to whom, the facts, the state, every sheet and who may see
its blocks, what is under way, what is on offer to each person, and the answers to commands made up from the offers
by chance. What two scripts have in common is walked once.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import sha256
from random import Random
from typing import Any

from msgspec import Struct
from pydantic import BaseModel

from campaign_laws.chance import Chance
from domain.kernel.available_offers import offers_at
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.game import AnyGame
from domain.kernel.moment import AnyMoment, beginning, state_json
from domain.kernel.offers import Offer
from domain.kernel.ruling import apply, decide, refusal_in_words, retell
from domain.kernel.scenario import Script
from domain.kernel.vocabulary import Vocabulary

Offered = Mapping[str, Sequence[Offer]]
"""The offers to each person at one moment."""
MADE_UP = 6
"""So many made-up commands are asked at each step."""


def walk(game: AnyGame, script: Script, passed_over: int = 0) -> Iterator[str]:
    """The lines of a script's walk. Its first `passed_over` steps are played without a line."""
    vocabulary, moment = Vocabulary(game), beginning(game)
    header = script.header
    found = FoundCampaign(
        game=game.key, title="A walk", slug="a-walk", house_rules=header.house_rules, gm_name=header.gm_name
    )
    asked = [(found, header.gm, ()), *((vocabulary.command(it.when), it.by, it.dice) for _, it in script.steps)]
    for number, ((command, by, faces), seed) in enumerate(zip(asked, beginnings(script), strict=True)):
        shown = number >= passed_over
        decision = decide(game, moment, command, by, TypedDice(faces))
        if isinstance(decision, Refusal):
            if shown:
                yield answer(game, moment, decision)
            continue
        for event in decision:
            apply(game, moment, event)
            moment.position += 1
            if shown:
                yield line("told", event, retell(game, moment, event))
        if shown:
            offered = {by: offers_at(game, moment, by) for by in (*moment.campaign.people, "stranger")}
            yield from _stands(game, moment, offered)
            yield from _made_up(game, moment, seed, offered)


def beginnings(script: Script) -> list[str]:
    """A name for each beginning of a script, the founding first: the same where two scripts begin alike."""
    before = sha256(f"{script.header.gm} {sorted(script.header.house_rules.items())}".encode()).hexdigest()
    named = [before]
    for _, step in script.steps:
        before = sha256(f"{before}{step.by}{step.dice}{json.dumps(step.when)}".encode()).hexdigest()
        named.append(before)
    return named


def walks_of(scripts: Mapping[str, Script]) -> Mapping[str, int]:
    """The number of steps of each script that have been walked with an earlier one, by its name."""
    seen: set[str] = set()
    over = {}
    for name, script in scripts.items():
        named = beginnings(script)
        over[name] = sum(it in seen for it in named)
        seen.update(named)
    return over


def answer(game: AnyGame, moment: AnyMoment, decision: Refusal | Sequence[Any]) -> str:
    """A decision as a line: its events, or the refusal with its sentence."""
    if isinstance(decision, Refusal):
        return line("refused", decision.code, decision.params, refusal_in_words(game, moment, decision))
    return line("accepted", list(decision))


def _stands(game: AnyGame, moment: AnyMoment, offered: Offered) -> Iterator[str]:
    yield line("state", state_json(game, moment))
    yield line("flows", list(game.flows(moment.game)))
    yield line("cast", dict(game.cast(moment.game)))
    for character in game.cast(moment.game):
        yield line("sheet", game.sheet(moment.game, character))
    for person, offers in offered.items():
        yield line("offers", person, offers)


def _made_up(game: AnyGame, moment: AnyMoment, seed: str, offered: Offered) -> Iterator[str]:
    random = Random(seed)
    chance = _Steady(game, random, offered)
    for _ in range(MADE_UP):
        asked = chance.ask(moment)
        if asked is not None:
            by, command = asked
            decision = decide(game, moment, command, by, _Dice(random))
            yield line("asked", by, command) + answer(game, moment, decision)


class _Steady(Chance):
    """Commands by chance whose texts are the same in every run. What is on offer is known already."""

    def __init__(self, game: AnyGame, random: Random, offered: Offered) -> None:
        super().__init__(game, random)
        self.offered = offered

    def offers(self, moment: AnyMoment, by: str) -> Sequence[Offer]:
        return self.offered[by]

    def _text(self) -> str:
        return f"word {self.random.randrange(9)}"


class _Dice:
    """Faces by chance from a seed."""

    unread: Sequence[int] = ()

    def __init__(self, random: Random) -> None:
        self.random = random
        self.drawn: list[tuple[int, int]] = []

    def roll(self, *sizes: int) -> tuple[int, ...]:
        faces = tuple(self.random.randint(1, size) for size in sizes)
        self.drawn += zip(sizes, faces, strict=True)
        return faces


def line(kind: str, *values: object) -> str:
    """One line of a walk: a word, and values as JSON that is the same in every run."""
    return f"{kind} {json.dumps([_plain(it) for it in values], ensure_ascii=False)}"


def _plain(value: object) -> Any:
    kind = type(value)
    if kind in _AS_IT_IS:
        return value
    how = _HOW.get(kind)
    if how is None:
        how = _HOW[kind] = _made_plain(kind)
    return how(value)


_AS_IT_IS = {str, int, float, bool, type(None)}
_HOW: dict[type, Callable[[Any], Any]] = {}
"""The function that makes values of a class plain: looked up once for each, as there are a million values."""


def _made_plain(kind: type) -> Callable[[Any], Any]:
    if issubclass(kind, BaseModel):
        named = tuple(kind.model_fields)
        return lambda value: {name: _plain(getattr(value, name)) for name in named}
    if issubclass(kind, Enum):
        return lambda value: _plain(value.value)
    if issubclass(kind, type):
        return lambda value: value.__qualname__
    if is_dataclass(kind):
        title = kind.__name__
        always = {it.name: it.repr for it in fields(kind)}  # what is hidden while it is empty was added later
        return lambda value: {
            title: {name: _plain(of) for name, shown in always.items() if (of := getattr(value, name)) or shown}
        }
    if issubclass(kind, Struct):
        written = kind.__struct_fields__
        return lambda value: {kind.__name__: {name: _plain(getattr(value, name)) for name in written}}
    if issubclass(kind, Mapping):
        return lambda value: {str(_plain(key)): _plain(it) for key, it in value.items()}
    if issubclass(kind, (set, frozenset)):
        return lambda value: sorted((_plain(it) for it in value), key=json.dumps)
    if issubclass(kind, (list, tuple)):
        return lambda value: [_plain(it) for it in value]
    return lambda value: value
