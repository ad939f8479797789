"""Ability effects declared (VE-15, VE-57)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pydantic import Field

from domain.death_of_the_vele.chapters.cast.aspects import AspectPlaced
from domain.death_of_the_vele.chapters.deeds import note_deed, undoes
from domain.death_of_the_vele.chapters.guards import before_roll, in_story, known_ability, own_component
from domain.death_of_the_vele.chapters.pools import DiceSpent, dice_held
from domain.death_of_the_vele.lookup import BOWL, as_held, component_of, main_pool, running_struggle, side_of
from domain.death_of_the_vele.phrases import told, words
from domain.death_of_the_vele.state.cast import AbilityEffect, Component
from domain.death_of_the_vele.state.struggle import DeclaredEffect, PowerDie, Side, Struggle
from domain.death_of_the_vele.state.table import Deed, DiceMove
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import ACTOR, player_of_component, side_with, unit_of
from domain.death_of_the_vele.terms.cast import AspectStatus, Effect, TraitPrinted
from domain.death_of_the_vele.terms.dice import Dice, Die, Home, Pool
from domain.death_of_the_vele.terms.play import DeedKind
from domain.death_of_the_vele.terms.references import AbilityRef, ComponentRef, ZoneRef
from domain.death_of_the_vele.terms.struggle import StruggleKind, WagerSource
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, allowed, found, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker
from domain.kernel.terms import Name, Person, Points, Slug, Text

chapter = Chapter[Vele](
    "Ability effects declared",
    {
        "ability_inactive": "Nothing backs {ability} in this act. Set dice aside for it again first.",
        "hidden_without_effects": "A hidden roll is read by one side alone: no abilities in it.",
        "effect_missing": "{ability} does not have {effect} in that size.",
        "trait_not_pushed": "Push {trait} first: the ability is tied to it.",
        "declared_already": "{effect} of this ability is declared.",
        "for_attackers": "{effect} is for the acting side.",
        "for_defenders": "{effect} is for the side that resists.",
        "needs_an_attack": "{effect} does something in an attack only.",
        "area_first": "Declare Area or Selective Area first, then other effects.",
        "effects_at_each": "With Area every target is paid for, {targets} in all; {chosen:?is|are} named.",
        "target_unknown": "Not everything named can be a target of this. Name components of this struggle.",
        "bowl_pays_one_shots": "The bowl pays for one-shots only, and {component} is none.",
    },
)


POWER = (Effect.POWER_ATTACK, Effect.POWER_DEFENSE)
WORDED = (Effect.FINESSE, Effect.AUTO_FINESSE, Effect.BLOCK, Effect.AUTO_BLOCK, Effect.FICTION, Effect.CREATE)


class DeclareAbilityEffect(Command):
    """Use an effect of an ability in a struggle, and pay for it. What is paid is spent, win or lose.

    Needs:    the ability's trait pushed, before the roll; dice of one's own worth exactly its price.
    Refused:  `no_struggle`, `already_rolled`, `hidden_without_effects`, `component_unknown`,
              `not_your_component`, `not_in_struggle`, `ability_inactive`, `ability_unknown`,
              `effect_missing`, `trait_not_pushed`, `effect_over_trait`, `declared_already`,
              `for_attackers`, `for_defenders`, `needs_an_attack`, `text_missing`, `zone_unknown`,
              `zones_too_many`, `zones_missing`, `target_too_far`, `mass_only`, `area_everybody`,
              `virtual_component`, `not_in_scene`, `cannot_act`, `own_side`, `already_in_struggle`,
              `opponent_twice`, `target_out_of_reach`, `target_unknown`, `create_traits`,
              `create_trait_too_large`, `heals_otherwise`, `area_first`, `effects_at_each`, `id_taken`,
              `id_empty`, `bowl_pays_one_shots`, `price_not_met`, `not_held`, `points_not_held`,
              `beyond_dice`.
    Yields:   `AbilityEffectDeclared`, `DiceSpent`; `AreaDeclared`, with `TargetsAdded` and `ExtendedSideJoined`
              for those named only now; `RangeUsed`; for Auto-Finesse `AspectPlaced`;
              `MergingClosed` for dice of others.
    """

    type: Literal["death_of_the_vele.declare_ability_effect"] = "death_of_the_vele.declare_ability_effect"
    component: ComponentRef = Field(title="Who")
    ability: AbilityRef
    effect: Effect
    size: Die | None = Field(default=None, description="Left out, the size the ability has it in.")
    paid: Dice = Field(title="Payment", description="What is paid; in a mass struggle, for each target.")
    source: WagerSource = Field(default=WagerSource.OWN, title="Where the die is from")
    targets: tuple[ComponentRef, ...] = Field(
        default=(),
        title="Whom",
        description="Against many whom it is for, with Area also further ones; elsewhere whom it marks.",
    )
    zones: int | None = Field(default=None, ge=0, le=99, description="For Range: how far it reaches.")
    zone: ZoneRef | None = Field(default=None, description="For Move: where to.", title="Where to")
    text: Name | None = Field(
        default=None, description="The aspect, the forbidden action, the fiction, or the name of what is created."
    )
    traits: tuple[TraitPrinted, ...] = Field(default=(), description="For Create: the traits it will have.")


class AbilityEffectDeclared(Event):
    """An effect was declared and paid for (VE-57).

    `points`: its price, for which `paid` left `home`; `power`: power dice that will be rolled for it; `targets`:
    sides it is paid for in a mass struggle, elsewhere whom it is aimed at.
    """

    type: Literal["death_of_the_vele.ability_effect_declared.v1"] = "death_of_the_vele.ability_effect_declared.v1"
    struggle: Slug
    side: Slug
    player: Person
    component: Slug
    ability: Slug
    effect: Effect
    size: Die
    points: Points
    home: Home
    paid: Dice
    power: tuple[Die, ...] = ()
    targets: tuple[Slug, ...] = ()
    zone: Name | None = None
    text: Text = ""
    traits: tuple[TraitPrinted, ...] = ()
    aspect: Slug | None = None


@chapter.decides(DeclareAbilityEffect)
def declare_ability_effect(state: Vele, command: DeclareAbilityEffect, asker: Asker, chance: Chance) -> Events:
    """VE-57: declare an effect of an ability whose trait is pushed; its price is spent whatever happens."""
    in_story(state, asker)
    struggle = before_roll(state)
    need(not struggle.hidden, "hidden_without_effects")
    it = own_component(state, command.component, asker)
    name = found(side_with(state, struggle, command.component), "not_in_struggle", component=command.component)
    effect = known_effect(state, struggle.sides[name], it, command)
    size = command.size or effect.size
    right_side(struggle, name, command)
    plan = PLANS.get(command.effect, plain_plan)(state, struggle, name, command, size)
    return effect_declared(state, struggle, name, it, command, size, plan)


def known_effect(state: Vele, side: Side, it: Component, command: DeclareAbilityEffect) -> AbilityEffect:
    """The effect of an ability whose trait is pushed, in the size asked for or a larger one; refused otherwise."""
    ability = known_ability(it, command.component, command.ability)
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


def right_side(struggle: Struggle, name: str, command: DeclareAbilityEffect) -> None:
    """Refuse what only attackers, or only defenders, may use, and what lacks words."""
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


def source_of(it: Component, command: DeclareAbilityEffect) -> Home:
    """The home an effect is paid from: a one-shot's from the bowl, the others' from their own dice."""
    if it.one_shot or command.source is WagerSource.BOWL:
        return BOWL
    if command.source is WagerSource.ALLOCATED:
        return Home(pool=Pool.ALLOCATED, owner=command.component)
    return main_pool(it)


@dataclass(slots=True)
class EffectPlan:
    """One effect as it will be declared: `price` in points, paid `times` over; `more` events go with it."""

    price: int
    targets: tuple[str, ...] = ()
    times: int = 1
    zone: str | None = None
    zones: int = 0
    traits: tuple[TraitPrinted, ...] = ()
    more: list[Event] = field(default_factory=list)


def effect_declared(
    state: Vele,
    struggle: Struggle,
    name: str,
    it: Component,
    command: DeclareAbilityEffect,
    size: Die,
    plan: EffectPlan,
) -> Events:
    """Events of an effect that is declared and paid for as planned."""
    home, paid = payment(state, it, command, plan)
    points_only = state.house_rules.points_pools
    power = (size,) if points_only else tuple(command.paid.each())
    placed = [each for each in plan.more if isinstance(each, AspectPlaced)]
    return [
        AbilityEffectDeclared(
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


def payment(state: Vele, it: Component, command: DeclareAbilityEffect, plan: EffectPlan) -> tuple[Home, Dice]:
    """The pool that pays for an effect, and the dice that it pays with. Refused where it cannot."""
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
    return home, paid


@chapter.applies(AbilityEffectDeclared, renames=True)
def _(state: Vele, event: AbilityEffectDeclared) -> None:
    side = side_of(state, event.side)
    must(event.ability in component_of(state, event.component).abilities, f"there is no ability {event.ability}")
    side.effects.append(
        DeclaredEffect(
            component=event.component,
            ability=event.ability,
            effect=event.effect,
            size=event.size,
            points=event.points,
            paid=event.paid,
            targets=list(event.targets),
            text=event.text,
            zone=event.zone,
            traits=list(event.traits),
            aspect=event.aspect,
        )
    )
    side.power_dice.extend(PowerDie(event.component, event.effect, die) for die in event.power)
    declared = f"{event.side}.{event.component}.{event.ability}.{event.effect.value}"
    note_deed(state, DeedKind.EFFECT, event.player, declared, DiceMove(event.paid, event.home, BOWL))


@undoes(DeedKind.EFFECT)
def _(state: Vele, done: Deed) -> None:
    side_name, component, ability, effect = done.subject.split(".")
    if state.struggle is None or side_name not in state.struggle.sides:
        return
    side = state.struggle.sides[side_name]
    gone = (component, ability, effect)
    for it in side.effects:
        if (it.component, it.ability, it.effect.value) == gone and it.aspect in state.aspects:
            state.aspects[it.aspect].status = AspectStatus.EXPIRED
    side.effects = [it for it in side.effects if (it.component, it.ability, it.effect.value) != gone]
    side.power_dice = [it for it in side.power_dice if (it.component, it.effect.value) != (component, effect)]


def effect_called(state: Vele, effect: Effect, size: Die) -> str:
    """An effect as the table writes it: by its die, or by its points (VE-P5)."""
    number = size.points if state.house_rules.effect_sizes_in_points else size.sides
    return f"{words(effect.value).title()} {number}"


@chapter.tells(AbilityEffectDeclared, "{component} uses {ability}: {effect} {size}, {points:?point|points}")
def _(state: Vele, event: AbilityEffectDeclared) -> Iterable[Fact]:
    name = state.components[event.component].abilities[event.ability].name
    yield told(f"{name}: {effect_called(state, event.effect, event.size)}", "ability", event.component)


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
                    probe = DeclareAbilityEffect(
                        component=slug,
                        ability=ability_id,
                        effect=effect.effect,
                        size=effect.size,
                        paid=Dice(),
                        text="-",
                    )
                    known = allowed(known_effect, state, side, it, probe)
                    if known and allowed(right_side, struggle, name, probe):
                        yield slug, ability_id, effect


def being_paid(state: Vele, home: Home, player: str) -> bool:
    """True if a pool pays for an effect its player has still to declare (VE-15, VE-57)."""
    struggle = running_struggle(state)
    if struggle is None:
        return False
    for slug, _, _ in undeclared(state, struggle, player):
        it = state.components[slug]
        if not it.one_shot and home in (main_pool(it), Home(pool=Pool.ALLOCATED, owner=slug)):
            return True
    return False


Planner: TypeAlias = Callable[[Vele, Struggle, str, DeclareAbilityEffect, Die], EffectPlan]
PLANS: dict[Effect, Planner] = {}
"""Planners of the effects that cost something else than their size."""


def plans_effect(*effects: Effect) -> Callable[[Planner], Planner]:
    """Register how these effects are planned."""

    def register(planner: Planner) -> Planner:
        PLANS.update(dict.fromkeys(effects, planner))
        return planner

    return register


def mass_targets(struggle: Struggle, name: str, command: DeclareAbilityEffect) -> tuple[tuple[str, ...], int]:
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


def plain_plan(state: Vele, struggle: Struggle, name: str, command: DeclareAbilityEffect, size: Die) -> EffectPlan:
    """Plan an effect that costs its own size; in a mass struggle for each target."""
    targets, times = mass_targets(struggle, name, command)
    one_by_one = struggle.kind is StruggleKind.MASS and name == ACTOR
    if command.effect not in (Effect.BLOCK, Effect.AUTO_BLOCK) and not one_by_one:
        targets = ()
    if unknown := [slug for slug in targets if slug not in state.components and slug not in struggle.sides]:
        raise CommandRefused("target_unknown", targets=unknown)
    return EffectPlan(size.points, targets, times)
