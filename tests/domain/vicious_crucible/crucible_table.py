"""A table to test at: scenario scripts, a prepared crucible, and a way to fill in what is on offer."""

import json
import random
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import domain.vicious_crucible as game_folder
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.decisions import Refusal
from domain.kernel.dice import DiceSource, TypedDice
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.offers import Offer
from domain.kernel.ruling import apply, decide
from domain.kernel.scenario import ScenarioStep, Script
from domain.kernel.terms import PersonId
from domain.kernel.vocabulary import Vocabulary
from domain.vicious_crucible import GAME
from domain.vicious_crucible.chapters.arcs.new_arcs import OfferArcs, PerformReify
from domain.vicious_crucible.chapters.contests.hands import ChooseElements
from domain.vicious_crucible.chapters.founding.sheets import RegisterArc, RegisterCharacterSheet, RegisterLocation
from domain.vicious_crucible.chapters.gm_records import RecordAdjudication
from domain.vicious_crucible.chapters.scenes.scenes import FrameScene
from domain.vicious_crucible.chapters.scenes.unique_tasks import SetUniqueTask
from domain.vicious_crucible.lookup import hand_size
from tests.support.scripts import script_at

FOLDER = Path(game_folder.__file__).parent
SCRIPTS: Mapping[str, Script] = {
    path.stem: script_at(path) for path in sorted((FOLDER / "scenarios").glob("*.jsonl"))
}
PEOPLE = ("gm", "sanna-player", "dario-player", "zoe", "nobody")
SECRET = "Have the gate in Sanna's name before it falls."


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


def founded(house_rules: Mapping[str, Any]) -> AnyMoment:
    moment = beginning(GAME)
    ask = FoundCampaign(game=GAME.key, title="Salt", slug="salt", house_rules=dict(house_rules))
    take(moment, ask, "gm", TypedDice(()))
    for person in ("sanna-player", "dario-player"):
        take(moment, SeatPerson(person=PersonId(person), name=person.title()), "gm", TypedDice(()))
    return moment


def take(moment: AnyMoment, command: Command, by: str, dice: DiceSource) -> list[Event]:
    """Ask and apply; a refusal fails the test."""
    decision = decide(GAME, moment, command, by, dice)
    assert not isinstance(decision, Refusal), f"{by} asked {command!r}: {decision.code} {dict(decision.params)}"
    for event in decision:
        apply(GAME, moment, event)
        moment.position += 1
    return list(decision)


def moments(script: Script) -> Iterator[tuple[AnyMoment, Event]]:
    """Each event of a scenario, with the moment just after it."""
    vocabulary = Vocabulary(GAME)
    moment = beginning(GAME)
    ask = FoundCampaign(game=GAME.key, title="x", slug="x", house_rules=script.header.house_rules)
    found = decide(GAME, moment, ask, "gm", TypedDice(()))
    assert not isinstance(found, Refusal)
    for event in found:
        apply(GAME, moment, event)
        yield moment, event
    for _, step in script.steps:
        decision = decide(GAME, moment, vocabulary.command(step.when), step.by, TypedDice(step.dice))
        for event in () if isinstance(decision, Refusal) else decision:
            apply(GAME, moment, event)
            yield moment, event


@cache
def opening_steps() -> tuple[ScenarioStep, ...]:
    """The crucible that most scenarios begin with, as far as the sheets."""
    steps = [step for _, step in SCRIPTS["flux_and_alloy"].steps]
    setup = ("open_crucible", "register_character_sheet")
    return tuple(step for step in steps if str(step.when["type"]).partition(".")[2] in setup)


def lay_out(moment: AnyMoment) -> None:
    for step in opening_steps():
        take(moment, Vocabulary(GAME).command(step.when), "gm", TypedDice(()))


_WORDS: dict[str, Any] = {
    "aim": "Get out", "description": "as ever", "note": "she begged", "demand": "Run!", "effect": "two wounds",
    "rulesheet": "Combat", "reason": "the table agreed", "cause": "a spear", "condition": "dead",
    "field": "wounds", "sizes": (6, 10), "other_text": "paid", "epilogue": "Salt.",
}  # fmt: skip


def filled(offer: Offer, moment: AnyMoment, chance: random.Random) -> Command:
    """The command on offer with every open field filled from its choices, or with words."""
    fields: dict[str, Any] = {name: as_json(value) for name, value in offer.known.items()}
    for name, options in offer.choices.items():
        if "." not in name:
            fields[name] = chance.choice(options).value
    for name in offer.command.model_fields:
        if name in _WORDS and name not in fields:
            fields[name] = _WORDS[name]
    state = moment.game
    if offer.command is ChooseElements:
        fields["picks"] = hand(offer, state, fields["side"], chance)
    elif offer.command is FrameScene:
        fields["present"] = [fields["present"]] if "present" in fields else []
    elif offer.command is OfferArcs:
        fields["arcs"] = [fields["arcs"]]
    elif offer.command is PerformReify and "sacrifice" in offer.choices:
        cost = state.arcs[fields["new_arc"]].entry_cost
        more = [it.value for it in offer.choices["sacrifice"] if it.value not in cost.sacrifice_named]
        chance.shuffle(more)
        given = [*cost.sacrifice_named, *more]
        fields["sacrifice"] = given[: max(cost.sacrifice_count, len(cost.sacrifice_named))]
    elif offer.command in (RegisterLocation, SetUniqueTask):
        fields["name"] = f"Number {moment.position}"
    elif offer.command is RegisterArc:
        actions = {f"{action}_action": "Do it." for action in ("flux", "alloy", "reify")}
        fields["arc"] = {"name": f"Number {moment.position}", **actions}
    elif offer.command is RegisterCharacterSheet:
        fields["core"] = [{"name": name} for name in ("Proud", "Healer", "Widow")]
    elif offer.command is RecordAdjudication:
        fields["after"] = f"{moment.position}"
    return offer.command.model_validate(fields)


def hand(offer: Offer, state: Any, side: str, chance: random.Random) -> list[dict[str, Any]]:
    """Distinct elements, each with a stance that fits it."""
    known = as_json(offer.known.get("picks", ()))
    settled = {pick["element"]: pick["stance"] for pick in known if "stance" in pick}
    elements = [pick["element"] for pick in known if "element" in pick]
    if not elements:
        values = [choice.value for choice in offer.choices["picks.element"]]
        elements = chance.sample(values, hand_size(state, side))
    fixed = {it.value for it in offer.choices.get("picks.element", ()) if it.detail}
    picks = []
    for element in elements:
        free = "undecided" if element in fixed else chance.choice(["undecided", "helps", "hinders"])
        stance = settled.get(element, free)
        picks.append({"element": element, "stance": stance, "description": "as ever"})
    if side != "gm" and "picks.tool" in offer.choices and picks:
        picks[0] |= {"stance": "tool", "tool": chance.choice(offer.choices["picks.tool"]).value}
    return picks


def as_json(value: object) -> Any:
    """Mappings and tuples as plain JSON values."""
    return json.loads(json.dumps(value, default=lambda it: dict(it)))
