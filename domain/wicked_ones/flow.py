"""An action as a flow: from the intention to what it costs."""

from collections.abc import Iterable

from domain.kernel.offers import Flow, FlowSide
from domain.kernel.people import Asker, Role
from domain.kernel.terms import PersonId

from .lookup import roll_owes, scene_is_open, start_owes
from .offers import after_dice
from .seats import Seat
from .state.play import ActionRoll
from .state.underworld import Underworld
from .terms.bounds import DUNGEON
from .terms.rolls import RollStatus

STAGES = ("Intention", "Frame", "Dice", "Ticks, bonus", "Consequences")
_GM = Asker(PersonId(""), Role.GM)
_GROUPS = ("Action", "Consequences")


def flows(state: Underworld) -> Iterable[Flow]:
    """Flows of every action on the table, the newest first; then of pending consequences without one."""
    waiting = {slug: it for slug, it in state.consequences.items() if it.pending}
    told: set[str] = set()
    for slug, roll in reversed(state.rolls.items()):
        mine = [one for one, it in waiting.items() if it.roll_id == slug]
        owed = roll_owes(state, slug, roll)
        at = stage(state, slug, roll, bool(mine) or owed)
        if at is None or (at < 4 and not scene_is_open(state)):
            continue
        told |= set(mine)
        it = state.characters[roll.character]
        words = {1: "waits for the frame", 2: f"to roll {roll.action.value}"}.get(at, rolled(roll))
        struck = list(dict.fromkeys(waiting[one].target for one in mine))
        due = at == 2 or (at == 4 and roll.character in struck)
        sides = [FlowSide(it.name, words, due, whose=whose(state, roll.character))]
        sides += [answering(state, target) for target in struck if target != roll.character]
        sides += [FlowSide("The GM", "owes a consequence", True)] if owed else []
        yield Flow(kind="Action", about=roll.intention, stages=STAGES, at=at, sides=tuple(sides), groups=_GROUPS)
    if start_owes(state) and state.scene is not None:
        side = FlowSide("The GM", "owes a consequence", True)
        yield Flow(
            kind="Bad start",
            about=state.scene.title,
            stages=("Rolled", "Consequence"),
            at=1,
            sides=(side,),
            groups=_GROUPS,
        )
    for slug, consequence in waiting.items():
        if slug not in told:
            side = answering(state, consequence.target)
            about = consequence.details or consequence.kind.value.replace("_", " ")
            yield Flow(
                kind="Consequence", about=about, stages=("Declared", "Answer"), at=1, sides=(side,), groups=_GROUPS
            )


def stage(state: Underworld, slug: str, roll: ActionRoll, struck: bool) -> int | None:
    """Index of the stage an action is in; None when nothing is left to do about it."""
    match roll.status:
        case RollStatus.PROPOSED | RollStatus.FRAMED if not state.characters[roll.character].alive:
            return None
        case RollStatus.PROPOSED:
            return 1
        case RollStatus.FRAMED:
            return 2
        case RollStatus.ROLLED if struck:
            return 4
        case RollStatus.ROLLED if slug == next(reversed(state.rolls)):
            it = state.characters[roll.character]
            seat = Seat(roll.character, it.name, it)
            return 3 if any(True for _ in after_dice(state, slug, roll, seat, _GM)) else None
    return None


def rolled(roll: ActionRoll) -> str:
    """The dice of an action and what they came to."""
    faces = " ".join(str(face) for face in roll.faces)
    return f"rolled {faces}: {roll.result.value}" if roll.result is not None else ""


def answering(state: Underworld, target: str) -> FlowSide:
    """The flow's side of a target that has to answer a consequence."""
    return FlowSide(name_of(state, target), "has to answer", True, whose=whose(state, target))


def whose(state: Underworld, target: str) -> tuple[str, ...]:
    """The player of a monster; nobody for the dungeon and for minions, whose troubles the GM settles."""
    it = state.characters.get(target)
    return (it.player,) if it is not None else ()


def name_of(state: Underworld, target: str) -> str:
    """The name of the target something befalls."""
    if target in state.packs:
        return state.packs[target].name
    return state.dungeon.name if target == DUNGEON else state.characters[target].name
