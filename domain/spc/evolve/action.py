"""How actions outside of a conflict, and steps on the tracks, change an adventure."""

from domain.spc import events as say
from domain.spc.state import Action, Adventure
from domain.spc.terms import ActionStatus, SceneStatus

from .fold import action_of, character_of, evolve, must, scene_of
from .table import move_goal, move_purity, note_goal


@evolve.on(say.ActionDeclared)
def _(state: Adventure, event: say.ActionDeclared) -> None:
    scene_of(state, SceneStatus.OPEN)
    must(state.action is None or state.action.status is not ActionStatus.DECLARED, "an action waits already")
    state.actions += 1
    state.action = Action(
        id=event.action,
        character=event.character,
        outcome_system=event.outcome_system,
        text=event.text,
        features=list(event.features),
        sacrifice=event.sacrifice,
        advance=event.advance,
    )


@evolve.on(say.ActionWithdrawn)
def _(state: Adventure, event: say.ActionWithdrawn) -> None:
    action_of(state, event.action).status = ActionStatus.WITHDRAWN


@evolve.on(say.ActionNarrated)
def _(state: Adventure, event: say.ActionNarrated) -> None:
    action_of(state, event.action).status = ActionStatus.SETTLED


@evolve.on(say.ActionOpposed)
def _(state: Adventure, event: say.ActionOpposed) -> None:
    action = action_of(state, event.action)
    must(action.status is ActionStatus.DECLARED, "only an action that waits can be opposed")
    action.status = ActionStatus.OPPOSED
    action.opposed_by = event.by


@evolve.on(say.PurityTrackMoved)
def _(state: Adventure, event: say.PurityTrackMoved) -> None:
    move_purity(character_of(state, event.character), event.delta, event.purity, event.corruption)


@evolve.on(say.GoalTrackMoved)
def _(state: Adventure, event: say.GoalTrackMoved) -> None:
    move_goal(character_of(state, event.character), event.delta, event.goal, event.drawback)
    if event.reached:
        note_goal(state, event.character)
