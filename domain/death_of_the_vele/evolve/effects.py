"""How ability effects change a struggle."""

from domain.death_of_the_vele.events import effects as say
from domain.death_of_the_vele.reckoning import ACTOR
from domain.death_of_the_vele.state import Component, DeclaredEffect, Deed, DiceMove, PowerDie, Side, Trait, Vele
from domain.death_of_the_vele.terms import AspectStatus, DeedKind, Phase, Size

from .components import BOWL
from .fold import component_of, deed, evolve, must, scene_of, side_of, struggle_of
from .story import undoes


@evolve.on(say.AbilityEffectDeclared)
def _(state: Vele, event: say.AbilityEffectDeclared) -> None:
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
    deed(state, DeedKind.EFFECT, event.player, declared, DiceMove(event.paid, event.home, BOWL))


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


@evolve.on(say.AreaDeclared)
def _(state: Vele, event: say.AreaDeclared) -> None:
    for slug in event.targets:
        component_of(state, slug)


@evolve.on(say.TargetsAdded)
def _(state: Vele, event: say.TargetsAdded) -> None:
    struggle = struggle_of(state)
    for name, slug in zip(event.sides, event.targets, strict=True):
        component_of(state, slug)
        must(name not in struggle.sides, f"{name} is a side already")
        struggle.sides[name] = Side(main=slug)
    struggle.sides = {name: struggle.sides[name] for name in (ACTOR, *event.order)}
    if struggle.phase is Phase.POWERING:
        struggle.phase = Phase.PUSHING


@evolve.on(say.RangeUsed)
def _(state: Vele, event: say.RangeUsed) -> None:
    component_of(state, event.component)


@evolve.on(say.ComponentCreated)
def _(state: Vele, event: say.ComponentCreated) -> None:
    must(event.component not in state.components, f"there is a {event.component} already")
    creator = component_of(state, event.creator)
    state.components[event.component] = Component(
        name=event.name,
        owner=event.owner,
        controller=event.owner,
        size=Size.NORMAL,
        kind=event.kind,
        zone=creator.zone,
        scene_long=True,
        traits={it.trait: Trait(it.name, it.die, it.is_focus, it.trait_kind) for it in event.traits},
    )
    scene_of(state).cast.append(event.component)
