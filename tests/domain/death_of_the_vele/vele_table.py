"""A table to test at: the scenario scripts, and the moments they lead through."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import domain.death_of_the_vele as game_folder
from domain.death_of_the_vele import GAME
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.dice import Dice
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.ruling import apply, decide
from domain.kernel.scenario import Script
from domain.kernel.vocabulary import Vocabulary
from tests.support.scripts import script_at

FOLDER = Path(game_folder.__file__).parent
SCRIPTS: Mapping[str, Script] = {
    path.stem: script_at(path) for path in sorted((FOLDER / "scenarios").glob("*.jsonl"))
}
OPENING = SCRIPTS["scenes_a_whole_opening"]
"""Three players, framed and begun, with a scene open."""


def founded(house_rules: Mapping[str, Any]) -> AnyMoment:
    moment = beginning(GAME)
    ask = FoundCampaign(game=GAME.key, title="Vele", slug="vele", house_rules=dict(house_rules))
    take(moment, ask, "gm")
    return moment


def take(moment: AnyMoment, command: Command, by: str, *faces: int) -> list[Event]:
    """Ask and apply; a refusal fails the test."""
    decision = decide(GAME, moment, command, by, TypedDice(faces))
    assert not isinstance(decision, Refusal), f"{by} asked {command!r}: {decision.code} {dict(decision.params)}"
    for event in decision:
        apply(GAME, moment, event)
        moment.position += 1
    return list(decision)


def moments(script: Script) -> Iterator[tuple[AnyMoment, Event]]:
    """Each event of a script, with the moment just after it."""
    vocabulary = Vocabulary(GAME)
    moment = founded(script.header.house_rules)
    for _, step in script.steps:
        decision = decide(GAME, moment, vocabulary.command(step.when), step.by, TypedDice(step.dice))
        for event in () if isinstance(decision, Refusal) else decision:
            apply(GAME, moment, event)
            moment.position += 1
            yield moment, event


def played(script: Script) -> AnyMoment:
    """The moment at a script's end."""
    moment = founded(script.header.house_rules)
    vocabulary = Vocabulary(GAME)
    for _, step in script.steps:
        decision = decide(GAME, moment, vocabulary.command(step.when), step.by, TypedDice(step.dice))
        for event in () if isinstance(decision, Refusal) else decision:
            apply(GAME, moment, event)
            moment.position += 1
    return moment


def at_home(state: Vele) -> Dice:
    """Every die in a counted pool, and those pushed from one that are still on the table."""
    total = Dice()
    for player in state.story.players.values():
        total += player.character_dice.dice + player.story_dice.dice
    for component in state.components.values():
        total += component.allocated.dice
    for group in state.groups.values():
        total += group.group_dice.dice
    return total
