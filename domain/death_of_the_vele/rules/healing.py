"""Healing and repair, and later healers (VE-83, VE-103)."""

from domain.death_of_the_vele.commands import healing as ask
from domain.death_of_the_vele.events import healing as say
from domain.death_of_the_vele.events.economy import DiceSpent
from domain.death_of_the_vele.reckoning import unit_of
from domain.death_of_the_vele.state import Component, Scene, Vele
from domain.death_of_the_vele.terms import Dice, Effect, Home, Payment, Pool, Wound
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.dice import Dice as Chance
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .cases import answers, rolls_for
from .common import narrating, purse, running_struggle
from .mending import damaged, mended
from .pools import as_held, not_held
from .pushing import unusable
from .stages import out_of_turn, own_in_the_scene, scene_with_dice, untouched


def patient_of(state: Vele, scene: Scene, slug: str) -> Component | Refusal:
    """Somebody in the scene with a damaged trait; whoever is taken out is no less a patient."""
    it = state.components.get(slug)
    if it is None:
        return refuse("component_unknown", component=slug)
    if slug not in scene.cast:
        return refuse("not_in_scene", component=slug)
    if not it.present:
        return refuse("cannot_act", component=slug, status=it.status)
    if refused := untouched(slug, it):
        return refused
    return it if damaged(it) else refuse("nothing_damaged", component=slug)


def heal_refused(state: Vele, healer: Component, command: ask.HealTraits | ask.JoinHealing) -> Refusal | None:
    """An ability with Heal on a usable trait, large enough; by house rule any trait will do."""
    trait = healer.traits.get(command.trait)
    if trait is None:
        return refuse("trait_unknown", component=command.healer, trait=command.trait)
    if refused := unusable(command.trait, trait):
        return refused
    sizes = [
        effect.size.points
        for ability in healer.abilities.values()
        if ability.trait == command.trait and ability.active
        for effect in ability.effects
        if effect.effect is Effect.HEAL
    ]
    if state.house_rules.heal_without_ability:
        sizes.append(trait.die.points)
    if not sizes:
        return refuse("heal_missing", trait=trait.name)
    return refuse("heals_too_many", count=command.count, most=max(sizes)) if command.count > max(sizes) else None


def payments(state: Vele, command: ask.HealTraits | ask.JoinHealing) -> list[DiceSpent] | Refusal:
    """A point for each trait, from the healer, the patient, or both."""
    allowed: list[Home] = []
    for slug in (command.healer, command.patient):
        for part in unit_of(state, slug):
            allowed += [purse(state.components[part]), Home(pool=Pool.ALLOCATED, owner=part)]
    total = sum(each.dice.points for each in command.paid)
    merged: dict[tuple[str, str | None], Payment] = {}
    for each in command.paid:
        if each.home not in allowed:
            return refuse("not_a_payer", pool=each.home.pool.value, owner=each.home.owner)
        key = (each.home.pool.value, each.home.owner)
        before = merged.get(key)
        merged[key] = each if before is None else Payment(home=each.home, dice=before.dice + each.dice)
    if total != command.count:
        return refuse(
            "price_not_met", price=command.count, paid=total, dice=sum((it.dice for it in command.paid), Dice())
        )
    events: list[DiceSpent] = []
    for each in merged.values():
        dice = as_held(state, each.dice)
        if lacking := not_held(state, each.home, dice):
            return lacking
        events.append(DiceSpent(home=each.home, dice=dice, points=dice.points, purpose="healing"))
    return events


@answers(ask.HealTraits)
def heal_traits(state: Vele, command: ask.HealTraits, asker: Asker) -> Decision[Event]:
    """VE-83: bowl dice on both sides; nobody wagers, nobody wins; what is paid is spent."""
    scene = scene_with_dice(state)
    if isinstance(scene, Refusal):
        return scene
    if running := running_struggle(state):
        return refuse("struggle_running", struggle=running.id)
    healer = own_in_the_scene(state, scene, command.healer, asker)
    if isinstance(healer, Refusal):
        return healer
    if late := out_of_turn(state, scene, command.healer, asker):
        return late
    patient = patient_of(state, scene, command.patient)
    if isinstance(patient, Refusal):
        return patient
    if patient.healing_used_in is not None:
        return refuse("treated_already", component=command.patient)
    if refused := heal_refused(state, healer, command):
        return refused
    paid = payments(state, command)
    if isinstance(paid, Refusal):
        return paid
    return [
        *paid,
        say.HealingAttempted(
            struggle=f"struggle-{state.struggles + 1}",
            player=asker.person,
            healer=command.healer,
            trait=command.trait,
            patient=command.patient,
            count=command.count,
            paid=tuple(Payment(home=each.home, dice=each.dice) for each in paid),
            die=healer.traits[command.trait].die,
            wounds=tuple(Wound(trait=trait, die=patient.traits[trait].die) for trait in damaged(patient)),
            takes_action=True,
        ),
    ]


@rolls_for(ask.JoinHealing)
def join_healing(state: Vele, command: ask.JoinHealing, asker: Asker, chance: Chance) -> Decision[Event]:
    """VE-83: a later healer is an ally in the first attempt: one more die, more points, read again."""
    scene = scene_with_dice(state)
    if isinstance(scene, Refusal):
        return scene
    if running := running_struggle(state):
        return refuse("struggle_running", struggle=running.id)
    healer = own_in_the_scene(state, scene, command.healer, asker)
    if isinstance(healer, Refusal):
        return healer
    patient = patient_of(state, scene, command.patient)
    if isinstance(patient, Refusal):
        return patient
    attempt = patient.healing
    if attempt is None:
        return refuse("not_treated", component=command.patient)
    if command.healer in attempt.healers:
        return refuse("healed_by_it", component=command.healer)
    if refused := heal_refused(state, healer, command):
        return refused
    paid = payments(state, command)
    if isinstance(paid, Refusal):
        return paid
    die = healer.traits[command.trait].die
    (value,) = chance.roll(die.sides)
    result = max(attempt.result, value)
    left = max(0, result - attempt.opposition - attempt.used)
    most = attempt.paid + command.count - len(attempt.healed)
    joined = say.HealingJoined(
        patient=command.patient,
        healer=command.healer,
        trait=command.trait,
        count=command.count,
        die=die,
        value=value,
        result=result,
    )
    return [*paid, joined, *mended(patient, command.patient, left, most)]


@answers(ask.SleepOnIt)
def sleep_on_it(state: Vele, command: ask.SleepOnIt, asker: Asker) -> Decision[Event]:
    """VE-83: after a sleep everybody may be treated once more."""
    if refused := narrating(state, asker):
        return refused
    if state.scene is not None and state.scene.open and state.scene.initiative_running:
        return refuse("initiative_runs")
    if running := running_struggle(state):
        return refuse("struggle_running", struggle=running.id)
    return [say.CastSlept()]
