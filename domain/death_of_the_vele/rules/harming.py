"""Traits lost, components taken out, controlled and kept (VE-74 to VE-77)."""

from domain.death_of_the_vele.commands import attacks as ask
from domain.death_of_the_vele.events import attacks as say
from domain.death_of_the_vele.events.economy import DiceSpent
from domain.death_of_the_vele.reckoning import choices, open_harms, player_of_component, sufferer
from domain.death_of_the_vele.slots import least_traits, trait_slots
from domain.death_of_the_vele.state import Component, Harm, Struggle, Vele
from domain.death_of_the_vele.terms import (
    ComponentKind,
    ComponentStatus,
    Dice,
    HarmCause,
    Home,
    Phase,
    Pool,
    Size,
)
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .cases import answers
from .common import component, open_scene, own_component, player_for, running_struggle
from .pools import as_held, dice_held
from .stages import decided


@answers(ask.DisableTrait)
def disable_trait(state: Vele, command: ask.DisableTrait, asker: Asker) -> Events:
    """VE-74, VE-76: the owner picks; the last point of effect takes a whole trait."""
    struggle = decided(state)
    need(struggle.phase is not Phase.DECIDED, "shares_first")
    harm = found(next(open_harms(state, struggle), None), "no_effect_left")
    it = own_component(state, command.component, asker)
    turn = sufferer(state, harm) or harm.target
    open_to_it = choices(state, harm, turn)
    need(command.component in {slug for slug, _ in open_to_it}, "not_its_turn_to_suffer", component=turn)
    need(command.trait in it.traits, "trait_unknown", component=command.component, trait=command.trait)
    if (command.component, command.trait) not in open_to_it:
        need(open_to_it != [(harm.target, harm.aimed)], "aimed_trait_first", trait=harm.aimed)
        raise CommandRefused("trait_lost_already", trait=command.trait)
    return lost(state, struggle, harm, command.component, command.trait)


def lost(state: Vele, struggle: Struggle, harm: Harm, slug: str, trait: str) -> list[Event]:
    """A trait goes, and what that means for its component."""
    it = state.components[slug]
    points = it.traits[trait].die.points
    cause = harm.cause
    if harm.remaining_effect < 1 and cause is HarmCause.DAMAGE:
        cause = HarmCause.LETHAL
    disabled = say.TraitDisabled(
        struggle=struggle.id,
        component=slug,
        trait=trait,
        points=points,
        cause=cause,
        by=harm.by,
        remaining=max(0, harm.remaining_effect - points),
    )
    if cause is HarmCause.CONTROL:
        return [disabled, *total_control(state, it, harm, slug, trait)]
    others = [name for name, known in it.traits.items() if known.usable and name != trait]
    return [disabled] if others else [disabled, gone(state, it, slug, harm.by)]


def total_control(state: Vele, it: Component, harm: Harm, slug: str, trait: str) -> list[Event]:
    """VE-76: control is total when every undamaged trait carries the attacker's mark."""
    free = [
        name
        for name, known in it.traits.items()
        if known.active and not known.damage_mark and harm.by not in known.control_marks and name != trait
    ]
    if free or harm.by is None:
        return []
    return [say.ControlTaken(component=slug, by=harm.by, player=player_of_component(state, harm.by))]


def is_character(it: Component) -> bool:
    """Whether it is somebody who is taken out rather than something that is destroyed."""
    if it.kind is ComponentKind.PC:
        return it.size is Size.PC_MAIN
    return it.kind is ComponentKind.STORY and not it.scene_long


def gone(state: Vele, it: Component, slug: str, by: str | None) -> Event:
    """VE-75: no usable trait is left."""
    if is_character(it):
        return say.ComponentTakenOut(component=slug, meaning=state.story.taken_out_default, by=by)
    return say.ComponentDestroyed(component=slug, by=by)


@answers(ask.TakeCharge)
def take_charge(state: Vele, command: ask.TakeCharge, asker: Asker) -> Events:
    """VE-75: the victor's player may take what was taken out in hand."""
    open_scene(state)
    it = component(state, command.component)
    need(it.status is ComponentStatus.TAKEN_OUT, "not_taken_out", component=command.component)
    victor = it.taken_out_by
    if victor is None or player_of_component(state, victor) != asker.person:
        raise CommandRefused("not_the_victor", component=command.component, victor=victor)
    need(player_for(it) != asker.person, "in_charge_already", component=command.component)
    need(command.text.strip(), "text_missing")
    return [say.ControlTaken(component=command.component, by=victor, player=asker.person, text=command.text)]


@answers(ask.SubmitToControl)
def submit_to_control(state: Vele, command: ask.SubmitToControl, asker: Asker) -> Events:
    """VE-76: a target may submit to whoever has marked it."""
    open_scene(state)
    it = own_component(state, command.component, asker)
    marked = any(command.to in trait.control_marks for trait in it.traits.values())
    if not marked or command.to not in state.components or it.controlled_by == command.to:
        raise CommandRefused("no_mark_of_theirs", component=command.component, attacker=command.to)
    player = player_of_component(state, command.to)
    return [say.ControlTaken(component=command.component, by=command.to, player=player)]


@answers(ask.BuyControlledComponent)
def buy_controlled_component(state: Vele, command: ask.BuyControlledComponent, asker: Asker) -> Events:
    """VE-77: each trait kept costs a die of its size; at least half the slots are paid for."""
    it = component(state, command.component)
    if it.controller == it.owner or it.controller != asker.person:
        raise CommandRefused("not_in_control", component=command.component)
    need(it.size is not Size.PC_MAIN, "pc_stays", component=command.component)
    need(command.pool in (Pool.CHARACTER, Pool.STORY), "wrong_pool", pool=command.pool.value, needed="story dice")
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    kept = list(dict.fromkeys(command.traits))
    for trait in kept:
        need(trait in it.traits, "trait_unknown", component=command.component, trait=trait)
    least = min(least_traits(trait_slots(state, it)), len(it.traits))
    if len(kept) < least:
        raise CommandRefused("too_few_traits_kept", traits=len(kept), need=least)
    wanted = Dice.of(it.traits[trait].die for trait in kept)
    need(command.dice == wanted, "price_not_met", price=wanted.points, paid=command.dice.points, dice=command.dice)
    home = Home(pool=command.pool, owner=asker.person)
    paid = as_held(state, wanted)
    dice_held(state, home, paid)
    return [
        say.ComponentOwnershipChanged(
            component=command.component,
            was=it.owner,
            to=asker.person,
            kind=ComponentKind.PC if command.pool is Pool.CHARACTER else ComponentKind.STORY,
            traits=tuple(kept),
        ),
        DiceSpent(home=home, dice=paid, points=wanted.points, purpose=it.name),
    ]
