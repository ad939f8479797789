"""A tool is won back only if it is there and still out of use when the contest for it is won."""

import copy

import pytest

from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.messages import Event
from domain.kernel.moment import AnyMoment
from domain.kernel.ruling import apply, decide
from domain.vicious_crucible import GAME
from domain.vicious_crucible.chapters.contests.purposes import ToolRecovered
from domain.vicious_crucible.chapters.contests.winning import ContestWon, PassSparks, SparksPassed
from domain.vicious_crucible.chapters.gm_records import AdjudicationRecorded
from domain.vicious_crucible.terms import Purpose
from tests.domain.vicious_crucible.crucible_table import SCRIPTS, moments


def about_to_win_the_sabre_back() -> AnyMoment:
    """Sanna, who opened a contest for it, shows the highest die and has passed; the GM has not."""
    for moment, event in moments(SCRIPTS["a_tool_is_denied_and_won_back"]):
        it = moment.game.contest
        if event == SparksPassed(side="sanna") and it.purpose is Purpose.RECOVER_TOOL and it.id == "contest-4":
            return copy.deepcopy(moment)
    raise AssertionError("nobody fights for the sabre")


def sabre(before: str, after: str) -> Event:
    """A sabre that was denied by a GM's record, as campaigns hold it of a time when a record could do so."""
    return AdjudicationRecorded(
        subject="sanna",
        field="tools.old-sabre",
        before=before,
        after=after,
        reason="as the table had it",
        rulesheet="",
    )


@pytest.mark.parametrize(
    ("happened", "follows"),
    [
        ([], [SparksPassed, ContestWon, ToolRecovered]),
        ([sabre("quality", "")], [SparksPassed, ContestWon]),
        ([sabre("quality", ""), sabre("", "quality")], [SparksPassed, ContestWon]),
    ],
    ids=["denied", "gone", "at hand"],
)
def test_a_win_brings_back_a_tool_that_is_denied_and_no_other(
    happened: list[Event], follows: list[type[Event]]
) -> None:
    moment = about_to_win_the_sabre_back()
    for event in happened:
        apply(GAME, moment, event)
    won = decide(GAME, moment, PassSparks(side="gm"), "gm", TypedDice(()))
    assert not isinstance(won, Refusal)
    assert [type(event) for event in won] == follows
    for event in won:
        apply(GAME, moment, event)
