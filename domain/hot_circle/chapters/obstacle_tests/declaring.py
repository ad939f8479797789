"""Declaring an obstacle test: what is wanted, done, risked, offered; Let It Ride (HC-26 to HC-28, HC-44)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.guards import acted_for, in_play, in_scene, known_character
from domain.hot_circle.lookup import cut_advised, scene_of
from domain.hot_circle.phrases import told
from domain.hot_circle.refs import CharacterRef
from domain.hot_circle.seats import OBSTACLE_TEST, any_of, characters, own_seats
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character
from domain.hot_circle.state.play import ObstacleTest, Scene, Side
from domain.hot_circle.terms import Rank, SceneId, Stakes, TestId, TestKind
from domain.hot_circle.words import blank, same
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Text

chapter = Chapter[Circle](
    "An obstacle test declared",
    {
        "task_missing": "Say how the character goes about it; in a versus test, how both do.",
        "obstacle_missing": "Say what stands in the way.",
        "condition_one_line": "A condition is one line.",
        "opponent_missing": "A versus test needs an opponent.",
        "self_opposed": "{character} cannot oppose themselves.",
        "compromise_missing": "Each side offers a compromise, or both agree to play without.",
        "one_sided_compromise": "Only one side offers a compromise: both do, or neither.",
        "stakes_not_matched": "Nobody can be made to risk this ({stakes}): their own intent was not of that sort.",
        "stakes_need_compromise": "A test about this ({stakes}) is played as a versus test with compromises.",
        "let_it_ride_obstacle": "This was overcome in session {session}; the result stands.",
        "let_it_ride_task": "{character} already failed at this in this way ({task}); try another way.",
    },
)


class DeclareObstacleTest(Command):
    """Say what the character wants and does about an obstacle, and what happens if it fails.

    Needs:    the tester's player or the gamemaster, an open scene, no other open obstacle test.
    Refused:  `genre_missing`, `no_scene`, `character_unknown`, `not_your_character`, `not_present`,
              `test_open`, `intent_missing`, `task_missing`, `obstacle_missing`, `consequence_missing`,
              `opponent_missing`, `self_opposed`, `compromise_missing`, `one_sided_compromise`,
              `stakes_not_matched`, `stakes_need_compromise`, `already_major`, `condition_one_line`,
              `let_it_ride_task`, `let_it_ride_obstacle`.
    Yields:   `ObstacleTestDeclared`.
    """

    type: Literal["hot_circle.declare_obstacle_test"] = "hot_circle.declare_obstacle_test"
    kind: TestKind = Field(title="Against what?")
    tester: CharacterRef = Field(title="Who is tested?")
    obstacle: Text = Field(
        title="What stands in the way?",
        description="What stands in the way; once overcome, it does not come back.",
    )
    intent: Text = Field(title="What do you want?")
    time_limit: Text = Field(default="", title="How long is there?")
    task: Text = Field(title="How do you go about it?", description="How the character goes about it.")
    consequence: Text = Field(
        title="What happens if it fails?",
        default="",
        description="What happens if this fails; in a versus test the other intent.",
    )
    condition_at_risk: Text = Field(
        title="A condition that a failure brings",
        default="",
        description="A condition that a failure brings, if it brings one.",
    )
    condition_rank: Rank = Field(default=Rank.MINOR, title="How deep does it go?")
    stakes: Stakes = Field(
        title="Does the tester want a life, or to convince?",
        default=Stakes.NORMAL,
        description="What kind of intent the tester has.",
    )
    consequence_stakes: Stakes = Field(
        title="What may a failure cost?",
        default=Stakes.NORMAL,
        description="What kind of thing a failure may bring.",
    )
    opponent: CharacterRef | None = Field(default=None, title="Who opposes?")
    opponent_intent: Text = Field(default="", title="What do they want?")
    opponent_task: Text = Field(default="", title="How do they go about it?")
    tester_compromise: Text = Field(
        title="How would the tester soften the consequence?",
        default="",
        description="How the tester would soften the consequence.",
    )
    opponent_compromise: Text = Field(
        title="How would the opponent soften the intent?",
        default="",
        description="How the opponent would soften the intent.",
    )
    simple: bool = Field(
        title="Both sides play without compromises",
        default=False,
        description="Both sides play a versus test without compromises.",
    )


class ObstacleTestDeclared(Event):
    """Something stands in the way, and it is known what is wanted and what is risked."""

    type: Literal["hot_circle.obstacle_test_declared.v1"] = "hot_circle.obstacle_test_declared.v1"
    test: TestId
    kind: TestKind
    scene: SceneId
    tester: CharacterSlug
    obstacle: Text
    intent: Text
    time_limit: Text
    task: Text
    consequence: Text
    condition_at_risk: Text
    condition_rank: Rank
    stakes: Stakes
    consequence_stakes: Stakes
    opponent: CharacterSlug | None
    opponent_intent: Text
    opponent_task: Text
    tester_compromise: Text
    opponent_compromise: Text
    simple: bool
    cut_advised: bool


@chapter.decides(DeclareObstacleTest)
def declare_obstacle_test(state: Circle, command: DeclareObstacleTest, asker: Asker, dice: Dice) -> Events:
    """HC-26, HC-27: declare a test; everything is said before any die falls."""
    in_play(state)
    tester = acted_for(state, command.tester, asker)
    in_scene(state, command.tester)
    if state.obstacle_test is not None and state.obstacle_test.open:
        raise CommandRefused("test_open", test=state.obstacle_test.id)
    versus = command.kind is TestKind.VERSUS
    all_said(command)
    if versus:
        opposed(state, command)
    fair_stakes(state, command, tester)
    can_be_risked(command, tester)
    not_settled_before(state, command)
    compromises = versus and not command.simple
    return [
        ObstacleTestDeclared(
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
            cut_advised=cut_advised(state),
        )
    ]


def all_said(command: DeclareObstacleTest) -> None:
    """Refuse a test without everything that has to be said (HC-26). That nothing happens is no consequence."""
    versus = command.kind is TestKind.VERSUS
    if blank(command.intent) or (versus and blank(command.opponent_intent)):
        raise CommandRefused("intent_missing")
    if blank(command.task) or (versus and blank(command.opponent_task)):
        raise CommandRefused("task_missing")
    need(not blank(command.obstacle), "obstacle_missing")
    if not versus and blank(command.consequence):
        raise CommandRefused("consequence_missing")
    need(len(command.condition_at_risk.splitlines()) <= 1, "condition_one_line")


def opposed(state: Circle, command: DeclareObstacleTest) -> None:
    """Refuse a versus test without an opponent, or a compromise by each side; a simple one needs none (HC-27)."""
    opponent = found(command.opponent, "opponent_missing")
    need(opponent != command.tester, "self_opposed", character=command.tester)
    known_character(state, opponent)
    in_scene(state, opponent)
    if command.simple:
        return
    offered = [not blank(text) for text in (command.tester_compromise, command.opponent_compromise)]
    need(any(offered), "compromise_missing")
    need(all(offered), "one_sided_compromise")


def fair_stakes(state: Circle, command: DeclareObstacleTest, tester: Character) -> None:
    """Refuse stakes that kill or convince a player's character whose own intent was of no such sort (HC-28)."""
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


