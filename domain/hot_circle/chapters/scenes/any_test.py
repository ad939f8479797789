"""Taking a test back, and what a failed one changed (HC-43)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.guards import (
    acted_for,
    gm_in_play,
    in_play,
    known_character,
    known_result,
    open_ability_test,
    open_obstacle_test,
)
from domain.hot_circle.lookup import ability_of, is_ability_test, obstacle_of, scene_of
from domain.hot_circle.names import called
from domain.hot_circle.phrases import told
from domain.hot_circle.refs import CharacterRef, TestRef
from domain.hot_circle.seats import RECORDS, Seat, alive, characters, one_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.terms import Stage, TestId, TestStatus
from domain.hot_circle.words import blank
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Text

chapter = Chapter[Circle](
    "What all tests share",
    {
        "already_rolled": "Dice were rolled for {test}, so that is settled.",
        "consequence_missing": "Say what happens if this fails; that nothing happens is no consequence.",
        "not_failed": "{test} passed: it has no consequence.",
    },
)


class CancelTest(Command):
    """Call the test off: before any of its dice has fallen. Nothing is paid.

    Needs:    the tester's player or the gamemaster.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `not_your_character`, `already_rolled`.
    Yields:   `TestCancelled`.
    """

    type: Literal["hot_circle.cancel_test"] = "hot_circle.cancel_test"
    test: TestRef
    why: Text = Field(default="", title="Why?")


class TestCancelled(Event):
    """The test was taken back before its dice fell."""

    type: Literal["hot_circle.test_cancelled.v1"] = "hot_circle.test_cancelled.v1"
    test: TestId
    why: Text


@chapter.decides(CancelTest)
def cancel_test(state: Circle, command: CancelTest, asker: Asker, dice: Dice) -> Events:
    """Take a test back, until dice are rolled; nothing is paid or awarded."""
    in_play(state)
    if is_ability_test(state, command.test):
        ability = open_ability_test(state, command.test)
        tester, rolled = ability.tester_id, bool(ability.rolls)
    else:
        test = open_obstacle_test(state, command.test)
        tester, rolled = test.tester_id, bool(test.rolls) or test.opposed
    acted_for(state, tester, asker)
    need(not rolled, "already_rolled", test=command.test)
    return [TestCancelled(test=command.test, why=command.why)]


@chapter.applies(TestCancelled, renames=True)
def _(state: Circle, event: TestCancelled) -> None:
    must(state.stage is Stage.IN_SESSION, "tests belong to a session")
    obstacle = state.obstacle_test
    if obstacle is not None and obstacle.id == event.test:
        obstacle_of(state, event.test).status = TestStatus.CANCELLED
        scene_of(state, obstacle.scene_id).obstacle_tests -= 1
    else:
        ability = ability_of(state, event.test)
        ability.status = TestStatus.CANCELLED
        scene_of(state, ability.scene_id).ability_tests -= 1


@chapter.tells(TestCancelled, "{test} is taken back{why:+: }")
def _(state: Circle, event: TestCancelled) -> Iterable[Fact]:
    yield facts.TestClosed(test=event.test, outcome=f"taken back{': ' if event.why else ''}{event.why}")


class RecordConsequence(Command):
    """Say what the failure changed: in so many words.

    Needs:    the gamemaster, a test that failed.
    Refused:  `genre_missing`, `gm_only`, `consequence_missing`, `test_unknown`, `not_failed`,
              `character_unknown`.
    Yields:   `ConsequenceRecorded`.
    """

    type: Literal["hot_circle.record_consequence"] = "hot_circle.record_consequence"
    test: TestRef = Field(title="Which test?")
    text: Text = Field(title="What did it change?")
    affects: tuple[CharacterRef, ...] = Field(default=(), title="For whom?")


class ConsequenceRecorded(Event):
    """The consequence of a failure."""

    type: Literal["hot_circle.consequence_recorded.v1"] = "hot_circle.consequence_recorded.v1"
    test: TestId
    text: Text
    affects: tuple[CharacterSlug, ...]


@chapter.decides(RecordConsequence)
def record_consequence(state: Circle, command: RecordConsequence, asker: Asker, dice: Dice) -> Events:
    """HC-43: record what a failure changed."""
    gm_in_play(state, asker)
    need(not blank(command.text), "consequence_missing")
    result = known_result(state, command.test)
    need(not result.passed, "not_failed", test=command.test)
    for slug in command.affects:
        known_character(state, slug)
    return [ConsequenceRecorded(test=command.test, text=command.text, affects=command.affects)]


@chapter.applies(ConsequenceRecorded)
def _(state: Circle, event: ConsequenceRecorded) -> None:
    """A fact of the story; it moves no number."""
    must(event.test in state.results, f"{event.test} is not over")


@chapter.tells(ConsequenceRecorded, "What failing changed: {text}")
def _(state: Circle, event: ConsequenceRecorded) -> Iterable[Fact]:
    yield told(event.text, "consequence", *event.affects)
    yield facts.Turn(test=event.test, who="", text=event.text, way=facts.Way.TRUE)


def taking_back(seat: Seat, test: str, group: str) -> Offer:
    """A test that was not rolled yet."""
    return seat.offer(CancelTest, "Take the test back", {"test": test}, group=group, weight=Weight.ASIDE)


def failures(state: Circle) -> Iterable[Offer]:
    """HC-43: what failed tests changed."""
    failed = one_of({test: called(it) for test, it in state.results.items() if not it.passed})
    if failed:
        yield Offer(
            command=RecordConsequence,
            label="Say what a failure changed",
            choices={"test": failed, "affects": characters(state, alive(state))},
            group=RECORDS,
        )
