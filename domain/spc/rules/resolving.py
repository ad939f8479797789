"""The end of a conflict: grants, setbacks, harm that lasts, the close (SPC-58, SPC-62 to SPC-67)."""

from collections.abc import Iterator

from domain.kernel.chapter import Events
from domain.kernel.decisions import allowed, need
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId
from domain.spc import commands as ask
from domain.spc import events as say
from domain.spc.rules.common import conflict_under_way, gm_only, own_participant, written
from domain.spc.state import Adventure, Conflict
from domain.spc.terms import IntentionKind, PenaltyScope, Stage, TrackReason

from .telling import first_turn
from .tracks import accomplished, goal_moved, room_for_goal


def in_resolution(conflict: Conflict) -> None:
    """For what belongs to the end of a conflict."""
    need(conflict.status is Stage.RESOLVING, "not_resolving", conflict=conflict.id)


def resolving(state: Adventure, conflict: Conflict) -> list[Event]:
    """SPC-57, SPC-58, SPC-65: who achieved gets it, and what it brings; then Facts in their order."""
    events: list[Event] = [say.ConflictResolving(conflict=conflict.id)]
    for slug, it in conflict.participants.items():
        if it.achieved and it.intention is not None:
            events.append(say.IntentionGranted(participant=CharacterId(slug), text=it.intention.text))
            events += reward(state, conflict, slug)
    return [*events, *first_turn(state, conflict)]


def reward(state: Adventure, conflict: Conflict, slug: str) -> Iterator[Event]:
    """SPC-65: a pool grows by one, or the goal track takes a step. A step that has no room is not made."""
    intention = conflict.participants[slug].intention
    if intention is None:
        return
    if intention.kind is IntentionKind.ADVANCE_POOL and intention.pool is not None:
        yield say.PoolAdvanced(participant=CharacterId(slug), pool=intention.pool, amount=1)
    for kind, delta in ((IntentionKind.ADVANCE_GOAL, 1), (IntentionKind.ADVANCE_DRAWBACK, -1)):
        if intention.kind is kind and allowed(room_for_goal, state, slug, delta):
            yield goal_moved(state, slug, delta, TrackReason.INTENTION)


def facts_told(conflict: Conflict) -> None:
    """For what comes after the Facts."""
    need(conflict.fact_turn is None, "facts_open", participant=conflict.fact_turn)


def without_setback(conflict: Conflict) -> list[str]:
    """SPC-62: who took Abuse and has not said what came of it."""
    return [slug for slug, it in conflict.participants.items() if it.abuse >= 1 and not it.setback]


def record_setback(state: Adventure, command: ask.RecordSetback, asker: Asker, dice: Dice) -> Events:
    """SPC-62 to SPC-64: in words for all, and dice for those hurt badly."""
    conflict = conflict_under_way(state)
    in_resolution(conflict)
    it = own_participant(state, conflict, command.participant, asker)
    facts_told(conflict)
    need(it.abuse >= 1, "no_abuse", participant=command.participant)
    need(not it.setback, "setback_recorded", participant=command.participant)
    written(command.text, "the harm or setback")
    suffered = say.SetbackSuffered(participant=command.participant, text=command.text)
    return [suffered, *harm(state, command.participant, it.abuse)]


def harm(state: Adventure, slug: str, abuse: int) -> Iterator[Event]:
    """SPC-63, SPC-64: half the rating costs the next throw a penalty die, more than the rating a whole scene."""
    it = state.characters[slug]
    beyond = abuse > it.obstacle_rating
    if beyond:
        yield say.PenaltyDieImposed(participant=CharacterId(slug), scope=PenaltyScope.NEXT_SCENE)
    hurt = 2 * abuse >= it.obstacle_rating
    if hurt and not it.penalty_next_roll and (not beyond or state.house_rules.harm_cumulative):
        yield say.PenaltyDieImposed(participant=CharacterId(slug), scope=PenaltyScope.NEXT_ROLL)


def close_conflict(state: Adventure, command: ask.CloseConflict, asker: Asker, dice: Dice) -> Events:
    """SPC-66, SPC-67: done, and goals at their end are accomplished in the order in which they got there."""
    gm_only(asker)
    conflict = conflict_under_way(state)
    in_resolution(conflict)
    facts_told(conflict)
    waiting = without_setback(conflict)
    need(not waiting, "setbacks_open", participants=waiting)
    events: list[Event] = [say.ConflictClosed(conflict=conflict.id)]
    for slug in conflict.goals_reached:
        if state.characters[slug].goal_reached(state.house_rules):
            events += accomplished(state, slug)
    return events
