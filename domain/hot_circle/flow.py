"""A test as a flow: against an obstacle, against somebody, or by an ability."""

from collections.abc import Iterable

from domain.kernel.flow import Flow, FlowSide

from .state import Circle, ObstacleTest
from .terms import TestStatus

OBSTACLE = ("Task", "Obstacle", "Lifepath, help", "Dice", "Rerolls")
VERSUS = ("Task", "Lifepaths", "Opposition", "Dice", "Rerolls")
ABILITY = ("Claim", "Dice", "Reroll", "What is so")


def flows(state: Circle) -> Iterable[Flow]:
    """The ability test and the obstacle test under way."""
    claim = state.ability_test
    if state.open_scene is None:
        return
    if claim is not None and claim.open:
        name = state.characters[claim.tester_id].name
        rolled = claim.status is TestStatus.ROLLED
        at = 1 if not rolled else 3 if claim.due_to_pass else 2
        words = f"{claim.successes} against {claim.ob}" if rolled else f"to roll against {claim.ob}"
        yield Flow(
            kind=f"{claim.ability.value.capitalize()} test", about=claim.about, stages=ABILITY, at=at,
            sides=(FlowSide(name, words, True, whose=whose(state, claim.tester_id)),), groups=("Ability test",),
        )  # fmt: skip
    test = state.obstacle_test
    if test is not None and test.open:
        yield of_obstacle(state, test)


def of_obstacle(state: Circle, test: ObstacleTest) -> Flow:
    """The obstacle test under way."""
    at = stage(test)
    sides = []
    for slug, side in test.sides.items():
        due, words = at > 1 if not test.versus else at > 0, ""
        if slug == test.opponent_id:
            words = "has opposed" if test.opposed else "to choose a lifepath" if side.fit is None else "to oppose"
            due = due and not test.opposed
        elif at == 4:
            words = f"{test.successes} against {test.ob}"
        else:
            words = (
                "to choose a lifepath" if side.fit is None else "to roll" if test.ob is not None else "is ready"
            )
            due = due and (side.fit is None or test.ob is not None)
        sides.append(FlowSide(state.characters[slug].name, words, due, whose=whose(state, slug)))
    groups = ("Obstacle test", "Help", "Hindrance", "Judging")
    kind, stages = ("Versus test", VERSUS) if test.versus else ("Obstacle test", OBSTACLE)
    about = test.task or test.intent
    return Flow(kind=kind, about=about, stages=stages, at=at, sides=tuple(sides), groups=groups)


def whose(state: Circle, slug: str) -> tuple[str, ...]:
    """Who plays somebody; nobody where that is the GM."""
    player = state.characters[slug].player
    return (player,) if player else ()


def stage(test: ObstacleTest) -> int:
    """Which of the stages an obstacle test is in."""
    if test.status is TestStatus.ROLLED:
        return 4
    if test.versus:
        ready = all(side.fit is not None for side in test.sides.values())
        return 1 if not ready else 3 if test.opposed else 2
    if test.ob is None:
        return 1
    return 2 if any(side.fit is None for side in test.sides.values()) else 3
