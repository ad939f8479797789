"""Ability effects declared and paid for (VE-57, VE-89 to VE-105)."""

from dataclasses import dataclass, field

from domain.death_of_the_vele.commands import effects as ask
from domain.death_of_the_vele.events import aspects
from domain.death_of_the_vele.events import effects as say
from domain.death_of_the_vele.events.economy import DiceSpent
from domain.death_of_the_vele.reckoning import ACTOR, side_with, unit_of
from domain.death_of_the_vele.state import AbilityEffect, Component, Side, Struggle, Vele
from domain.death_of_the_vele.terms import (
    ComponentStatus,
    Dice,
    Die,
    Durability,
    Effect,
    Home,
    Origin,
    Pool,
    StruggleKind,
    TraitPrinted,
    WagerSource,
)
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .aiming import distance
from .cases import answers
from .common import BOWL, aspect_ids, fresh_id, own_component, part_id, purse
from .pools import as_held, not_held
from .stages import before_roll

MOVE_BASE = 2
POWER = (Effect.POWER_ATTACK, Effect.POWER_DEFENSE)
WORDED = (Effect.FINESSE, Effect.AUTO_FINESSE, Effect.BLOCK, Effect.AUTO_BLOCK, Effect.FICTION, Effect.CREATE)


@dataclass(slots=True)
class _Plan:
    """One effect as it will be declared: what it costs each target, and what it is about."""

    price: int
    targets: tuple[str, ...] = ()
    times: int = 1
    zone: str | None = None
    zones: int = 0
    traits: tuple[TraitPrinted, ...] = ()
    more: list[Event] = field(default_factory=list)


@answers(ask.DeclareAbilityEffect)
def declare_ability_effect(state: Vele, command: ask.DeclareAbilityEffect, asker: Asker) -> Decision[Event]:
    """VE-57: the ability's trait is pushed; the price is paid exactly, and spent whatever happens."""
    struggle = before_roll(state)
    if isinstance(struggle, Refusal):
        return struggle
    it = own_component(state, command.component, asker)
    if isinstance(it, Refusal):
        return it
    name = side_with(state, struggle, command.component)
    if name is None:
        return refuse("not_in_struggle", component=command.component)
    effect = known_effect(state, struggle.sides[name], it, command)
    if isinstance(effect, Refusal):
        return effect
    size = command.size or effect.size
    refused = wrong_side(struggle, name, command)
    if refused:
        return refused
    plan = _PLANS.get(command.effect, plain)(state, struggle, name, command, size)
    if isinstance(plan, Refusal):
        return plan
    return declared(state, struggle, name, it, command, size, plan)


def known_effect(
    state: Vele, side: Side, it: Component, command: ask.DeclareAbilityEffect
) -> AbilityEffect | Refusal:
    """An effect of an ability whose trait is pushed, in the size asked for or a larger one."""
    ability = it.abilities.get(command.ability)
    if ability is None:
        return refuse("ability_unknown", component=command.component, ability=command.ability)
    if not ability.active:
        return refuse("ability_inactive", ability=ability.name)
    sizes = [each for each in ability.effects if each.effect is command.effect]
    wanted = command.size.points if command.size is not None else 0
    fitting = [each for each in sizes if each.size.points >= wanted]
    if not fitting:
        return refuse("effect_missing", ability=ability.name, effect=command.effect, size=command.size)
    if command.effect in (Effect.LETHAL,) and command.size is not None and command.size is not fitting[0].size:
        return refuse("effect_missing", ability=ability.name, effect=command.effect, size=command.size)
    laid = f"{command.component}.{ability.trait}"
    if laid not in side.pushed and laid not in side.hand:
        return refuse("trait_not_pushed", trait=it.traits[ability.trait].name)
    die = it.traits[ability.trait].die
    size = command.size or fitting[0].size
    if state.house_rules.effect_capped_by_trait and size.points > die.points:
        return refuse("effect_over_trait", effect=command.effect, size=size, die=die)
    same = (command.component, command.ability, command.effect)
    if any((each.component, each.ability, each.effect) == same for each in side.effects):
        return refuse("declared_already", effect=command.effect)
    return fitting[0]


