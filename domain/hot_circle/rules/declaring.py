"""Declaring an obstacle test: what is wanted, done, risked, offered; Let It Ride (HC-26 to HC-28, HC-44)."""

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import Character, Circle
from domain.hot_circle.tables import ABILITY_TESTS_IN_A_SCENE, OBSTACLE_TESTS_IN_A_SCENE
from domain.hot_circle.terms import Rank, Stakes, TestKind
from domain.hot_circle.words import same
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.people import Asker

from .common import acted_for, blank, character, present


def declare_obstacle_test(state: Circle, command: ask.DeclareObstacleTest, asker: Asker) -> Events:
    """HC-26, HC-27: everything is said before any die falls."""
    tester = acted_for(state, command.tester, asker)
    present(state, command.tester)
    if state.obstacle_test is not None and state.obstacle_test.open:
        raise CommandRefused("test_open", test=state.obstacle_test.id)
    versus = command.kind is TestKind.VERSUS
    all_said(command)
    if versus:
        opposed(state, command)
    fair_stakes(state, command, tester)
    can_be_risked(command, tester)
    not_settled_before(state, command)
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


def all_said(command: ask.DeclareObstacleTest) -> None:
    """HC-26: everything is said that has to be. That nothing happens is no consequence."""
    versus = command.kind is TestKind.VERSUS
    if blank(command.intent) or (versus and blank(command.opponent_intent)):
        raise CommandRefused("intent_missing")
    if blank(command.task) or (versus and blank(command.opponent_task)):
        raise CommandRefused("task_missing")
    need(not blank(command.obstacle), "obstacle_missing")
    if not versus and blank(command.consequence):
        raise CommandRefused("consequence_missing")
    need(len(command.condition_at_risk.splitlines()) <= 1, "condition_one_line")


def opposed(state: Circle, command: ask.DeclareObstacleTest) -> None:
    """HC-27: somebody opposes, and both sides offer a compromise or neither does."""
    opponent = found(command.opponent, "opponent_missing")
    need(opponent != command.tester, "self_opposed", character=command.tester)
    character(state, opponent)
    present(state, opponent)
    if command.simple:
        return
    offered = [not blank(text) for text in (command.tester_compromise, command.opponent_compromise)]
    need(any(offered), "compromise_missing")
    need(all(offered), "one_sided_compromise")


def fair_stakes(state: Circle, command: ask.DeclareObstacleTest, tester: Character) -> None:
    """HC-28: a player's character is killed or convinced only where its own intent was of that sort."""
    versus = command.kind is TestKind.VERSUS
    opponent = state.characters.get(command.opponent or "") if versus else None
    risked = []
    if tester.is_pc and command.consequence_stakes is not Stakes.NORMAL:
        risked.append((command.consequence_stakes, command.stakes))
    if opponent is not None and opponent.is_pc and command.stakes is not Stakes.NORMAL:
        risked.append((command.stakes, command.consequence_stakes))
    for stakes, own in risked:
        need(stakes is own, "stakes_not_matched", stakes=stakes)
        if not versus or command.simple:
            raise CommandRefused("stakes_need_compromise", stakes=stakes)


def can_be_risked(command: ask.DeclareObstacleTest, tester: Character) -> None:
    """HC-60: what is major already cannot be risked again."""
    for slug, condition in tester.conditions.items():
        if condition.rank is Rank.MAJOR and same(condition.text, command.condition_at_risk):
            raise CommandRefused("already_major", condition=slug)


def not_settled_before(state: Circle, command: ask.DeclareObstacleTest) -> None:
    """HC-44: a failed task is not tried again by the same character; what was overcome does not come back."""
    for result in state.results.values():
        if result.ability is not None or not same(result.obstacle, command.obstacle):
            continue
        need(not result.passed, "let_it_ride_obstacle", obstacle=command.obstacle, session=result.session_no)
        if result.tester_id == command.tester and same(result.task, command.task):
            raise CommandRefused("let_it_ride_task", character=command.tester, task=command.task)
