"""Heat outside contests: for weakness in play, and for techniques of rulesheets (VC-35, VC-36)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import need
from domain.kernel.dice import Dice
from domain.kernel.messages import Command
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, Delta, Text
from domain.vicious_crucible.chapters.guards import in_play, known_character
from domain.vicious_crucible.chapters.heat_and_flux import HeatGained, heat_spent
from domain.vicious_crucible.lookup import pcs, spendable
from domain.vicious_crucible.seats import choices, seat_of
from domain.vicious_crucible.state import Crucible
from domain.vicious_crucible.terms import GM, RULESHEET, CharacterRef, HeatReason

chapter = Chapter[Crucible](
    "Heat outside contests",
    {
        "award_by_gm": "The GM judges who was played as imperfect. Ask the GM.",
        "npc_has_no_heat": "{character} is run by the GM, who has no Heat or Flux to gain, spend or hold.",
        "heat_by_itself": "Such Heat ({reason}) comes by itself and is never handed out.",
        "reason_missing": "Say why: this needs a reason.",
        "rulesheet_missing": "Name the rulesheet whose technique this is.",
        "amount_too_small": "Spend at least 1 Heat, not {amount}.",
    },
)


class AwardHeat(Command):
    """Give Heat to a player character played as imperfect or vulnerable.

    Needs:    the GM; play.
    Refused:  `award_by_gm`, `not_playing`, `heat_by_itself`, `character_unknown`, `npc_has_no_heat`,
              `reason_missing`.
    Yields:   `HeatGained`.
    """

    type: Literal["vicious_crucible.award_heat"] = "vicious_crucible.award_heat"
    character: CharacterRef = Field(title="Who?")
    note: Text = Field(description="How the character was imperfect or vulnerable.")
    reason: HeatReason = Field(
        title="Why?",
        default=HeatReason.VULNERABILITY,
        description="Only this one: all other Heat comes by itself.",
    )


@chapter.decides(AwardHeat)
def award_heat(state: Crucible, command: AwardHeat, asker: Asker, dice: Dice) -> Events:
    """VC-35: award Heat to whoever was played as imperfect; dice earn theirs by themselves (VC-17)."""
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
    character: CharacterRef = Field(title="Who?")
    amount: Delta = Field(title="How much Heat?")
    rulesheet: Text = Field(title="Which rulesheet?", description=RULESHEET)
    note: Text = ""


@chapter.decides(SpendHeat)
def spend_heat(state: Crucible, command: SpendHeat, asker: Asker, dice: Dice) -> Events:
    """VC-36: spend Heat for a technique of a named rulesheet."""
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
            label="Give Heat for weakness",
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
