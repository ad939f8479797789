"""How wounds heal."""

from domain.death_of_the_vele.events import healing as say
from domain.death_of_the_vele.reckoning import ACTOR, OPPONENT
from domain.death_of_the_vele.state import DiceMove, HealingAttempt, PushedDie, Side, Struggle, Vele
from domain.death_of_the_vele.terms import (
    ComponentStatus,
    DeedKind,
    GoalType,
    Home,
    Phase,
    Pool,
    StruggleKind,
)

from .fold import component_of, deed, evolve, must, rest_on_deeds, trait_of
from .outcomes import advance

BOWL = Home(pool=Pool.BOWL)


@evolve.on(say.HealingAttempted)
def _(state: Vele, event: say.HealingAttempted) -> None:
    must(state.struggle is None or not state.struggle.running, "another struggle is under way")
    state.struggles += 1
    patient = component_of(state, event.patient)
    wounds = {
        f"{event.patient}.{it.trait}": PushedDie(event.patient, it.trait, event.player, it.die, BOWL)
        for it in event.wounds
    }
    healer = PushedDie(event.healer, event.trait, event.player, event.die, BOWL)
    state.struggle = Struggle(
        id=event.struggle,
        kind=StruggleKind.HEALING,
        goal_type=GoalType.HEAL,
        goal_text="",
        player=event.player,
        phase=Phase.PUSHING,
        sides={
            ACTOR: Side(main=event.healer, pushed={f"{event.healer}.{event.trait}": healer}),
            OPPONENT: Side(main=None, pushed=wounds, ready=True),
        },
        subject=event.patient,
        takes_action=event.takes_action,
    )
    patient.healing_used_in = event.struggle
    patient.healing = HealingAttempt(event.struggle, 0, 0, event.count, healers=[event.healer])
    paid = (DiceMove(each.dice, each.home, BOWL) for each in event.paid)
    deed(state, DeedKind.GOAL, event.player, event.struggle, *paid)


@evolve.on(say.HealingRead)
def _(state: Vele, event: say.HealingRead) -> None:
    attempt = component_of(state, event.patient).healing
    must(attempt is not None, f"nobody treats {event.patient}")
    if attempt is not None:
        attempt.result, attempt.opposition, attempt.paid = event.result, event.opposition, event.paid


@evolve.on(say.HealingJoined)
def _(state: Vele, event: say.HealingJoined) -> None:
    attempt = component_of(state, event.patient).healing
    must(attempt is not None, f"nobody has treated {event.patient}")
    if attempt is not None:
        attempt.result = event.result
        attempt.paid += event.count
        attempt.healers.append(event.healer)
    rest_on_deeds(state)


@evolve.on(say.TraitHealed)
def _(state: Vele, event: say.TraitHealed) -> None:
    it, trait = component_of(state, event.component), trait_of(state, event.component, event.trait)
    must(trait.damage_mark, f"{event.trait} is not damaged")
    trait.damage_mark = False
    if it.healing is not None:
        it.healing.used += event.points
        it.healing.healed.append(event.trait)
    if it.status is ComponentStatus.TAKEN_OUT:
        it.status, it.taken_out_by = ComponentStatus.ACTIVE, None
    if state.struggle is not None and state.struggle.running:
        advance(state)


@evolve.on(say.CastSlept)
def _(state: Vele, event: say.CastSlept) -> None:
    for it in state.components.values():
        it.healing_used_in, it.healing = None, None
