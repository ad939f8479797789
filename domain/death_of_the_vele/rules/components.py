"""Abilities, one-shots, things of the narrator's, attachment, and who plays what (VE-25 to VE-31)."""

from domain.death_of_the_vele.commands import components as ask
from domain.death_of_the_vele.events import components as say
from domain.death_of_the_vele.state import Component, Vele
from domain.death_of_the_vele.tables import EFFECT_SIZES
from domain.death_of_the_vele.terms import (
    AbsentReason,
    ActStatus,
    Die,
    Home,
    Pool,
    Size,
    TraitPrinted,
)
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.people import Asker

from .buying import made_traits, paid_from
from .cases import answers
from .common import (
    act_in,
    component,
    fresh_id,
    narrating,
    own_component,
    part_id,
    player_for,
    purse,
    rolled_struggle,
    running_struggle,
)
from .pools import as_held, price_paid


@answers(ask.CreateAbility)
def create_ability(state: Vele, command: ask.CreateAbility, asker: Asker) -> Events:
    """VE-27: tied to one trait, its price set aside from the component's own pool."""
    it = own_component(state, command.component, asker)
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    home = purse(it)
    paid_from(command.pool, home)
    effects_fit(state, it, command)
    slug = part_id(it.abilities, command.id, command.name)
    cost = sum(each.size.points for each in command.effects)
    price_paid(state, home, command.dice, cost)
    dice = as_held(state, command.dice)
    return [
        say.AbilityCreated(
            component=command.component,
            ability=slug,
            name=command.name,
            trait=command.trait,
            effects=command.effects,
            cost=cost,
        ),
        say.DiceAllocated(component=command.component, home=home, dice=dice, points=cost),
    ]


def effects_fit(state: Vele, it: Component, command: ask.CreateAbility) -> None:
    """Effects of sizes there are, on a trait that can bear them."""
    trait = found(it.traits.get(command.trait), "trait_unknown", component=command.component, trait=command.trait)
    need(command.effects, "ability_needs_effects")
    for each in command.effects:
        if each.size not in EFFECT_SIZES[each.effect]:
            raise CommandRefused("effect_size_wrong", effect=each.effect, sizes=list(EFFECT_SIZES[each.effect]))
        if state.house_rules.effect_capped_by_trait and each.size.points > trait.die.points:
            raise CommandRefused("effect_over_trait", effect=each.effect, size=each.size, die=trait.die)


@answers(ask.RemoveAbility)
def remove_ability(state: Vele, command: ask.RemoveAbility, asker: Asker) -> Events:
    """VE-27: only while an act is set up; what is left of its price comes back."""
    it = own_component(state, command.component, asker)
    if state.act is None or state.act.status is not ActStatus.SETUP:
        raise CommandRefused("only_in_setup")
    ability = found(
        it.abilities.get(command.ability), "ability_unknown", component=command.component, ability=command.ability
    )
    home = Home(pool=Pool.ALLOCATED, owner=command.component)
    cost = ability.price if ability.active else 0
    price_paid(state, home, command.dice, min(cost, it.allocated.points))
    removed = say.AbilityRemoved(component=command.component, ability=command.ability, cost=cost)
    if not command.dice:
        return [removed]
    dice = as_held(state, command.dice)
    return [removed, say.DiceDeallocated(component=command.component, home=purse(it), dice=dice)]


@answers(ask.UseOneShot)
def use_one_shot(state: Vele, command: ask.UseOneShot, asker: Asker) -> Events:
    """VE-25: once; in a struggle it lasts until that is finished."""
    it = own_component(state, command.component, asker)
    need(it.one_shot, "not_a_one_shot", component=command.component)
    need(not it.used, "one_shot_used", component=command.component)
    if (rolled := rolled_struggle(state)) is not None:
        raise CommandRefused("roll_made", struggle=rolled.id)
    struggle = running_struggle(state)
    used = say.OneShotUsed(component=command.component, struggle=struggle.id if struggle else None)
    return [used] if struggle else [used, say.ComponentExpired(component=command.component, reason="used up")]


@answers(ask.CreateTemporaryComponent)
def create_temporary_component(state: Vele, command: ask.CreateTemporaryComponent, asker: Asker) -> Events:
    """VE-26: from the bowl, for the narrator; what has no numbers rolls a d6."""
    narrating(state, asker)
    need(command.size is not Size.PC_MAIN, "pc_main_is_brought")
    slug = fresh_id(state, command.id, command.name)
    plain = (TraitPrinted(name=command.name, die=Die.D6, id="default"),)
    traits = made_traits(state, command.size, command.traits or plain)
    return [
        say.TemporaryComponentCreated(
            component=slug, name=command.name, owner=asker.person, size=command.size, traits=tuple(traits)
        )
    ]


@answers(ask.NoteVirtualComponent)
def note_virtual_component(state: Vele, command: ask.NoteVirtualComponent, asker: Asker) -> Events:
    """VE-26: a name and nothing more."""
    narrating(state, asker)
    slug = fresh_id(state, command.id, command.name)
    need(slug not in state.virtual, "id_taken", id=slug, name=command.name)
    return [say.VirtualComponentNoted(component=slug, name=command.name)]


@answers(ask.AssignComponentPlay)
def assign_component_play(state: Vele, command: ask.AssignComponentPlay, asker: Asker) -> Events:
    """VE-31: who plays it, and with whose dice."""
    it = component(state, command.component)
    need(command.to in state.story.players, "not_in_story", player=command.to)
    now = player_for(it)
    need(command.to != now, "no_change")
    passed = state.act.passed_picks if state.act is not None else []
    if command.to != it.owner:
        if command.reason is AbsentReason.OWN_CLASH:
            need(asker.person == it.owner, "not_your_component", component=command.component, player=it.owner)
        elif state.story.players[it.owner].present:
            raise CommandRefused("owner_present", player=it.owner)
        if command.reason is AbsentReason.ABSENT_TURNS and command.to in passed:
            raise CommandRefused("passed_already", player=command.to)
    elif asker.person not in (it.owner, now):
        raise CommandRefused("not_your_component", component=command.component, player=it.owner)
    own_dice = command.reason in (AbsentReason.OWN_CLASH, AbsentReason.ABSENT_TURNS)
    return [
        say.ComponentPlayAssigned(
            component=command.component,
            was=now,
            to=command.to,
            dice_of=command.to if own_dice else it.owner,
            reason=command.reason,
        )
    ]


@answers(ask.PassComponentPick)
def pass_component_pick(state: Vele, command: ask.PassComponentPick, asker: Asker) -> Events:
    """VE-31: who passes picks no more in this act."""
    act = act_in(state, ActStatus.SETUP, ActStatus.PLAYING)
    need(asker.person not in act.passed_picks, "passed_already", player=asker.person)
    return [say.ComponentPickPassed(player=asker.person)]
