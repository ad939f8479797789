"""The rolls of an evening with each system file, and how likely they were."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.facts import DiceRolled
from domain.kernel.moment import beginning
from domain.kernel.ruling import apply, decide, retell
from domain.kernel.scenario import Script
from domain.kernel.vocabulary import Vocabulary
from domain.registry import games
from projections.views.odds import likelihood
from tests.support.scripts import folder_of, script_at

GAME = "open_table"
EVENINGS = sorted((folder_of(GAME) / "samples").glob("*.jsonl"))


def rolls(script: Script) -> Iterator[DiceRolled]:
    game, header = games()[GAME], script.header
    moment, vocabulary = beginning(game), Vocabulary(game)
    found = FoundCampaign(
        game=GAME, title="An evening", slug="an-evening", house_rules=header.house_rules, gm_name=header.gm_name
    )
    steps = [(found, header.gm, ()), *((vocabulary.command(it.when), it.by, it.dice) for _, it in script.steps)]
    for command, by, faces in steps:
        decision = decide(game, moment, command, by, TypedDice(faces))
        assert not isinstance(decision, Refusal)
        for event in decision:
            apply(game, moment, event)
            moment.position += 1
            yield from (fact for fact in retell(game, moment, event).facts if isinstance(fact, DiceRolled))


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda it: it.stem)
def test_every_roll_of_an_evening_says_how_likely_it_was(evening: Path) -> None:
    fell = [roll for roll in rolls(script_at(evening)) if roll.dice]
    assert fell
    for roll in fell:
        found = likelihood(roll)
        assert found is not None, roll.notation
        assert found.beats == tuple(die.size for die in roll.dice if die.against)