def wrong_side(struggle: Struggle, name: str, command: ask.DeclareAbilityEffect) -> Refusal | None:
    """What only attackers, or only defenders, may use; what needs words."""
    peers = struggle.kind is StruggleKind.HEAD_TO_HEAD
    attackers = (Effect.POWER_ATTACK, Effect.LETHAL, Effect.CHAIN, Effect.AREA, Effect.SELECTIVE_AREA)
    defenders = (Effect.POWER_DEFENSE, Effect.REFLECTIVE)
    if command.effect in attackers and name != ACTOR and not peers:
        return refuse("for_attackers", effect=command.effect)
    if command.effect in defenders and name == ACTOR and not (peers and command.effect is Effect.POWER_DEFENSE):
        return refuse("for_defenders", effect=command.effect)
    if command.effect in (Effect.LETHAL, Effect.REFLECTIVE) and not struggle.goal_type.is_attack:
        return refuse("needs_an_attack", effect=command.effect)
    if command.effect is Effect.HEAL:
        return refuse("heals_otherwise")
    return refuse("text_missing") if command.effect in WORDED and command.text is None else None


def mass_targets(
    struggle: Struggle, name: str, command: ask.DeclareAbilityEffect
) -> tuple[tuple[str, ...], int] | Refusal:
    """The opposing sides an effect is paid for in a mass struggle: all of them for Area, chosen ones otherwise."""
    if struggle.kind is not StruggleKind.MASS or name != ACTOR:
        return command.targets, 1
    area = [it.effect for it in struggle.actor.effects if it.effect.takes_in_many]
    if not area:
        return refuse("area_first")
    sides = {side.main: key for key, side in struggle.opponents.items()}
    chosen = tuple(dict.fromkeys(command.targets)) or tuple(slug for slug in sides if slug is not None)
    if any(slug not in sides for slug in chosen):
        return refuse("target_unknown", targets=list(chosen))
    if area[0] is Effect.AREA and len(chosen) < len(sides):
        return refuse("effects_at_each", targets=len(sides), chosen=len(chosen))
    return tuple(sides[slug] for slug in chosen), len(chosen)


def plain(
    state: Vele, struggle: Struggle, name: str, command: ask.DeclareAbilityEffect, size: Die
) -> _Plan | Refusal:
    """Its own size; in a mass struggle for each target."""
    found = mass_targets(struggle, name, command)
    if isinstance(found, Refusal):
        return found
    targets, times = found
    if command.effect not in (Effect.BLOCK, Effect.AUTO_BLOCK) and struggle.kind is not StruggleKind.MASS:
        targets = ()
    if unknown := [slug for slug in targets if slug not in state.components and slug not in struggle.sides]:
        return refuse("target_unknown", targets=unknown)
    return _Plan(size.points, targets, times)


def auto_finesse(
    state: Vele, struggle: Struggle, name: str, command: ask.DeclareAbilityEffect, size: Die
) -> _Plan | Refusal:
    """VE-94: its aspect is there at once, on whom it is aimed at."""
    found = mass_targets(struggle, name, command)
    if isinstance(found, Refusal):
        return found
    sides, times = found
    across = struggle.sides["opponent"].main if name == ACTOR else struggle.actor.main
    subject = across or "scene"
    if struggle.kind is StruggleKind.MASS and sides:
        subject = struggle.sides[sides[0]].main or "scene"
    ((slug, text),) = aspect_ids(state, [command.text or ""]).items()
    placed = aspects.AspectPlaced(
        aspect=slug,
        subject=subject,
        text=text,
        origin=Origin.MANEUVER,
        durability=Durability.FRAGILE,
        free_tag=True,
        creator=command.component,
        player=state.components[command.component].controller,
    )
    return _Plan(size.points, sides, times, more=[placed])


def move(
    state: Vele, struggle: Struggle, name: str, command: ask.DeclareAbilityEffect, size: Die
) -> _Plan | Refusal:
    """VE-95: two points and one for each zone, up to the size; oneself or another of the struggle."""
    zones = state.scene.zones if state.scene is not None else []
    moved = command.targets[0] if command.targets else command.component
    if moved not in state.components or side_with(state, struggle, moved) is None:
        return refuse("target_unknown", targets=[moved])
    here = state.components[moved].zone
    if command.zone not in zones or here not in zones:
        return refuse("zone_unknown", zone=command.zone, zones=list(zones))
    far = abs(zones.index(command.zone) - zones.index(here))
    if not 1 <= far <= size.points - MOVE_BASE:
        return refuse("zones_too_many", zones=far, most=size.points - MOVE_BASE)
    return _Plan(MOVE_BASE + far, (moved,), zone=command.zone)


