"""Ability effects that cost otherwise (VE-94 to VE-96, VE-101, VE-102, VE-105)."""

from collections.abc import Iterable
from typing import Literal

from domain.death_of_the_vele.chapters.cast.aspects import AspectPlaced
from domain.death_of_the_vele.chapters.guards import fresh_id, in_the_scene, part_id
from domain.death_of_the_vele.chapters.initiative.movement import distance, within_reach
from domain.death_of_the_vele.chapters.struggle_dice.effects import (
    DeclareAbilityEffect,
    EffectPlan,
    effect_called,
    mass_targets,
    plans_effect,
    undeclared,
)
from domain.death_of_the_vele.chapters.struggles.series import ExtendedSideJoined
from domain.death_of_the_vele.lookup import aspect_ids, bag, component_of, main_pool, struggle_of
from domain.death_of_the_vele.phrases import told
from domain.death_of_the_vele.seats import ABILITIES, Seat, components
from domain.death_of_the_vele.state.cast import AbilityEffect
from domain.death_of_the_vele.state.struggle import Side, Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import ACTOR, OPPONENT, by_initiative, side_with, unit_of
from domain.death_of_the_vele.terms.cast import (
    ComponentStatus,
    Durability,
    Effect,
    Origin,
    TraitKind,
    TraitPrinted,
)
from domain.death_of_the_vele.terms.dice import Dice, Die, Home, Pool
from domain.death_of_the_vele.terms.struggle import Phase, StruggleKind, WagerSource
from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.terms import Points, Slug

chapter = Chapter[Vele](
    "Ability effects that cost otherwise",
    {
        "zones_missing": "Say how many zones it reaches.",
        "zones_too_many": "{zones} zones do not fit: it carries {most}.",
        "target_too_far": "The target is {zones:?zone|zones} away, and you pay for {reach}.",
        "mass_only": "{effect} is for a struggle against many.",
        "area_everybody": "Area takes in everybody in the zone. Name among its targets: {spared}.",
        "create_traits": "Say which traits it will have.",
        "create_trait_too_large": "{trait} cannot be a {die}: Create makes traits up to {size}.",
    },
)


MOVE_BASE = 2
PRICED_BY_USE = (Effect.MOVE, Effect.RANGE, Effect.CREATE)


@plans_effect(Effect.AUTO_FINESSE)
def auto_finesse(
    state: Vele, struggle: Struggle, name: str, command: DeclareAbilityEffect, size: Die
) -> EffectPlan:
    """Plan Auto-Finesse: its aspect is there at once, on whom it is aimed at (VE-94)."""
    sides, times = mass_targets(struggle, name, command)
    across = struggle.sides["opponent"].main if name == ACTOR else struggle.actor.main
    subject = across or "scene"
    if struggle.kind is StruggleKind.MASS and sides:
        subject = struggle.sides[sides[0]].main or "scene"
    ((slug, text),) = aspect_ids(state, [command.text or ""]).items()
    placed = AspectPlaced(
        aspect=slug,
        subject=subject,
        text=text,
        origin=Origin.MANEUVER,
        durability=Durability.FRAGILE,
        free_tag=True,
        creator=command.component,
        player=state.components[command.component].controller,
    )
    return EffectPlan(size.points, sides, times, more=[placed])


@plans_effect(Effect.MOVE)
def move(state: Vele, struggle: Struggle, name: str, command: DeclareAbilityEffect, size: Die) -> EffectPlan:
    """Plan Move: two points and one for each zone, up to the size; oneself or another of the struggle (VE-95)."""
    zones = state.scene.zones if state.scene is not None else []
    moved = command.targets[0] if command.targets else command.component
    if moved not in state.components or side_with(state, struggle, moved) is None:
        raise CommandRefused("target_unknown", targets=[moved])
    here = state.components[moved].zone
    if command.zone not in zones or here not in zones:
        raise CommandRefused("zone_unknown", zone=command.zone, zones=list(zones))
    far = abs(zones.index(command.zone) - zones.index(here))
    if not 1 <= far <= size.points - MOVE_BASE:
        raise CommandRefused("zones_too_many", zones=far, most=size.points - MOVE_BASE)
    return EffectPlan(MOVE_BASE + far, (moved,), zone=command.zone)


@plans_effect(Effect.RANGE)
def ranged(state: Vele, struggle: Struggle, name: str, command: DeclareAbilityEffect, size: Die) -> EffectPlan:
    """Plan Range: a point for each zone, up to the size; far enough for every target (VE-96)."""
    reach = found(command.zones or None, "zones_missing")
    need(reach <= size.points, "zones_too_many", zones=reach, most=size.points)
    across = struggle.opponents.values() if name == ACTOR else (struggle.actor,)
    mains = [side.main for side in across if side.main is not None]
    far = max((distance(state, command.component, slug) for slug in mains), default=0)
    need(far <= reach, "target_too_far", zones=far, reach=reach)
    used = RangeUsed(struggle=struggle.id, component=command.component, zones=reach)
    return EffectPlan(reach, zones=reach, more=[used])


