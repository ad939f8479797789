"""Heat and Flux: the piles, and what adds to them and takes from them."""

from collections.abc import Iterable
from typing import Literal

from domain.kernel import facts
from domain.kernel.chapter import Chapter
from domain.kernel.decisions import must
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.terms import CharacterId, NameOrId, Points, Slug, Text
from domain.vicious_crucible.lookup import kept_part, pc_of
from domain.vicious_crucible.names import names
from domain.vicious_crucible.phrases import alloy, number
from domain.vicious_crucible.state import Crucible
from domain.vicious_crucible.terms import SUPPLY, CharacterSlug, DieId, FluxReason, HeatReason

chapter = Chapter[Crucible]("Heat and Flux")


HEAT_FOR = {
    HeatReason.STARTING: "to start with",
    HeatReason.HINDERING_DIE: "a die that hinders",
    HeatReason.HINDERING_DIE_DOUBLED: "a die that hinders, doubled by a spark",
    HeatReason.CONVINCE_BRIBE: "the bribe for playing along",
    HeatReason.CONVINCE_REFUSED: "the price of refusing to play along",
    HeatReason.PREPARE: "prepared after a contest won",
    HeatReason.VULNERABILITY: "played as vulnerable",
    HeatReason.FLUX_ACTION: "the Flux action of the arc",
    HeatReason.ALLOY_ACTION: "the Alloy action of the arc",
    HeatReason.REIFY_ACTION: "the Reify action of the arc",
    HeatReason.SPARK: "a spark",
    HeatReason.RULESHEET: "a rulesheet",
}
"""Reasons for Heat as a sheet says them."""
FLUX_FOR = {
    FluxReason.STARTING: "to start with",
    FluxReason.FLUX_ACTION: "the Flux action of the arc",
    FluxReason.ALLOY: "an element of the arc unlocked by its Alloy action",
    FluxReason.REIFY: "lost with the arc that ended",
}
"""Reasons for Flux as a sheet says them."""


class HeatGained(Event):
    """A player character took Heat from the supply. `earmarked`: only for contests to come."""

    type: Literal["vicious_crucible.heat_gained.v1"] = "vicious_crucible.heat_gained.v1"
    character: CharacterSlug
    amount: Points
    reason: HeatReason
    die_id: DieId | None = None
    note: Text = ""
    earmarked: bool = False


@chapter.applies(HeatGained)
def _(state: Crucible, event: HeatGained) -> None:
    character = pc_of(state, event.character)
    character.heat = (character.heat or 0) + event.amount
    if event.earmarked:
        character.earmarked = (character.earmarked or 0) + event.amount


@chapter.tells(
    HeatGained,
    "{character} gains {amount} Heat{reason:=starting> to start with|hindering_die> for a hindering die"
    "|hindering_die_doubled> for a hindering die, doubled|convince_bribe> as a bribe"
    "|convince_refused> for the refusal|prepare> by preparing|vulnerability> for a vulnerability"
    "|flux_action> for the Flux action|alloy_action> for the Alloy action|reify_action> for the Reify action"
    "|spark> from a spark|rulesheet> by a rulesheet}{note:+: }",
)
def _(state: Crucible, event: HeatGained) -> Iterable[Fact]:
    now = state.characters[event.character].heat or 0
    why = event.note or HEAT_FOR[event.reason]
    yield number(event.character, "heat", event.amount, now, why)


class HeatSpent(Event):
    """A player character paid Heat to the supply, `on` a spark or a rulesheet's technique.

    `earmarked` tells how much of it was kept for contests.
    """

    type: Literal["vicious_crucible.heat_spent.v1"] = "vicious_crucible.heat_spent.v1"
    character: CharacterSlug
    amount: Points
    reason: HeatReason
    on: NameOrId
    note: Text = ""
    earmarked: Points = 0


def heat_spent(
    state: Crucible,
    character: str,
    amount: int,
    reason: HeatReason,
    on: str,
    note: str = "",
    paid_before: int = 0,
) -> HeatSpent:
    """Paying Heat: within a contest, what was kept for contests goes first.

    `paid_before` is what the same ruling has taken off the pile already.
    """
    return HeatSpent(
        character=CharacterId(character),
        amount=amount,
        reason=reason,
        on=on,
        note=note,
        earmarked=kept_part(state, character, amount, paid_before),
    )


