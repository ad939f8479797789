"""Heat outside contests (VC-35, VC-36)."""

from domain.kernel.chapter import Events
from domain.kernel.decisions import need
from domain.kernel.dice import Dice
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible import events as say
from domain.vicious_crucible.lookup import (
    kept_part,
    spendable,
)
from domain.vicious_crucible.state import Crucible
from domain.vicious_crucible.terms import GM, HeatReason

from .common import (
    in_play,
    known_character,
)


def award_heat(state: Crucible, command: ask.AwardHeat, asker: Asker, dice: Dice) -> Events:
    """VC-35: the GM judges who was played as imperfect. VC-17: Heat for dice is never claimed by hand."""
    in_play(state)
    need(asker.is_gm, "award_by_gm")
    need(command.character != GM, "npc_has_no_heat", character=GM)
    character = known_character(state, command.character)
    need(character.is_pc, "npc_has_no_heat", character=command.character)
    need(command.reason is HeatReason.VULNERABILITY, "heat_by_itself", reason=command.reason)
    need(command.note.strip(), "reason_missing")
    return [
        say.HeatGained(
            character=CharacterId(command.character),
            amount=state.house_rules.vulnerability_heat,
            reason=HeatReason.VULNERABILITY,
            note=command.note,
        )
    ]


def heat_spent(
    state: Crucible,
    character: str,
    amount: int,
    reason: HeatReason,
    on: str,
    note: str = "",
    paid_before: int = 0,
) -> say.HeatSpent:
    """Paying Heat: within a contest, what was kept for contests goes first.

    `paid_before` is what the same ruling has taken off the pile already.
    """
    return say.HeatSpent(
        character=CharacterId(character),
        amount=amount,
        reason=reason,
        on=on,
        note=note,
        earmarked=kept_part(state, character, amount, paid_before),
    )


def spend_heat(state: Crucible, command: ask.SpendHeat, asker: Asker, dice: Dice) -> Events:
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
