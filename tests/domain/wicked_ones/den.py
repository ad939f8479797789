"""A den to test in: the scenario scripts, a founded dungeon, and a way to fill in what is on offer."""

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args, get_origin

import domain.wicked_ones as game_folder
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.decisions import Refusal
from domain.kernel.dice import DiceSource, TypedDice
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.offers import Offer
from domain.kernel.ruling import apply, decide
from domain.kernel.scenario import Script
from domain.kernel.terms import PersonId
from domain.kernel.vocabulary import Vocabulary
from domain.wicked_ones import GAME
from domain.wicked_ones.chapters.actions.framing import FrameAction
from domain.wicked_ones.chapters.consequences.splitting import SplitConsequence
from domain.wicked_ones.chapters.founding.dungeon import AddFaction, FoundDungeon
from domain.wicked_ones.chapters.founding.monsters import CreateWickedOne
from domain.wicked_ones.chapters.phases.cycle import BeginPhase
from domain.wicked_ones.shapes import Ratings
from domain.wicked_ones.terms.frame import Phase
from tests.support.scripts import script_at

FOLDER = Path(game_folder.__file__).parent
SCRIPTS: Mapping[str, Script] = {
    path.stem: script_at(path) for path in sorted((FOLDER / "scenarios").glob("*.jsonl"))
}
PLAYERS = ("ada", "ben", "cleo")


class RolledDice:
    """Faces from a seeded generator."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.drawn: list[tuple[int, int]] = []
        self.unread: tuple[int, ...] = ()

    def roll(self, *sizes: int) -> tuple[int, ...]:
        faces = tuple(self._chance.randint(1, size) for size in sizes)
        self.drawn.extend(zip(sizes, faces, strict=True))
        return faces


def take(moment: AnyMoment, command: Command, by: str, dice: DiceSource | None = None) -> list[Event]:
    """Ask and apply; a refusal fails the test."""
    decision = decide(GAME, moment, command, by, dice or TypedDice(()))
    assert not isinstance(decision, Refusal), f"{by} asked {command!r}: {decision.code} {dict(decision.params)}"
    for event in decision:
        apply(GAME, moment, event)
        moment.position += 1
    return list(decision)


def founded(house_rules: Mapping[str, Any]) -> AnyMoment:
    """A dungeon with two monsters of two players, and a third player without one, lurking."""
    moment = beginning(GAME)
    take(moment, FoundCampaign(game=GAME.key, title="Sump", slug="sump", house_rules=dict(house_rules)), "gm")
    for person in PLAYERS:
        take(moment, SeatPerson(person=PersonId(person), name=person.title()), "gm")
    take(moment, FoundDungeon(dungeon="The Sump", master_plan="Drown the abbey."), "gm")
    take(moment, AddFaction(name="The Abbey", tier=2), "ada")
    for player, name in (("ada", "Murg"), ("ben", "Skree")):
        take(
            moment,
            CreateWickedOne(
                name=name,
                calling="Brute",
                dark_impulse="Break it.",
                ratings=Ratings(smash=2, scan=1, banter=1),
                gear_defense_type="wounds",
                abilities=("Headlong",),
                items=("Iron Maul",),
                gold=2,
            ),
            player,
        )
    take(moment, BeginPhase(phase=Phase.LURKING), "gm")
    return moment


def moments(script: Script) -> Iterator[tuple[AnyMoment, Event]]:
    """Each event of a scenario, with the moment just after it."""
    vocabulary = Vocabulary(GAME)
    moment = beginning(GAME)
    ask = FoundCampaign(game=GAME.key, title="x", slug="x", house_rules=script.header.house_rules)
    steps = [(ask, "gm", ())] + [(vocabulary.command(step.when), step.by, step.dice) for _, step in script.steps]
    for command, by, faces in steps:
        decision = decide(GAME, moment, command, by, TypedDice(faces))
        for event in () if isinstance(decision, Refusal) else decision:
            apply(GAME, moment, event)
            moment.position += 1
            yield moment, event


def filled(offer: Offer, number: int, chance: random.Random) -> Command:
    """The command on offer: what is known, a choice for each open field, words where words are needed."""
    fields: dict[str, Any] = json.loads(json.dumps(dict(offer.known), default=str))
    for name, field in offer.command.model_fields.items():
        several = get_origin(field.annotation) is tuple
        if name in offer.choices and (name not in fields or several):
            picked = chance.choice(offer.choices[name]).value
            fields[name] = [picked] if several else picked
        elif name in fields or name in ("type", "id", "invasion_by", "through", "threat"):
            continue
        elif name in _WORDS:
            fields[name] = _WORDS[name].format(number)
        elif field.is_required() and name == "ratings":
            fields[name] = {"smash": chance.randint(0, 3)}
        elif field.is_required() and field.annotation is int:
            fields[name] = chance.randint(1, 3)
        elif field.is_required() and int in get_args(field.annotation):
            fields[name] = 1
    if offer.command is SplitConsequence:
        targets = [choice.value for choice in offer.choices["parts.target"]]
        fields["parts"] = [{"target": chance.choice(targets), "kind": "complication"} for _ in range(2)]
    if offer.command is FrameAction and "circumstances" not in fields:
        fields["circumstances"] = [
            {"axis": axis, "sign": sign, "text": "rain"}
            for axis in ("position", "effect")
            for sign in ("better", "worse")
        ]
    return offer.command.model_validate(fields)


_WORDS = {
    name: name.replace("_", " ").capitalize() + " {}"
    for name in (
        "description", "details", "reason", "why", "text", "question", "intention", "risk", "act", "how", "name",
        "title", "whom", "by", "price", "now", "target", "item", "field", "after", "note", "dungeon", "outcome",
        "defense_type", "gear_defense_type", "calling", "dark_impulse", "epilogue", "plan", "what",
    )
}  # fmt: skip