@plans_effect(Effect.AREA, Effect.SELECTIVE_AREA)
def area(state: Vele, struggle: Struggle, name: str, command: DeclareAbilityEffect, size: Die) -> EffectPlan:
    """Plan Area, which takes in everything in the zone, or Selective Area with chosen targets (VE-101, VE-102)."""
    need(struggle.kind is StruggleKind.MASS, "mass_only", effect=command.effect)
    mains = mains_of(struggle)
    added = tuple(dict.fromkeys(slug for slug in command.targets if slug not in mains))
    may_be_added(state, struggle, added)
    taken = {slug for main in (*mains, *added) for slug in unit_of(state, main)}
    missing = [slug for slug in not_yet_opponents(state, struggle) if slug not in taken]
    if command.effect is Effect.AREA and missing:
        raise CommandRefused("area_everybody", spared=missing)
    more = more_targets(state, struggle, added) if added else []
    return EffectPlan(size.points, more=[*more, AreaDeclared(struggle=struggle.id, targets=(*mains, *added))])


def mains_of(struggle: Struggle) -> tuple[str, ...]:
    """The main components a struggle is against."""
    return tuple(side.main for side in struggle.opponents.values() if side.main is not None)


def not_yet_opponents(state: Vele, struggle: Struggle) -> list[str]:
    """Components in the actor's zone that are no opponents yet."""
    actor = struggle.actor.main or ""
    taken = {slug for main in (actor, *mains_of(struggle)) for slug in unit_of(state, main)}
    cast = state.scene.cast if state.scene is not None else []
    return [slug for slug in cast if slug not in taken and in_actors_zone(state, actor, slug)]


def may_be_added(state: Vele, struggle: Struggle, added: tuple[str, ...]) -> None:
    """Refuse further opponents that a struggle against many may not take in."""
    actor = struggle.actor.main or ""
    taken: set[str] = set()
    for slug in added:
        in_the_scene(state, found(state.scene, "no_scene"), slug)
        need(slug not in unit_of(state, actor), "own_side", component=slug)
        need(side_with(state, struggle, slug) is None, "already_in_struggle", component=slug)
        if taken & set(unit_of(state, slug)):
            raise CommandRefused("opponent_twice")
        taken |= set(unit_of(state, slug))
    within_reach(state, actor, added)


def more_targets(state: Vele, struggle: Struggle, added: tuple[str, ...]) -> list[Event]:
    """Events of further opponents of a struggle against many, by initiative, and in the fight it belongs to."""
    sides = {name: side.main or "" for name, side in struggle.opponents.items()}
    sides |= {f"{OPPONENT}-{len(sides) + number}": slug for number, slug in enumerate(added, start=1)}
    named = {slug: name for name, slug in sides.items()}
    order = tuple(named[slug] for slug in by_initiative(state, named))
    joined: list[Event] = []
    fight = state.extended.get(struggle.extended_id or "")
    if fight is not None:
        across = OPPONENT if struggle.actor.main in fight.sides[ACTOR] else ACTOR
        joined += [
            ExtendedSideJoined(extended=struggle.extended_id or "", side=across, component=slug)
            for slug in added
            if slug not in fight.sides[across]
        ]
    new = tuple(named[slug] for slug in added)
    return [TargetsAdded(struggle=struggle.id, targets=added, sides=new, order=order), *joined]


def in_actors_zone(state: Vele, actor: str, slug: str) -> bool:
    """True if something is in the zone of the actor, able to be hit."""
    it = state.components.get(slug)
    able = it is not None and it.status is ComponentStatus.ACTIVE and not it.beyond_dice
    return able and distance(state, actor, slug) == 0


@plans_effect(Effect.CREATE)
def create(state: Vele, struggle: Struggle, name: str, command: DeclareAbilityEffect, size: Die) -> EffectPlan:
    """Plan Create: the size, and a die for each trait, none of them larger than it (VE-105)."""
    need(command.traits, "create_traits")
    made: list[TraitPrinted] = []
    for each in command.traits:
        need(each.die.points <= size.points, "create_trait_too_large", trait=each.name, die=each.die, size=size)
        slug = part_id([it.id or "" for it in made], each.id, each.name)
        kind = TraitKind.NONE if state.house_rules.no_trait_kind else each.trait_kind
        made.append(each.model_copy(update={"id": slug, "trait_kind": kind}))
    created = fresh_id(state, None, command.text or "")
    price = size.points + sum(it.die.points for it in made)
    return EffectPlan(price, (created,), traits=tuple(made))


