"""Dice of a turn: assigned to the slots, and modified (SPC-49, SPC-50)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Seat
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Points
from domain.spc.chapters.guards import conflict_under_way, in_turn, own_participant
from domain.spc.chapters.turns.throwing import dice_placed, picked_from
from domain.spc.lookup import (
    antagonists_before,
    gadget_slot,
    is_assigned,
    is_modified,
    needs_increase,
    participant_of,
    throw_of,
    unassigned,
    value_of,
)
from domain.spc.phrases import test_of, words
from domain.spc.printed import type_modifiers
from domain.spc.seats import DICE_GROUP, dice_of, name
from domain.spc.state.adventure import Adventure
from domain.spc.state.conflict import Conflict, Participant
from domain.spc.terms import ActionType, Die, DieId, DieRef, ParticipantRef, Slot, Stage

chapter = Chapter[Adventure](
    "Assigning dice, and modifiers",
    {
        "increase_first": "{participant} adds the track to a die before assigning.",
        "antagonists_assign_first": "Antagonists assign first; still to assign: {antagonists}.",
        "slot_of_the_gadget": "No die goes to {slot}: {gadget} fills it.",
        "slot_empty": "Give {slot} a die: each slot takes one.",
        "assign_first": "Still to assign: {participants}.",
        "no_modifiers": "The action type of {participant} adds nothing to the dice.",
        "modified_already": "{participant} has applied the modifiers already.",
        "antagonists_modify_first": "Antagonists apply their modifiers first; still to apply: {antagonists}.",
    },
)


class AssignDice(Command):
    """Assign one kept die to each slot. Beside a gadget its own slot is left out.

    Needs:    your own throw, kept, increased where the act asks for it; antagonists first.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `no_turn`, `not_a_participant`,
              `not_your_character`, `mastermind_only`, `keep_first`, `increase_first`, `already_assigned`,
              `antagonists_assign_first`, `slot_of_the_gadget`, `slot_empty`, `die_not_kept`, `die_twice`,
              `goons_do_not_act`.
    Yields:   `DiceAssigned`.
    """

    type: Literal["spc.assign_dice"] = "spc.assign_dice"
    participant: ParticipantRef = Field(title="Who")
    ambition: DieRef | None = None
    cunning: DieRef | None = None
    vigilance: DieRef | None = None


class DiceAssigned(Event):
    """The value of each slot before modifiers. `dice` says which die lies where."""

    type: Literal["spc.dice_assigned.v1"] = "spc.dice_assigned.v1"
    participant: CharacterSlug
    turn: Points
    ambition: Die
    cunning: Die
    vigilance: Die
    dice: dict[Slot, DieId]


@chapter.decides(AssignDice)
def assign_dice(state: Adventure, command: AssignDice, asker: Asker, dice: Dice) -> Events:
    """SPC-49, SPC-30: assign one kept die to each slot that no gadget fills; antagonists before Characters."""
    conflict = conflict_under_way(state)
    in_turn(conflict)
    it = own_participant(state, conflict, command.participant, asker)
    slug, throw = command.participant, it.throw
    need(not is_assigned(throw), "already_assigned", participant=slug)
    need(throw.kept, "keep_first", participant=slug)
    need(not needs_increase(throw), "increase_first", participant=slug)
    waiting = antagonists_before(state, conflict, slug, is_assigned)
    need(not waiting, "antagonists_assign_first", antagonists=waiting)
    fixed = gadget_slot(state, slug, throw)
    picked: dict[Slot, str] = {}
    for one in Slot:
        die = getattr(command, one.value)
        if one is fixed:
            if die is not None:
                raise CommandRefused("slot_of_the_gadget", slot=one.value.title(), gadget=throw.gadget)
        elif die is None:
            raise CommandRefused("slot_empty", slot=one.value.title())
        else:
            picked[one] = die
    picked_from(throw, list(picked.values()), throw.kept, "die_not_kept")
    values = {one: value_of(throw, die) for one, die in picked.items()}
    if fixed is not None and throw.gadget is not None:
        values[fixed] = state.characters[slug].gadgets[throw.gadget].value
    return [
        DiceAssigned(
            participant=slug,
            turn=conflict.turn,
            ambition=values[Slot.AMBITION],
            cunning=values[Slot.CUNNING],
            vigilance=values[Slot.VIGILANCE],
            dice=picked,
        )
    ]


@chapter.applies(DiceAssigned)
def _(state: Adventure, event: DiceAssigned) -> None:
    throw = throw_of(state, event.participant)
    must(not throw.assigned and set(event.dice.values()) <= set(throw.kept), "kept dice are assigned, once")
    throw.dice = {slot.value: die for slot, die in event.dice.items()}
    throw.assigned = {
        Slot.AMBITION.value: event.ambition,
        Slot.CUNNING.value: event.cunning,
        Slot.VIGILANCE.value: event.vigilance,
    }


@chapter.tells(
    DiceAssigned,
    "{participant} assigns: Ambition {ambition}, Cunning {cunning}, Vigilance {vigilance}",
)
def _(state: Adventure, event: DiceAssigned) -> Iterable[Fact]:
    yield dice_placed(state, event.participant, totals_so_far(state, event.participant))
    for slot, die in event.dice.items():
        yield facts.StateChanged(
            owner=event.participant,
            group="dice",
            name=die,
            was="kept",
            now=slot.value,
            why="assigned",
            label=str(getattr(event, slot.value)),
        )


class ApplyModifiers(Command):
    """Apply what the action type adds to the dice. There is nothing to choose in it.

    Needs:    your own dice; everybody has assigned; antagonists first.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `no_turn`, `not_a_participant`,
              `not_your_character`, `mastermind_only`, `assign_first`, `no_modifiers`, `modified_already`,
              `antagonists_modify_first`, `goons_do_not_act`.
    Yields:   `DieModifierApplied` for each slot it touches.
    """

    type: Literal["spc.apply_modifiers"] = "spc.apply_modifiers"
    participant: ParticipantRef = Field(title="Who")


class DieModifierApplied(Event):
    """An action type (`reason`) added `amount` to a slot's die, or took it off."""

    type: Literal["spc.die_modifier_applied.v1"] = "spc.die_modifier_applied.v1"
    participant: CharacterSlug
    slot: Slot
    amount: int
    reason: ActionType


