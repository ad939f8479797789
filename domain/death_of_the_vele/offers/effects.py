"""Ability effects on offer: those of the traits that are pushed, with their price."""

from collections.abc import Iterable

from domain.death_of_the_vele.commands.effects import DeclareAbilityEffect
from domain.death_of_the_vele.facts.effects import effect_called
from domain.death_of_the_vele.reckoning import player_of_component, unit_of
from domain.death_of_the_vele.rules.common import purse
from domain.death_of_the_vele.rules.effects import wrong_side
from domain.death_of_the_vele.rules.pools import bag
from domain.death_of_the_vele.state import Ability, AbilityEffect, Struggle, Vele
from domain.death_of_the_vele.terms import Dice, Effect, Home, Pool, WagerSource
from domain.kernel.offers import Choice, Offer

from .seats import Seat

ABILITIES = "Abilities"
PRICED_BY_USE = (Effect.MOVE, Effect.RANGE, Effect.CREATE)


def declaring(state: Vele, struggle: Struggle, seat: Seat) -> Iterable[Offer]:
    """The effects a player's components may use in this struggle."""
    if struggle.hidden:
        return
    for name, side in struggle.sides.items():
        for slug in (each for main in side.contributors for each in unit_of(state, main)):
            it = state.components[slug]
            if player_of_component(state, slug) != seat.player:
                continue
            for ability_id, ability in it.abilities.items():
                key = f"{slug}.{ability.trait}"
                if key not in side.pushed and key not in side.hand:
                    continue
                used = {
                    each.effect for each in side.effects if (each.component, each.ability) == (slug, ability_id)
                }
                for effect in ability.effects:
                    if effect.effect not in used:
                        yield from using(state, struggle, seat, name, slug, ability_id, ability, effect)


def using(
    state: Vele,
    struggle: Struggle,
    seat: Seat,
    name: str,
    slug: str,
    ability_id: str,
    ability: Ability,
    effect: AbilityEffect,
) -> Iterable[Offer]:
    """One effect: paid from its allocated dice, or from the main pool, where they hold its die."""
    it = state.components[slug]
    known: dict[str, object] = {
        "component": slug,
        "ability": ability_id,
        "effect": effect.effect.value,
        "size": effect.size.value,
    }
    probe = DeclareAbilityEffect.model_validate({**known, "paid": {effect.size.value: 1}, "text": "an aspect"})
    if wrong_side(struggle, name, probe) is not None:
        return
    price = Dice.of((effect.size,))
    zones = state.scene.zones if state.scene is not None else []
    choices = {"zone": tuple(Choice(zone, zone) for zone in zones)} if effect.effect is Effect.MOVE else {}
    label = f"{it.name} uses {ability.name}: {effect_called(state, effect.effect, effect.size)}"
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
