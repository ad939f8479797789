"""Healing (VE-83)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.deeds import note_deed, rest_on_deeds, undoes
from domain.death_of_the_vele.chapters.guards import (
    in_story,
    in_turn,
    known_component,
    known_trait,
    must_narrate,
    own_in_the_scene,
    reached_by_dice,
    scene_with_dice,
)
from domain.death_of_the_vele.chapters.initiative.turns import owed_for_helping
from domain.death_of_the_vele.chapters.outcomes.healed_traits import damaged, traits_healed
from domain.death_of_the_vele.chapters.pools import DiceSpent, dice_held
from domain.death_of_the_vele.chapters.struggle_dice.pushing import usable_trait
from domain.death_of_the_vele.chapters.struggles.withdrawing import drop_struggle
from domain.death_of_the_vele.lookup import (
    BOWL,
    as_held,
    bag,
    component_of,
    main_pool,
    narrator_of,
    running_struggle,
)
from domain.death_of_the_vele.phrases import told
from domain.death_of_the_vele.seats import SCENE, Seat, components, mine
from domain.death_of_the_vele.state.act import Scene
from domain.death_of_the_vele.state.cast import Component, HealingAttempt
from domain.death_of_the_vele.state.struggle import PushedDie, Side, Struggle
from domain.death_of_the_vele.state.table import Deed, DiceMove
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import ACTOR, OPPONENT, unit_of
from domain.death_of_the_vele.terms.cast import Effect, Wound
from domain.death_of_the_vele.terms.dice import Dice, Die, Home, Payment, Pool
from domain.death_of_the_vele.terms.play import DeedKind
from domain.death_of_the_vele.terms.references import ComponentRef, TraitRef
from domain.death_of_the_vele.terms.struggle import GoalType, Phase, StruggleKind
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, allowed, found, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker, Role
from domain.kernel.terms import Person, PersonId, Points, Slug

chapter = Chapter[Vele](
    "Healing",
    {
        "heal_missing": "{trait} carries no ability to heal or repair.",
        "heals_too_many": "This heals {most:?trait|traits} at most, not {count}.",
        "nothing_damaged": "{component} has no damaged trait.",
        "treated_already": "{component} was treated since the last conflict or sleep. Join that attempt instead.",
        "not_a_payer": "Only the healer and the patient pay for healing, not the {pool} dice of {owner}.",
        "not_treated": "Nobody has treated {component} yet: begin.",
        "healed_by_it": "{component} is part of that attempt already.",
    },
)


def patient_of(state: Vele, scene: Scene, slug: str) -> Component:
    """A component of the scene with a damaged trait, taken out or not; refused otherwise."""
    it = known_component(state, slug)
    need(slug in scene.cast, "not_in_scene", component=slug)
    need(it.present, "cannot_act", component=slug, status=it.status)
    reached_by_dice(slug, it)
    need(damaged(it), "nothing_damaged", component=slug)
    return it


class HealTraits(Command):
    """Begin to heal a patient: so many traits, paid for point by point. The wounds resist with their own dice.

    Needs:    an ability with Heal on a usable trait; a patient not treated since the last conflict or sleep.
    Refused:  `no_act`, `act_in_setup`, `no_scene`, `no_dice_now`, `struggle_running`,
              `component_unknown`, `not_your_component`, `not_in_scene`, `cannot_act`, `turn_not_begun`,
              `not_your_turn`, `acted_already`, `must_skip`, `heal_missing`, `heals_too_many`,
              `nothing_damaged`, `treated_already`, `not_a_payer`, `price_not_met`, `not_held`,
              `points_not_held`, `trait_unknown`, `beyond_dice`.
    Yields:   `HealingAttempted`, `DiceSpent`; `MergingClosed` for dice of others.
    """

    type: Literal["death_of_the_vele.heal_traits"] = "death_of_the_vele.heal_traits"
    healer: ComponentRef = Field(title="Who")
    trait: TraitRef = Field(description="The trait that heals; its die is pushed from the bowl.")
    patient: ComponentRef = Field(title="Whom")
    count: int = Field(
        title="How many traits", ge=1, le=99, description="How many traits at most; each costs a point."
    )
    paid: tuple[Payment, ...] = Field(title="Payment", description="From the healer, the patient, or both.")


class JoinHealing(Command):
    """Join the last attempt as another healer: a die and points are added, and the result is read again.

    Needs:    a patient treated since the last conflict or sleep; an ability with Heal; to help nobody else.
    Refused:  `no_scene`, `struggle_running`, `component_unknown`, `not_your_component`, `not_in_scene`,
              `cannot_act`, `not_treated`, `healed_by_it`, `two_masters`, `heal_missing`, `heals_too_many`,
              `nothing_damaged`, `not_a_payer`, `price_not_met`, `not_held`, `points_not_held`, `beyond_dice`.
    Yields:   `DiceSpent`, `HealingJoined`, `TraitHealed`, `ActionOwed`; `MergingClosed` for dice of others.
    """

    type: Literal["death_of_the_vele.join_healing"] = "death_of_the_vele.join_healing"
    healer: ComponentRef = Field(title="Who")
    trait: TraitRef
    patient: ComponentRef = Field(title="Whom")
    count: int = Field(
        title="How many traits", ge=1, le=99, description="How many more traits; each costs a point."
    )
    paid: tuple[Payment, ...] = Field(title="Payment")


class HealingAttempted(Event):
    """Somebody set out to heal `count` traits of a patient (VE-83).

    `wounds`: the damaged traits, which resist; `paid`: dice spent on it, by home, which come home if the table
    takes the attempt back; `takes_action`: it is the healer's action of the round.
    """

    type: Literal["death_of_the_vele.healing_attempted.v1"] = "death_of_the_vele.healing_attempted.v1"
    struggle: Slug
    player: Person
    healer: Slug
    trait: Slug
    patient: Slug
    count: Points
    paid: tuple[Payment, ...] = ()
    die: Die
    wounds: tuple[Wound, ...]
    takes_action: bool


@chapter.decides(HealTraits)
def heal_traits(state: Vele, command: HealTraits, asker: Asker, chance: Chance) -> Events:
    """VE-83: begin to heal: bowl dice on both sides, nothing wagered; what is paid is spent."""
    in_story(state, asker)
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
        HealingAttempted(
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


@chapter.applies(HealingAttempted, renames=True)
def _(state: Vele, event: HealingAttempted) -> None:
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
    note_deed(state, DeedKind.GOAL, event.player, event.struggle, *paid)


@undoes(DeedKind.GOAL)
def _(state: Vele, done: Deed) -> None:
    struggle = state.struggle
    if struggle is not None and struggle.id == done.subject:
        drop_struggle(state, struggle)


@chapter.tells(HealingAttempted, "{healer} treats {patient}, for {count:?trait|traits}")
def _(state: Vele, event: HealingAttempted) -> Iterable[Fact]:
    wounds = len(event.wounds)
    yield facts.TestOpened(
        test=event.struggle,
        form="healing",
        sides=(event.healer, event.patient),
        aim=f"Treat {event.count} of {wounds} wound{'' if wounds == 1 else 's'}",
        acting=2,
    )
    yield facts.Turn(test=event.struggle, who=event.healer, text="", way=facts.Way.TREATS, to=event.patient)


class HealingJoined(Event):
    """A later healer joined the attempt (VE-83). `die` fell on `value`; `result` is the healers' new total."""

    type: Literal["death_of_the_vele.healing_joined.v1"] = "death_of_the_vele.healing_joined.v1"
    patient: Slug
    healer: Slug
    trait: Slug
    count: Points
    die: Die
    value: int
    result: int


