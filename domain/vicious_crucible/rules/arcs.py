"""Arcs: Flux, Alloy, Reify, transformations and offers (VC-39 to VC-45)."""

from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible import events as say
from domain.vicious_crucible.state import Character, Crucible
from domain.vicious_crucible.tables import ALLOY_PRICE
from domain.vicious_crucible.terms import CORE_ELEMENTS, ElementStatus, FluxReason, HeatReason, LossReason

from .common import first_twice, known_character, pc_in_story, unusable, usable_elements


def heat_gained(character: str, amount: int, reason: HeatReason) -> list[Event]:
    """Heat for an arc action, where there is any."""
    return [say.HeatGained(character=CharacterId(character), amount=amount, reason=reason)] if amount else []


def perform_flux(state: Crucible, command: ask.PerformFlux, asker: Asker) -> Decision[Event]:
    """VC-39: Heat and Flux, as often as it is done."""
    character = pc_in_story(state, command.character, asker)
    if isinstance(character, Refusal):
        return character
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


def perform_alloy(state: Crucible, command: ask.PerformAlloy, asker: Asker) -> Decision[Event]:
    """VC-40: five Flux may unlock one locked element of the arc."""
    character = pc_in_story(state, command.character, asker)
    if isinstance(character, Refusal):
        return character
    arc = character.arc or ""
    if command.element is not None and (
        wrong := not_for_alloy(state, command.character, character, command.element)
    ):
        return wrong
    events: list[Event] = [
        say.AlloyActionPerformed(character=command.character, arc=arc, description=command.description)
    ]
    if command.element is not None:
        events += (
            say.FluxSpent(character=command.character, amount=ALLOY_PRICE, reason=FluxReason.ALLOY),
            say.ElementUnlocked(character=command.character, element=command.element, arc=arc),
        )
    return events + heat_gained(command.character, state.house_rules.alloy_heat, HeatReason.ALLOY_ACTION)


def not_for_alloy(state: Crucible, who: str, character: Character, slug: str) -> Refusal | None:
    """Why this element cannot be bought, or None."""
    element = character.elements.get(slug)
    if element is None:
        if any(slug in arc.elements for arc in state.arcs.values()):
            return refuse("element_other_arc", element=slug, arc=character.arc)
        return refuse("element_unknown", element=slug, character=who)
    if element.status is ElementStatus.SACRIFICED:
        return refuse("element_sacrificed", element=slug)
    if element.status is ElementStatus.UNLOCKED:
        return refuse("element_already_unlocked", element=slug)
    if (character.flux or 0) < ALLOY_PRICE:
        return refuse("alloy_costs_flux", need=ALLOY_PRICE, have=character.flux)
    return None


def arc_not_free(state: Crucible, slug: str, character: Character, arc: str) -> Refusal | None:
    """Why this character cannot begin that arc, its price apart."""
    if character.arc == arc:
        return refuse("arc_same", arc=arc)
    if state.house_rules.arc_exclusive:
        for other, it in state.characters.items():
            if other != slug and it.is_pc and it.arc == arc:
                return refuse("arc_taken", arc=arc, character=other)
    return None


def entry_price(
    state: Crucible,
    slug: str,
    arc: str,
    sacrifice: tuple[str, ...],
    other_text: str,
    reason: LossReason,
) -> list[Event] | Refusal:
    """VC-42: what entering the arc takes: elements given up for good, and what else it prints."""
    character = state.characters[slug]
    cost = state.arcs[arc].entry_cost
    if twice := first_twice(sacrifice):
        return refuse("element_twice", element=twice)
    for element in sacrifice:
        if element not in character.elements:
            return refuse("element_unknown", element=element, character=slug)
        if wrong := unusable(element, character.elements[element]):
            return wrong
    if missing := [element for element in cost.sacrifice_named if element not in sacrifice]:
        return refuse("reify_cost_named", arc=arc, elements=missing)
    need = max(cost.sacrifice_count, len(set(cost.sacrifice_named)))
    if sacrifice and not need:
        return refuse("reify_costs_nothing", arc=arc)
    if len(sacrifice) != need:
        return refuse("reify_cost_number", arc=arc, need=need, given=len(sacrifice))
    left = len(usable_elements(character)) - len(sacrifice)
    fewest = 1 if state.house_rules.allow_fewer_than_three else CORE_ELEMENTS
    if sacrifice and left < fewest:
        return refuse("too_few_left", left=left, need=fewest)
    if cost.other_text and not other_text.strip():
        return refuse("other_cost_unpaid", arc=arc, cost=cost.other_text)
    who = CharacterId(slug)
    paid: list[Event] = [
        say.ElementSacrificed(character=who, element=element, reason=reason) for element in sacrifice
    ]
    if cost.other_text:
        paid.append(say.ArcCostPaid(character=who, arc=arc, other_text=other_text))
    return paid


