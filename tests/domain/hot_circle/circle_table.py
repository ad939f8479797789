"""A table to test at: scenario scripts, the moments they lead through, and a way to fill in what is on offer."""

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import domain.hot_circle as game_folder
from domain.hot_circle import GAME
from domain.hot_circle.chapters.ability_tests import deeds
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.decisions import Refusal
from domain.kernel.dice import DiceSource, TypedDice
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.offers import Offer
from domain.kernel.ruling import apply, decide
from domain.kernel.scenario import Script
from domain.kernel.vocabulary import Vocabulary
from tests.support.scripts import script_at

FOLDER = Path(game_folder.__file__).parent
SCRIPTS: Mapping[str, Script] = {
    path.stem: script_at(path) for path in sorted((FOLDER / "scenarios").glob("*.jsonl"))
}


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
    take(moment, FoundCampaign(game=GAME.key, title="Tide", slug="tide", house_rules=dict(house_rules)), "gm")
    return moment


def take(moment: AnyMoment, command: Command, by: str, dice: DiceSource | None = None) -> list[Event]:
    """Ask and apply; a refusal fails the test."""
    decision = decide(GAME, moment, command, by, dice or TypedDice(()))
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
    asked = [(ask, "gm", ()), *((vocabulary.command(it.when), it.by, it.dice) for _, it in script.steps)]
    for command, by, faces in asked:
        decision = decide(GAME, moment, command, by, TypedDice(faces))
        for event in () if isinstance(decision, Refusal) else decision:
            apply(GAME, moment, event)
            moment.position += 1
            yield moment, event


def played(script: Script) -> AnyMoment:
    """The moment a scenario ends at."""
    *_, (moment, _) = moments(script)
    return moment


_WORDS: dict[str, Any] = {
    "title": "The quay", "reason": "the table agreed", "choice": "Shout.", "what": "she did",
    "how": "with both hands",
    "text": "words", "intent": "get out", "task": "climb", "consequence": "the watch comes", "goal": "go on",
    "stance": "it is late", "about": "a rope", "name": "Something", "genre": "noir", "style": "dry",
    "fact": "it is so",
    "complication": "trouble", "opponent_intent": "keep her in", "opponent_task": "bar the way", "after": "7",
    "tester_compromise": "she waits", "opponent_compromise": "they go together", "months": 60, "field": "mood",
    "lifepath_name": "Captain", "requires": ("Deckhand",), "fate": 1,
}  # fmt: skip
_OPTIONAL = {"prologue", "trigger", "narration", "outcome", "epilogue", "time_limit", "again", "pool", "setting"}


_NAMING = {
    "add_setting",
    "add_faction",
    "create_character",
    "record_supporting_character",
    "choose_starting_asset",
    "approve_bridge",
}


def filled(offer: Offer, moment: AnyMoment, chance: random.Random) -> Command:
    """The command on offer with every open field filled from its choices, or with words."""
    fields: dict[str, Any] = json.loads(json.dumps(dict(offer.known), default=dict))
    for name, options in offer.choices.items():
        if "." in name or name in fields:
            continue
        several = name in ("present", "affected_factions", "affects")
        every = [option.value for option in options]
        fields[name] = chance.sample(every, min(len(every), 2)) if several else chance.choice(every)
    for name in offer.command.model_fields:
        if name in fields or name in _OPTIONAL:
            continue
        if name in _WORDS and not (name == "reason" and offer.command is deeds.RefuseDeed):
            fields[name] = _WORDS[name]
    verb = offer.tag.partition(".")[2]
    unique = f"Number {moment.position}"
    if verb in ("choose_trait", "apply_condition"):
        fields["text"] = unique
    elif verb in _NAMING:
        fields["name"] = unique
    if verb == "take_lifepath" and "name" not in offer.known:
        taken = moment.game.characters[fields["character"]].lifepaths
        path = f"{unique}, path {len(taken) + 1}"  # a bridge was named after the moment of its approval
        fields["name"] = path if taken else f"{path}-born"
    if verb in ("set_instinct", "revise_instinct"):
        fields["text"] = unique
        if fields["form"] == "when":
            fields["trigger"] = "somebody runs"
    if verb in (
        "revise_belief",
        "state_situation",
        "cast_ballot",
        "set_voluntary_condition",
        "request_ability_test",
    ):
        for name in ("goal", "text", "about"):
            if name in offer.command.model_fields and name not in offer.known:
                fields[name] = unique
    if verb == "declare_obstacle_test":
        fields["obstacle"] = unique
        fields.setdefault("consequence_stakes", fields.get("stakes", "normal"))
        fields["stakes"] = fields["consequence_stakes"] if fields["kind"] == "versus" else "normal"
    if verb == "record_adjudication":
        fields["after"] = unique
    return offer.command.model_validate(fields)
