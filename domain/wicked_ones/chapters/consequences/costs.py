"""Costs: a price of its owner's choosing (WO-54)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character, CharacterId, Slug, Text
from domain.wicked_ones.chapters.consequences.losses import can_be_lost, change_events
from domain.wicked_ones.chapters.guards import Described, described, gm_only, in_play, living, reason_given
from domain.wicked_ones.chapters.phases.shock import CostDemanded, Striking, wound
from domain.wicked_ones.lookup import required
from domain.wicked_ones.phrases import state_of
from domain.wicked_ones.printed import SEVERITIES
from domain.wicked_ones.seats import seat_of
from domain.wicked_ones.shapes import Change
from domain.wicked_ones.state.play import Cost
from domain.wicked_ones.state.underworld import Underworld, asked_id, next_id
from domain.wicked_ones.terms.harm import ChangeKind, CostStatus, Severity
from domain.wicked_ones.terms.refs import MonsterRef, NewPrice, PriceRef
from domain.wicked_ones.terms.rolls import Attribute

chapter = Chapter[Underworld](
    "Costs",
    {
        "cost_unknown": "There is no such price{there:+. Those there are: }.",
        "cost_paid": "{cost} was paid already.",
        "cost_owed_already": "{cost} is still owed.",
        "cost_too_low": "That is too little: the price is {need}, not {given}.",
    },
)


class DemandCost(Command):
    """Demand a price of a monster: its player picks it.

    Needs:    the GM.
    Refused:  `only_gm`, `unknown_character`, `dead`, `reason_missing`.
    Yields:   `CostDemanded`.
    """

    type: Literal["wicked_ones.demand_cost"] = "wicked_ones.demand_cost"
    character: MonsterRef
    severity: Severity = Field(default=Severity.FRUSTRATING, description="How heavy a price is due.")
    why: Text = Field(title="Reason")
    id: NewPrice | None = Field(
        default=None, description="Its number as offered, so that it keeps it; left out: the next."
    )


@chapter.decides(DemandCost)
def demand_cost(state: Underworld, command: DemandCost, asker: Asker, dice: Dice) -> Events:
    """WO-54: demand a price, which the player will pick."""
    gm_only(asker)
    in_play(state)
    living(state, command.character)
    reason_given(command.why)
    return [
        CostDemanded(
            cost=asked_id(state, "cost", command.id),
            character=command.character,
            severity=command.severity,
            why=command.why,
        )
    ]


class PayCost(Described):
    """Pick the price that suits you best, and pay it.

    Needs:    the owner, or the GM for one who is away; a price that is owed.
    Refused:  `cost_unknown`, `cost_paid`, `cost_too_low`, `changes_unknown`, `describe_first`,
              `not_your_character`.
    Yields:   `CostPaid`; what it takes: `ItemLost`, `GoldLost`, `LootLost`, `MinionsLost`, `ClockTicked`,
              `ClockFilled`, `ShockTaken`, `Bloodied`.
    """

    type: Literal["wicked_ones.pay_cost"] = "wicked_ones.pay_cost"
    cost: PriceRef = Field(description="The price that is due.", title="Price")
    severity: Severity | None = Field(
        default=None, description="How heavy a price is paid; left out: as heavy as is due."
    )
    changes: tuple[Change, ...] = Field(default=(), max_length=10, description="What is lost or moves on.")


class CostPaid(Event):
    """A price was paid: `changes` are what it took."""

    type: Literal["wicked_ones.cost_paid.v1"] = "wicked_ones.cost_paid.v1"
    cost: Slug
    character: Character
    severity: Severity
    changes: tuple[Change, ...]
    description: Text


@chapter.decides(PayCost)
def pay_cost(state: Underworld, command: PayCost, asker: Asker, dice: Dice) -> Events:
    """WO-54: pay a price of the player's choice, as heavy as was owed."""
    in_play(state)
    described(command)
    cost = known_cost(state, command.cost)
    owner = state.characters[cost.owner]
    if not asker.is_gm and owner.player != asker.person:
        raise CommandRefused("not_your_character", character=cost.owner)
    need(cost.status is not CostStatus.PAID, "cost_paid", cost=command.cost)
    severity = command.severity or cost.severity
    need(
        SEVERITIES.index(severity) >= SEVERITIES.index(cost.severity),
        "cost_too_low",
        need=cost.severity,
        given=severity,
    )
    can_be_lost(state, cost.owner, command.changes, price=True)
    paid = CostPaid(
        cost=command.cost,
        character=CharacterId(cost.owner),
        severity=severity,
        changes=command.changes,
        description=command.description,
    )
    events: list[Event] = [paid, *change_events(state, cost.owner, command.changes, severity, command.description)]
    if any(change.kind is ChangeKind.BLOODIED for change in command.changes):
        striking = Striking(state, cost.owner, command.cost, severity)
        wound(striking, tuple(attribute for attribute in Attribute if not owner.shock[attribute]))
        events += striking.events
    return events