def perform_reify(state: Crucible, command: ask.PerformReify, asker: Asker) -> Decision[Event]:
    """VC-42: the price of the arc entered, then one arc ends and another begins."""
    character = pc_in_story(state, command.character, asker)
    if isinstance(character, Refusal):
        return character
    if command.new_arc is None:
        return refuse("arc_missing", character=command.character)
    if command.new_arc not in state.arcs:
        return refuse("arc_unknown", arc=command.new_arc)
    if wrong := arc_not_free(state, command.character, character, command.new_arc):
        return wrong
    if command.new_arc not in character.offered_arcs:
        return refuse("arc_not_offered", arc=command.new_arc)
    paid = entry_price(
        state, command.character, command.new_arc, command.sacrifice, command.other_text, LossReason.REIFY
    )
    if isinstance(paid, Refusal):
        return paid
    rules = state.house_rules
    old = character.arc or ""
    events: list[Event] = [
        say.ReifyActionPerformed(
            character=command.character,
            old_arc=old,
            new_arc=command.new_arc,
            description=command.description,
        ),
        *paid,
        say.ArcEnded(character=command.character, arc=old),
        say.ArcBegun(character=command.character, arc=command.new_arc),
    ]
    if rules.flux_reset_on_reify and character.flux:
        events.append(say.FluxSpent(character=command.character, amount=character.flux, reason=FluxReason.REIFY))
    return events + heat_gained(command.character, rules.reify_heat, HeatReason.REIFY_ACTION)


def record_transformation(state: Crucible, command: ask.RecordTransformation) -> Decision[Event]:
    """VC-43: what happened, and the arc that waits for it. Heat and Flux stay."""
    character = known_character(state, command.character)
    if isinstance(character, Refusal):
        return character
    if not character.is_pc:
        return refuse("npcs_gain_nothing", character=command.character)
    arc = state.arcs.get(command.arc)
    if arc is None:
        return refuse("arc_unknown", arc=command.arc)
    if arc.transformation is None:
        return refuse("arc_ordinary", arc=command.arc)
    if wrong := arc_not_free(state, command.character, character, command.arc):
        return wrong
    if not command.condition.strip() or not command.cause.strip():
        return refuse("transformation_missing", arc=command.arc)
    paid = entry_price(
        state,
        command.character,
        command.arc,
        command.sacrifice,
        command.other_text,
        LossReason.TRANSFORMATION,
    )
    if isinstance(paid, Refusal):
        return paid
    return [
        say.CharacterTransformed(
            character=command.character, condition=command.condition.strip(), cause=command.cause
        ),
        *paid,
        say.ArcEnded(character=command.character, arc=character.arc or ""),
        say.ArcBegun(character=command.character, arc=command.arc),
    ]


def offer_arcs(state: Crucible, command: ask.OfferArcs) -> Decision[Event]:
    """VC-44: arcs that lie open before one player."""
    character = known_character(state, command.character)
    if isinstance(character, Refusal):
        return character
    if not character.is_pc:
        return refuse("npcs_gain_nothing", character=command.character)
    if not command.arcs:
        return refuse("arc_missing", character=command.character)
    for arc in command.arcs:
        if arc not in state.arcs:
            return refuse("arc_unknown", arc=arc)
    fresh = tuple(arc for arc in dict.fromkeys(command.arcs) if arc not in character.offered_arcs)
    return [say.ArcsOffered(character=command.character, arcs=fresh)] if fresh else refuse("no_change")


def note_npc_plan(state: Crucible, command: ask.NoteNpcPlan) -> Decision[Event]:
    """VC-45: a note, and nothing gained."""
    character = known_character(state, command.character)
    if isinstance(character, Refusal):
        return character
    if character.is_pc:
        return refuse("npc_only", character=command.character)
    if not command.note.strip():
        return refuse("note_missing")
    return [say.NpcPlanNoted(character=command.character, note=command.note)]
