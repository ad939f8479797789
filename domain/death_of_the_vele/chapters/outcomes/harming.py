"""Traits lost, components taken out (VE-74 to VE-76)."""

from collections.abc import Iterable
from typing import Literal

from domain.death_of_the_vele.chapters.cast.components import leave_unit
from domain.death_of_the_vele.chapters.guards import in_story, known_trait, own_component, struggle_decided
from domain.death_of_the_vele.chapters.outcomes.control import ControlTaken
from domain.death_of_the_vele.chapters.struggle_dice.rolling import advance
from domain.death_of_the_vele.lookup import component_of, struggle_of, trait_of
from domain.death_of_the_vele.phrases import READY, mark, told, words
from domain.death_of_the_vele.state.cast import Component
from domain.death_of_the_vele.state.struggle import Harm, Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import next_to_lose, open_harms, player_of_component, possible_losses
from domain.death_of_the_vele.terms.cast import ComponentKind, ComponentStatus, Size
from domain.death_of_the_vele.terms.play import TakenOut
from domain.death_of_the_vele.terms.references import ComponentRef, TraitRef
from domain.death_of_the_vele.terms.struggle import HarmCause, Phase
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker
from domain.kernel.terms import Points, Slug

chapter = Chapter[Vele](
    "Traits lost, components taken out",
    {
        "shares_first": "Share out the winnings first, then traits are lost.",
        "no_effect_left": "No effect is left to absorb.",
        "not_its_turn_to_suffer": "Not this one: {component} loses the next trait.",
        "aimed_trait_first": "The attack was aimed at {trait}: it goes first.",
    },
)


class DisableTrait(Command):
    """Choose the trait that is lost: to an effect. Nobody can challenge the choice.

    Needs:    a suffering component of one's own, in its turn; effect that is left.
    Refused:  `no_struggle`, `shares_first`, `no_effect_left`, `component_unknown`, `not_your_component`,
              `not_its_turn_to_suffer`, `trait_unknown`, `trait_lost_already`, `aimed_trait_first`.
    Yields:   `TraitDisabled`; `ComponentTakenOut` or `ComponentDestroyed` with the last one, then `PlaceTaken`
              where something attached to it goes on; `ControlTaken` when control is total.
    """

    type: Literal["death_of_the_vele.disable_trait"] = "death_of_the_vele.disable_trait"
    component: ComponentRef
    trait: TraitRef


class TraitDisabled(Event):
    """A trait was lost (VE-74).

    `remaining`: effect still to be absorbed; `points`: what this trait absorbed; `by`: whose mark it has.
    """

    type: Literal["death_of_the_vele.trait_disabled.v1"] = "death_of_the_vele.trait_disabled.v1"
    struggle: Slug
    component: Slug
    trait: Slug
    points: Points
    cause: HarmCause
    by: Slug | None
    remaining: Points


class ComponentTakenOut(Event):
    """A character lost its last trait (VE-75). `meaning`: what that is in this story; `by`: who took it out."""

    type: Literal["death_of_the_vele.component_taken_out.v1"] = "death_of_the_vele.component_taken_out.v1"
    component: Slug
    meaning: TakenOut
    by: Slug | None


class ComponentDestroyed(Event):
    """A thing lost its last trait (VE-75). `by`: the component that destroyed it."""

    type: Literal["death_of_the_vele.component_destroyed.v1"] = "death_of_the_vele.component_destroyed.v1"
    component: Slug
    by: Slug | None


class PlaceTaken(Event):
    """A component goes on for a destroyed one of its unit: it loses what is left, and fights on (VE-74)."""

    type: Literal["death_of_the_vele.place_taken.v1"] = "death_of_the_vele.place_taken.v1"
    struggle: Slug
    giver: Slug
    taker: Slug


@chapter.decides(DisableTrait)
def disable_trait(state: Vele, command: DisableTrait, asker: Asker, chance: Chance) -> Events:
    """VE-74, VE-76: lose the trait its owner picks; the last point of effect takes a whole trait."""
    in_story(state, asker)
    struggle = struggle_decided(state)
    need(struggle.phase is not Phase.DECIDED, "shares_first")
    harm = found(next(open_harms(state, struggle), None), "no_effect_left")
    it = own_component(state, command.component, asker)
    turn = next_to_lose(state, harm) or harm.target
    open_to_it = possible_losses(state, harm, turn)
    need(command.component in {slug for slug, _ in open_to_it}, "not_its_turn_to_suffer", component=turn)
    known_trait(it, command.component, command.trait)
    if (command.component, command.trait) not in open_to_it:
        need(open_to_it != [(harm.target, harm.aimed)], "aimed_trait_first", trait=harm.aimed)
        raise CommandRefused("trait_lost_already", trait=command.trait)
    return trait_lost(state, struggle, harm, command.component, command.trait)


def trait_lost(state: Vele, struggle: Struggle, harm: Harm, slug: str, trait: str) -> list[Event]:
    """Events of a trait that is lost, and of what that means for its component."""
    it = state.components[slug]
    points = it.traits[trait].die.points
    cause = harm.cause
    if harm.remaining_effect < 1 and cause is HarmCause.DAMAGE:
        cause = HarmCause.LETHAL
    disabled = TraitDisabled(
        struggle=struggle.id,
        component=slug,
        trait=trait,
        points=points,
        cause=cause,
        by=harm.by,
        remaining=max(0, harm.remaining_effect - points),
    )
    if cause is HarmCause.CONTROL:
        return [disabled, *total_control(state, it, harm, slug, trait)]
    if any(known.usable for name, known in it.traits.items() if name != trait):
        return [disabled]
    if is_character(it):
        meaning = state.story.taken_out_default
        return [disabled, ComponentTakenOut(component=slug, meaning=meaning, by=harm.by)]
    return [
        disabled,
        ComponentDestroyed(component=slug, by=harm.by),
        *place_taken(state, struggle, it, slug, disabled),
    ]


