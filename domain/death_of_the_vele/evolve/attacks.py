"""How attacks change what they hit."""

from domain.death_of_the_vele.events import attacks as say
from domain.death_of_the_vele.reckoning import open_harms, sufferer
from domain.death_of_the_vele.state import Harm, Vele
from domain.death_of_the_vele.terms import ComponentStatus, HarmCause

from .components import leave_unit
from .fold import component_of, evolve, must, player_of, struggle_of, trait_of
from .outcomes import advance


@evolve.on(say.EffectDealt)
def _(state: Vele, event: say.EffectDealt) -> None:
    component_of(state, event.target)
    struggle_of(state).harms.append(
        Harm(
            target=event.target,
            cause=event.cause,
            by=event.by,
            remaining_effect=event.effect,
            aimed=event.aimed,
            order=list(event.order),
        )
    )
    advance(state)


@evolve.on(say.LethalApplied)
def _(state: Vele, event: say.LethalApplied) -> None:
    for harm in struggle_of(state).harms:
        # A whole trait is removed as by damage, also where the attack itself is for control (VE-92).
        another = event.traits and harm.cause is HarmCause.CONTROL
        if harm.target == event.target and harm.by == event.by and not another:
            harm.remaining_effect += event.effect
            harm.traits += event.traits
            break
    else:
        lethal = Harm(event.target, HarmCause.LETHAL, event.by, event.effect, event.traits)
        struggle_of(state).harms.append(lethal)
    advance(state)


@evolve.on(say.ReflectiveApplied)
def _(state: Vele, event: say.ReflectiveApplied) -> None:
    struggle_of(state).harms.append(Harm(event.target, HarmCause.REFLECTIVE, event.by, traits=1))
    advance(state)


@evolve.on(say.TraitDisabled)
def _(state: Vele, event: say.TraitDisabled) -> None:
    struggle = struggle_of(state)
    harm = next(open_harms(state, struggle), None)
    must(harm is not None, "no effect is left")
    trait, it = trait_of(state, event.component, event.trait), component_of(state, event.component)
    if harm is not None:
        turn = sufferer(state, harm)
        if turn in harm.order:
            harm.order = harm.order[harm.order.index(turn) + 1 :]
        harm.started = harm.started or turn == harm.target
        if harm.remaining_effect > 0:
            harm.remaining_effect = event.remaining
        else:
            harm.traits -= 1
    if event.cause is HarmCause.CONTROL:
        must(event.by not in trait.control_marks, f"{event.by} has marked {event.trait} already")
        trait.control_marks.append(event.by or "")
    else:
        must(not trait.damage_mark, f"{event.trait} is damaged already")
        trait.damage_mark = True
        it.healing_used_in, it.healing = None, None
    struggle.disabled_by[f"{event.component}.{event.trait}"] = event.by or ""
    advance(state)


@evolve.on(say.ComponentTakenOut)
def _(state: Vele, event: say.ComponentTakenOut) -> None:
    it = component_of(state, event.component)
    it.status, it.taken_out_by = ComponentStatus.TAKEN_OUT, event.by
    if state.struggle is not None and state.struggle.running:
        advance(state)


@evolve.on(say.ComponentDestroyed)
def _(state: Vele, event: say.ComponentDestroyed) -> None:
    component_of(state, event.component).status = ComponentStatus.DESTROYED
    leave_unit(state, event.component)
    if state.struggle is not None and state.struggle.running:
        advance(state)


@evolve.on(say.ControlTaken)
def _(state: Vele, event: say.ControlTaken) -> None:
    it = component_of(state, event.component)
    player_of(state, event.player)
    it.controller, it.played_by, it.plays_on, it.controlled_by = event.player, None, None, event.by
    leave_unit(state, event.component)
    if state.struggle is not None and state.struggle.running:
        for harm in state.struggle.harms:
            if harm.target == event.component and harm.cause is HarmCause.CONTROL:
                harm.traits = 0
        advance(state)


@evolve.on(say.ComponentOwnershipChanged)
def _(state: Vele, event: say.ComponentOwnershipChanged) -> None:
    it = component_of(state, event.component)
    player_of(state, event.to)
    it.owner = it.controller = event.to
    it.kind, it.group, it.controlled_by, it.taken_out_by = event.kind, None, None, None
    it.scene_long = False
    for slug, trait in it.traits.items():
        trait.active = slug in event.traits
        trait.control_marks = []
    if it.status is ComponentStatus.TAKEN_OUT and any(trait.usable for trait in it.traits.values()):
        it.status = ComponentStatus.ACTIVE
    for group in state.groups.values():
        if event.component in group.members:
            group.members.remove(event.component)
