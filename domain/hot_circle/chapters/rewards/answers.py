"""The target of a compel accepts, or pays to refuse (HC-58)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.artha import FateAwarded
from domain.hot_circle.chapters.guards import fate_free, in_play, own_pc
from domain.hot_circle.chapters.rewards.compels import compel_of, open_compel
from domain.hot_circle.lookup import pc_of, reserved_fate
from domain.hot_circle.phrases import told
from domain.hot_circle.refs import CompelRef
from domain.hot_circle.seats import Seat
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.play import Compel
from domain.hot_circle.terms import COMPLICATIONS, CompelStatus, FateCause
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Points, Slug

chapter = Chapter[Circle](
    "Answers to compels",
    {
        "not_ruled_valid": "The gamemaster has not found {compel} valid yet.",
        "clears_nothing": "Nothing is cleared by this ({cause}): accept it for the fate point.",
        "must_accept": "Without a fate point {character} cannot refuse.",
    },
)


def answered_by_target(state: Circle, slug: str, asker: Asker) -> Compel:
    """A compel found valid, asked about by the one it is offered to; refused otherwise."""
    compel = open_compel(state, slug)
    own_pc(state, compel.target, asker)
    need(compel.status is CompelStatus.VALID, "not_ruled_valid", compel=slug)
    return compel


class AcceptCompel(Command):
    """Take the compeller's point: make the choice.

    Needs:    the target's player; the gamemaster found it valid.
    Refused:  `genre_missing`, `compel_unknown`, `compel_settled`, `not_your_character`, `not_ruled_valid`,
              `clears_nothing`.
    Yields:   `CompelAccepted`, `FateTransferred`, `FateAwarded` unless the choice is to clear.
    """

    type: Literal["hot_circle.accept_compel"] = "hot_circle.accept_compel"
    compel: CompelRef
    clears: bool = Field(
        title="To clear a tax or a condition",
        default=False,
        description="The choice is to be hindered so that a tax or condition clears.",
    )


class CompelAccepted(Event):
    """The choice is made. `clears` says that hindering is to clear something."""

    type: Literal["hot_circle.compel_accepted.v1"] = "hot_circle.compel_accepted.v1"
    compel: Slug
    target: CharacterSlug
    clears: bool


class FateTransferred(Event):
    """A fate point went from one character to another."""

    type: Literal["hot_circle.fate_transferred.v1"] = "hot_circle.fate_transferred.v1"
    giver: CharacterSlug
    taker: CharacterSlug
    amount: Points
    compel: Slug


@chapter.decides(AcceptCompel)
def accept_compel(state: Circle, command: AcceptCompel, asker: Asker, dice: Dice) -> Events:
    """HC-58: accept for the compeller's point and the choice's own; hindering a test is paid by that test."""
    in_play(state)
    compel = answered_by_target(state, command.compel, asker)
    target = CharacterId(compel.target)
    if command.clears and compel.cause not in (FateCause.HINDERING_LIFEPATH, FateCause.HINDERING_CONDITION):
        raise CommandRefused("clears_nothing", cause=compel.cause)
    accepted: list[Event] = [
        CompelAccepted(compel=command.compel, target=target, clears=command.clears),
        FateTransferred(giver=CharacterId(compel.compeller), taker=target, amount=1, compel=command.compel),
    ]
    if compel.cause in COMPLICATIONS:
        accepted.append(
            FateAwarded(
                character=target,
                amount=1,
                cause=compel.cause,
                source=compel.source_id,
                test=None,
                complication=compel.choice,
            )
        )
    return accepted


@chapter.applies(CompelAccepted)
def _(state: Circle, event: CompelAccepted) -> None:
    compel_of(state, event.compel).status = CompelStatus.ACCEPTED


@chapter.tells(CompelAccepted, "{target} accepts {compel}")
def _(state: Circle, event: CompelAccepted) -> Iterable[Fact]:
    compel = state.compels[event.compel]
    yield told("accepts, to clear" if event.clears else "accepts", "compel", event.target, compel.compeller)
    yield facts.Turn(test="", who=event.target, text="", way=facts.Way.ACCEPTS)


@chapter.applies(FateTransferred)
def _(state: Circle, event: FateTransferred) -> None:
    giver, taker = pc_of(state, event.giver), pc_of(state, event.taker)
    must(giver.fate >= event.amount, f"{event.giver} has only {giver.fate} fate")
    giver.fate -= event.amount
    taker.fate += event.amount


@chapter.tells(FateTransferred, "{giver} gives {taker} {amount} fate")
def _(state: Circle, event: FateTransferred) -> Iterable[Fact]:
    yield facts.NumberMoved(
        giver=event.giver,
        taker=event.taker,
        name="fate",
        label="Fate",
        amount=event.amount,
        giver_now=state.characters[event.giver].fate,
        taker_now=state.characters[event.taker].fate,
        why="compel",
    )


class RefuseCompel(Command):
    """Pay the compeller a point: choose freely.

    Needs:    the target's player, a fate point; the gamemaster found it valid.
    Refused:  `genre_missing`, `compel_unknown`, `compel_settled`, `not_your_character`, `not_ruled_valid`,
              `must_accept`, `fate_reserved`.
    Yields:   `CompelRefused`, `FateTransferred`.
    """

    type: Literal["hot_circle.refuse_compel"] = "hot_circle.refuse_compel"
    compel: CompelRef


class CompelRefused(Event):
    """The choice is not made."""

    type: Literal["hot_circle.compel_refused.v1"] = "hot_circle.compel_refused.v1"
    compel: Slug
    target: CharacterSlug


@chapter.decides(RefuseCompel)
def refuse_compel(state: Circle, command: RefuseCompel, asker: Asker, dice: Dice) -> Events:
    """HC-58: refuse a compel for a point; who has none must accept."""
    in_play(state)
    compel = answered_by_target(state, command.compel, asker)
    target = CharacterId(compel.target)
    fate_free(state, compel.target, state.characters[compel.target], "must_accept")
    return [
        CompelRefused(compel=command.compel, target=target),
        FateTransferred(giver=target, taker=CharacterId(compel.compeller), amount=1, compel=command.compel),
    ]


@chapter.applies(CompelRefused)
def _(state: Circle, event: CompelRefused) -> None:
    compel_of(state, event.compel).status = CompelStatus.REFUSED


@chapter.tells(CompelRefused, "{target} refuses {compel}")
def _(state: Circle, event: CompelRefused) -> Iterable[Fact]:
    yield told("refuses", "compel", event.target, state.compels[event.compel].compeller)
    yield facts.Turn(test="", who=event.target, text="", way=facts.Way.REFUSES)


def answering(state: Circle, slug: str, compel: Compel, seat: Seat) -> Iterable[Offer]:
    """HC-58: the target accepts, or pays to refuse."""
    if compel.status is not CompelStatus.VALID or seat.it.end:
        return
    free = seat.it.fate > reserved_fate(state, compel.target)
    clearing = compel.cause in (FateCause.HINDERING_LIFEPATH, FateCause.HINDERING_CONDITION)
    yield seat.offer(
        AcceptCompel,
        f"{seat.it.name} accepts: {compel.choice}",
        {"compel": slug} if clearing else {"compel": slug, "clears": False},
        group="Compel",
        forced=not free and not clearing,
    )
    if free:
        label = f"{seat.it.name} pays a fate point to refuse"
        yield seat.offer(RefuseCompel, label, {"compel": slug}, group="Compel")
