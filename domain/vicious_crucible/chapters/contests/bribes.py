"""A loser takes the bribe, or stands firm (VC-28)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, Slug, Text
from domain.vicious_crucible.chapters.guards import asks_for, usable, won_contest
from domain.vicious_crucible.chapters.heat_and_flux import HeatGained, HeatTransferred
from domain.vicious_crucible.house_rules import GmRefuses
from domain.vicious_crucible.lookup import kept_part, side_of, unanswered, usable_elements
from domain.vicious_crucible.names import names
from domain.vicious_crucible.phrases import test_of, told
from domain.vicious_crucible.printed import BRIBE, PRICE_OF_REFUSING
from domain.vicious_crucible.seats import seat_of, side_name
from domain.vicious_crucible.state import Contest, Crucible
from domain.vicious_crucible.terms import (
    GM,
    OWNER,
    SUPPLY,
    Answer,
    HeatReason,
    OwnerRef,
    SideId,
    SideRef,
    TraitRef,
    WinnersChoice,
)

chapter = Chapter[Crucible](
    "Being convinced",
    {
        "not_convinced": "Nobody offers {side} a bribe.",
        "answered_already": "{side} has answered already.",
        "gm_cannot_refuse": "The GM cannot pay Heat to refuse, so the GM plays along.",
        "heat_to_refuse": "You need {need} Heat to refuse; {character} has {have}.",
        "element_missing": "Name the element that lets you refuse.",
        "refusal_untold": "Say how {element} lets you refuse.",
    },
)


class AnswerConvince(Command):
    """Take the bribe and play along, or pay to stand firm.

    Needs:    the loser asks; convince was chosen and not answered.
    Refused:  `no_contest`, `contest_not_won`, `contest_closed`, `not_a_loser`, `gm_only`, `not_your_character`,
              `not_convinced`, `answered_already`, `gm_cannot_refuse`, `heat_to_refuse`, `element_missing`,
              `element_unknown`, `element_locked`, `element_sacrificed`, `element_not_yours`,
              `refusal_untold`.
    Yields:   `ConvinceAccepted`, `HeatGained`; or `ConvinceRefused`, `HeatTransferred`.
    """

    type: Literal["vicious_crucible.answer_convince"] = "vicious_crucible.answer_convince"
    loser: SideRef = Field(title="Who lost?")
    accept: bool = Field(title="Do they play along?")
    element: TraitRef | None = Field(default=None, description="To refuse: the element that lets you.")
    owner: OwnerRef | None = Field(title="Whose is it?", default=None, description=OWNER)
    description: Text = Field(default="", description="To refuse: how it lets you.")


class ConvinceAccepted(Event):
    """The loser took the bribe and plays along."""

    type: Literal["vicious_crucible.convince_accepted.v1"] = "vicious_crucible.convince_accepted.v1"
    loser: SideId
    winner: SideId


class ConvinceRefused(Event):
    """The loser stands firm by one of their elements."""

    type: Literal["vicious_crucible.convince_refused.v1"] = "vicious_crucible.convince_refused.v1"
    loser: SideId
    winner: SideId
    owner: Slug
    element: Slug
    description: Text


@chapter.decides(AnswerConvince)
def answer_convince(state: Crucible, command: AnswerConvince, asker: Asker, dice: Dice) -> Events:
    """VC-28: take the bribe, or pay to stand firm."""
    contest = won_contest(state)
    winner = contest.winner or ""
    loser = contest.sides.get(command.loser)
    if loser is None or command.loser == winner:
        raise CommandRefused("not_a_loser", side=command.loser)
    asks_for(state, command.loser, asker)
    need(loser.outcome is WinnersChoice.CONVINCE, "not_convinced", side=command.loser)
    need(loser.answer is Answer.NONE, "answered_already", side=command.loser)
    if not command.accept:
        return stand_firm(state, contest, command)
    accepted = ConvinceAccepted(loser=command.loser, winner=winner)
    if command.loser == GM:
        return [accepted]
    bribe = HeatGained(character=CharacterId(command.loser), amount=BRIBE, reason=HeatReason.CONVINCE_BRIBE)
    return [accepted, bribe]


def stand_firm(state: Crucible, contest: Contest, command: AnswerConvince) -> Events:
    """VC-28: stand firm by one usable element, for 1 Heat; the GM not at all, or for nothing by house rule."""
    loser, winner = command.loser, contest.winner or ""
    if loser == GM and state.house_rules.gm_refuses_convince is GmRefuses.NEVER:
        raise CommandRefused("gm_cannot_refuse")
    if loser != GM and (state.characters[loser].heat or 0) < PRICE_OF_REFUSING:
        raise CommandRefused("heat_to_refuse", character=loser, have=0, need=PRICE_OF_REFUSING)
    element = found(command.element, "element_missing")
    owner = gm_reason(contest, command) if loser == GM else pc_reason(state, command)
    need(command.description.strip(), "refusal_untold", element=element)
    firm = ConvinceRefused(
        loser=loser, winner=winner, owner=owner, element=element, description=command.description
    )
    if loser == GM:
        return [firm]
    price = HeatTransferred(
        giver=CharacterId(loser),
        taker=SUPPLY if winner == GM else winner,
        amount=PRICE_OF_REFUSING,
        reason=HeatReason.CONVINCE_REFUSED,
        earmarked=kept_part(state, loser, PRICE_OF_REFUSING),
    )
    return [firm, price]


def pc_reason(state: Crucible, command: AnswerConvince) -> str:
    """One's own usable element."""
    slug = command.element or ""
    need(command.owner in (None, command.loser), "element_not_yours", element=slug, character=command.loser)
    elements = state.characters[command.loser].elements
    element = found(elements.get(slug), "element_unknown", element=slug, character=command.loser)
    usable(slug, element)
    return command.loser