def ranged(
    state: Vele, struggle: Struggle, name: str, command: ask.DeclareAbilityEffect, size: Die
) -> _Plan | Refusal:
    """VE-96: a point for each zone, up to the size; far enough for every target."""
    if not command.zones:
        return refuse("zones_missing")
    if command.zones > size.points:
        return refuse("zones_too_many", zones=command.zones, most=size.points)
    across = struggle.opponents.values() if name == ACTOR else (struggle.actor,)
    mains = [side.main for side in across if side.main is not None]
    far = max((distance(state, command.component, slug) for slug in mains), default=0)
    if far > command.zones:
        return refuse("target_too_far", zones=far, reach=command.zones)
    used = say.RangeUsed(struggle=struggle.id, component=command.component, zones=command.zones)
    return _Plan(command.zones, zones=command.zones, more=[used])


def area(
    state: Vele, struggle: Struggle, name: str, command: ask.DeclareAbilityEffect, size: Die
) -> _Plan | Refusal:
    """VE-101, VE-102: Area takes in everything in the zone, Selective Area what was chosen."""
    if struggle.kind is not StruggleKind.MASS:
        return refuse("mass_only", effect=command.effect)
    mains = tuple(side.main for side in struggle.opponents.values() if side.main is not None)
    if command.effect is Effect.AREA:
        taken = {slug for main in mains for slug in unit_of(state, main)}
        actor = struggle.actor.main or ""
        spared = [
            slug
            for slug in (state.scene.cast if state.scene is not None else [])
            if slug not in taken and slug not in unit_of(state, actor) and beside(state, actor, slug)
        ]
        if spared:
            return refuse("area_everybody", spared=spared)
    declared_for = say.AreaDeclared(struggle=struggle.id, targets=mains)
    return _Plan(size.points, more=[declared_for])


def beside(state: Vele, actor: str, slug: str) -> bool:
    """Whether something is in the zone of the actor, able to be hit."""
    it = state.components.get(slug)
    return it is not None and it.status is ComponentStatus.ACTIVE and distance(state, actor, slug) == 0


def create(
    state: Vele, struggle: Struggle, name: str, command: ask.DeclareAbilityEffect, size: Die
) -> _Plan | Refusal:
    """VE-105: the size, and a die for each trait, none of them larger than it."""
    if not command.traits:
        return refuse("create_traits")
    made: list[TraitPrinted] = []
    for each in command.traits:
        if each.die.points > size.points:
            return refuse("create_trait_too_large", trait=each.name, die=each.die, size=size)
        slug = part_id([it.id or "" for it in made], each.id, each.name)
        if isinstance(slug, Refusal):
            return slug
        made.append(each.model_copy(update={"id": slug}))
    created = fresh_id(state, None, command.text or "")
    if isinstance(created, Refusal):
        return created
    price = size.points + sum(it.die.points for it in made)
    return _Plan(price, (created,), traits=tuple(made))


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
    plan: _Plan,
) -> Decision[Event]:
    """The effect, paid for."""
    home = source_of(it, command)
    if home == BOWL and not it.one_shot:
        return refuse("bowl_pays_one_shots", component=it.name)
    if command.paid.points != plan.price:
        return refuse("price_not_met", price=plan.price, paid=command.paid.points, dice=command.paid)
    whole = Dice.of(die for die in command.paid.each() for _ in range(plan.times))
    paid = whole if home == BOWL else as_held(state, whole)
    if lacking := not_held(state, home, paid):
        return lacking
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
            paid=paid,
            power=power if command.effect in POWER else (),
            targets=plan.targets,
            zone=plan.zone,
            text=command.text or "",
            traits=plan.traits,
            aspect=placed[0].aspect if placed else None,
        ),
        DiceSpent(home=home, dice=paid, points=paid.points, purpose=f"{command.effect.value} {size.value}"),
        *plan.more,
    ]


_PLANS = {
    Effect.AUTO_FINESSE: auto_finesse,
    Effect.MOVE: move,
    Effect.RANGE: ranged,
    Effect.AREA: area,
    Effect.SELECTIVE_AREA: area,
    Effect.CREATE: create,
}