def can_be_risked(command: DeclareObstacleTest, tester: Character) -> None:
    """Refuse to risk what is major already (HC-60)."""
    for slug, condition in tester.conditions.items():
        if condition.rank is Rank.MAJOR and same(condition.text, command.condition_at_risk):
            raise CommandRefused("already_major", condition=slug)


def not_settled_before(state: Circle, command: DeclareObstacleTest) -> None:
    """Refuse a task that this character failed before, or that was overcome (HC-44)."""
    for result in state.results.values():
        if result.ability is not None or not same(result.obstacle, command.obstacle):
            continue
        need(not result.passed, "let_it_ride_obstacle", obstacle=command.obstacle, session=result.session_no)
        if result.tester_id == command.tester and same(result.task, command.task):
            raise CommandRefused("let_it_ride_task", character=command.tester, task=" ".join(command.task.split()))


@chapter.applies(ObstacleTestDeclared, renames=True)
def _(state: Circle, event: ObstacleTestDeclared) -> None:
    must(state.obstacle_test is None or not state.obstacle_test.open, "one obstacle test at a time")
    scene_of(state, event.scene).obstacle_tests += 1
    state.tests += 1
    sides = [event.tester] if event.opponent is None else [event.tester, event.opponent]
    state.obstacle_test = ObstacleTest(
        id=event.test,
        kind=event.kind,
        scene_id=event.scene,
        tester_id=event.tester,
        opponent_id=event.opponent,
        obstacle=event.obstacle,
        intent=event.intent,
        time_limit=event.time_limit,
        task=event.task,
        consequence=event.consequence,
        opponent_intent=event.opponent_intent,
        opponent_task=event.opponent_task,
        tester_compromise=event.tester_compromise,
        opponent_compromise=event.opponent_compromise,
        simple=event.simple,
        stakes=event.stakes,
        consequence_stakes=event.consequence_stakes,
        condition_at_risk=event.condition_at_risk,
        condition_rank=event.condition_rank,
        sides={side: Side() for side in sides},
    )


