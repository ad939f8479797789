"""Every step of every scenario and sample, with the moment it is asked at."""

from collections.abc import Iterator

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.ruling import apply, decide
from domain.kernel.scenario import Script
from domain.kernel.vocabulary import Vocabulary
from domain.wicked_ones import GAME
from tests.domain.wicked_ones.den import FOLDER, SCRIPTS, take
from tests.support.scripts import script_at

EVERYTHING = {**SCRIPTS, **{it.stem: script_at(it) for it in sorted((FOLDER / "samples").glob("*.jsonl"))}}


def asked(script: Script) -> Iterator[tuple[AnyMoment, Command | None, str, Refusal | None]]:
    """Each step of a script before it is applied, with the refusal it meets; at the end the last moment."""
    vocabulary, moment = Vocabulary(GAME), beginning(GAME)
    gm = script.header.gm
    take(moment, FoundCampaign(game=GAME.key, title="x", slug="x", house_rules=script.header.house_rules), gm)
    for _, step in script.steps:
        command = vocabulary.command(step.when)
        decision = decide(GAME, moment, command, step.by, TypedDice(step.dice))
        yield moment, command, step.by, decision if isinstance(decision, Refusal) else None
        for event in () if isinstance(decision, Refusal) else decision:
            apply(GAME, moment, event)
            moment.position += 1
    yield moment, None, gm, None