def pay(state: Crucible, payer: str, amount: int, earmarked: int) -> None:
    """Take Heat off a pile. Raises on a pile too small."""
    character = pc_of(state, payer)
    character.heat = (character.heat or 0) - amount
    character.earmarked = (character.earmarked or 0) - earmarked
    must(0 <= character.earmarked <= character.heat, f"{payer} has too little Heat for this")


@chapter.applies(HeatSpent)
def _(state: Crucible, event: HeatSpent) -> None:
    pay(state, event.character, event.amount, event.earmarked)


@chapter.tells(HeatSpent, "{character} spends {amount} Heat on {on}")
def _(state: Crucible, event: HeatSpent) -> Iterable[Fact]:
    now = state.characters[event.character].heat or 0
    why = names(state).get(event.on, event.on)
    yield number(event.character, "heat", -event.amount, now, why)
    if event.note:
        yield facts.Turn(test="", who=event.character, text=event.note)


class HeatTransferred(Event):
    """Heat went from a loser to a winner, or to the supply where the GM won."""

    type: Literal["vicious_crucible.heat_transferred.v1"] = "vicious_crucible.heat_transferred.v1"
    giver: CharacterSlug
    taker: Slug
    amount: Points
    reason: HeatReason
    earmarked: Points = 0


@chapter.applies(HeatTransferred)
def _(state: Crucible, event: HeatTransferred) -> None:
    pay(state, event.giver, event.amount, event.earmarked)
    if event.taker != SUPPLY:
        taker = pc_of(state, event.taker)
        taker.heat = (taker.heat or 0) + event.amount


@chapter.tells(HeatTransferred, "{giver} pays {amount} Heat to {taker}")
def _(state: Crucible, event: HeatTransferred) -> Iterable[Fact]:
    taker_now = None if event.taker == SUPPLY else state.characters[event.taker].heat
    yield facts.NumberMoved(
        giver=event.giver,
        taker=event.taker,
        name="heat",
        label="Heat",
        amount=event.amount,
        giver_now=state.characters[event.giver].heat,
        taker_now=taker_now,
        why=HEAT_FOR[event.reason],
    )
    yield facts.Cost(test="", who=event.giver, what="Heat", amount=event.amount)


class FluxGained(Event):
    """A player character marked Flux."""

    type: Literal["vicious_crucible.flux_gained.v1"] = "vicious_crucible.flux_gained.v1"
    character: CharacterSlug
    amount: Points
    reason: FluxReason = FluxReason.FLUX_ACTION


@chapter.applies(FluxGained)
def _(state: Crucible, event: FluxGained) -> None:
    character = pc_of(state, event.character)
    character.flux = (character.flux or 0) + event.amount


@chapter.tells(FluxGained, "{character} marks {amount} Flux")
def _(state: Crucible, event: FluxGained) -> Iterable[Fact]:
    now = state.characters[event.character].flux or 0
    yield number(event.character, "flux", event.amount, now, FLUX_FOR[event.reason])
    yield alloy(state, event.character)


class FluxSpent(Event):
    """A player character paid Flux."""

    type: Literal["vicious_crucible.flux_spent.v1"] = "vicious_crucible.flux_spent.v1"
    character: CharacterSlug
    amount: Points
    reason: FluxReason


@chapter.applies(FluxSpent)
def _(state: Crucible, event: FluxSpent) -> None:
    character = pc_of(state, event.character)
    character.flux = (character.flux or 0) - event.amount
    must(character.flux >= 0, f"{event.character} has too little Flux for this")


@chapter.tells(FluxSpent, "{character} spends {amount} Flux")
def _(state: Crucible, event: FluxSpent) -> Iterable[Fact]:
    now = state.characters[event.character].flux or 0
    yield number(event.character, "flux", -event.amount, now, FLUX_FOR[event.reason])
    yield alloy(state, event.character)
