"""Declaring an obstacle test: what is wanted, done, risked, offered; Let It Ride (HC-26 to HC-28, HC-44)."""

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import Character, Circle
from domain.hot_circle.tables import ABILITY_TESTS_IN_A_SCENE, OBSTACLE_TESTS_IN_A_SCENE
from domain.hot_circle.terms import Rank, Stakes, TestKind
from domain.hot_circle.words import same
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .common import acted_for, blank, character, present


def declare_obstacle_test(state: Circle, command: ask.DeclareObstacleTest, asker: Asker) -> Decision[Event]:
    """HC-26, HC-27: everything is said before any die falls."""
    tester = acted_for(state, command.tester, asker)
    if isinstance(tester, Refusal):
        return tester
    if wrong := present(state, command.tester):
        return wrong
    if state.obstacle_test is not None and state.obstacle_test.open:
        return refuse("test_open", test=state.obstacle_test.id)
    versus = command.kind is TestKind.VERSUS
    if wrong := unsaid(command) or (unopposed(state, command) if versus else None):
        return wrong
    if wrong := bad_stakes(state, command, tester) or too_deep(command, tester) or rides(state, command):
        return wrong
    scene = state.open_scene
    tired = scene is not None and (
        scene.ability_tests >= ABILITY_TESTS_IN_A_SCENE or scene.obstacle_tests >= OBSTACLE_TESTS_IN_A_SCENE
    )
    compromises = versus and not command.simple
    return [
        say.ObstacleTestDeclared(
            test=f"test-{state.tests + 1}",
            kind=command.kind,
            scene=state.scene or "",
            tester=command.tester,
            obstacle=command.obstacle,
            intent=command.intent,
            time_limit=command.time_limit,
            task=command.task,
            consequence=command.opponent_intent if versus else command.consequence,
            condition_at_risk=command.condition_at_risk.strip(),
            condition_rank=command.condition_rank,
            stakes=command.stakes,
            consequence_stakes=command.consequence_stakes,
            opponent=command.opponent if versus else None,
            opponent_intent=command.opponent_intent if versus else "",
            opponent_task=command.opponent_task if versus else "",
            tester_compromise=command.tester_compromise if compromises else "",
            opponent_compromise=command.opponent_compromise if compromises else "",
            simple=versus and command.simple,
            cut_advised=tired,
        )
    ]


def unsaid(command: ask.DeclareObstacleTest) -> Refusal | None:
    """HC-26: what still has to be said, or None. That nothing happens is no consequence."""
    versus = command.kind is TestKind.VERSUS
    if blank(command.intent) or (versus and blank(command.opponent_intent)):
        return refuse("intent_missing")
    if blank(command.task) or (versus and blank(command.opponent_task)):
        return refuse("task_missing")
    if blank(command.obstacle):
        return refuse("obstacle_missing")
    if not versus and blank(command.consequence):
        return refuse("consequence_missing")
    if len(command.condition_at_risk.splitlines()) > 1:
        return refuse("condition_one_line")
    return None


def unopposed(state: Circle, command: ask.DeclareObstacleTest) -> Refusal | None:
    """HC-27: somebody opposes, and both sides offer a compromise or neither does."""
    if command.opponent is None:
        return refuse("opponent_missing")
    if command.opponent == command.tester:
        return refuse("self_opposed", character=command.tester)
    opponent = character(state, command.opponent)
    if isinstance(opponent, Refusal):
        return opponent
    if wrong := present(state, command.opponent):
        return wrong
    if command.simple:
        return None
    offered = [not blank(text) for text in (command.tester_compromise, command.opponent_compromise)]
    if not any(offered):
        return refuse("compromise_missing")
    return None if all(offered) else refuse("one_sided_compromise")


def bad_stakes(state: Circle, command: ask.DeclareObstacleTest, tester: Character) -> Refusal | None:
    """HC-28: a player's character is killed or convinced only where its own intent was of that sort."""
    versus = command.kind is TestKind.VERSUS
    opponent = state.characters.get(command.opponent or "") if versus else None
    risked = []
    if tester.is_pc and command.consequence_stakes is not Stakes.NORMAL:
        risked.append((command.consequence_stakes, command.stakes))
    if opponent is not None and opponent.is_pc and command.stakes is not Stakes.NORMAL:
        risked.append((command.stakes, command.consequence_stakes))
    for stakes, own in risked:
        if stakes is not own:
            return refuse("stakes_not_matched", stakes=stakes)
        if not versus or command.simple:
            return refuse("stakes_need_compromise", stakes=stakes)
    return None


def too_deep(command: ask.DeclareObstacleTest, tester: Character) -> Refusal | None:
    """HC-60: what is major already cannot be risked again."""
    for slug, condition in tester.conditions.items():
        if condition.rank is Rank.MAJOR and same(condition.text, command.condition_at_risk):
            return refuse("already_major", condition=slug)
    return None


def rides(state: Circle, command: ask.DeclareObstacleTest) -> Refusal | None:
    """HC-44: a failed task is not tried again by the same character; what was overcome does not come back."""
    for result in state.results.values():
        if result.ability is not None or not same(result.obstacle, command.obstacle):
            continue
        if result.passed:
            return refuse("let_it_ride_obstacle", obstacle=command.obstacle, session=result.session_no)
        if result.tester_id == command.tester and same(result.task, command.task):
            return refuse("let_it_ride_task", character=command.tester, task=command.task)
    return None
