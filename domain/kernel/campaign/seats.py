"""Seats at the table: taken, left, and the GM's handed over."""

from collections.abc import Iterable
from typing import Literal

from domain.kernel import facts
from domain.kernel.campaign.guards import gm_only, seat_of
from domain.kernel.campaign.state import TakenSeat
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.history.past import Past
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker, Role
from domain.kernel.references import NewPerson, PersonRef
from domain.kernel.terms import Name, Person

chapter = Chapter[AnyMoment, Past](
    "Seats",
    {
        "already_seated": "{person} already sits at this table, as {role}.",
        "gm_taken": "There is already a {gm_called}, {gm}. Hand the seat over instead.",
        "not_a_seat": "A reader needs no seat. Choose player or {gm_called}.",
        "gm_cannot_leave": "The {gm_called} cannot leave the table: hand the seat over first.",
        "gm_already": "{person} is the {gm_called} already.",
    },
)


class SeatPerson(Command):
    """Give a person a seat at the table.

    Needs:    the GM asks, or the person asks for a player's seat of their own.
    Refused:  `gm_only`, `gm_already`, `already_seated`, `gm_taken`, `not_a_seat`.
    Yields:   `PersonSeated`.
    """

    type: Literal["campaign.seat_person"] = "campaign.seat_person"
    person: NewPerson
    name: Name
    role: Role = Role.PLAYER


class PersonSeated(Event):
    """A person took a seat."""

    type: Literal["campaign.person_seated.v1"] = "campaign.person_seated.v1"
    person: Person
    name: Name
    role: Role


@chapter.decides(SeatPerson)
def seat_person(moment: AnyMoment, command: SeatPerson, asker: Asker, past: Past) -> Events:
    """The GM seats anybody; anybody may take a player's seat themselves."""
    if command.person != asker.person:
        gm_only(asker)
    need(command.role is not Role.READER, "not_a_seat")
    if seat := moment.campaign.people.get(command.person):
        need(seat.role is not Role.GM, "gm_already", person=command.person)
        raise CommandRefused("already_seated", person=command.person, role=seat.role)
    need(command.role is not Role.GM, "gm_taken", gm=moment.campaign.gm or "")
    return [PersonSeated(person=command.person, name=command.name, role=command.role)]


@chapter.applies(PersonSeated, renames=True)
def _(moment: AnyMoment, event: PersonSeated) -> None:
    must(event.person not in moment.campaign.people, f"{event.person} already has a seat")
    moment.campaign.people[event.person] = TakenSeat(event.name, event.role)
    moment.campaign.formerly.pop(event.person, None)


@chapter.tells(PersonSeated, "{person} takes a seat as {role}")
def _(moment: AnyMoment, event: PersonSeated) -> Iterable[facts.Fact]:
    yield facts.PersonSeated(person=event.person, name=event.name, role=event.role)


class LeaveSeat(Command):
    """Give up a seat. What the person did stays in the journal.

    Refused:  `gm_only` (for somebody else's seat), `not_at_the_table`, `gm_cannot_leave`.
    Yields:   `PersonLeft`.
    """

    type: Literal["campaign.leave_seat"] = "campaign.leave_seat"
    person: PersonRef


class PersonLeft(Event):
    """A person gave up their seat."""

    type: Literal["campaign.person_left.v1"] = "campaign.person_left.v1"
    person: Person


@chapter.decides(LeaveSeat)
def leave_seat(moment: AnyMoment, command: LeaveSeat, asker: Asker, past: Past) -> Events:
    """Give up one's own seat, or for the GM anybody's; the GM hands over first."""
    if command.person != asker.person:
        gm_only(asker)
    seat_of(moment.campaign, command.person)
    need(command.person != moment.campaign.gm, "gm_cannot_leave")
    return [PersonLeft(person=command.person)]


@chapter.applies(PersonLeft, renames=True)
def _(moment: AnyMoment, event: PersonLeft) -> None:
    must(event.person in moment.campaign.people, f"{event.person} has no seat to leave")
    moment.campaign.formerly[event.person] = moment.campaign.people.pop(event.person).name


@chapter.tells(PersonLeft, "{person} leaves the table")
def _(moment: AnyMoment, event: PersonLeft) -> Iterable[facts.Fact]:
    yield facts.PersonLeft(person=event.person)


class HandOverGm(Command):
    """Hand over your seat: another seated person runs the game, and you take theirs.

    Refused:  `gm_only`, `not_at_the_table`, `gm_already`.
    Yields:   `GmHandedOver`.
    """

    type: Literal["campaign.hand_over_gm"] = "campaign.hand_over_gm"
    person: PersonRef


class GmHandedOver(Event):
    """The GM's seat went from one person to another, who swapped places."""

    type: Literal["campaign.gm_handed_over.v1"] = "campaign.gm_handed_over.v1"
    was: Person
    now: Person


@chapter.decides(HandOverGm)
def hand_over_gm(moment: AnyMoment, command: HandOverGm, asker: Asker, past: Past) -> Events:
    """Swap the seats of the GM and of another person."""
    gm_only(asker)
    seat_of(moment.campaign, command.person)
    need(command.person != asker.person, "gm_already", person=command.person)
    return [GmHandedOver(was=asker.person, now=command.person)]


@chapter.applies(GmHandedOver)
def _(moment: AnyMoment, event: GmHandedOver) -> None:
    people = moment.campaign.people
    possible = moment.campaign.gm == event.was and event.now in people
    must(possible, f"{event.was} cannot hand the GM's seat to {event.now}")
    people[event.was].role = people[event.now].role
    people[event.now].role = Role.GM


@chapter.tells(GmHandedOver, "{was} hands the {gm_called}'s seat to {now}")
def _(moment: AnyMoment, event: GmHandedOver) -> Iterable[facts.Fact]:
    for person in (event.was, event.now):
        seat = moment.campaign.people[person]
        yield facts.PersonSeated(person=person, name=seat.name, role=Role(seat.role))


def offers_to_a_reader(person: str) -> Iterable[Offer]:
    """Offer of a seat, to somebody without one."""
    yield Offer(
        command=SeatPerson,
        label="Take a player's seat",
        known={"person": person, "role": "player"},
        group="Table",
    )


def offers_to_a_player(asker: Asker) -> Iterable[Offer]:
    """Offer to a player to leave their own seat."""
    yield Offer(command=LeaveSeat, label="Leave the table", known={"person": asker.person}, group="Table")


def offers_to_the_gm(moment: AnyMoment, asker: Asker) -> Iterable[Offer]:
    """Offers to the GM about seats."""
    yield Offer(command=SeatPerson, label="Add a player", group="Table")
    others = tuple(
        Choice(person, seat.name) for person, seat in moment.campaign.people.items() if person != asker.person
    )
    if others:
        yield Offer(command=LeaveSeat, label="Free a seat", choices={"person": others}, group="Table")
        yield Offer(
            command=HandOverGm,
            label="Hand over your seat",
            choices={"person": others},
            group="Table",
        )
