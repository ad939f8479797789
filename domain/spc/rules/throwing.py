"""Dice of a turn: counted, thrown, kept, assigned, modified (SPC-45 to SPC-50)."""

from collections.abc import Callable, Sequence

from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.spc import commands as ask
from domain.spc import events as say
from domain.spc.lookup import forced_lows, kept_of, value_of
from domain.spc.state import Adventure, Conflict, Participant, Throw
from domain.spc.tables import (
    ACT_SPENDS,
    ACTIVATE_DICE,
    BASE_DICE,
    TALENT_BONUS,
    type_modifiers,
)
from domain.spc.terms import ActionType, PenaltyScope, Slot

from .common import antagonists_first, in_play, in_turn, own_participant, wants_something


def base_of(throw: Throw) -> int:
    """How many dice the action type throws before bonus and penalty."""
    if throw.action_type is ActionType.INVOKE:
        return 0
    if throw.action_type is ActionType.ACTIVATE:
        return ACTIVATE_DICE
    return throw.base_dice if throw.base_dice is not None else BASE_DICE


def bonus_of(throw: Throw) -> int:
    """Bonus dice: a talent's, and adjudicated ones."""
    return throw.adjudicated_bonus + (TALENT_BONUS if throw.action_type is ActionType.ACTION else 0)


def penalty_of(state: Adventure, slug: str, throw: Throw) -> int:
    """Penalty dice: harm that waited for this throw or weighs on this scene, and adjudicated ones."""
    it = state.characters[slug]
    weighs = state.scene is not None and it.penalty_scene == state.scene.id
    return it.penalty_next_roll + (1 if weighs else 0) + throw.adjudicated_penalty


def still_to_choose(state: Adventure, conflict: Conflict) -> list[str]:
    """Who has no action type yet."""
    return [slug for slug, it in antagonists_first(state, conflict).items() if it.throw.action_type is None]


def still_without_number(state: Adventure, conflict: Conflict) -> list[str]:
    """Whose target number is to be set: before the first turn anybody's, later an ambusher's."""
    return [slug for slug, it in in_play(conflict).items() if it.itn is None and wants_something(state, slug)]


def throw_dice(
    state: Adventure, conflict: Conflict, command: ask.ThrowDice, asker: Asker, dice: Dice
) -> Decision[Event]:
    """SPC-45, SPC-46: base, bonus and penalty dice fall together, once all types are declared."""
    if wrong := in_turn(conflict):
        return wrong
    it = own_participant(state, conflict, command.participant, asker)
    if isinstance(it, Refusal):
        return it
    slug, throw = command.participant, it.throw
    if it.taken_out:
        return refuse("is_taken_out", participant=slug)
    if waiting := still_to_choose(state, conflict):
        return refuse("types_first", participants=waiting)
    if unset := still_without_number(state, conflict):
        return refuse("itn_missing", participants=unset)
    if throw.action_type is ActionType.INVOKE:
        return refuse("rituals_throw_nothing", participant=slug)
    if throw.thrown:
        return refuse("already_thrown", participant=slug)
    base, bonus, penalty = base_of(throw), bonus_of(throw), penalty_of(state, slug, throw)
    total, faces = base + bonus + penalty, state.house_rules.die_faces
    values = dice.roll(*[faces] * total)
    events: list[Event] = [
        say.DicePoolCounted(
            participant=slug, turn=conflict.turn, base=base, bonus_dice=bonus, penalty_dice=penalty, total=total
        ),
        say.DiceThrown(participant=slug, turn=conflict.turn, faces=faces, values=values),
    ]
    if state.characters[slug].penalty_next_roll:
        events.append(say.PenaltyDieUsed(participant=slug, source=PenaltyScope.NEXT_ROLL))
    return events


def keep_dice(state: Adventure, conflict: Conflict, command: ask.KeepDice, asker: Asker) -> Decision[Event]:
    """SPC-47: judged on values as thrown; of equal lows any will do."""
    if wrong := in_turn(conflict):
        return wrong
    it = own_participant(state, conflict, command.participant, asker)
    if isinstance(it, Refusal):
        return it
    throw = it.throw
    if not throw.thrown:
        return refuse("throw_first", participant=command.participant)
    if throw.kept:
        kept = [throw.thrown[die] for die in throw.kept]
        return refuse("already_kept", participant=command.participant, values=kept)
    if wrong := badly_picked(throw, command.die_ids, list(throw.thrown), "die_not_thrown"):
        return wrong
    if len(command.die_ids) != kept_of(throw):
        return refuse("keep_how_many", need=kept_of(throw), given=len(command.die_ids))
    lows = forced_lows(throw)
    if sorted(throw.thrown[die] for die in command.die_ids)[: len(lows)] != lows:
        return refuse("lowest_must_stay", penalty_dice=throw.penalty_dice, lows=lows)
    return [
        say.DiceKept(
            participant=command.participant,
            turn=conflict.turn,
            die_ids=command.die_ids,
            values=tuple(throw.thrown[die] for die in command.die_ids),
        )
    ]


