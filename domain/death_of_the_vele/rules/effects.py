"""Ability effects declared and paid for (VE-57, VE-89 to VE-105)."""

from collections.abc import Iterator

from domain.death_of_the_vele.commands import effects as ask
from domain.death_of_the_vele.events import aspects
from domain.death_of_the_vele.events import effects as say
from domain.death_of_the_vele.events.economy import DiceSpent
from domain.death_of_the_vele.reckoning import ACTOR, player_of_component, side_with, unit_of
from domain.death_of_the_vele.state import AbilityEffect, Component, Side, Struggle, Vele
from domain.death_of_the_vele.terms import (
    Dice,
    Die,
    Effect,
    Home,
    Pool,
    StruggleKind,
    WagerSource,
)
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, allowed, found, need
from domain.kernel.people import Asker

from .cases import answers
from .common import BOWL, own_component, purse, running_struggle
from .plans import PLANS, Plan, plain
from .pools import as_held, dice_held
from .stages import before_roll

POWER = (Effect.POWER_ATTACK, Effect.POWER_DEFENSE)
WORDED = (Effect.FINESSE, Effect.AUTO_FINESSE, Effect.BLOCK, Effect.AUTO_BLOCK, Effect.FICTION, Effect.CREATE)


@answers(ask.DeclareAbilityEffect)
def declare_ability_effect(state: Vele, command: ask.DeclareAbilityEffect, asker: Asker) -> Events:
    """VE-57: the ability's trait is pushed; the price is paid exactly, and spent whatever happens."""
    struggle = before_roll(state)
    need(not struggle.hidden, "hidden_without_effects")
    it = own_component(state, command.component, asker)
    name = found(side_with(state, struggle, command.component), "not_in_struggle", component=command.component)
    effect = known_effect(state, struggle.sides[name], it, command)
    size = command.size or effect.size
    right_side(struggle, name, command)
    plan = PLANS.get(command.effect, plain)(state, struggle, name, command, size)
    return declared(state, struggle, name, it, command, size, plan)


def known_effect(state: Vele, side: Side, it: Component, command: ask.DeclareAbilityEffect) -> AbilityEffect:
    """An effect of an ability whose trait is pushed, in the size asked for or a larger one."""
    ability = found(
        it.abilities.get(command.ability), "ability_unknown", component=command.component, ability=command.ability
    )
    need(ability.active, "ability_inactive", ability=ability.name)
    sizes = [each for each in ability.effects if each.effect is command.effect]
    wanted = command.size.points if command.size is not None else 0
    fitting = [each for each in sizes if each.size.points >= wanted]
    need(fitting, "effect_missing", ability=ability.name, effect=command.effect, size=command.size)
    if command.effect in (Effect.LETHAL,) and command.size is not None and command.size is not fitting[0].size:
        raise CommandRefused("effect_missing", ability=ability.name, effect=command.effect, size=command.size)
    laid = f"{command.component}.{ability.trait}"
    if laid not in side.pushed and laid not in side.hand:
        raise CommandRefused("trait_not_pushed", trait=it.traits[ability.trait].name)
    die = it.traits[ability.trait].die
    size = command.size or fitting[0].size
    if state.house_rules.effect_capped_by_trait and size.points > die.points:
        raise CommandRefused("effect_over_trait", effect=command.effect, size=size, die=die)
    same = (command.component, command.ability, command.effect)
    need(
        not any((each.component, each.ability, each.effect) == same for each in side.effects),
        "declared_already",
        effect=command.effect,
    )
    return fitting[0]


