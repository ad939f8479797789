"""The table that events are applied by, and how an impossible history is noticed."""

from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.evolution import Evolution
from domain.spc.state import Action, Adventure, Character, Conflict, Participant, Scene, Throw
from domain.spc.terms import SceneStatus, Stage

evolve = Evolution[Adventure]()


def must(possible: bool, problem: str) -> None:
    """Raise `ImpossibleHistoryError` unless this is possible."""
    if not possible:
        raise ImpossibleHistoryError(problem)


def character_of(state: Adventure, slug: str) -> Character:
    """Somebody on the cast list."""
    found = state.characters.get(slug)
    if found is None:
        raise ImpossibleHistoryError(f"there is no character {slug}")
    return found


def scene_of(state: Adventure, *stages: SceneStatus) -> Scene:
    """The scene, in one of these stages."""
    if state.scene is None or state.scene.status not in stages:
        raise ImpossibleHistoryError("no such scene is under way")
    return state.scene


def action_of(state: Adventure, action: str) -> Action:
    """The action last declared."""
    if state.action is None or state.action.id != action:
        raise ImpossibleHistoryError(f"there is no action {action}")
    return state.action


def conflict_of(state: Adventure, *stages: Stage) -> Conflict:
    """The open conflict, in one of these stages where any are named."""
    it = state.conflict
    if it is None or not it.open or (stages and it.status not in stages):
        raise ImpossibleHistoryError("no such conflict is open")
    return it


def participant_of(state: Adventure, slug: str, *stages: Stage) -> Participant:
    """One who takes part in the open conflict."""
    found = conflict_of(state, *stages).participants.get(slug)
    if found is None:
        raise ImpossibleHistoryError(f"{slug} takes no part in this conflict")
    return found


def throw_of(state: Adventure, slug: str) -> Throw:
    """What a participant chose and threw this turn."""
    return participant_of(state, slug, Stage.TURN).throw