def badly_picked(throw: Throw, picked: Sequence[str], among: Sequence[str], code: str) -> Refusal | None:
    """Why these dice cannot be taken: one is not there, or is named twice."""
    for die in picked:
        if die not in among:
            return refuse(code, values=[value_of(throw, one) for one in among])
        if list(picked).count(die) > 1:
            return refuse("die_twice", value=value_of(throw, die))
    return None


def gadget_slot(state: Adventure, slug: str, throw: Throw) -> Slot | None:
    """The slot a gadget has filled already."""
    if throw.action_type is not ActionType.ACTIVATE or throw.gadget is None:
        return None
    return state.characters[slug].gadgets[throw.gadget].slot


def needs_increase(throw: Throw) -> bool:
    """Whether an act has yet to add its track to a die."""
    return throw.action_type in ACT_SPENDS and not throw.die_addition


def assign_dice(state: Adventure, conflict: Conflict, command: ask.AssignDice, asker: Asker) -> Decision[Event]:
    """SPC-49, SPC-30: one kept die to each slot that no gadget fills; antagonists before Characters."""
    if wrong := in_turn(conflict):
        return wrong
    it = own_participant(state, conflict, command.participant, asker)
    if isinstance(it, Refusal):
        return it
    slug, throw = command.participant, it.throw
    if is_assigned(throw):
        return refuse("already_assigned", participant=slug)
    if not throw.kept:
        return refuse("keep_first", participant=slug)
    if needs_increase(throw):
        return refuse("increase_first", participant=slug)
    if waiting := antagonists_before(state, conflict, slug, is_assigned):
        return refuse("antagonists_assign_first", antagonists=waiting)
    fixed = gadget_slot(state, slug, throw)
    picked: dict[Slot, str] = {}
    for one in Slot:
        die = getattr(command, one.value)
        if one is fixed:
            if die is not None:
                return refuse("slot_of_the_gadget", slot=one.value.title(), gadget=throw.gadget)
        elif die is None:
            return refuse("slot_empty", slot=one.value.title())
        else:
            picked[one] = die
    if wrong := badly_picked(throw, list(picked.values()), throw.kept, "die_not_kept"):
        return wrong
    values = {one: value_of(throw, die) for one, die in picked.items()}
    if fixed is not None and throw.gadget is not None:
        values[fixed] = state.characters[slug].gadgets[throw.gadget].value
    return [
        say.DiceAssigned(
            participant=slug,
            turn=conflict.turn,
            ambition=values[Slot.AMBITION],
            cunning=values[Slot.CUNNING],
            vigilance=values[Slot.VIGILANCE],
            dice=picked,
        )
    ]


def is_assigned(throw: Throw) -> bool:
    """Whether every slot has its die."""
    return len(throw.assigned) == len(Slot)


def is_modified(throw: Throw) -> bool:
    """Whether nothing is left to be added by the action type."""
    return throw.modified or throw.action_type is None or not type_modifiers(throw.action_type)


def antagonists_before(
    state: Adventure, conflict: Conflict, slug: str, done: Callable[[Throw], bool]
) -> list[str]:
    """Antagonists whose step comes before this Character's and is still to be made."""
    if state.characters[slug].is_antagonist:
        return []
    return [
        other
        for other, it in in_play(conflict).items()
        if state.characters[other].is_antagonist and not done(it.throw)
    ]


def unassigned(conflict: Conflict) -> list[str]:
    """Who has dice to assign yet."""
    return [slug for slug, it in in_play(conflict).items() if not is_assigned(it.throw)]


def unmodified(conflict: Conflict) -> list[str]:
    """Whose action type has something to add yet."""
    return [slug for slug, it in in_play(conflict).items() if not is_modified(it.throw)]


def apply_modifiers(
    state: Adventure, conflict: Conflict, command: ask.ApplyModifiers, asker: Asker
) -> Decision[Event]:
    """SPC-50: what the action type adds, each once; antagonists before Characters."""
    if wrong := in_turn(conflict):
        return wrong
    it = own_participant(state, conflict, command.participant, asker)
    if isinstance(it, Refusal):
        return it
    if waiting := unassigned(conflict):
        return refuse("assign_first", participants=waiting)
    return modifiers_applied(state, conflict, command, it)


def modifiers_applied(
    state: Adventure, conflict: Conflict, command: ask.ApplyModifiers, it: Participant
) -> Decision[Event]:
    """The fixed modifiers of the type. Clamped by house rule, a die stays within its sides."""
    chosen, slug = it.throw.action_type, command.participant
    if chosen is None or not type_modifiers(chosen):
        return refuse("no_modifiers", participant=slug)
    if it.throw.modified:
        return refuse("modified_already", participant=slug)
    if waiting := antagonists_before(state, conflict, slug, is_modified):
        return refuse("antagonists_modify_first", antagonists=waiting)
    return [
        say.DieModifierApplied(
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