class AreaDeclared(Event):
    """An area effect takes in these targets (VE-101, VE-102)."""

    type: Literal["death_of_the_vele.area_declared.v1"] = "death_of_the_vele.area_declared.v1"
    struggle: Slug
    targets: tuple[Slug, ...]


@chapter.applies(AreaDeclared)
def _(state: Vele, event: AreaDeclared) -> None:
    for slug in event.targets:
        component_of(state, slug)


@chapter.tells(AreaDeclared, "It takes in {targets}")
def _(state: Vele, event: AreaDeclared) -> Iterable[Fact]:
    yield told("all of these at once", "ability", *event.targets)


class TargetsAdded(Event):
    """A struggle against many takes in more targets, as its area is declared (VE-101, VE-102).

    `targets` and `sides`: who comes to it, and on which side each; `order`: all opposing sides, by initiative.
    """

    type: Literal["death_of_the_vele.targets_added.v1"] = "death_of_the_vele.targets_added.v1"
    struggle: Slug
    targets: tuple[Slug, ...]
    sides: tuple[Slug, ...]
    order: tuple[Slug, ...]


@chapter.applies(TargetsAdded, renames=True)
def _(state: Vele, event: TargetsAdded) -> None:
    struggle = struggle_of(state)
    for name, slug in zip(event.sides, event.targets, strict=True):
        component_of(state, slug)
        must(name not in struggle.sides, f"{name} is a side already")
        struggle.sides[name] = Side(main=slug)
    struggle.sides = {name: struggle.sides[name] for name in (ACTOR, *event.order)}
    if struggle.phase is Phase.POWERING:
        struggle.phase = Phase.PUSHING


@chapter.tells(TargetsAdded, "It is against more: {targets}")
def _(state: Vele, event: TargetsAdded) -> Iterable[Fact]:
    yield told("in it too", "ability", *event.targets)


class RangeUsed(Event):
    """A struggle reaches over `zones` zones (VE-96)."""

    type: Literal["death_of_the_vele.range_used.v1"] = "death_of_the_vele.range_used.v1"
    struggle: Slug
    component: Slug
    zones: Points


@chapter.applies(RangeUsed)
def _(state: Vele, event: RangeUsed) -> None:
    component_of(state, event.component)


@chapter.tells(RangeUsed, "{component} reaches over {zones:?zone|zones}")
def _(state: Vele, event: RangeUsed) -> Iterable[Fact]:
    yield told(f"over {event.zones} zones", "ability", event.component)


def declaring(state: Vele, struggle: Struggle, seat: Seat) -> Iterable[Offer]:
    """Offers of the effects a player's components may use in this struggle."""
    for slug, ability_id, effect in undeclared(state, struggle, seat.player):
        yield from using(state, struggle, seat, slug, ability_id, effect)


def using(
    state: Vele, struggle: Struggle, seat: Seat, slug: str, ability_id: str, effect: AbilityEffect
) -> Iterable[Offer]:
    """Offers of one effect, paid from its allocated dice or from the main pool, where they hold its die."""
    it = state.components[slug]
    ability = it.abilities[ability_id]
    known: dict[str, object] = {
        "component": slug,
        "ability": ability_id,
        "effect": effect.effect.value,
        "size": effect.size.value,
    }
    price = Dice.of((effect.size,))
    zones = state.scene.zones if state.scene is not None else []
    choices = {"zone": tuple(Choice(zone, zone) for zone in zones)} if effect.effect is Effect.MOVE else {}
    label = f"{it.name} uses {ability.name}: {effect_called(state, effect.effect, effect.size)}"
    if struggle.kind is StruggleKind.MASS and effect.effect.takes_in_many:
        there = (*mains_of(struggle), *not_yet_opponents(state, struggle))
        if effect.effect is Effect.AREA:
            known |= {"targets": there}
        else:
            choices |= {"targets": components(state, there)}
    if effect.effect not in PRICED_BY_USE:
        known |= {"paid": price.model_dump()}
    sources = [
        (WagerSource.ALLOCATED, Home(pool=Pool.ALLOCATED, owner=slug)),
        (WagerSource.OWN, main_pool(it)),
    ]
    if it.one_shot:
        yield seat.offer(
            DeclareAbilityEffect, label, {**known, "source": WagerSource.BOWL.value}, choices, group=ABILITIES
        )
        return
    for source, home in sources:
        held = bag(state, home)
        enough = held.points if state.house_rules.points_pools else held.count(effect.size)
        if enough or effect.effect in PRICED_BY_USE:
            yield seat.offer(
                DeclareAbilityEffect,
                f"{label} ({source.value} dice)",
                {**known, "source": source.value},
                choices,
                group=ABILITIES,
            )
