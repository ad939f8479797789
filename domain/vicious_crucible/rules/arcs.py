"""Arcs: Flux, Alloy, Reify, transformations and offers (VC-39 to VC-45)."""

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible import events as say
from domain.vicious_crucible.lookup import (
    first_twice,
    usable_elements,
)
from domain.vicious_crucible.state import Character, Crucible
from domain.vicious_crucible.tables import ALLOY_PRICE
from domain.vicious_crucible.terms import CORE_ELEMENTS, ElementStatus, FluxReason, HeatReason, LossReason

from .common import (
    gm_only,
    in_play,
    known_character,
    pc_in_story,
    usable,
)


def heat_gained(character: str, amount: int, reason: HeatReason) -> list[Event]:
    """Heat for an arc action, where there is any."""
    return [say.HeatGained(character=CharacterId(character), amount=amount, reason=reason)] if amount else []


def perform_flux(state: Crucible, command: ask.PerformFlux, asker: Asker, dice: Dice) -> Events:
    """VC-39: Heat and Flux, as often as it is done."""
    in_play(state)
    character = pc_in_story(state, command.character, asker)
    rules = state.house_rules
    flux = rules.flux_action_flux
    if rules.flux_cap is not None:
        flux = max(0, min(flux, rules.flux_cap - (character.flux or 0)))
    events: list[Event] = [
        say.FluxActionPerformed(
            character=command.character, arc=character.arc or "", description=command.description
        )
    ]
    if flux:
        events.append(say.FluxGained(character=command.character, amount=flux))
    return events + heat_gained(command.character, rules.flux_action_heat, HeatReason.FLUX_ACTION)


def perform_alloy(state: Crucible, command: ask.PerformAlloy, asker: Asker, dice: Dice) -> Events:
    """VC-40: five Flux may unlock one locked element of the arc."""
    in_play(state)
    character = pc_in_story(state, command.character, asker)
    arc = character.arc or ""
    if command.element is not None:
        for_alloy(state, command.character, character, command.element)
    events: list[Event] = [
        say.AlloyActionPerformed(character=command.character, arc=arc, description=command.description)
    ]
    if command.element is not None:
        events += (
            say.FluxSpent(character=command.character, amount=ALLOY_PRICE, reason=FluxReason.ALLOY),
            say.ElementUnlocked(character=command.character, element=command.element, arc=arc),
        )
    return events + heat_gained(command.character, state.house_rules.alloy_heat, HeatReason.ALLOY_ACTION)


def for_alloy(state: Crucible, who: str, character: Character, slug: str) -> None:
    """VC-40: a locked element of the arc the character is on, for 5 Flux."""
    element = character.elements.get(slug)
    if element is None:
        if any(slug in arc.elements for arc in state.arcs.values()):
            raise CommandRefused("element_other_arc", element=slug, arc=character.arc)
        raise CommandRefused("element_unknown", element=slug, character=who)
    need(element.status is not ElementStatus.SACRIFICED, "element_sacrificed", element=slug)
    need(element.status is not ElementStatus.UNLOCKED, "element_already_unlocked", element=slug)
    need((character.flux or 0) >= ALLOY_PRICE, "alloy_costs_flux", need=ALLOY_PRICE, have=character.flux)


def free_arc(state: Crucible, slug: str, character: Character, arc: str) -> None:
    """VC-42: not the arc one is on and, by house rule, nobody else's; its price apart."""
    need(character.arc != arc, "arc_same", arc=arc)
    if state.house_rules.arc_exclusive:
        for other, it in state.characters.items():
            if other != slug and it.is_pc and it.arc == arc:
                raise CommandRefused("arc_taken", arc=arc, character=other)


