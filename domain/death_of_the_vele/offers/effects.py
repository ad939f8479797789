"""Ability effects on offer: those of the traits that are pushed, with their price."""

from collections.abc import Iterable

from domain.death_of_the_vele.commands.effects import DeclareAbilityEffect
from domain.death_of_the_vele.facts.effects import effect_called
from domain.death_of_the_vele.rules.common import purse
from domain.death_of_the_vele.rules.effects import undeclared
from domain.death_of_the_vele.rules.plans import mains_of, spared
from domain.death_of_the_vele.rules.pools import bag
from domain.death_of_the_vele.state import AbilityEffect, Struggle, Vele
from domain.death_of_the_vele.terms import Dice, Effect, Home, Pool, StruggleKind, WagerSource
from domain.kernel.offers import Choice, Offer

from .seats import Seat, components

ABILITIES = "Abilities"
PRICED_BY_USE = (Effect.MOVE, Effect.RANGE, Effect.CREATE)


def declaring(state: Vele, struggle: Struggle, seat: Seat) -> Iterable[Offer]:
    """The effects a player's components may use in this struggle."""
    for slug, ability_id, effect in undeclared(state, struggle, seat.player):
        yield from using(state, struggle, seat, slug, ability_id, effect)


def using(
    state: Vele, struggle: Struggle, seat: Seat, slug: str, ability_id: str, effect: AbilityEffect
) -> Iterable[Offer]:
    """One effect: paid from its allocated dice, or from the main pool, where they hold its die."""
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
        there = (*mains_of(struggle), *spared(state, struggle))
        if effect.effect is Effect.AREA:
            known |= {"targets": there}
        else:
            choices |= {"targets": components(state, there)}
    if effect.effect not in PRICED_BY_USE:
        known |= {"paid": price.model_dump()}
    sources = [
        (WagerSource.ALLOCATED, Home(pool=Pool.ALLOCATED, owner=slug)),
        (WagerSource.OWN, purse(it)),
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
                DeclareAbilityEffect, f"{label} ({source.value} dice)", {**known, "source": source.value}, choices,
                group=ABILITIES,
            )  # fmt: skip