@chapter.decides(JoinHealing)
def join_healing(state: Vele, command: JoinHealing, asker: Asker, chance: Chance) -> Events:
    """VE-83: join an attempt as another healer: one more die, more points, and the result read again."""
    in_story(state, asker)
    scene = scene_with_dice(state)
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    healer = own_in_the_scene(state, scene, command.healer, asker)
    patient = patient_of(state, scene, command.patient)
    attempt = found(patient.healing, "not_treated", component=command.patient)
    need(command.healer not in attempt.healers, "healed_by_it", component=command.healer)
    owed = owed_for_helping(scene, command.healer, attempt.healers[0])
    may_heal(state, healer, command)
    paid = payments(state, command)
    die = healer.traits[command.trait].die
    (value,) = chance.roll(die.sides)
    result = max(attempt.result, value + attempt.beside_dice)
    score, most = result - attempt.opposition, attempt.paid + command.count
    joined = HealingJoined(
        patient=command.patient,
        healer=command.healer,
        trait=command.trait,
        count=command.count,
        die=die,
        value=value,
        result=result,
    )
    return [*paid, joined, *traits_healed(patient, command.patient, score, most, attempt.healed), *owed]


def may_heal(state: Vele, healer: Component, command: HealTraits | JoinHealing) -> None:
    """Refuse a healer without a usable, large enough Heal (VE-103); by house rule any trait will do."""
    trait = known_trait(healer, command.healer, command.trait)
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
    need(command.count <= max(sizes), "heals_too_many", count=command.count, most=max(sizes))