def known_cost(state: Underworld, slug: str) -> Cost:
    """A price of this phase; refused for any other id."""
    return one_there(state.costs, slug, "cost_unknown")


@chapter.applies(CostPaid)
def _(state: Underworld, event: CostPaid) -> None:
    cost = required(state.costs, event.cost, "price")
    must(cost.status is CostStatus.OWED, f"{event.cost} was paid already")
    cost.status = CostStatus.PAID


@chapter.tells(CostPaid, "{character} pays: {description}")
def _(state: Underworld, event: CostPaid) -> Iterable[Fact]:
    label = state.costs[event.cost].why
    yield state_of(event.character, "costs", event.cost, "owed", "paid", event.description, label=label)


class RejectCost(Command):
    """Say that a price is not enough. What was paid stays paid; the rest is owed.

    Needs:    the GM; a price that was paid.
    Refused:  `only_gm`, `cost_unknown`, `cost_owed_already`, `reason_missing`.
    Yields:   `CostRejected`.
    """

    type: Literal["wicked_ones.reject_cost"] = "wicked_ones.reject_cost"
    cost: PriceRef = Field(description="The price that was paid.", title="Price")
    why: Text = Field(title="Reason")


class CostRejected(Event):
    """The GM said that what was paid is not enough; the rest is owed."""

    type: Literal["wicked_ones.cost_rejected.v1"] = "wicked_ones.cost_rejected.v1"
    cost: Slug
    character: Character
    why: Text


@chapter.decides(RejectCost)
def reject_cost(state: Underworld, command: RejectCost, asker: Asker, dice: Dice) -> Events:
    """WO-54: say, as the GM, that a payment is not enough."""
    gm_only(asker)
    in_play(state)
    cost = known_cost(state, command.cost)
    need(cost.status is not CostStatus.OWED, "cost_owed_already", cost=command.cost)
    reason_given(command.why)
    return [CostRejected(cost=command.cost, character=CharacterId(cost.owner), why=command.why)]


@chapter.applies(CostRejected)
def _(state: Underworld, event: CostRejected) -> None:
    cost = required(state.costs, event.cost, "price")
    must(cost.status is CostStatus.PAID, f"{event.cost} was not paid")
    cost.status = CostStatus.OWED


@chapter.tells(CostRejected, "Not enough from {character}: {why}")
def _(state: Underworld, event: CostRejected) -> Iterable[Fact]:
    label = state.costs[event.cost].why
    yield state_of(event.character, "costs", event.cost, "paid", "owed", event.why, label=label, good=False)


def demands(state: Underworld, people: tuple[Choice, ...]) -> Iterable[Offer]:
    """Offer to demand a price of somebody."""
    yield Offer(
        command=DemandCost,
        label="Let somebody pay a price",
        known={"id": next_id(state, "cost")},
        choices={"character": people},
        group="Dangers",
    )


def payments(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """Offers to pay prices that are owed; for the GM, to reject those that were not enough."""
    for slug, cost in state.costs.items():
        seat = seat_of(state, cost.owner, asker)
        if cost.status is CostStatus.OWED and not state.characters[cost.owner].alive:
            continue  # nobody waits for what the dead owe
        if cost.status is CostStatus.OWED and seat is not None:
            yield seat.offer(
                PayCost,
                f"{seat.name} pays a price: {cost.why}",
                {"cost": slug, "severity": None},
                group="Consequences",
            )
        elif cost.status is CostStatus.PAID and asker.is_gm:
            yield Offer(command=RejectCost, label=f"Not enough: {cost.why}", known={"cost": slug}, group="GM")