@chapter.decides(ApplyModifiers)
def apply_modifiers(state: Adventure, command: ApplyModifiers, asker: Asker, dice: Dice) -> Events:
    """SPC-50: apply what the action type adds, each once; antagonists before Characters."""
    conflict = conflict_under_way(state)
    in_turn(conflict)
    it = own_participant(state, conflict, command.participant, asker)
    waiting = unassigned(conflict)
    need(not waiting, "assign_first", participants=waiting)
    return modifiers_applied(state, conflict, command, it)


def modifiers_applied(state: Adventure, conflict: Conflict, command: ApplyModifiers, it: Participant) -> Events:
    """Events of the type's fixed modifiers. Clamped by house rule, a die stays within its sides."""
    chosen, slug = it.throw.action_type, command.participant
    if chosen is None or not type_modifiers(chosen):
        raise CommandRefused("no_modifiers", participant=slug)
    need(not it.throw.modified, "modified_already", participant=slug)
    waiting = antagonists_before(state, conflict, slug, is_modified)
    need(not waiting, "antagonists_modify_first", antagonists=waiting)
    return [
        DieModifierApplied(
            participant=slug, slot=slot, amount=clamped(state, it.throw.total(slot), amount), reason=chosen
        )
        for slot, amount in type_modifiers(chosen).items()
    ]


def clamped(state: Adventure, value: int, amount: int) -> int:
    """The part of a modifier that leaves a die within its sides; a value outside them is not pushed further."""
    if not state.house_rules.clamp_dice:
        return amount
    low, high = min(1, value), max(state.house_rules.die_faces, value)
    return max(low, min(high, value + amount)) - value


@chapter.applies(DieModifierApplied)
def _(state: Adventure, event: DieModifierApplied) -> None:
    throw = participant_of(state, event.participant, Stage.TURN).throw
    must(bool(throw.assigned), "dice are modified once they are assigned")
    throw.modifiers[event.slot.value] = throw.modifiers.get(event.slot.value, 0) + event.amount
    throw.modified = True


@chapter.tells(DieModifierApplied, "The {slot} of {participant} changes by {amount}: {reason:_}")
def _(state: Adventure, event: DieModifierApplied) -> Iterable[Fact]:
    throw = throw_of(state, event.participant)
    die, now = throw.dice.get(event.slot.value, event.slot.value), throw.total(event.slot)
    yield facts.DieChanged(
        roller=event.participant,
        die=die,
        size=state.house_rules.die_faces,
        was=now - event.amount,
        now=now,
        why=f"{words(event.reason)} {event.amount:+d}",
        test=test_of(state),
        reading=totals_so_far(state, event.participant),
    )


def totals_so_far(state: Adventure, slug: str) -> str:
    """The sums of pool and die by now, slot by slot."""
    it, throw = state.characters[slug], throw_of(state, slug)
    return ", ".join(f"{slot.value.title()} {it.pool(slot) + throw.total(slot)}" for slot in Slot)


def assigning(state: Adventure, seat: Seat, slug: str, part: Participant) -> Offer:
    """Offer of the kept dice for each slot that no gadget fills."""
    known: dict[str, object] = {"participant": slug}
    fixed = gadget_slot(state, slug, part.throw)
    slots = {slot.value: dice_of(part.throw, part.throw.kept) for slot in Slot if slot is not fixed}
    if fixed is not None:
        known[fixed.value] = None
    return seat.offer(AssignDice, f"{name(state, slug)} assigns the dice", known, slots, group=DICE_GROUP)


def modifying(state: Adventure, it: Conflict, seat: Seat, slug: str, part: Participant) -> Iterable[Offer]:
    """Offer of the action type's modifiers, once everybody has assigned and the antagonists have added theirs."""
    ready = not unassigned(it) and not antagonists_before(state, it, slug, is_modified)
    if ready and not is_modified(part.throw):
        label = f"{name(state, slug)} applies the modifiers"
        yield seat.offer(ApplyModifiers, label, {"participant": slug}, group=DICE_GROUP, forced=True)
