"""Dice of a turn: counted, thrown, kept, assigned, modified (SPC-45 to SPC-50)."""

from collections.abc import Callable, Sequence

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.spc import commands as ask
from domain.spc import events as say
from domain.spc.lookup import antagonists_first, forced_lows, in_play, kept_of, value_of, wants_something
from domain.spc.rules.common import conflict_under_way, in_turn, own_participant
from domain.spc.state import Adventure, Conflict, Participant, Throw
from domain.spc.tables import (
    ACT_SPENDS,
    ACTIVATE_DICE,
    BASE_DICE,
    TALENT_BONUS,
    type_modifiers,
)
from domain.spc.terms import ActionType, PenaltyScope, Slot


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


def throw_dice(state: Adventure, command: ask.ThrowDice, asker: Asker, dice: Dice) -> Events:
    """SPC-45, SPC-46: base, bonus and penalty dice fall together, once all types are declared."""
    conflict = conflict_under_way(state)
    in_turn(conflict)
    it = own_participant(state, conflict, command.participant, asker)
    slug, throw = command.participant, it.throw
    need(not it.taken_out, "is_taken_out", participant=slug)
    waiting = still_to_choose(state, conflict)
    need(not waiting, "types_first", participants=waiting)
    unset = still_without_number(state, conflict)
    need(not unset, "itn_missing", participants=unset)
    need(throw.action_type is not ActionType.INVOKE, "rituals_throw_nothing", participant=slug)
    need(not throw.thrown, "already_thrown", participant=slug)
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


def keep_dice(state: Adventure, command: ask.KeepDice, asker: Asker, dice: Dice) -> Events:
    """SPC-47: judged on values as thrown; of equal lows any will do."""
    conflict = conflict_under_way(state)
    in_turn(conflict)
    it = own_participant(state, conflict, command.participant, asker)
    throw = it.throw
    need(throw.thrown, "throw_first", participant=command.participant)
    if throw.kept:
        kept = [throw.thrown[die] for die in throw.kept]
        raise CommandRefused("already_kept", participant=command.participant, values=kept)
    picked_from(throw, command.die_ids, list(throw.thrown), "die_not_thrown")
    if len(command.die_ids) != kept_of(throw):
        raise CommandRefused("keep_how_many", need=kept_of(throw), given=len(command.die_ids))
    lows = forced_lows(throw)
    lowest = sorted(throw.thrown[die] for die in command.die_ids)[: len(lows)]
    need(lowest == lows, "lowest_must_stay", penalty_dice=throw.penalty_dice, lows=lows)
    return [
        say.DiceKept(
            participant=command.participant,
            turn=conflict.turn,
            die_ids=command.die_ids,
            values=tuple(throw.thrown[die] for die in command.die_ids),
        )
    ]


def picked_from(throw: Throw, picked: Sequence[str], among: Sequence[str], code: str) -> None:
    """For dice that can be taken: each is there, and named once."""
    for die in picked:
        if die not in among:
            raise CommandRefused(code, values=[value_of(throw, one) for one in among])
        if list(picked).count(die) > 1:
            raise CommandRefused("die_twice", value=value_of(throw, die))


def gadget_slot(state: Adventure, slug: str, throw: Throw) -> Slot | None:
    """The slot a gadget has filled already."""
    if throw.action_type is not ActionType.ACTIVATE or throw.gadget is None:
        return None
    return state.characters[slug].gadgets[throw.gadget].slot


def needs_increase(throw: Throw) -> bool:
    """Whether an act has yet to add its track to a die."""
    return throw.action_type in ACT_SPENDS and not throw.die_addition


def assign_dice(state: Adventure, command: ask.AssignDice, asker: Asker, dice: Dice) -> Events:
    """SPC-49, SPC-30: one kept die to each slot that no gadget fills; antagonists before Characters."""
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


def apply_modifiers(state: Adventure, command: ask.ApplyModifiers, asker: Asker, dice: Dice) -> Events:
    """SPC-50: what the action type adds, each once; antagonists before Characters."""
    conflict = conflict_under_way(state)
    in_turn(conflict)
    it = own_participant(state, conflict, command.participant, asker)
    waiting = unassigned(conflict)
    need(not waiting, "assign_first", participants=waiting)
    return modifiers_applied(state, conflict, command, it)


def modifiers_applied(
    state: Adventure, conflict: Conflict, command: ask.ApplyModifiers, it: Participant
) -> Events:
    """The fixed modifiers of the type. Clamped by house rule, a die stays within its sides."""
    chosen, slug = it.throw.action_type, command.participant
    if chosen is None or not type_modifiers(chosen):
        raise CommandRefused("no_modifiers", participant=slug)
    need(not it.throw.modified, "modified_already", participant=slug)
    waiting = antagonists_before(state, conflict, slug, is_modified)
    need(not waiting, "antagonists_modify_first", antagonists=waiting)
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
