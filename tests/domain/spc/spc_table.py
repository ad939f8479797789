"""A table to test at: scenario scripts, a prepared adventure, and a way to fill in what is on offer."""

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import domain.spc as game_folder
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.decisions import Refusal
from domain.kernel.dice import DiceSource, TypedDice
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.offers import Offer
from domain.kernel.ruling import apply, decide
from domain.kernel.scenario import Script
from domain.kernel.terms import PersonId, slugify
from domain.kernel.vocabulary import Vocabulary
from domain.spc import GAME
from domain.spc.chapters import adjudication
from domain.spc.chapters.adventure import characters, goons
from domain.spc.chapters.conflicts import action_types, intentions
from domain.spc.chapters.scenes import actions, opening
from domain.spc.chapters.turns import assigning, throwing
from domain.spc.lookup import forced_lows, kept_of
from domain.spc.state.conflict import Throw
from tests.support.scripts import script_at

FOLDER = Path(game_folder.__file__).parent
SCRIPTS: Mapping[str, Script] = {
    path.stem: script_at(path) for path in sorted((FOLDER / "scenarios").glob("*.jsonl"))
}
PLAYERS = ("ana-player", "ben-player")
PEOPLE = ("gm", *PLAYERS, "nobody")
SHEETS: Mapping[str, dict[str, Any]] = {
    "ana-player": {
        "name": "Ana", "ambition_pool": 2, "cunning_pool": 1, "vigilance_pool": 3, "obstacle_rating": 6,
        "talents": [{"name": "Fencing"}], "powers": [{"name": "Mist Form", "cost": 2}],
        "weaknesses": [{"name": "Silver", "cost": 2}],
        "rituals": [{"name": "Red Mass", "ambition": 4, "cunning": 2, "vigilance": 5}],
        "gadgets": [{"name": "Night Lens", "slot": "vigilance", "value": 5}], "goal_text": "Free the city.",
    },
    "ben-player": {
        "name": "Ben", "ambition_pool": 1, "cunning_pool": 2, "vigilance_pool": 1, "obstacle_rating": 5,
        "goal_text": "Find his sister.",
    },
    "gm": {
        "name": "Countess", "ambition_pool": 3, "cunning_pool": 2, "vigilance_pool": 2, "obstacle_rating": 5,
        "powers": [{"name": "Command", "cost": 3}], "weaknesses": [{"name": "Sunlight", "cost": 3}],
        "tracks": True,
    },
}  # fmt: skip
"""The answers of each of the three when a sheet is asked for."""


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
    ask = FoundCampaign(game=GAME.key, title="Noon", slug="noon", house_rules=dict(house_rules))
    take(moment, ask, "gm", TypedDice(()))
    for person in PLAYERS:
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
    found = decide(GAME, moment, ask, script.header.gm, TypedDice(()))
    assert not isinstance(found, Refusal)
    for event in found:
        apply(GAME, moment, event)
        moment.position += 1
        yield moment, event
    for _, step in script.steps:
        decision = decide(GAME, moment, vocabulary.command(step.when), step.by, TypedDice(step.dice))
        for event in () if isinstance(decision, Refusal) else decision:
            apply(GAME, moment, event)
            moment.position += 1
            yield moment, event


_WORDS: dict[str, Any] = {
    "text": "So it goes.", "where": "The opera", "when": "Midnight", "why": "To hunt.", "description": "Lights.",
    "sacrifice": "Blood.", "advance": "Nearer.", "goal_text": "Sleep.", "drawback_text": "Thirst.",
    "intention": "Something else.", "reason": "The table agreed.", "field": "condition", "base": 4,
}  # fmt: skip
_SHEETS = (characters.CreateCharacter, characters.IntroduceAntagonist)
_NUMBERS = dict.fromkeys(("ambition_pool", "cunning_pool", "vigilance_pool"), 1) | {"obstacle_rating": 3}


