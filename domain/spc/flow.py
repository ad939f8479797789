"""A conflict as a flow: its stages, which the turns go through again and again, and what each participant does."""

from collections.abc import Iterable

from domain.kernel.offers import Flow, FlowSide
from domain.spc.lookup import (
    is_assigned,
    is_modified,
    open_conflict,
    still_to_choose,
    unassigned,
    unmodified,
    wants_something,
    without_setback,
)

from .seats import name
from .state.adventure import Adventure
from .state.conflict import Conflict, Participant
from .terms import Stage

STAGES = ("Intentions", "Action types", "Dice", "Comparison", "Narration", "Facts, setbacks")


def flows(state: Adventure) -> Iterable[Flow]:
    """A flow for the conflict under way, if there is one."""
    it = open_conflict(state)
    if it is None:
        return
    at = stage(state, it)
    sides = tuple(
        FlowSide(name(state, slug), *doing(state, it, slug, part, at), whose=whose(state, slug))
        for slug, part in it.participants.items()
    )
    kind = f"Conflict, turn {it.turn}" if it.turn else "Conflict"
    yield Flow(kind=kind, about=begun_with(state, it), stages=STAGES, at=at, sides=sides, groups=("Conflict",))


def begun_with(state: Adventure, it: Conflict) -> str:
    """The action that was opposed, as its player said it. Nothing else is declared while the conflict is open."""
    action = state.action
    return action.text if action is not None and action.id == it.action else ""


def whose(state: Adventure, slug: str) -> tuple[str, ...]:
    """The player of somebody; nobody where that is the Mastermind."""
    player = state.characters[slug].player if slug in state.characters else None
    return (player,) if player else ()


def stage(state: Adventure, it: Conflict) -> int:
    """Index of the stage a conflict is in."""
    if it.status is Stage.SETUP:
        return 0
    if it.status is not Stage.TURN:
        return 5
    if it.compared:
        return 4
    if still_to_choose(state, it):
        return 1
    return 2 if unassigned(it) or unmodified(it) else 3


def doing(state: Adventure, it: Conflict, slug: str, part: Participant, at: int) -> tuple[str, bool]:
    """A participant's progress in this stage, in words, and True if their step is due."""
    if part.taken_out and at < 5:
        return "taken out", False
    if at == 0:
        return intending(state, slug, part)
    if at in (1, 2):
        return throwing(part)
    if at == 5:
        if it.fact_turn is not None:
            return ("to tell a Fact", True) if it.fact_turn == slug else ("", False)
        return ("to say what was suffered", True) if slug in without_setback(it) else ("", False)
    return f"progress {part.progress}", False


def intending(state: Adventure, slug: str, part: Participant) -> tuple[str, bool]:
    """An intention and its target number, in words, and True if a step is due."""
    if part.intention is None:
        return ("to say what they want", True) if wants_something(state, slug) else ("wants nothing", False)
    return ("to get a target number", True) if part.itn is None else (f"against {part.itn}", False)


def throwing(part: Participant) -> tuple[str, bool]:
    """The progress of somebody's throw, in words, and True if a step is due."""
    throw = part.throw
    if throw.action_type is None:
        return "to choose an action type", True
    chosen = throw.action_type.value.replace("_", " ")
    if not throw.thrown:
        return f"{chosen}, to throw", True
    faces = " ".join(str(face) for face in throw.thrown.values())
    if not throw.kept:
        return f"{chosen}: {faces}, to keep", True
    if not is_assigned(throw):
        return f"{chosen}: {faces}, to assign", True
    return (f"{chosen}, assigned", False) if is_modified(throw) else (f"{chosen}, to add its modifiers", True)
