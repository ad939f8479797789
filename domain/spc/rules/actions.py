"""Actions outside of a conflict: five systems that just happen, and opposition (SPC-10 to SPC-17)."""

from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId
from domain.spc import commands as ask
from domain.spc import events as say
from domain.spc.lookup import features_of
from domain.spc.state import Adventure, Character
from domain.spc.tables import GOAL_MOVES, PURITY_MOVES
from domain.spc.terms import ActionStatus, OutcomeSystem, TrackReason

from .common import acts_for, blank, here, known_character, open_conflict, open_scene, own, waiting_action
from .tracks import accomplished, goal_blocked, goal_moved, purity_blocked, purity_moved, reaches_goal


def declare_action(state: Adventure, command: ask.DeclareAction, asker: Asker) -> Decision[Event]:
    """SPC-10, SPC-15, SPC-17: one of the six systems, and the features used in it."""
    scene = open_scene(state)
    if isinstance(scene, Refusal):
        return scene
    if conflict := open_conflict(state):
        return refuse("conflict_open", conflict=conflict.id)
    if state.pending_goal_scenes:
        return refuse("goal_scene_pending", character=state.pending_goal_scenes[0])
    it = known_character(state, command.character)
    if isinstance(it, Refusal):
        return it
    if it.is_antagonist:
        return refuse("players_act", character=command.character)
    wrong = acts_for(state, command.character, asker) or here(state, command.character)
    if wrong:
        return wrong
    if state.action is not None and state.action.status is ActionStatus.DECLARED:
        return refuse("action_waiting", character=state.action.character)
    if wrong := badly_declared(state, command, it):
        return wrong
    return [
        say.ActionDeclared(
            action=f"action-{state.actions + 1}",
            character=command.character,
            outcome_system=command.outcome_system or OutcomeSystem.FREE_NARRATION,
            text=command.text,
            features=command.features,
            sacrifice=command.sacrifice,
            advance=command.advance,
        )
    ]


def badly_declared(state: Adventure, command: ask.DeclareAction, it: Character) -> Refusal | None:
    """What an action still lacks, or None."""
    if command.outcome_system is None:
        return refuse("system_missing")
    if wrong := blank(command.text, "what your Character does"):
        return wrong
    known = features_of(it)
    for feature in command.features:
        if feature not in known:
            return refuse("feature_unknown", character=command.character, feature=feature)
    if command.outcome_system is OutcomeSystem.ADVANCEMENT:
        if not command.sacrifice.strip():
            return refuse("sacrifice_missing")
        if not command.advance.strip():
            return refuse("advance_missing")
    return track_blocked(state, command.character, command.outcome_system)


def track_blocked(state: Adventure, slug: str, system: OutcomeSystem) -> Refusal | None:
    """Why the track cannot take the step of this system, or None."""
    if system in PURITY_MOVES:
        return purity_blocked(state, slug, PURITY_MOVES[system])
    return goal_blocked(state, slug, GOAL_MOVES[system]) if system in GOAL_MOVES else None


def settle_action(state: Adventure, asker: Asker) -> Decision[Event]:
    """SPC-11 to SPC-15, SPC-18: it happens, and its system's track moves by one."""
    action = waiting_action(state)
    if isinstance(action, Refusal):
        return action
    slug, system = action.character, action.outcome_system
    if wrong := acts_for(state, slug, asker):
        return wrong
    if system is OutcomeSystem.CONFLICT:
        return refuse("nobody_opposes", character=slug)
    if wrong := track_blocked(state, slug, system):
        return wrong
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


def withdraw_action(state: Adventure, asker: Asker) -> Decision[Event]:
    """Another system, or another action: nothing has come of this one yet."""
    action = waiting_action(state)
    if isinstance(action, Refusal):
        return action
    if not asker.is_gm and (wrong := acts_for(state, action.character, asker)):
        return wrong
    return [say.ActionWithdrawn(action=action.id, character=CharacterId(action.character))]


def oppose_action(state: Adventure, command: ask.OpposeAction, asker: Asker) -> Decision[Event]:
    """SPC-16: opposed, it is a conflict between these two to begin with, and no track moves."""
    action = waiting_action(state)
    if isinstance(action, Refusal):
        return action
    it = own(state, command.by, asker)
    if isinstance(it, Refusal):
        return it
    if wrong := here(state, command.by):
        return wrong
    if command.by == action.character:
        return refuse("opposes_itself", participant=command.by)
    actor = CharacterId(action.character)
    return [
        say.ActionOpposed(action=action.id, by=command.by),
        say.ConflictOpened(conflict=f"conflict-{state.conflicts + 1}", action=action.id),
        say.ParticipantEntered(participant=actor),
        say.ParticipantEntered(participant=command.by),
        say.OppositionDeclared(a=actor, b=command.by),
    ]
