"""A player who leaves the table leaves nobody stuck: what was to come is played on in their name."""

from random import Random

import pytest

from campaign_laws.playing import founding
from domain.kernel.campaign.seats import LeaveSeat, SeatPerson
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.game import AnyGame
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.ruling import apply, decide, refusal_in_words
from domain.kernel.scenario import Script
from domain.kernel.vocabulary import Vocabulary
from domain.registry import games
from tests.support.scripts import scenarios_of

SEATS = (LeaveSeat, SeatPerson)


def played(game: AnyGame, script: Script, leaving: int | None) -> str | None:
    """Play a scenario in which somebody leaves before this step: the first step refused since, and why."""
    vocabulary, moment = Vocabulary(game), beginning(game)
    take(
        game, moment, decide(game, moment, founding(game, house_rules=script.header.house_rules), "gm", no_dice())
    )
    for at, (_, step) in enumerate(script.steps):
        if at == leaving:
            left = Random(at).choice(moment.campaign.players)
            take(game, moment, decide(game, moment, LeaveSeat(person=left), "gm", no_dice()))
        if step.refused:
            continue
        command = vocabulary.command(step.when)
        answer = decide(game, moment, command, step.by, TypedDice(step.dice))
        if not isinstance(answer, Refusal):
            take(game, moment, answer)
        elif not isinstance(command, SEATS):
            return f"step {at}, {command.type}: {refusal_in_words(game, moment, answer)}"
    return None


def no_dice() -> TypedDice:
    return TypedDice(())


def take(game: AnyGame, moment: AnyMoment, answer: object) -> None:
    """Let what was decided happen."""
    assert not isinstance(answer, Refusal), answer
    for event in answer:  # type: ignore[attr-defined]
        apply(game, moment, event)
        moment.position += 1


def seated(script: Script) -> int:
    """The number of the first step after which somebody plays."""
    return next(at for at, (_, step) in enumerate(script.steps, 1) if step.when["type"] == "campaign.seat_person")


@pytest.mark.parametrize("key", ["spc", "vicious_crucible", "wicked_ones", "death_of_the_vele"])
def test_play_goes_on_in_the_name_of_whoever_left(key: str) -> None:
    game, stuck = games()[key], {}
    for name, script in scenarios_of(key).items():
        kinds = [step.when["type"] for _, step in script.steps]
        if "campaign.seat_person" not in kinds or "campaign.hand_over_gm" in kinds:
            continue
        leaving = Random(name).randint(seated(script), len(kinds))
        if problem := played(game, script, leaving):
            stuck[name] = problem
    assert not stuck
