"""A conflict before its first turn: who, against whom, for what, at which number (SPC-20 to SPC-24)."""

from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.spc import commands as ask
from domain.spc import events as say
from domain.spc.house_rules import TargetBase
from domain.spc.state import Adventure, Conflict, Participant
from domain.spc.tables import BROUGHT_BY_KIND, TARGET_MODIFIERS
from domain.spc.terms import IntentionKind, Slot, Stage, TargetModifier

from .common import acts_for, blank, here, own, own_participant, participant, wants_something
from .tracks import goal_blocked


def in_setup(conflict: Conflict) -> Refusal | None:
    """Why nothing of the setup can be changed now, or None."""
    return None if conflict.status is Stage.SETUP else refuse("setup_is_over", conflict=conflict.id)


def enter_conflict(
    state: Adventure, conflict: Conflict, command: ask.EnterConflict, asker: Asker
) -> Decision[Event]:
    """SPC-20: anybody present in the scene, but no goon."""
    if wrong := in_setup(conflict):
        return wrong
    it = own(state, command.participant, asker)
    if isinstance(it, Refusal):
        return it
    if wrong := here(state, command.participant):
        return wrong
    if command.participant in conflict.participants:
        return refuse("in_it_already", participant=command.participant)
    return [say.ParticipantEntered(participant=command.participant)]


def declare_opposition(
    state: Adventure, conflict: Conflict, command: ask.DeclareOpposition, asker: Asker
) -> Decision[Event]:
    """SPC-20: an unordered pair, declared by either side."""
    if wrong := in_setup(conflict):
        return wrong
    for slug in (command.a, command.b):
        found = participant(state, conflict, slug)
        if isinstance(found, Refusal):
            return found
    if command.a == command.b:
        return refuse("opposes_itself", participant=command.a)
    if command.b in conflict.opponents(command.a):
        return refuse("pair_declared", a=command.a, b=command.b)
    if all(acts_for(state, slug, asker) for slug in (command.a, command.b)):
        return refuse("not_your_character", character=command.a)
    return [say.OppositionDeclared(a=command.a, b=command.b)]


def characters_without_number(state: Adventure, conflict: Conflict) -> list[str]:
    """Players' Characters whose number is still to be set: antagonists come after them (SPC-24)."""
    return [
        slug
        for slug, it in conflict.participants.items()
        if it.itn is None and not state.characters[slug].is_antagonist
    ]


def after_characters(state: Adventure, conflict: Conflict, slug: str) -> Refusal | None:
    """SPC-24: why an antagonist has to wait, or None."""
    waiting = characters_without_number(state, conflict)
    if state.characters[slug].is_antagonist and waiting:
        return refuse("characters_first", characters=waiting)
    return None


def declare_intention(
    state: Adventure, conflict: Conflict, command: ask.DeclareIntention, asker: Asker
) -> Decision[Event]:
    """SPC-21, SPC-24: one intention each; goons have none."""
    if wrong := in_setup(conflict):
        return wrong
    it = own_participant(state, conflict, command.participant, asker)
    if isinstance(it, Refusal):
        return it
    if not wants_something(state, command.participant):
        return refuse("goons_do_not_act", goon=command.participant)
    if not conflict.opponents(command.participant):
        return refuse("no_opponent", participant=command.participant)
    if it.itn is not None:
        return refuse("itn_stands", participant=command.participant, itn=it.itn)
    if it.intention is not None:
        return refuse("intention_declared", participant=command.participant)
    wrong = after_characters(state, conflict, command.participant) or badly_intended(
        state, command.participant, command.text, command.kind, command.pool
    )
    return wrong or [
        say.IntentionDeclared(
            participant=command.participant, text=command.text, kind=command.kind, pool=command.pool
        )
    ]


def badly_intended(
    state: Adventure, slug: str, text: str, kind: IntentionKind, pool: Slot | None
) -> Refusal | None:
    """Why this cannot be an intention, or None."""
    if wrong := blank(text, "the intention"):
        return wrong
    if kind is IntentionKind.ADVANCE_POOL:
        return None if pool is not None else refuse("pool_missing")
    if pool is not None:
        return refuse("choice_not_here", choice="pool", asked=kind)
    if kind is IntentionKind.FREE:
        return None
    if not state.characters[slug].has_tracks:
        return refuse("no_tracks", character=slug)
    return goal_blocked(state, slug, 1 if kind is IntentionKind.ADVANCE_GOAL else -1)


def set_intention_target(state: Adventure, conflict: Conflict, command: ask.SetIntentionTarget) -> Decision[Event]:
    """SPC-22, SPC-23: a rating and what applies. Again only after an ambush."""
    it = participant(state, conflict, command.participant)
    if isinstance(it, Refusal):
        return it
    if not wants_something(state, command.participant):
        return refuse("goons_do_not_act", goon=command.participant)
    if it.intention is None:
        return refuse("intention_first", participant=command.participant)
    if it.itn is not None:
        return refuse("itn_stands", participant=command.participant, itn=it.itn)
    if conflict.status is Stage.SETUP and (wrong := after_characters(state, conflict, command.participant)):
        return wrong
    modifiers = modifiers_of(it, command.modifiers)
    if isinstance(modifiers, Refusal):
        return modifiers
    base = base_of(state, conflict, command)
    if isinstance(base, Refusal):
        return base
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


def modifiers_of(it: Participant, named: tuple[TargetModifier, ...]) -> list[TargetModifier] | Refusal:
    """SPC-23: what the kind brings, then what the Mastermind names; each once, not both easy and hard."""
    brought = BROUGHT_BY_KIND.get(it.intention.kind) if it.intention else None
    modifiers = [*((brought,) if brought else ()), *named]
    for one in modifiers:
        if modifiers.count(one) > 1:
            return refuse("modifier_twice", modifier=one)
    if TargetModifier.EASY in modifiers and TargetModifier.HARD in modifiers:
        return refuse("easy_and_hard")
    return modifiers


def base_of(state: Adventure, conflict: Conflict, command: ask.SetIntentionTarget) -> int | Refusal:
    """SPC-22: where the number starts from."""
    rule, slug = state.house_rules.itn_base, command.participant
    if rule is TargetBase.MANUAL:
        return command.base if command.base is not None else refuse("base_missing", participant=slug)
    if command.base is not None:
        return refuse("base_follows", participant=slug)
    if rule is TargetBase.HIGHEST_OPPOSING_OR:
        return max(state.characters[other].obstacle_rating for other in conflict.opponents(slug))
    return state.characters[slug].obstacle_rating
