"""Help by others, and earlier tests that bear on this one (HC-34, HC-55)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.guards import acted_for, gm_in_play, in_play, in_scene
from domain.hot_circle.chapters.obstacle_tests.difficulty import AdvantageGranted, DisadvantageImposed, before_roll
from domain.hot_circle.lookup import is_ability_test, obstacle_of
from domain.hot_circle.names import called, names
from domain.hot_circle.phrases import tester_of, told
from domain.hot_circle.refs import CharacterRef, TestRef
from domain.hot_circle.seats import seat_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.play import ObstacleTest, Scene
from domain.hot_circle.terms import AdvantageSource, TestId
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Text

chapter = Chapter[Circle](
    "Help, and linked tests",
    {
        "helper_is_tester": "{character} makes this test, and cannot help as well.",
        "helper_opposes": "{character} opposes this test, and cannot help.",
        "ability_cannot_be_linked_to": "Only an obstacle test can follow in a link; {test} is an ability test.",
        "already_linked": "{test} is linked to {earlier} already.",
        "link_unresolved": "{test} has no result yet, so nothing can follow from it.",
    },
)


class HelpTest(Command):
    """Help with a test: that gives advantage, and exposes the helper to whatever comes of it.

    Needs:    the helper's player or the gamemaster, the helper in the scene, before the roll.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `character_unknown`, `not_your_character`,
              `not_present`, `already_rolled`, `helper_is_tester`, `helper_opposes`, `already_advantaged`,
              `no_advantage_here`.
    Yields:   `HelpGiven`, `AdvantageGranted`.
    """

    type: Literal["hot_circle.help_test"] = "hot_circle.help_test"
    test: TestRef
    helper: CharacterRef = Field(title="Who helps?")
    how: Text = Field(title="How?")


class HelpGiven(Event):
    """Somebody helps, and shares the risk."""

    type: Literal["hot_circle.help_given.v1"] = "hot_circle.help_given.v1"
    test: TestId
    helper: CharacterSlug
    how: Text


@chapter.decides(HelpTest)
def help_test(state: Circle, command: HelpTest, asker: Asker, dice: Dice) -> Events:
    """HC-34: help a test, which gives advantage and shares the risk."""
    in_play(state)
    test = before_roll(state, command.test, "no_advantage_here")
    acted_for(state, command.helper, asker)
    need(command.helper != test.tester_id, "helper_is_tester", character=command.helper)
    need(command.helper != test.opponent_id, "helper_opposes", character=command.helper)
    in_scene(state, command.helper)
    need(not test.advantage, "already_advantaged", test=command.test)
    return [
        HelpGiven(test=command.test, helper=command.helper, how=command.how),
        AdvantageGranted(test=command.test, source=AdvantageSource.HELP, asset=None, reason=command.how),
    ]


@chapter.applies(HelpGiven)
def _(state: Circle, event: HelpGiven) -> None:
    obstacle_of(state, event.test).helpers.append(event.helper)


@chapter.tells(HelpGiven, "{helper} helps: {how}")
def _(state: Circle, event: HelpGiven) -> Iterable[Fact]:
    yield told(event.how or "helps", "help", event.helper, tester_of(state))
    yield facts.Turn(test=event.test, who=event.helper, text=event.how, way=facts.Way.HELPS)


class LinkTest(Command):
    """Link an earlier test: its result bears on this one, advantage if it passed, disadvantage if it failed.

    Needs:    the gamemaster, an obstacle test before its roll.
    Refused:  `genre_missing`, `gm_only`, `ability_cannot_be_linked_to`, `test_unknown`, `test_resolved`,
              `already_rolled`, `already_linked`, `link_unresolved`.
    Yields:   `TestsLinked`, then `AdvantageGranted` or `DisadvantageImposed` unless that was given already.
    """

    type: Literal["hot_circle.link_test"] = "hot_circle.link_test"
    test: TestRef
    from_test: TestRef = Field(title="Which earlier test?")


class TestsLinked(Event):
    """An earlier result bears on this test."""

    type: Literal["hot_circle.tests_linked.v1"] = "hot_circle.tests_linked.v1"
    test: TestId
    from_test: TestId
    passed: bool


@chapter.decides(LinkTest)
def link_test(state: Circle, command: LinkTest, asker: Asker, dice: Dice) -> Events:
    """HC-55: let the result of an earlier test bear on this obstacle test."""
    gm_in_play(state, asker)
    need(not is_ability_test(state, command.test), "ability_cannot_be_linked_to", test=command.test)
    test = before_roll(state, command.test, "no_advantage_here")
    need(test.linked_from_test_id is None, "already_linked", test=command.test, earlier=test.linked_from_test_id)
    earlier = found(state.results.get(command.from_test), "link_unresolved", test=command.from_test)
    linked: list[Event] = [TestsLinked(test=command.test, from_test=command.from_test, passed=earlier.passed)]
    if earlier.passed and not test.advantage:
        linked.append(AdvantageGranted(test=command.test, source=AdvantageSource.LINK, asset=None, reason=""))
    if not earlier.passed and not test.disadvantage:
        linked.append(DisadvantageImposed(test=command.test, source=AdvantageSource.LINK, reason=""))
    return linked


@chapter.applies(TestsLinked)
def _(state: Circle, event: TestsLinked) -> None:
    must(event.from_test in state.results, f"{event.from_test} is not over")
    obstacle_of(state, event.test).linked_from_test_id = event.from_test


@chapter.tells(TestsLinked, "The result of {from_test} bears on {test}")
def _(state: Circle, event: TestsLinked) -> Iterable[Fact]:
    result = "passed" if event.passed else "failed"
    yield told(f"{names(state).get(event.from_test, event.from_test)} {result}", "link", tester_of(state))


def may_help(state: Circle, scene: Scene, test: ObstacleTest, asker: Asker) -> Iterable[Offer]:
    """HC-34: those in the scene who could help."""
    if test.advantage:
        return
    for slug in scene.present:
        seat = None if slug in test.sides or state.characters[slug].end else seat_of(state, slug, asker)
        if seat is not None:
            known = {"test": test.id, "helper": slug}
            yield seat.offer(HelpTest, f"{seat.it.name} helps", known, group="Help")


def linking(state: Circle, test: ObstacleTest) -> Iterable[Offer]:
    """HC-55: what earlier tests bear on this one."""
    known = {"test": test.id}
    if test.linked_from_test_id is None and state.results:
        recent = list(state.results)[-5:]
        earlier = tuple(
            Choice(slug, called(state.results[slug]), "passed" if state.results[slug].passed else "failed")
            for slug in reversed(recent)
        )
        yield Offer(
            command=LinkTest,
            label="Link an earlier test",
            known=known,
            choices={"from_test": earlier},
            group="Judging",
        )