def entry_price(
    state: Crucible,
    slug: str,
    arc: str,
    sacrifice: tuple[str, ...],
    other_text: str,
    reason: LossReason,
) -> list[Event]:
    """VC-42: what entering the arc takes: elements given up for good, and what else it prints."""
    character = state.characters[slug]
    cost = state.arcs[arc].entry_cost
    if twice := first_twice(sacrifice):
        raise CommandRefused("element_twice", element=twice)
    for element in sacrifice:
        need(element in character.elements, "element_unknown", element=element, character=slug)
        usable(element, character.elements[element])
    if missing := [element for element in cost.sacrifice_named if element not in sacrifice]:
        raise CommandRefused("reify_cost_named", arc=arc, elements=missing)
    takes = max(cost.sacrifice_count, len(set(cost.sacrifice_named)))
    if sacrifice and not takes:
        raise CommandRefused("reify_costs_nothing", arc=arc)
    need(len(sacrifice) == takes, "reify_cost_number", arc=arc, need=takes, given=len(sacrifice))
    left = len(usable_elements(character)) - len(sacrifice)
    fewest = 1 if state.house_rules.allow_fewer_than_three else CORE_ELEMENTS
    if sacrifice and left < fewest:
        raise CommandRefused("too_few_left", left=left, need=fewest)
    if cost.other_text and not other_text.strip():
        raise CommandRefused("other_cost_unpaid", arc=arc, cost=cost.other_text)
    who = CharacterId(slug)
    paid: list[Event] = [
        say.ElementSacrificed(character=who, element=element, reason=reason) for element in sacrifice
    ]
    if cost.other_text:
        paid.append(say.ArcCostPaid(character=who, arc=arc, other_text=other_text))
    return paid


def perform_reify(state: Crucible, command: ask.PerformReify, asker: Asker, dice: Dice) -> Events:
    """VC-42: the price of the arc entered, then one arc ends and another begins."""
    in_play(state)
    character = pc_in_story(state, command.character, asker)
    new = found(command.new_arc, "arc_missing", character=command.character)
    need(new in state.arcs, "arc_unknown", arc=new)
    free_arc(state, command.character, character, new)
    need(new in character.offered_arcs, "arc_not_offered", arc=new)
    paid = entry_price(state, command.character, new, command.sacrifice, command.other_text, LossReason.REIFY)
    rules = state.house_rules
    old = character.arc or ""
    events: list[Event] = [
        say.ReifyActionPerformed(
            character=command.character,
            old_arc=old,
            new_arc=new,
            description=command.description,
        ),
        *paid,
        say.ArcEnded(character=command.character, arc=old),
        say.ArcBegun(character=command.character, arc=new),
    ]
    if rules.flux_reset_on_reify and character.flux:
        events.append(say.FluxSpent(character=command.character, amount=character.flux, reason=FluxReason.REIFY))
    return events + heat_gained(command.character, rules.reify_heat, HeatReason.REIFY_ACTION)


def record_transformation(state: Crucible, command: ask.RecordTransformation, asker: Asker, dice: Dice) -> Events:
    """VC-43: what happened, and the arc that waits for it. Heat and Flux stay."""
    gm_only(asker)
    in_play(state)
    character = known_character(state, command.character)
    need(character.is_pc, "npcs_gain_nothing", character=command.character)
    arc = found(state.arcs.get(command.arc), "arc_unknown", arc=command.arc)
    need(arc.transformation is not None, "arc_ordinary", arc=command.arc)
    free_arc(state, command.character, character, command.arc)
    if not command.condition.strip() or not command.cause.strip():
        raise CommandRefused("transformation_missing", arc=command.arc)
    paid = entry_price(
        state,
        command.character,
        command.arc,
        command.sacrifice,
        command.other_text,
        LossReason.TRANSFORMATION,
    )
    return [
        say.CharacterTransformed(
            character=command.character, condition=command.condition.strip(), cause=command.cause
        ),
        *paid,
        say.ArcEnded(character=command.character, arc=character.arc or ""),
        say.ArcBegun(character=command.character, arc=command.arc),
    ]


def offer_arcs(state: Crucible, command: ask.OfferArcs, asker: Asker, dice: Dice) -> Events:
    """VC-44: arcs that lie open before one player."""
    gm_only(asker)
    in_play(state)
    character = known_character(state, command.character)
    need(character.is_pc, "npcs_gain_nothing", character=command.character)
    need(command.arcs, "arc_missing", character=command.character)
    for arc in command.arcs:
        need(arc in state.arcs, "arc_unknown", arc=arc)
    fresh = tuple(arc for arc in dict.fromkeys(command.arcs) if arc not in character.offered_arcs)
    need(fresh, "no_change")
    return [say.ArcsOffered(character=command.character, arcs=fresh)]


def note_npc_plan(state: Crucible, command: ask.NoteNpcPlan, asker: Asker, dice: Dice) -> Events:
    """VC-45: a note, and nothing gained."""
    gm_only(asker)
    in_play(state)
    character = known_character(state, command.character)
    need(not character.is_pc, "npc_only", character=command.character)
    need(command.note.strip(), "note_missing")
    return [say.NpcPlanNoted(character=command.character, note=command.note)]