def payments(state: Vele, command: HealTraits | JoinHealing) -> list[DiceSpent]:
    """Events of a point paid for each trait, from the healer, the patient, or both."""
    payers: list[Home] = []
    for slug in (command.healer, command.patient):
        for part in unit_of(state, slug):
            payers += [main_pool(state.components[part]), Home(pool=Pool.ALLOCATED, owner=part)]
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


@chapter.applies(HealingJoined, renames=True)
def _(state: Vele, event: HealingJoined) -> None:
    attempt = component_of(state, event.patient).healing
    must(attempt is not None, f"nobody has treated {event.patient}")
    if attempt is not None:
        attempt.result = event.result
        attempt.paid += event.count
        attempt.healers.append(event.healer)
    rest_on_deeds(state)


@chapter.tells(HealingJoined, "{healer} joins in healing {patient}")
def _(state: Vele, event: HealingJoined) -> Iterable[Fact]:
    name = state.components[event.healer].traits[event.trait].name
    yield facts.DiceRolled(
        roller=event.healer,
        purpose="healing",
        dice=(facts.Die(f"{event.trait}-0", event.die.sides, event.value, name, event.value == event.result),),
        reading=str(event.result),
    )


class SleepOnIt(Command):
    """Let the cast sleep: everybody may be treated once more.

    Needs:    to narrate; no initiative.
    Refused:  `narrator_only`, `initiative_runs`, `struggle_running`.
    Yields:   `CastSlept`.
    """

    type: Literal["death_of_the_vele.sleep_on_it"] = "death_of_the_vele.sleep_on_it"


class CastSlept(Event):
    """The cast slept: everybody may be treated once more."""

    type: Literal["death_of_the_vele.cast_slept.v1"] = "death_of_the_vele.cast_slept.v1"


@chapter.decides(SleepOnIt)
def sleep_on_it(state: Vele, command: SleepOnIt, asker: Asker, chance: Chance) -> Events:
    """VE-83: let the cast sleep; everybody may be treated once more."""
    in_story(state, asker)
    must_narrate(state, asker)
    if state.scene is not None and state.scene.open and state.scene.initiative_running:
        raise CommandRefused("initiative_runs")
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    return [CastSlept()]


@chapter.applies(CastSlept)
def _(state: Vele, event: CastSlept) -> None:
    for it in state.components.values():
        it.healing_used_in, it.healing = None, None


@chapter.tells(CastSlept, "Everybody sleeps on it")
def _(state: Vele, event: CastSlept) -> Iterable[Fact]:
    yield told("they sleep on it", "healing")


def treating(state: Vele, scene: Scene, seat: Seat) -> Iterable[Offer]:
    """Offers to treat wounds, a point of the healer's own at a time."""
    player = Asker(PersonId(seat.player), Role.PLAYER)
    wounded = [slug for slug in scene.cast if slug in state.components and damaged(state.components[slug])]
    for slug in mine(state, scene, seat):
        it = state.components[slug]
        heals = [
            ability.trait
            for ability in it.abilities.values()
            if any(effect.effect is Effect.HEAL for effect in ability.effects) and it.traits[ability.trait].usable
        ]
        if not heals or not bag(state, main_pool(it)).d4:
            continue
        paid = ({"home": main_pool(it).model_dump(), "dice": Dice(d4=1).model_dump()},)
        known = {"healer": slug, "trait": heals[0], "count": 1, "paid": paid}
        fresh = [each for each in wounded if state.components[each].healing is None]
        if fresh and allowed(in_turn, state, scene, slug, player):
            yield seat.offer(
                HealTraits, f"{it.name} heals", known, {"patient": components(state, fresh)}, group=SCENE
            )
        begun = [each for each in wounded if (done := state.components[each].healing) and slug not in done.healers]
        if begun:
            yield seat.offer(
                JoinHealing,
                f"{it.name} joins in healing",
                known,
                {"patient": components(state, begun)},
                group=SCENE,
                dice=(it.traits[heals[0]].die.sides,),
            )
    if narrator_of(state) == seat.player and not scene.initiative_running and wounded:
        yield seat.offer(SleepOnIt, "Everybody sleeps on it", group=SCENE)
