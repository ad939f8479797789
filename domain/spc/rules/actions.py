"""Actions outside of a conflict: five systems that just happen, and opposition (SPC-10 to SPC-17)."""

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId
from domain.spc import commands as ask
from domain.spc import events as say
from domain.spc.lookup import features_of
from domain.spc.rules.common import (
    acts_for,
    here,
    known_character,
    no_conflict_open,
    open_scene,
    own,
    playing,
    waiting_action,
    written,
)
from domain.spc.state import Adventure, Character
from domain.spc.tables import GOAL_MOVES, PURITY_MOVES
from domain.spc.terms import ActionStatus, OutcomeSystem, TrackReason

from .tracks import accomplished, goal_moved, purity_moved, reaches_goal, room_for_goal, room_for_purity


def declare_action(state: Adventure, command: ask.DeclareAction, asker: Asker, dice: Dice) -> Events:
    """SPC-10, SPC-15, SPC-17: one of the six systems, and the features used in it."""
    playing(state)
    open_scene(state)
    no_conflict_open(state)
    if state.pending_goal_scenes:
        raise CommandRefused("goal_scene_pending", character=state.pending_goal_scenes[0])
    it = known_character(state, command.character)
    need(not it.is_antagonist, "players_act", character=command.character)
    acts_for(state, command.character, asker)
    here(state, command.character)
    if state.action is not None and state.action.status is ActionStatus.DECLARED:
        raise CommandRefused("action_waiting", character=state.action.character)
    system = well_declared(state, command, it)
    return [
        say.ActionDeclared(
            action=f"action-{state.actions + 1}",
            character=command.character,
            outcome_system=system,
            text=command.text,
            features=command.features,
            sacrifice=command.sacrifice,
            advance=command.advance,
        )
    ]


def well_declared(state: Adventure, command: ask.DeclareAction, it: Character) -> OutcomeSystem:
    """An action with everything it takes, for the system it goes by."""
    system = found(command.outcome_system, "system_missing")
    written(command.text, "what your Character does")
    known = features_of(it)
    for feature in command.features:
        need(feature in known, "feature_unknown", character=command.character, feature=feature)
    if system is OutcomeSystem.ADVANCEMENT:
        need(command.sacrifice.strip(), "sacrifice_missing")
        need(command.advance.strip(), "advance_missing")
    track_has_room(state, command.character, system)
    return system


def track_has_room(state: Adventure, slug: str, system: OutcomeSystem) -> None:
    """For a system whose step the track can take."""
    if system in PURITY_MOVES:
        room_for_purity(state, slug, PURITY_MOVES[system])
    elif system in GOAL_MOVES:
        room_for_goal(state, slug, GOAL_MOVES[system])


def settle_action(state: Adventure, command: ask.SettleAction, asker: Asker, dice: Dice) -> Events:
    """SPC-11 to SPC-15, SPC-18: it happens, and its system's track moves by one."""
    playing(state)
    action = waiting_action(state)
    slug, system = action.character, action.outcome_system
    acts_for(state, slug, asker)
    need(system is not OutcomeSystem.CONFLICT, "nobody_opposes", character=slug)
    track_has_room(state, slug, system)
    events: list[Event] = [say.ActionNarrated(action=action.id, character=CharacterId(slug))]
    if system in PURITY_MOVES:
        events.append(purity_moved(state, slug, PURITY_MOVES[system], TrackReason(system.value)))
    elif system in GOAL_MOVES:
        moved = goal_moved(
            state, slug, GOAL_MOVES[system], TrackReason(system.value), action.sacrifice, action.advance
        )
        events.append(moved)
        if reaches_goal(state, state.characters[slug], moved.delta, moved.goal):
            events += accomplished(state, slug)
    return events


def withdraw_action(state: Adventure, command: ask.WithdrawAction, asker: Asker, dice: Dice) -> Events:
    """Another system, or another action: nothing has come of this one yet."""
    playing(state)
    action = waiting_action(state)
    if not asker.is_gm:
        acts_for(state, action.character, asker)
    return [say.ActionWithdrawn(action=action.id, character=CharacterId(action.character))]


def oppose_action(state: Adventure, command: ask.OpposeAction, asker: Asker, dice: Dice) -> Events:
    """SPC-16: opposed, it is a conflict between these two to begin with, and no track moves."""
    playing(state)
    action = waiting_action(state)
    own(state, command.by, asker)
    here(state, command.by)
    need(command.by != action.character, "opposes_itself", participant=command.by)
    actor = CharacterId(action.character)
    return [
        say.ActionOpposed(action=action.id, by=command.by),
        say.ConflictOpened(conflict=f"conflict-{state.conflicts + 1}", action=action.id),
        say.ParticipantEntered(participant=actor),
        say.ParticipantEntered(participant=command.by),
        say.OppositionDeclared(a=actor, b=command.by),
    ]