def place_taken(state: Vele, struggle: Struggle, it: Component, slug: str, lost: TraitDisabled) -> list[Event]:
    """Event of what goes on for a destroyed component, the first attached to it that still can; none without need.

    It is needed where the component was to lose more, or fights in an extended struggle (VE-74, VE-88).
    """
    fights = any(slug in side for one in state.extended.values() if one.running for side in one.sides.values())
    heirs = [name for name in it.attached_to if can_lose(state.components[name])]
    if not heirs or not (fights or loses_more(state, struggle, slug, lost)):
        return []
    return [PlaceTaken(struggle=struggle.id, giver=slug, taker=heirs[0])]


def loses_more(state: Vele, struggle: Struggle, slug: str, lost: TraitDisabled) -> bool:
    """True if a component whose last trait is `lost` was to lose another to any harm of the struggle."""
    now, *later = open_harms(state, struggle)
    turn = next_to_lose(state, now)
    order = now.order[now.order.index(turn) + 1 :] if turn in now.order else now.order
    effect, traits = now.remaining_effect, now.traits
    left = lost.remaining + traits if effect > 0 else traits - 1
    more = left > 0 and slug in (now.target, *order)
    return more or any(slug in (harm.target, *harm.order) for harm in later)


def can_lose(it: Component) -> bool:
    """True if a component has a trait that it can still use, and so lose."""
    return it.status is ComponentStatus.ACTIVE and any(trait.usable for trait in it.traits.values())


def total_control(state: Vele, it: Component, harm: Harm, slug: str, trait: str) -> list[Event]:
    """Events of control taken, once every undamaged trait carries the attacker's mark (VE-76); else none."""
    free = [
        name
        for name, known in it.traits.items()
        if known.active and not known.damage_mark and harm.by not in known.control_marks and name != trait
    ]
    if free or harm.by is None:
        return []
    return [ControlTaken(component=slug, by=harm.by, player=player_of_component(state, harm.by))]


def is_character(it: Component) -> bool:
    """True if it is somebody who is taken out rather than something that is destroyed."""
    if it.kind is ComponentKind.PC:
        return it.size is Size.PC_MAIN
    return it.kind is ComponentKind.STORY and not it.scene_long


@chapter.applies(TraitDisabled)
def _(state: Vele, event: TraitDisabled) -> None:
    struggle = struggle_of(state)
    harm = next(open_harms(state, struggle), None)
    must(harm is not None, "no effect is left")
    trait, it = trait_of(state, event.component, event.trait), component_of(state, event.component)
    if harm is not None:
        turn = next_to_lose(state, harm)
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


@chapter.applies(ComponentTakenOut)
def _(state: Vele, event: ComponentTakenOut) -> None:
    it = component_of(state, event.component)
    it.status, it.taken_out_by = ComponentStatus.TAKEN_OUT, event.by
    if state.struggle is not None and state.struggle.running:
        advance(state)


@chapter.applies(ComponentDestroyed)
def _(state: Vele, event: ComponentDestroyed) -> None:
    component_of(state, event.component).status = ComponentStatus.DESTROYED
    leave_unit(state, event.component)
    if state.struggle is not None and state.struggle.running:
        advance(state)


@chapter.applies(PlaceTaken)
def _(state: Vele, event: PlaceTaken) -> None:
    component_of(state, event.taker)
    for harm in struggle_of(state).harms:
        harm.order = [event.taker if slug == event.giver else slug for slug in harm.order]
        if harm.target == event.giver:
            harm.target, harm.aimed, harm.started = event.taker, None, True
    for series in state.extended.values():
        for side in series.sides.values() if series.running else ():
            if event.giver in side and event.taker not in side:
                side[side.index(event.giver)] = event.taker
    advance(state)


@chapter.tells(TraitDisabled, "{component} loses {trait}, {remaining:?point|points} left")
def _(state: Vele, event: TraitDisabled) -> Iterable[Fact]:
    trait = state.components[event.component].traits[event.trait]
    yield facts.StateChanged(
        owner=event.component,
        group="traits",
        name=event.trait,
        label=trait.name,
        was=READY,
        now=mark(state, trait),
        why=words(event.cause.value),
        good=False,
    )
    yield facts.Turn(test="", who=event.component, text="", way=facts.Way.LOSES, what=trait.name)


def status_changed(component: str, was: str, now: str, why: str, *, good: bool | None = False) -> Fact:
    """Fact of a component in another state."""
    return facts.StateChanged(
        owner=component, group="state", name="status", label="Status", was=was, now=now, why=why, good=good
    )


@chapter.tells(ComponentTakenOut, "{component} is taken out: {meaning}")
def _(state: Vele, event: ComponentTakenOut) -> Iterable[Fact]:
    yield status_changed(event.component, "active", words(event.meaning.value), "no usable trait is left")
    yield facts.HeadlineTold()
    if event.meaning is TakenOut.DEAD:
        yield facts.CharacterLeft(character=event.component, how="dead")


@chapter.tells(ComponentDestroyed, "{component} is destroyed")
def _(state: Vele, event: ComponentDestroyed) -> Iterable[Fact]:
    yield status_changed(event.component, "active", "destroyed", "no usable trait is left")
    yield facts.CharacterLeft(character=event.component, how="destroyed")


@chapter.tells(PlaceTaken, "{taker} goes on for {giver}, which was attached to it")
def _(state: Vele, event: PlaceTaken) -> Iterable[Fact]:
    yield told("goes on for what was attached to it", "effect", event.taker, event.giver)