def gm_reason(contest: Contest, command: AnswerConvince) -> str:
    """An element that the GM rolled in this contest."""
    for die in contest.sides[GM].hand:
        if die.element == command.element and command.owner in (None, die.owner):
            return die.owner
    raise CommandRefused("element_unknown", element=command.element, character=GM)


def answer(state: Crucible, loser: str, said: Answer) -> None:
    """Note what a loser said."""
    side = side_of(state, loser)
    must(side.outcome is WinnersChoice.CONVINCE and side.answer is Answer.NONE, f"{loser} has nothing to answer")
    side.answer = said


@chapter.applies(ConvinceAccepted)
def _(state: Crucible, event: ConvinceAccepted) -> None:
    answer(state, event.loser, Answer.ACCEPTED)


@chapter.tells(ConvinceAccepted, "{loser} plays along with {winner}")
def _(state: Crucible, event: ConvinceAccepted) -> Iterable[Fact]:
    yield told("plays along", "answer", event.loser, event.winner)
    who = event.loser if event.loser in state.characters else ""
    yield facts.Turn(test=test_of(state) or "", who=who, text="", way=facts.Way.PLAYS_ALONG)


@chapter.applies(ConvinceRefused)
def _(state: Crucible, event: ConvinceRefused) -> None:
    answer(state, event.loser, Answer.REFUSED)


@chapter.tells(ConvinceRefused, "{loser} stands firm against {winner} by {element}: {description}")
def _(state: Crucible, event: ConvinceRefused) -> Iterable[Fact]:
    yield told(event.description, "answer", event.loser, event.winner)
    test = test_of(state) or ""
    yield facts.Turn(test=test, who=event.loser, text=event.description, way=facts.Way.STANDS_FIRM)


def answers(state: Crucible, it: Contest, loser: str, asker: Asker) -> Iterable[Offer]:
    """Take the bribe, or stand firm by an element where one can."""
    seat = seat_of(state, loser, asker)
    if seat is None or loser not in unanswered(it):
        return
    name, reasons = side_name(state, loser), reasons_to_refuse(state, it, loser)
    yield seat.offer(
        AnswerConvince,
        f"{name} plays along",
        {"loser": loser, "accept": True},
        group="Contest: answer",
        forced=not reasons,
    )
    if reasons:
        yield seat.offer(
            AnswerConvince,
            f"{name} stands firm",
            {"loser": loser, "accept": False},
            {"element": reasons},
            group="Contest: answer",
        )


def reasons_to_refuse(state: Crucible, it: Contest, loser: str) -> tuple[Choice, ...]:
    """The elements by which this loser could stand firm, if it can at all."""
    if loser == GM:
        if state.house_rules.gm_refuses_convince is not GmRefuses.FREE:
            return ()
        called = names(state)
        hand = it.sides[GM].hand
        return tuple(
            {die.element: Choice(die.element, called.get(die.element, die.element)) for die in hand}.values()
        )
    character = state.characters[loser]
    if (character.heat or 0) < PRICE_OF_REFUSING:
        return ()
    return tuple(Choice(slug, character.elements[slug].name) for slug in usable_elements(character))
