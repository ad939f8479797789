"""How an obstacle test goes its way."""

from domain.hot_circle import events as say
from domain.hot_circle.state import Circle, Help, Hindrance, ObstacleTest, Result, Side
from domain.hot_circle.terms import HindranceSource, Outcome, Replaced, RerollReason, Stage, TestKind, TestStatus

from .fold import ability_of, evolve, must, obstacle_of, scene_of, side_of, waves_of


@evolve.on(say.ObstacleTestDeclared)
def _(state: Circle, event: say.ObstacleTestDeclared) -> None:
    must(state.obstacle_test is None or not state.obstacle_test.open, "one obstacle test at a time")
    scene_of(state, event.scene).obstacle_tests += 1
    state.tests += 1
    sides = [event.tester] if event.opponent is None else [event.tester, event.opponent]
    state.obstacle_test = ObstacleTest(
        id=event.test, kind=event.kind, scene_id=event.scene, tester_id=event.tester, opponent_id=event.opponent,
        obstacle=event.obstacle, intent=event.intent, time_limit=event.time_limit, task=event.task,
        consequence=event.consequence, opponent_intent=event.opponent_intent, opponent_task=event.opponent_task,
        tester_compromise=event.tester_compromise, opponent_compromise=event.opponent_compromise,
        simple=event.simple, stakes=event.stakes, consequence_stakes=event.consequence_stakes,
        condition_at_risk=event.condition_at_risk, condition_rank=event.condition_rank,
        sides={side: Side() for side in sides},
    )  # fmt: skip


@evolve.on(say.ObstacleSet)
def _(state: Circle, event: say.ObstacleSet) -> None:
    test = obstacle_of(state, event.test)
    must(test.pool is None, f"{event.test} was rolled already")
    test.level, test.step, test.ob = event.level, event.step, event.ob
    test.status = TestStatus.TARGET_SET


@evolve.on(say.HindranceDeclared)
def _(state: Circle, event: say.HindranceDeclared) -> None:
    test = obstacle_of(state, event.test)
    side = side_of(test, event.character)
    side.hindrances.append(Hindrance(event.source, event.source_id, event.reward))
    test.hindrance_ob += event.ob_added
    if test.ob is not None:
        test.ob += event.ob_added
    if event.die_for is not None:
        side_of(test, event.die_for).bonus_dice += 1


@evolve.on(say.HindranceRewardChanged)
def _(state: Circle, event: say.HindranceRewardChanged) -> None:
    side = side_of(obstacle_of(state, event.test), event.character)
    changed = [
        it
        for it in side.hindrances
        if it.source is HindranceSource.CONDITION and it.source_id == event.source_id  # a trait gives fate only
    ]
    must(len(changed) > 0, f"{event.source_id} does not hinder {event.character}")
    for hindrance in changed:
        hindrance.reward = event.reward


@evolve.on(say.TestLifepathChosen)
def _(state: Circle, event: say.TestLifepathChosen) -> None:
    side = side_of(obstacle_of(state, event.test), event.character)
    side.lifepath_id, side.fit, side.reward = event.lifepath, event.fit, event.reward
    side.base_dice = event.base_dice


@evolve.on(say.BonusDieAdded)
def _(state: Circle, event: say.BonusDieAdded) -> None:
    side = side_of(obstacle_of(state, event.test), event.character)
    side.bonus.append(Help(event.source, event.source_id))
    side.bonus_dice += 1


@evolve.on(say.AdvantageGranted)
def _(state: Circle, event: say.AdvantageGranted) -> None:
    test = obstacle_of(state, event.test)
    must(not test.advantage, f"{event.test} has advantage already")
    test.advantage = True


@evolve.on(say.DisadvantageImposed)
def _(state: Circle, event: say.DisadvantageImposed) -> None:
    test = obstacle_of(state, event.test)
    must(not test.disadvantage, f"{event.test} has disadvantage already")
    test.disadvantage = True


@evolve.on(say.HelpGiven)
def _(state: Circle, event: say.HelpGiven) -> None:
    obstacle_of(state, event.test).helpers.append(event.helper)


@evolve.on(say.TestsLinked)
def _(state: Circle, event: say.TestsLinked) -> None:
    must(event.from_test in state.results, f"{event.from_test} is not over")
    obstacle_of(state, event.test).linked_from_test_id = event.from_test


@evolve.on(say.OppositionRolled)
def _(state: Circle, event: say.OppositionRolled) -> None:
    test = obstacle_of(state, event.test)
    must(test.kind is TestKind.VERSUS and not test.opposed, f"the opposition of {event.test} rolls once")
    test.opposition = waves_of(event.waves, event.cards)


@evolve.on(say.TaskRolled)
def _(state: Circle, event: say.TaskRolled) -> None:
    test = obstacle_of(state, event.test)
    must(test.ob == event.ob and test.pool is None, f"{event.test} cannot be rolled now")
    test.pool = event.pool
    roll(test, waves_of(event.waves, event.cards), event.successes)


def roll(test: ObstacleTest, waves: list[list[int | str]], successes: int) -> None:
    """Dice fell, and this is the result now."""
    test.status = TestStatus.ROLLED
    test.rolls.append(waves)
    test.successes = successes


@evolve.on(say.TaskRerolled)
def _(state: Circle, event: say.TaskRerolled) -> None:
    test = obstacle_of(state, event.test)
    must(test.status is TestStatus.ROLLED and test.pool == event.pool, f"{event.test} cannot be rerolled now")
    if event.reason is RerollReason.ADVANTAGE:
        must(not test.adv_used, "advantage is used once")
        test.adv_used = True
    elif event.reason is RerollReason.DISADVANTAGE:
        must(not test.dis_used, "disadvantage is used once")
        test.dis_used = True
    roll(test, waves_of(event.waves, event.cards), event.successes)


@evolve.on(say.CompromiseAccepted)
def _(state: Circle, event: say.CompromiseAccepted) -> None:
    test = obstacle_of(state, event.test)
    if event.replaces is Replaced.INTENT:
        must(not test.tester_compromised, "a compromise is accepted once")
        test.tester_compromised = True
    else:
        must(not test.opponent_compromised, "a compromise is accepted once")
        test.opponent_compromised = True


@evolve.on(say.TestResolved)
def _(state: Circle, event: say.TestResolved) -> None:
    test = obstacle_of(state, event.test)
    must(test.status is TestStatus.ROLLED, f"{event.test} was not rolled")
    passed = event.outcome in (Outcome.INTENT, Outcome.OPPONENT_COMPROMISE)
    must(passed is event.passed, f"{event.test} cannot end like that")
    test.status, test.passed, test.outcome = TestStatus.RESOLVED, event.passed, event.outcome
    state.results[event.test] = Result(
        session_no=state.game_session.session_no,
        passed=event.passed,
        tester_id=test.tester_id,
        obstacle=test.obstacle,
        task=test.task,
    )


@evolve.on(say.TestCancelled)
def _(state: Circle, event: say.TestCancelled) -> None:
    must(state.stage is Stage.IN_SESSION, "tests belong to a session")
    obstacle = state.obstacle_test
    if obstacle is not None and obstacle.id == event.test:
        obstacle_of(state, event.test).status = TestStatus.CANCELLED
        scene_of(state, obstacle.scene_id).obstacle_tests -= 1
    else:
        ability = ability_of(state, event.test)
        ability.status = TestStatus.CANCELLED
        scene_of(state, ability.scene_id).ability_tests -= 1
