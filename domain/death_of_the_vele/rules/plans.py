"""What each ability effect costs, and what it is about (VE-89 to VE-105)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from domain.death_of_the_vele.commands import effects as ask
from domain.death_of_the_vele.events import aspects
from domain.death_of_the_vele.events import effects as say
from domain.death_of_the_vele.events.extended import ExtendedSideJoined
from domain.death_of_the_vele.reckoning import ACTOR, OPPONENT, by_initiative, side_with, unit_of
from domain.death_of_the_vele.state import Struggle, Vele
from domain.death_of_the_vele.terms import (
    ComponentStatus,
    Die,
    Durability,
    Effect,
    Origin,
    StruggleKind,
    TraitKind,
    TraitPrinted,
)
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.messages import Event

from .aiming import distance, within_reach
from .common import aspect_ids, fresh_id, part_id
from .stages import in_the_scene

MOVE_BASE = 2


@dataclass(slots=True)
class Plan:
    """One effect as it will be declared: what it costs each target, and what it is about."""

    price: int
    targets: tuple[str, ...] = ()
    times: int = 1
    zone: str | None = None
    zones: int = 0
    traits: tuple[TraitPrinted, ...] = ()
    more: list[Event] = field(default_factory=list)


def mass_targets(struggle: Struggle, name: str, command: ask.DeclareAbilityEffect) -> tuple[tuple[str, ...], int]:
    """The opposing sides an effect is paid for in a mass struggle: all of them for Area, chosen ones otherwise."""
    if struggle.kind is not StruggleKind.MASS or name != ACTOR:
        return command.targets, 1
    area = [it.effect for it in struggle.actor.effects if it.effect.takes_in_many]
    need(area, "area_first")
    sides = {side.main: key for key, side in struggle.opponents.items()}
    chosen = tuple(dict.fromkeys(command.targets)) or tuple(slug for slug in sides if slug is not None)
    if any(slug not in sides for slug in chosen):
        raise CommandRefused("target_unknown", targets=list(chosen))
    if area[0] is Effect.AREA and len(chosen) < len(sides):
        raise CommandRefused("effects_at_each", targets=len(sides), chosen=len(chosen))
    return tuple(sides[slug] for slug in chosen), len(chosen)


def plain(state: Vele, struggle: Struggle, name: str, command: ask.DeclareAbilityEffect, size: Die) -> Plan:
    """Its own size; in a mass struggle for each target."""
    targets, times = mass_targets(struggle, name, command)
    one_by_one = struggle.kind is StruggleKind.MASS and name == ACTOR
    if command.effect not in (Effect.BLOCK, Effect.AUTO_BLOCK) and not one_by_one:
        targets = ()
    if unknown := [slug for slug in targets if slug not in state.components and slug not in struggle.sides]:
        raise CommandRefused("target_unknown", targets=unknown)
    return Plan(size.points, targets, times)


def auto_finesse(state: Vele, struggle: Struggle, name: str, command: ask.DeclareAbilityEffect, size: Die) -> Plan:
    """VE-94: its aspect is there at once, on whom it is aimed at."""
    sides, times = mass_targets(struggle, name, command)
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
    return Plan(size.points, sides, times, more=[placed])


def move(state: Vele, struggle: Struggle, name: str, command: ask.DeclareAbilityEffect, size: Die) -> Plan:
    """VE-95: two points and one for each zone, up to the size; oneself or another of the struggle."""
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
    return Plan(MOVE_BASE + far, (moved,), zone=command.zone)


def ranged(state: Vele, struggle: Struggle, name: str, command: ask.DeclareAbilityEffect, size: Die) -> Plan:
    """VE-96: a point for each zone, up to the size; far enough for every target."""
    reach = found(command.zones or None, "zones_missing")
    need(reach <= size.points, "zones_too_many", zones=reach, most=size.points)
    across = struggle.opponents.values() if name == ACTOR else (struggle.actor,)
    mains = [side.main for side in across if side.main is not None]
    far = max((distance(state, command.component, slug) for slug in mains), default=0)
    need(far <= reach, "target_too_far", zones=far, reach=reach)
    used = say.RangeUsed(struggle=struggle.id, component=command.component, zones=reach)
    return Plan(reach, zones=reach, more=[used])


def area(state: Vele, struggle: Struggle, name: str, command: ask.DeclareAbilityEffect, size: Die) -> Plan:
    """VE-101, VE-102: Area takes in everything in the zone, Selective Area what was chosen."""
    need(struggle.kind is StruggleKind.MASS, "mass_only", effect=command.effect)
    mains = mains_of(struggle)
    added = tuple(dict.fromkeys(slug for slug in command.targets if slug not in mains))
    may_be_added(state, struggle, added)
    taken = {slug for main in (*mains, *added) for slug in unit_of(state, main)}
    missing = [slug for slug in spared(state, struggle) if slug not in taken]
    if command.effect is Effect.AREA and missing:
        raise CommandRefused("area_everybody", spared=missing)
    more = more_targets(state, struggle, added) if added else []
    return Plan(size.points, more=[*more, say.AreaDeclared(struggle=struggle.id, targets=(*mains, *added))])


def mains_of(struggle: Struggle) -> tuple[str, ...]:
    """The main components a struggle is against."""
    return tuple(side.main for side in struggle.opponents.values() if side.main is not None)


def spared(state: Vele, struggle: Struggle) -> list[str]:
    """Whoever stands in the actor's zone and is no opponent yet."""
    actor = struggle.actor.main or ""
    taken = {slug for main in (actor, *mains_of(struggle)) for slug in unit_of(state, main)}
    cast = state.scene.cast if state.scene is not None else []
    return [slug for slug in cast if slug not in taken and beside(state, actor, slug)]


def may_be_added(state: Vele, struggle: Struggle, added: tuple[str, ...]) -> None:
    """A struggle against many may take in these too."""
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
    """Further opponents of a struggle against many, all of them by initiative, and in the fight it belongs to."""
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
    return [say.TargetsAdded(struggle=struggle.id, targets=added, sides=new, order=order), *joined]


def beside(state: Vele, actor: str, slug: str) -> bool:
    """Whether something is in the zone of the actor, able to be hit."""
    it = state.components.get(slug)
    able = it is not None and it.status is ComponentStatus.ACTIVE and not it.beyond_dice
    return able and distance(state, actor, slug) == 0


def create(state: Vele, struggle: Struggle, name: str, command: ask.DeclareAbilityEffect, size: Die) -> Plan:
    """VE-105: the size, and a die for each trait, none of them larger than it."""
    need(command.traits, "create_traits")
    made: list[TraitPrinted] = []
    for each in command.traits:
        need(each.die.points <= size.points, "create_trait_too_large", trait=each.name, die=each.die, size=size)
        slug = part_id([it.id or "" for it in made], each.id, each.name)
        kind = TraitKind.NONE if state.house_rules.no_trait_kind else each.trait_kind
        made.append(each.model_copy(update={"id": slug, "trait_kind": kind}))
    created = fresh_id(state, None, command.text or "")
    price = size.points + sum(it.die.points for it in made)
    return Plan(price, (created,), traits=tuple(made))


_Planner: TypeAlias = Callable[[Vele, Struggle, str, ask.DeclareAbilityEffect, Die], Plan]

PLANS: dict[Effect, _Planner] = {
    Effect.AUTO_FINESSE: auto_finesse,
    Effect.MOVE: move,
    Effect.RANGE: ranged,
    Effect.AREA: area,
    Effect.SELECTIVE_AREA: area,
    Effect.CREATE: create,
}
"""The effects that cost something else than their size."""