def filled(offer: Offer, moment: AnyMoment, by: str, chance: random.Random) -> Command:
    """The command on offer with every open field filled from its choices, or with words."""
    fields: dict[str, Any] = {name: as_json(value) for name, value in offer.known.items()}
    for name, options in offer.choices.items():
        fields[name] = chance.choice(options).value
    for name in offer.command.model_fields:
        if name in _WORDS and name not in fields:
            fields[name] = _WORDS[name]
    number = moment.position
    match offer.command:
        case throwing.KeepDice if "die_ids" in offer.choices:
            fields["die_ids"] = fitting(throw_of(moment, fields["participant"]), chance)
        case assigning.AssignDice:
            kept = throw_of(moment, fields["participant"]).kept
            slots = list(offer.choices)
            fields.update(zip(slots, chance.sample(kept, len(slots)), strict=True))
        case intentions.SetIntentionTarget:
            fields["modifiers"] = chance.choice([[], [fields["modifiers"]]])
        case actions.DeclareAction:
            fields["features"] = [fields["features"]] if "features" in fields else []
        case opening.OpenScene | opening.BringIn:
            several(fields, "antagonists")
            several(fields, "goons")
        case adjudication.RecordAdjudication:
            extra = fields["field"].endswith("_dice")
            fields["after"] = str(extra_dice(moment, fields) if extra else number)
            if fields["field"].startswith("modifier."):
                fields["after"] = str(slot_modifier(moment, fields, chance))
        case action_types.DeclareActionType if fields.get("action_type") == "manifest":
            fields["new_power"] = {"name": f"Power {number}", "cost": 2}
            fields["new_weakness"] = {"name": f"Weakness {number}", "cost": 2}
        case goons.IntroduceGoon:
            fields["name"] = f"Goon {number}"
            if moment.game.house_rules.goons_roll and chance.random() < 0.5:
                fields |= _NUMBERS
    if offer.command in _SHEETS:
        sheet = SHEETS[by]
        taken = slugify(sheet["name"]) in moment.game.characters
        fields |= {**sheet, "name": f"{sheet['name']} {number}" if taken else sheet["name"]}
    return offer.command.model_validate(fields)


def slot_modifier(moment: AnyMoment, fields: dict[str, Any], chance: random.Random) -> int:
    """Another modifier for this slot, one that leaves its die within its sides."""
    throw, slot = throw_of(moment, fields["subject"]), fields["field"].partition(".")[2]
    die, now = throw.assigned[slot], throw.modifiers.get(slot, 0)
    low, high = min(1, die), max(moment.game.house_rules.die_faces, die)
    return chance.choice([other - die for other in range(low, high + 1) if other - die != now])


def extra_dice(moment: AnyMoment, fields: Mapping[str, Any]) -> int:
    """One die more than were granted already."""
    throw = throw_of(moment, fields["subject"])
    return 1 + (throw.adjudicated_bonus if fields["field"] == "bonus_dice" else throw.adjudicated_penalty)


def several(fields: dict[str, Any], name: str) -> None:
    """One named out of many, or nobody."""
    fields[name] = [fields[name]] if name in fields else []


def throw_of(moment: AnyMoment, slug: str) -> Throw:
    """The throw of this participant."""
    found = moment.game.conflict.participants[slug].throw
    assert isinstance(found, Throw)
    return found


def fitting(throw: Throw, chance: random.Random) -> list[str]:
    """Dice to keep: the lowest that must stay, and any others."""
    by_value = sorted(throw.thrown, key=lambda die: throw.thrown[die])
    stay, free = by_value[: len(forced_lows(throw))], by_value[len(forced_lows(throw)) :]
    return [*stay, *chance.sample(free, kept_of(throw) - len(stay))]


def as_json(value: object) -> Any:
    """Mappings and tuples as plain JSON values."""
    return json.loads(json.dumps(value, default=lambda it: dict(it)))
