"""How components, their traits, abilities and attachments change."""

from domain.death_of_the_vele.events import components as say
from domain.death_of_the_vele.state import (
    Ability,
    AbilityEffect,
    Component,
    Deed,
    DiceMove,
    Trait,
    TurnState,
    Vele,
)
from domain.death_of_the_vele.terms import (
    ComponentKind,
    ComponentStatus,
    DeedKind,
    Dice,
    Home,
    Justification,
    Pool,
)

from .fold import act_of, component_of, deed, evolve, gain, must, pay, player_of, take, trait_of
from .story import undoes

BOWL = Home(pool=Pool.BOWL)


@evolve.on(say.ComponentBought)
def _(state: Vele, event: say.ComponentBought) -> None:
    must(event.component not in state.components, f"there is a {event.component} already")
    state.components[event.component] = Component(
        name=event.name,
        owner=event.owner,
        controller=event.owner,
        size=event.size,
        kind=event.kind,
        concept=event.concept,
        group=event.group,
        one_shot=event.one_shot,
        bonus_of=event.bonus_of,
    )
    if event.justification is Justification.THING_YOU_NEED:
        player_of(state, event.owner).thing_you_need_used = True


@evolve.on(say.TraitBought)
def _(state: Vele, event: say.TraitBought) -> None:
    it = component_of(state, event.component)
    new = Trait(event.name, event.die, event.is_focus, event.trait_kind)
    if event.replaces is None:
        must(event.trait not in it.traits, f"{event.component} has {event.trait} already")
        it.traits[event.trait] = new
        if event.home.pool is not Pool.BOWL:
            paid = DiceMove(held(state, event), event.home, BOWL)
            deed(state, DeedKind.TRAIT, event.by or it.owner, f"{event.component}.{event.trait}", paid)
        return
    must(event.replaces in it.traits, f"{event.component} has no {event.replaces}")
    it.traits = {
        (event.trait if slug == event.replaces else slug): (new if slug == event.replaces else known)
        for slug, known in it.traits.items()
    }
    for ability in it.abilities.values():
        ability.trait = event.trait if ability.trait == event.replaces else ability.trait


def held(state: Vele, event: say.TraitBought) -> Dice:
    """The die of a trait as its pool held it."""
    return Dice(d4=event.die.points) if state.house_rules.points_pools else Dice.of((event.die,))


@undoes(DeedKind.TRAIT)
def _(state: Vele, done: Deed) -> None:
    component, _, trait = done.subject.partition(".")
    component_of(state, component).traits.pop(trait, None)


@evolve.on(say.AbilityCreated)
def _(state: Vele, event: say.AbilityCreated) -> None:
    it = component_of(state, event.component)
    trait_of(state, event.component, event.trait)
    must(event.ability not in it.abilities, f"{event.component} has {event.ability} already")
    effects = [AbilityEffect(each.effect, each.size) for each in event.effects]
    it.abilities[event.ability] = Ability(event.name, event.trait, effects)
    it.allocated_total += event.cost


@evolve.on(say.AbilityRemoved)
def _(state: Vele, event: say.AbilityRemoved) -> None:
    it = component_of(state, event.component)
    must(it.abilities.pop(event.ability, None) is not None, f"{event.component} has no {event.ability}")
    it.allocated_total -= event.cost


@evolve.on(say.DiceAllocated)
def _(state: Vele, event: say.DiceAllocated) -> None:
    pay(state, event.home, Home(pool=Pool.ALLOCATED, owner=event.component), event.dice)


@evolve.on(say.DiceDeallocated)
def _(state: Vele, event: say.DiceDeallocated) -> None:
    take(state, Home(pool=Pool.ALLOCATED, owner=event.component), event.dice)
    gain(state, event.home, event.dice)


@evolve.on(say.OneShotUsed)
def _(state: Vele, event: say.OneShotUsed) -> None:
    it = component_of(state, event.component)
    must(it.one_shot and not it.used, f"{event.component} cannot be used")
    it.used = True
    it.used_in = event.struggle


@evolve.on(say.ComponentExpired)
def _(state: Vele, event: say.ComponentExpired) -> None:
    it = component_of(state, event.component)
    must(it.status is not ComponentStatus.EXPIRED, f"{event.component} is gone already")
    it.status = ComponentStatus.EXPIRED
    leave_unit(state, event.component)


def leave_unit(state: Vele, component: str) -> None:
    """Nothing is attached to this component any more."""
    for slug in state.components[component].attached_to:
        state.components[slug].attached_to.remove(component)
    state.components[component].attached_to = []


@evolve.on(say.TemporaryComponentCreated)
def _(state: Vele, event: say.TemporaryComponentCreated) -> None:
    must(event.component not in state.components, f"there is a {event.component} already")
    state.virtual.pop(event.component, None)
    state.components[event.component] = Component(
        name=event.name,
        owner=event.owner,
        controller=event.owner,
        size=event.size,
        kind=ComponentKind.TEMPORARY,
        traits={it.trait: Trait(it.name, it.die, it.is_focus, it.trait_kind) for it in event.traits},
    )


@evolve.on(say.VirtualComponentNoted)
def _(state: Vele, event: say.VirtualComponentNoted) -> None:
    state.virtual[event.component] = event.name


@evolve.on(say.ComponentsAttached)
def _(state: Vele, event: say.ComponentsAttached) -> None:
    for slug in event.components:
        component_of(state, slug).attached_to = [other for other in event.components if other != slug]
    charge(state, event.actor)


@evolve.on(say.ComponentDetached)
def _(state: Vele, event: say.ComponentDetached) -> None:
    charge(state, event.actor)
    leave_unit(state, event.component)


def charge(state: Vele, actor: str | None) -> None:
    """An action is gone, where attaching took one under initiative."""
    scene = state.scene if state.scene is not None and state.scene.open else None
    if scene is not None and actor is not None and scene.initiative_running:
        scene.components.setdefault(actor, TurnState()).acted_this_round = True


@evolve.on(say.ComponentPlayAssigned)
def _(state: Vele, event: say.ComponentPlayAssigned) -> None:
    it = component_of(state, event.component)
    back = event.to == it.owner
    it.played_by = None if back else event.to
    it.plays_on = None if back else event.dice_of


@evolve.on(say.ComponentPickPassed)
def _(state: Vele, event: say.ComponentPickPassed) -> None:
    act_of(state).passed_picks.append(event.player)
