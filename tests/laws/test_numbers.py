"""The law of numbers notices a game that tells a number that does not add up, or that no sheet shows."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from campaign_laws.laws.numbers import NumberLaws
from domain.kernel.facts import Fact, NumberChanged
from domain.kernel.messages import Event
from domain.registry import games

SPC = games()["spc"]


def told_by_one_more(state: Any, event: Event) -> Iterable[Fact]:
    """The facts as they are, each change of a number by one more than it was."""
    for fact in SPC.facts(state, event):
        yield replace(fact, delta=fact.delta + 1) if isinstance(fact, NumberChanged) else fact


def told_one_too_high(state: Any, event: Event) -> Iterable[Fact]:
    """The facts as they are, each number one higher than it stands on the sheet."""
    for fact in SPC.facts(state, event):
        yield replace(fact, now=fact.now + 1) if isinstance(fact, NumberChanged) else fact


def test_a_change_that_does_not_add_up_is_noticed() -> None:
    class Unsound(NumberLaws):
        game = replace(SPC, facts=told_by_one_more)

    with pytest.raises(AssertionError, match=r"\d+ and [+-]\d+ are told to be \d+"):
        Unsound().test_the_numbers_told_of_a_sheet_add_up_to_it()


def test_a_number_that_the_sheet_does_not_show_is_noticed() -> None:
    class Unsound(NumberLaws):
        game = replace(SPC, facts=told_one_too_high)

    with pytest.raises(AssertionError, match=r"the sheet shows \d+, and \d+ was told last"):
        Unsound().test_the_numbers_told_of_a_sheet_add_up_to_it()
