"""A contest as a flow: its stages, and what each side has done in it."""

from collections.abc import Iterable

from domain.kernel.offers import Flow, FlowSide

from .lookup import tie_to_reroll
from .seats import side_name
from .state import Contest, Crucible, Side
from .terms import GM, Answer, Stage, WinnersChoice

STAGES = ("Sides", "Elements", "Dice", "Present", "Sparks", "Outcome")


def flows(state: Crucible) -> Iterable[Flow]:
    """The contest under way, if there is one."""
    it = state.contest
    if state.current_scene is None or it is None or not it.open:
        return
    at = stage(it)
    tied = tie_to_reroll(it)
    sides = tuple(
        FlowSide(
            side_name(state, slug),
            *(has_won(it, slug, side) if at == 5 else acting(side, at, slug in tied)),
            whose=whose(state, slug),
        )
        for slug, side in it.sides.items()
    )
    yield Flow(kind="Contest", about=it.aim, stages=STAGES, at=at, sides=sides, groups=("Contest",))


def whose(state: Crucible, side: str) -> tuple[str, ...]:
    """The person who acts for a side; nobody where that is the GM."""
    player = None if side == GM else state.characters[side].player
    return (player,) if player else ()


def stage(it: Contest) -> int:
    """Index of the stage a contest is in."""
    sides = it.sides.values()
    match it.status:
        case Stage.DECLARED:
            return 0 if len(it.sides) < 2 else 1 if not all(side.hand for side in sides) else 2
        case Stage.ROLLING:
            return 2 if not all(side.rolled for side in sides) else 3
        case Stage.PRESENTED:
            return 4
    return 5


def acting(side: Side, at: int, tied: bool) -> tuple[str, bool]:
    """The last step of a side until there is a winner, and true if its next is due."""
    if not side.hand:
        return "to choose elements", at > 0
    if not side.rolled:
        count = len(side.hand)
        return f"{count} {'die' if count == 1 else 'dice'} in hand, to roll", at == 2
    faces = " ".join(str(die.value) for die in side.hand)
    if side.presented_die is None:
        return f"rolled {faces}, to present", at == 3
    shown = next(die.value for die in side.hand if die.die_id == side.presented_die)
    if tied:
        return f"tied at {shown}, to reroll", True
    return f"presents {shown}{', passes' if side.passed else ''}", not side.passed


def has_won(it: Contest, slug: str, side: Side) -> tuple[str, bool]:
    """A side's part in the outcome, and true if its step is due."""
    if slug == it.winner:
        losers = [other for name, other in it.sides.items() if name != slug]
        return "wins, to choose", any(loser.outcome is WinnersChoice.NONE for loser in losers)
    if side.outcome is WinnersChoice.NONE:
        return "has lost", False
    waiting = side.outcome is WinnersChoice.CONVINCE and side.answer is Answer.NONE
    return f"has lost: {side.outcome.value}", waiting