@chapter.tells(ObstacleTestDeclared, "{tester} faces {obstacle}. Intent: {intent}. Task: {task}")
def _(state: Circle, event: ObstacleTestDeclared) -> Iterable[Fact]:
    sides = (event.tester,) if event.opponent is None else (event.tester, event.opponent)
    form = "versus test" if event.kind is TestKind.VERSUS else "obstacle test"
    yield facts.TestOpened(test=event.test, form=form, sides=sides, aim=event.intent)
    yield from _wanted(event)
    lines = [f"Obstacle: {event.obstacle}", f"Task: {event.task}", f"If it fails: {event.consequence}"]
    if event.time_limit:
        lines.append(f"Before: {event.time_limit}")
    if event.tester_compromise:
        lines.append(f"The tester would settle for: {event.opponent_compromise}")
        lines.append(f"The opponent would settle for: {event.tester_compromise}")
    yield told("\n".join(lines), "test", *sides)
    if event.cut_advised:
        yield told("This scene has had its tests: after this one, cut.", "advice")


def _wanted(event: ObstacleTestDeclared) -> Iterable[Fact]:
    """Two people may want something, and each of them do with less."""
    test, tester, opponent = event.test, event.tester, event.opponent
    yield facts.Against(test=test, who=tester, text=event.obstacle)
    yield facts.Aim(test=test, who=tester, text=event.intent, means=event.task)
    if opponent is None:
        yield facts.Stakes(test=test, who=tester, text=event.consequence)
    else:
        yield facts.Aim(test=test, who=opponent, text=event.opponent_intent, means=event.opponent_task)
    if event.condition_at_risk:
        yield facts.Stakes(test=test, who=tester, text=event.condition_at_risk, form=facts.Form.THING)
    if event.time_limit:
        yield facts.Stakes(test=test, who=tester, text=event.time_limit, form=facts.Form.THING, what="time")
    if event.tester_compromise and opponent is not None:
        for who, less in ((tester, event.opponent_compromise), (opponent, event.tester_compromise)):
            yield facts.Turn(test=test, who=who, text=less, form=facts.Form.CLAUSE, way=facts.Way.SETTLES)


def facing(state: Circle, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """Against an obstacle, or against somebody in the scene."""
    for seat in own_seats(state, asker):
        if seat.who not in scene.present:
            continue
        choices = {"condition_rank": any_of(Rank)}
        nobody: dict[str, object] = {
            "kind": TestKind.INDEPENDENT.value, "tester": seat.who, "opponent": None, "simple": False,
            "opponent_intent": "", "opponent_task": "", "tester_compromise": "", "opponent_compromise": "",
            "consequence_stakes": Stakes.NORMAL.value,
        }  # fmt: skip
        yield seat.offer(
            DeclareObstacleTest, f"{seat.it.name} faces an obstacle", nobody, choices, group=OBSTACLE_TEST
        )
        others = [slug for slug in scene.present if slug != seat.who]
        if others:
            yield seat.offer(
                DeclareObstacleTest,
                f"{seat.it.name} against somebody",
                {"kind": TestKind.VERSUS.value, "tester": seat.who, "consequence": ""},
                {**choices, "opponent": characters(state, others), "stakes": any_of(Stakes)},
                group=OBSTACLE_TEST,
            )
