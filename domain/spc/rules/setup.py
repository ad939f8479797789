"""A conflict before its first turn: who, against whom, for what, at which number (SPC-20 to SPC-24)."""

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, allowed, found, need
from domain.kernel.dice import Dice
from domain.kernel.people import Asker
from domain.spc import commands as ask
from domain.spc import events as say
from domain.spc.house_rules import TargetBase
from domain.spc.lookup import wants_something
from domain.spc.rules.common import (
    acts_for,
    conflict_under_way,
    gm_only,
    here,
    own,
    own_participant,
    participant,
    written,
)
from domain.spc.state import Adventure, Conflict, Participant
from domain.spc.tables import BROUGHT_BY_KIND, TARGET_MODIFIERS
from domain.spc.terms import IntentionKind, Slot, Stage, TargetModifier

from .tracks import room_for_goal


def in_setup(conflict: Conflict) -> None:
    """For what belongs before the first turn."""
    need(conflict.status is Stage.SETUP, "setup_is_over", conflict=conflict.id)


def enter_conflict(state: Adventure, command: ask.EnterConflict, asker: Asker, dice: Dice) -> Events:
    """SPC-20: anybody present in the scene, but no goon."""
    conflict = conflict_under_way(state)
    in_setup(conflict)
    own(state, command.participant, asker)
    here(state, command.participant)
    need(command.participant not in conflict.participants, "in_it_already", participant=command.participant)
    return [say.ParticipantEntered(participant=command.participant)]


def declare_opposition(state: Adventure, command: ask.DeclareOpposition, asker: Asker, dice: Dice) -> Events:
    """SPC-20: an unordered pair, declared by either side."""
    conflict = conflict_under_way(state)
    in_setup(conflict)
    for slug in (command.a, command.b):
        participant(state, conflict, slug)
    need(command.a != command.b, "opposes_itself", participant=command.a)
    need(command.b not in conflict.opponents(command.a), "pair_declared", a=command.a, b=command.b)
    if not any(allowed(acts_for, state, slug, asker) for slug in (command.a, command.b)):
        raise CommandRefused("not_your_character", character=command.a)
    return [say.OppositionDeclared(a=command.a, b=command.b)]


def characters_without_number(state: Adventure, conflict: Conflict) -> list[str]:
    """Players' Characters whose number is still to be set: antagonists come after them (SPC-24)."""
    return [
        slug
        for slug, it in conflict.participants.items()
        if it.itn is None and not state.characters[slug].is_antagonist
    ]


def after_characters(state: Adventure, conflict: Conflict, slug: str) -> None:
    """SPC-24: for a Character, or an antagonist who need not wait."""
    waiting = characters_without_number(state, conflict)
    if state.characters[slug].is_antagonist and waiting:
        raise CommandRefused("characters_first", characters=waiting)


def declare_intention(state: Adventure, command: ask.DeclareIntention, asker: Asker, dice: Dice) -> Events:
    """SPC-21, SPC-24: one intention each; goons have none."""
    conflict = conflict_under_way(state)
    in_setup(conflict)
    it = own_participant(state, conflict, command.participant, asker)
    need(wants_something(state, command.participant), "goons_do_not_act", goon=command.participant)
    need(conflict.opponents(command.participant), "no_opponent", participant=command.participant)
    need(it.itn is None, "itn_stands", participant=command.participant, itn=it.itn)
    need(it.intention is None, "intention_declared", participant=command.participant)
    after_characters(state, conflict, command.participant)
    intention_holds(state, command.participant, command.text, command.kind, command.pool)
    return [
        say.IntentionDeclared(
            participant=command.participant, text=command.text, kind=command.kind, pool=command.pool
        )
    ]


def intention_holds(state: Adventure, slug: str, text: str, kind: IntentionKind, pool: Slot | None) -> None:
    """For what can be an intention."""
    written(text, "the intention")
    if kind is IntentionKind.ADVANCE_POOL:
        need(pool is not None, "pool_missing")
        return
    need(pool is None, "choice_not_here", choice="pool", asked=kind)
    if kind is IntentionKind.FREE:
        return
    need(state.characters[slug].has_tracks, "no_tracks", character=slug)
    room_for_goal(state, slug, 1 if kind is IntentionKind.ADVANCE_GOAL else -1)


def set_intention_target(state: Adventure, command: ask.SetIntentionTarget, asker: Asker, dice: Dice) -> Events:
    """SPC-22, SPC-23: a rating and what applies. Again only after an ambush."""
    gm_only(asker)
    conflict = conflict_under_way(state)
    it = participant(state, conflict, command.participant)
    need(wants_something(state, command.participant), "goons_do_not_act", goon=command.participant)
    need(it.intention is not None, "intention_first", participant=command.participant)
    need(it.itn is None, "itn_stands", participant=command.participant, itn=it.itn)
    if conflict.status is Stage.SETUP:
        after_characters(state, conflict, command.participant)
    modifiers = modifiers_of(it, command.modifiers)
    base = base_of(state, conflict, command)
    itn = base + sum(TARGET_MODIFIERS[one] for one in modifiers)
    floor = state.house_rules.itn_floor
    return [
        say.IntentionTargetSet(
            participant=command.participant,
            base=base,
            modifiers=tuple(say.TargetPart(modifier=one, amount=TARGET_MODIFIERS[one]) for one in modifiers),
            itn=itn if floor is None else max(itn, floor),
        )
    ]


def modifiers_of(it: Participant, named: tuple[TargetModifier, ...]) -> list[TargetModifier]:
    """SPC-23: what the kind brings, then what the Mastermind names; each once, not both easy and hard."""
    brought = BROUGHT_BY_KIND.get(it.intention.kind) if it.intention else None
    modifiers = [*((brought,) if brought else ()), *named]
    for one in modifiers:
        need(modifiers.count(one) <= 1, "modifier_twice", modifier=one)
    if TargetModifier.EASY in modifiers and TargetModifier.HARD in modifiers:
        raise CommandRefused("easy_and_hard")
    return modifiers


def base_of(state: Adventure, conflict: Conflict, command: ask.SetIntentionTarget) -> int:
    """SPC-22: where the number starts from."""
    rule, slug = state.house_rules.itn_base, command.participant
    if rule is TargetBase.MANUAL:
        return found(command.base, "base_missing", participant=slug)
    need(command.base is None, "base_follows", participant=slug)
    if rule is TargetBase.HIGHEST_OPPOSING_OR:
        return max(state.characters[other].obstacle_rating for other in conflict.opponents(slug))
    return state.characters[slug].obstacle_rating
