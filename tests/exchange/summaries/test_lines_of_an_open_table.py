"""The line of an open table: rolls of the system file with what they ask for, and dice that somebody names."""

from copy import deepcopy

import pytest

from domain.kernel.moment import AnyMoment
from domain.open_table import GAME
from domain.open_table.chapters.rolling.rolls import RollDice
from exchange.summaries.rehearsal import Rehearsal, rehearse
from tests.support.open_tables import SAMPLES, played


@pytest.fixture(scope="module")
def horror() -> AnyMoment:
    """The end of an evening of horror on percentile dice; Hester Quill is one of its characters."""
    return played(next(it for it in SAMPLES if it.slug == "house-with-nine-clocks"))


def come_of(moment: AnyMoment, line: str) -> Rehearsal:
    return rehearse(GAME, deepcopy(moment), line, moment.campaign.gm or "")


@pytest.mark.parametrize(
    ("line", "asks", "faces"),
    [
        ("hester rolls skill listening plain 33", {"throw": "plain", "skill": "listen"}, (33,)),
        ("Hester: skill listening plain 33", {"throw": "plain", "skill": "listen"}, (33,)),
        ("hester skill listen bonus 33 40", {"throw": "with a bonus die", "skill": "listen"}, (33, 40)),
        ("hester skill throw=plain skill=listening 33", {"throw": "plain", "skill": "listen"}, (33,)),
        ("Hester: sanity 20", {}, (20,)),
    ],
)
def test_a_roll_of_the_system_file(
    horror: AnyMoment, line: str, asks: dict[str, str], faces: tuple[int, ...]
) -> None:
    come = come_of(horror, line)
    assert come.stuck is None
    (taken,) = come.taken
    assert isinstance(taken.command, RollDice)
    assert (taken.command.who, taken.command.asks, taken.faces) == ("hester", asks, faces)


@pytest.mark.parametrize(
    ("line", "notation", "faces"),
    [
        ("hester rolls 2d6+1 4 3", "2d6+1", (4, 3)),
        ("Hester: rolls d100 44", "d100", (44,)),
        ("hester rolls 3d6!>4 6 2 1 3", "3d6!>4", (6, 2, 1, 3)),
    ],
)
def test_dice_that_are_named(horror: AnyMoment, line: str, notation: str, faces: tuple[int, ...]) -> None:
    come = come_of(horror, line)
    assert come.stuck is None
    (taken,) = come.taken
    assert isinstance(taken.command, RollDice)
    assert (taken.command.who, taken.command.notation, taken.faces) == ("hester", notation, faces)


def test_what_may_be_several_steps_is_asked_for(horror: AnyMoment) -> None:
    stuck = come_of(horror, "hester listening").stuck
    assert stuck is not None
    assert stuck.several
