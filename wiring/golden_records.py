"""Golden records: one of every event that a game ever wrote, in folder `golden`; and those of its scenarios."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command, Event
from domain.kernel.moment import beginning
from domain.kernel.ruling import decide, follow
from domain.kernel.scenario import read_script
from domain.kernel.vocabulary import Vocabulary
from ledger.care.example_record import recorder_of_examples
from wiring.samples import given_in, scripts_in

FOLDER = "golden"
FILE = "records.jsonl"


def kept_in(game: AnyGame) -> Mapping[str, bytes]:
    """The kept records of a game: tag -> bytes."""
    return {tag: line for _name, content in scripts_in(game, FOLDER) for tag, line in by_tag(content)}


def by_tag(content: bytes) -> Iterator[tuple[str, bytes]]:
    """The records in a file, each with its tag."""
    for line in content.splitlines():
        yield json.loads(line)["type"], line


def events_of_scenarios(game: AnyGame) -> Iterator[Event]:
    """Every event that the scenarios of a game lead to, those of every campaign among them."""
    vocabulary = Vocabulary(game)
    for _name, content in scripts_in(game, "scenarios"):
        script = read_script(content.decode(), given_in(game))
        moment = beginning(game)
        found = FoundCampaign(game=game.key, title="x", slug="x", house_rules=script.header.house_rules)
        asked: list[tuple[Command, str, tuple[int, ...]]] = [(found, script.header.gm, ())]
        asked += [(vocabulary.command(step.when), step.by, step.dice) for _number, step in script.steps]
        for command, by, dice in asked:
            decision = decide(game, moment, command, by, TypedDice(dice))
            if not isinstance(decision, Refusal):
                yield from follow(game, moment, decision)


def records_of_scenarios(game: AnyGame) -> dict[str, bytes]:
    """The longest record of each of the game's own events that its scenarios lead to: tag -> bytes."""
    longest: dict[str, bytes] = {}
    written = recorder_of_examples(game)
    for event in events_of_scenarios(game):
        if isinstance(event, game.events):
            line = written(event)
            if len(line) > len(longest.get(event.type, b"")):
                longest[event.type] = line
    return longest


def keep(game: AnyGame, folder: Path) -> list[str]:
    """Add a record of each event of which none is kept to the file in this folder. Their tags."""
    known = kept_in(game)
    added = {tag: line for tag, line in records_of_scenarios(game).items() if tag not in known}
    if added:
        folder.mkdir(exist_ok=True)
        file = folder / FILE
        here = dict(by_tag(file.read_bytes())) if file.exists() else {}
        lines = sorted({**added, **here}.items())
        file.write_bytes(b"".join(line + b"\n" for _tag, line in lines))
    return sorted(added)
