"""Ids that later rulings of a monster make stay the same when something earlier is struck."""

import pytest

from domain.kernel.dice import TypedDice
from domain.kernel.messages import Event
from domain.kernel.terms import CharacterId
from domain.wicked_ones.chapters.consequences.costs import DemandCost, PayCost
from domain.wicked_ones.chapters.consequences.declaring import DeclareConsequence
from domain.wicked_ones.chapters.consequences.settling import AcceptConsequence
from domain.wicked_ones.chapters.phases.scenes import OpenScene
from domain.wicked_ones.chapters.resources.stress import SpendStress
from domain.wicked_ones.terms.frame import Place
from domain.wicked_ones.terms.harm import Kind, Origin, Severity
from domain.wicked_ones.terms.holdings import StressReason
from domain.wicked_ones.terms.rolls import Attribute
from tests.domain.wicked_ones.den import founded, take

MURG = CharacterId("murg")


def shock(number: int) -> DeclareConsequence:
    return DeclareConsequence(
        origin=Origin.INFLICTED,
        target=MURG,
        kind=Kind.SHOCK,
        attributes=(Attribute.GUTS,),
        reason="The night.",
        severity=Severity.FRUSTRATING,
        id=f"consequence-{number}",
    )


def evening(*, struck: bool) -> list[Event]:
    """Stress, two shocks to the same attribute and the price of it; `struck`: without what came before."""
    moment = founded({})
    take(moment, OpenScene(place=Place.SURFACE, title="The wall", present=(MURG,), description="Night."), "gm")
    if not struck:
        take(moment, DemandCost(character=MURG, why="He was loud.", id="cost-1"), "gm")
        first = SpendStress(character=MURG, reason=StressReason.ABILITY, description="He leaps.")
        take(moment, first, "ada")
    seen: list[Event] = []
    again = SpendStress(character=MURG, reason=StressReason.ABILITY, description="He leaps again.")
    seen += take(moment, again, "ada")
    for number in (1, 2):
        seen += take(moment, shock(number), "gm")
        seen += take(moment, AcceptConsequence(consequence=f"consequence-{number}"), "gm")
    price = PayCost(cost="cost-of-consequence-2", description="He drops what he was carrying.")
    return seen + take(moment, price, "ada", TypedDice(()))


def test_stress_and_prices_are_recorded_as_they_were_with_something_earlier_struck() -> None:
    assert evening(struck=True) == evening(struck=False)


@pytest.mark.parametrize("struck", [True, False])
def test_the_price_is_named_after_what_it_is_for(struck: bool) -> None:
    demanded = [event for event in evening(struck=struck) if event.type == "wicked_ones.cost_demanded.v1"]
    assert [getattr(event, "cost", None) for event in demanded] == ["cost-of-consequence-2"]
