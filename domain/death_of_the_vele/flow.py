"""A struggle as a flow: from the goal to what is won and lost."""

from collections.abc import Iterable

from domain.death_of_the_vele.chapters.struggle_dice.rolling import ready_to_roll
from domain.death_of_the_vele.lookup import running_struggle, who_speaks
from domain.kernel.decisions import allowed
from domain.kernel.offers import Flow, FlowSide

from .names import person
from .state.struggle import Side, Struggle
from .state.vele import Vele
from .struggle_lookup import next_chooser, open_window, result_of
from .terms.struggle import Phase, StruggleKind, Winner

STAGES = ("Goal, dice", "Roll", "Fate", "Decision", "Winnings, losses", "End")

_KINDS = {
    StruggleKind.OFFENSIVE_DEFENSIVE: "one tries, the other resists",
    StruggleKind.HEAD_TO_HEAD: "head-to-head",
    StruggleKind.MASS: "against many at once",
    StruggleKind.HEALING: "healing",
    StruggleKind.BLOCKED: "against a block",
}


def flows(state: Vele) -> Iterable[Flow]:
    """A flow for the struggle under way, if there is one."""
    it = running_struggle(state)
    if it is None:
        return
    at = stage(state, it)
    window = open_window(state, it) if at == 2 else None
    sides = tuple(
        FlowSide(
            title(state, side), *doing(state, it, name, side, at, window), whose=tuple(who_speaks(state, side))
        )
        for name, side in it.sides.items()
    )
    yield Flow(
        kind=f"Struggle: {_KINDS[it.kind]}",
        about=it.goal_text,
        stages=STAGES,
        at=at,
        sides=sides,
        groups=("Struggle", "Fate"),
    )


def stage(state: Vele, it: Struggle) -> int:
    """Index of the stage a struggle is in."""
    if it.before_roll:
        return 1 if allowed(ready_to_roll, state, it) else 0
    if it.phase in (Phase.ROLLED, Phase.FATE):
        return 3 if open_window(state, it) is None else 2
    return 5 if it.phase is Phase.APPLIED else 4


def doing(state: Vele, it: Struggle, name: str, side: Side, at: int, window: str | None) -> tuple[str, bool]:
    """A side's progress in this stage, in words, and True if it is its turn."""
    if not it.known:
        return "unseen", False
    if at < 2:
        laid = len(side.pushed) + len(side.hand) + len(side.average_dice)
        dice = "1 die" if laid == 1 else f"{laid} dice"
        return f"{dice}, ready" if side.ready else f"{dice} so far", at == 0 and not side.ready
    result = str(result_of(side))
    if at == 2:
        return (f"{result}, may turn to fate", True) if name == window else (result, False)
    if at == 3:
        return result, False
    won = it.winner is not None and it.winner is not Winner.NONE and it.winner.value == name
    turn = next_chooser(it) if it.shares else None
    return (f"{result}, has won" if won else result), turn in side.contributors


def title(state: Vele, side: Side) -> str:
    """A side by its main component and who plays it."""
    main = state.components[side.main].name if side.main is not None else "The scenery"
    who = ", ".join(person(player) for player in who_speaks(state, side))
    return f"{main} ({who})" if who else main
