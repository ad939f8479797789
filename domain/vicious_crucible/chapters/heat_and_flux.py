"""Heat and Flux: where they come from and where they go (VC-35, VC-36)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, Delta, Name, Points, Slug, Text
from domain.vicious_crucible.chapters.guards import in_play, known_character
from domain.vicious_crucible.lookup import kept_part, pc_of, pcs, spendable
from domain.vicious_crucible.names import names
from domain.vicious_crucible.phrases import alloy, number, words
from domain.vicious_crucible.seats import choices, seat_of
from domain.vicious_crucible.state import Crucible
from domain.vicious_crucible.terms import (
    GM,
    RULESHEET,
    SUPPLY,
    CharacterSlug,
    DieId,
    FluxReason,
    HeatReason,
    SideId,
)

chapter = Chapter[Crucible](
    "Heat and Flux",
    {
        "award_by_gm": "The GM judges who was played as imperfect. Ask the GM.",
        "npc_has_no_heat": "{character} is run by the GM, who has no Heat or Flux to gain, spend or hold.",
        "heat_by_itself": "Such Heat ({reason}) comes by itself and is never handed out.",
        "reason_missing": "Say why: this needs a reason.",
        "rulesheet_missing": "Name the rulesheet whose technique this is.",
        "amount_too_small": "Spend at least 1 Heat, not {amount}.",
        "too_little_heat": "{character} has {have} Heat and needs {need}.",
    },
)


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


@chapter.tells(HeatGained, "{character} gains {amount} Heat, {reason}{note:+: }")
def _(state: Crucible, event: HeatGained) -> Iterable[Fact]:
    now = state.characters[event.character].heat or 0
    why = event.note or words(event.reason)
    yield number(event.character, "heat", event.amount, now, why)


class HeatSpent(Event):
    """A player character paid Heat to the supply, `on` a spark or a rulesheet's technique.

    `earmarked` tells how much of it was kept for contests.
    """

    type: Literal["vicious_crucible.heat_spent.v1"] = "vicious_crucible.heat_spent.v1"
    character: CharacterSlug
    amount: Points
    reason: HeatReason
    on: Name
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
        giver=event.giver, taker=event.taker, name="heat", label="Heat", amount=event.amount,
        giver_now=state.characters[event.giver].heat, taker_now=taker_now, why=words(event.reason),
    )  # fmt: skip


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
    yield number(event.character, "flux", event.amount, now, words(event.reason))
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
    yield number(event.character, "flux", -event.amount, now, words(event.reason))
    yield alloy(state, event.character)


class AwardHeat(Command):
    """Give Heat to a player character played as imperfect or vulnerable.

    Needs:    the GM; play.
    Refused:  `award_by_gm`, `not_playing`, `heat_by_itself`, `character_unknown`, `npc_has_no_heat`,
              `reason_missing`.
    Yields:   `HeatGained`.
    """

    type: Literal["vicious_crucible.award_heat"] = "vicious_crucible.award_heat"
    character: SideId
    note: Text = Field(description="How the character was imperfect or vulnerable.")
    reason: HeatReason = Field(
        default=HeatReason.VULNERABILITY, description="Only this one: all other Heat comes by itself."
    )


@chapter.decides(AwardHeat)
def award_heat(state: Crucible, command: AwardHeat, asker: Asker, dice: Dice) -> Events:
    """VC-35: the GM judges who was played as imperfect. VC-17: Heat for dice is never claimed by hand."""
    in_play(state)
    need(asker.is_gm, "award_by_gm")
    need(command.character != GM, "npc_has_no_heat", character=GM)
    character = known_character(state, command.character)
    need(character.is_pc, "npc_has_no_heat", character=command.character)
    need(command.reason is HeatReason.VULNERABILITY, "heat_by_itself", reason=command.reason)
    need(command.note.strip(), "reason_missing")
    return [
        HeatGained(
            character=CharacterId(command.character),
            amount=state.house_rules.vulnerability_heat,
            reason=HeatReason.VULNERABILITY,
            note=command.note,
        )
    ]


class SpendHeat(Command):
    """Pay Heat for a technique of a rulesheet.

    Needs:    the player for their own character; the Heat.
    Refused:  `not_playing`, `character_unknown`, `npc_has_no_heat`, `not_your_character`, `rulesheet_missing`,
              `amount_too_small`, `too_little_heat`.
    Yields:   `HeatSpent`.
    """

    type: Literal["vicious_crucible.spend_heat"] = "vicious_crucible.spend_heat"
    character: SideId
    amount: Delta
    rulesheet: Text = Field(description=RULESHEET)
    note: Text = ""


@chapter.decides(SpendHeat)
def spend_heat(state: Crucible, command: SpendHeat, asker: Asker, dice: Dice) -> Events:
    """VC-36: for a technique of a named rulesheet."""
    in_play(state)
    need(command.character != GM, "npc_has_no_heat", character=GM)
    character = known_character(state, command.character)
    need(character.is_pc, "npc_has_no_heat", character=command.character)
    need(character.player == asker.person, "not_your_character", character=command.character)
    need(command.rulesheet.strip(), "rulesheet_missing")
    need(command.amount >= 1, "amount_too_small", amount=command.amount)
    have = spendable(state, character)
    need(have >= command.amount, "too_little_heat", character=command.character, have=have, need=command.amount)
    return [
        heat_spent(
            state,
            command.character,
            command.amount,
            HeatReason.RULESHEET,
            command.rulesheet.strip(),
            command.note,
        )
    ]


def awards(state: Crucible) -> Iterable[Offer]:
    """Heat for weakness, as the GM judges it."""
    if players := choices(state, pcs(state)):
        yield Offer(
            command=AwardHeat,
            label="Award Heat for weakness",
            known={"reason": HeatReason.VULNERABILITY.value},
            choices={"character": players},
            group="GM",
        )


def spendings(state: Crucible, asker: Asker) -> Iterable[Offer]:
    """Techniques that Heat may be spent on at any time."""
    for slug, it in pcs(state).items():
        seat, have = seat_of(state, slug, asker), spendable(state, it)
        if seat and have:
            yield seat.offer(
                SpendHeat,
                f"{it.name}: spend Heat on a rulesheet's technique",
                {"character": slug},
                {"amount": tuple(Choice(n, f"{n} Heat") for n in range(1, min(have, 12) + 1))},
                group="Heat",
            )