def right_side(struggle: Struggle, name: str, command: ask.DeclareAbilityEffect) -> None:
    """What only attackers, or only defenders, may use; what needs words."""
    peers = struggle.kind is StruggleKind.HEAD_TO_HEAD
    attackers = (Effect.POWER_ATTACK, Effect.LETHAL, Effect.CHAIN, Effect.AREA, Effect.SELECTIVE_AREA)
    defenders = (Effect.POWER_DEFENSE, Effect.REFLECTIVE)
    if command.effect in attackers and name != ACTOR and not peers:
        raise CommandRefused("for_attackers", effect=command.effect)
    if command.effect in defenders and name == ACTOR and not (peers and command.effect is Effect.POWER_DEFENSE):
        raise CommandRefused("for_defenders", effect=command.effect)
    if command.effect in (Effect.LETHAL, Effect.REFLECTIVE) and not struggle.goal_type.is_attack:
        raise CommandRefused("needs_an_attack", effect=command.effect)
    need(command.effect is not Effect.HEAL, "heals_otherwise")
    if command.effect in WORDED and command.text is None:
        raise CommandRefused("text_missing")


def undeclared(state: Vele, struggle: Struggle, player: str) -> Iterator[tuple[str, str, AbilityEffect]]:
    """The effects a player may still declare: of which component, by which ability."""
    if struggle.hidden or not struggle.before_roll:
        return
    for name, side in struggle.sides.items():
        for slug in (each for main in side.contributors for each in unit_of(state, main)):
            it = state.components[slug]
            if player_of_component(state, slug) != player:
                continue
            for ability_id, ability in it.abilities.items():
                for effect in ability.effects:
                    probe = ask.DeclareAbilityEffect(
                        component=slug, ability=ability_id, effect=effect.effect, size=effect.size, paid=Dice(),
                        text="-",
                    )  # fmt: skip
                    known = allowed(known_effect, state, side, it, probe)
                    if known and allowed(right_side, struggle, name, probe):
                        yield slug, ability_id, effect


def being_paid(state: Vele, home: Home, player: str) -> bool:
    """Whether a pool pays for an effect its player has still to declare (VE-15, VE-57)."""
    struggle = running_struggle(state)
    if struggle is None:
        return False
    for slug, _, _ in undeclared(state, struggle, player):
        it = state.components[slug]
        if not it.one_shot and home in (purse(it), Home(pool=Pool.ALLOCATED, owner=slug)):
            return True
    return False


def source_of(it: Component, command: ask.DeclareAbilityEffect) -> Home:
    """What an effect is paid from: a one-shot's from the bowl, the others' from their own dice."""
    if it.one_shot or command.source is WagerSource.BOWL:
        return BOWL
    if command.source is WagerSource.ALLOCATED:
        return Home(pool=Pool.ALLOCATED, owner=command.component)
    return purse(it)


def declared(
    state: Vele,
    struggle: Struggle,
    name: str,
    it: Component,
    command: ask.DeclareAbilityEffect,
    size: Die,
    plan: Plan,
) -> Events:
    """The effect, paid for."""
    home = source_of(it, command)
    if home == BOWL and not it.one_shot:
        raise CommandRefused("bowl_pays_one_shots", component=it.name)
    need(
        command.paid.points == plan.price,
        "price_not_met",
        price=plan.price,
        paid=command.paid.points,
        dice=command.paid,
    )
    whole = Dice.of(die for die in command.paid.each() for _ in range(plan.times))
    paid = whole if home == BOWL else as_held(state, whole)
    dice_held(state, home, paid)
    points_only = state.house_rules.points_pools
    power = (size,) if points_only else tuple(command.paid.each())
    placed = [each for each in plan.more if isinstance(each, aspects.AspectPlaced)]
    return [
        say.AbilityEffectDeclared(
            struggle=struggle.id,
            side=name,
            player=it.controller,
            component=command.component,
            ability=command.ability,
            effect=command.effect,
            size=size,
            points=plan.price,
            home=home,
            paid=paid,
            power=power if command.effect in POWER else (),
            targets=plan.targets,
            zone=plan.zone,
            text=command.text or "",
            traits=plan.traits,
            aspect=placed[0].aspect if placed else None,
        ),
        DiceSpent(
            home=home,
            dice=paid,
            points=paid.points,
            purpose=f"{command.effect.value.replace('_', ' ')} {size.value}",
        ),
        *plan.more,
    ]
