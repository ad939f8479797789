"""Heat outside contests (VC-35, VC-36)."""

from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible import events as say
from domain.vicious_crucible.state import Crucible
from domain.vicious_crucible.terms import GM, HeatReason

from .common import heat_spent, known_character, spendable


def award_heat(state: Crucible, command: ask.AwardHeat, asker: Asker) -> Decision[Event]:
    """VC-35: the GM judges who was played as imperfect. VC-17: Heat for dice is never claimed by hand."""
    if not asker.is_gm:
        return refuse("award_by_gm")
    if command.character == GM:
        return refuse("npc_has_no_heat", character=GM)
    character = known_character(state, command.character)
    if isinstance(character, Refusal):
        return character
    if not character.is_pc:
        return refuse("npc_has_no_heat", character=command.character)
    if command.reason is not HeatReason.VULNERABILITY:
        return refuse("heat_by_itself", reason=command.reason)
    if not command.note.strip():
        return refuse("reason_missing")
    return [
        say.HeatGained(
            character=CharacterId(command.character),
            amount=state.house_rules.vulnerability_heat,
            reason=HeatReason.VULNERABILITY,
            note=command.note,
        )
    ]


def spend_heat(state: Crucible, command: ask.SpendHeat, asker: Asker) -> Decision[Event]:
    """VC-36: for a technique of a named rulesheet."""
    if command.character == GM:
        return refuse("npc_has_no_heat", character=GM)
    character = known_character(state, command.character)
    if isinstance(character, Refusal):
        return character
    if not character.is_pc:
        return refuse("npc_has_no_heat", character=command.character)
    if character.player != asker.person:
        return refuse("not_your_character", character=command.character)
    if not command.rulesheet.strip():
        return refuse("rulesheet_missing")
    if command.amount < 1:
        return refuse("amount_too_small", amount=command.amount)
    have = spendable(state, character)
    if have < command.amount:
        return refuse("too_little_heat", character=command.character, have=have, need=command.amount)
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
