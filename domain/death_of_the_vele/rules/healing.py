"""Healing and repair, and later healers (VE-83, VE-103)."""

from domain.death_of_the_vele.commands import healing as ask
from domain.death_of_the_vele.events import healing as say
from domain.death_of_the_vele.events.economy import DiceSpent
from domain.death_of_the_vele.reckoning import unit_of
from domain.death_of_the_vele.state import Component, Scene, Vele
from domain.death_of_the_vele.terms import Dice, Effect, Home, Payment, Pool, Wound
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.people import Asker

from .cases import answers, rolls_for
from .common import narrating, purse, running_struggle
from .mending import damaged, mended
from .pools import as_held, dice_held
from .pushing import usable_trait
from .stages import in_turn, own_in_the_scene, reached_by_dice, scene_with_dice


def patient_of(state: Vele, scene: Scene, slug: str) -> Component:
    """Somebody in the scene with a damaged trait; whoever is taken out is no less a patient."""
    it = found(state.components.get(slug), "component_unknown", component=slug)
    need(slug in scene.cast, "not_in_scene", component=slug)
    need(it.present, "cannot_act", component=slug, status=it.status)
    reached_by_dice(slug, it)
    need(damaged(it), "nothing_damaged", component=slug)
    return it


def may_heal(state: Vele, healer: Component, command: ask.HealTraits | ask.JoinHealing) -> None:
    """An ability with Heal on a usable trait, large enough; by house rule any trait will do."""
    trait = found(healer.traits.get(command.trait), "trait_unknown", component=command.healer, trait=command.trait)
    usable_trait(command.trait, trait)
    sizes = [
        effect.size.points
        for ability in healer.abilities.values()
        if ability.trait == command.trait and ability.active
        for effect in ability.effects
        if effect.effect is Effect.HEAL
    ]
    if state.house_rules.heal_without_ability:
        sizes.append(trait.die.points)
    need(sizes, "heal_missing", trait=trait.name)
    if command.count > max(sizes):
        raise CommandRefused("heals_too_many", count=command.count, most=max(sizes))


def payments(state: Vele, command: ask.HealTraits | ask.JoinHealing) -> list[DiceSpent]:
    """A point for each trait, from the healer, the patient, or both."""
    payers: list[Home] = []
    for slug in (command.healer, command.patient):
        for part in unit_of(state, slug):
            payers += [purse(state.components[part]), Home(pool=Pool.ALLOCATED, owner=part)]
    total = sum(each.dice.points for each in command.paid)
    merged: dict[tuple[str, str | None], Payment] = {}
    for each in command.paid:
        need(each.home in payers, "not_a_payer", pool=each.home.pool.value, owner=each.home.owner)
        key = (each.home.pool.value, each.home.owner)
        before = merged.get(key)
        merged[key] = each if before is None else Payment(home=each.home, dice=before.dice + each.dice)
    if total != command.count:
        raise CommandRefused(
            "price_not_met", price=command.count, paid=total, dice=sum((it.dice for it in command.paid), Dice())
        )
    events: list[DiceSpent] = []
    for each in merged.values():
        dice = as_held(state, each.dice)
        dice_held(state, each.home, dice)
        events.append(DiceSpent(home=each.home, dice=dice, points=dice.points, purpose="healing"))
    return events


@answers(ask.HealTraits)
def heal_traits(state: Vele, command: ask.HealTraits, asker: Asker) -> Events:
    """VE-83: bowl dice on both sides; nobody wagers, nobody wins; what is paid is spent."""
    scene = scene_with_dice(state)
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    healer = own_in_the_scene(state, scene, command.healer, asker)
    in_turn(state, scene, command.healer, asker)
    patient = patient_of(state, scene, command.patient)
    need(patient.healing_used_in is None, "treated_already", component=command.patient)
    may_heal(state, healer, command)
    paid = payments(state, command)
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
def join_healing(state: Vele, command: ask.JoinHealing, asker: Asker, chance: Chance) -> Events:
    """VE-83: a later healer is an ally in the first attempt: one more die, more points, read again."""
    scene = scene_with_dice(state)
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    healer = own_in_the_scene(state, scene, command.healer, asker)
    patient = patient_of(state, scene, command.patient)
    attempt = found(patient.healing, "not_treated", component=command.patient)
    need(command.healer not in attempt.healers, "healed_by_it", component=command.healer)
    may_heal(state, healer, command)
    paid = payments(state, command)
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
def sleep_on_it(state: Vele, command: ask.SleepOnIt, asker: Asker) -> Events:
    """VE-83: after a sleep everybody may be treated once more."""
    narrating(state, asker)
    if state.scene is not None and state.scene.open and state.scene.initiative_running:
        raise CommandRefused("initiative_runs")
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    return [say.CastSlept()]
