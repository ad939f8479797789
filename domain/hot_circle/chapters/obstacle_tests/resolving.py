"""The end of an obstacle test, and the fate, the taxes and the conditions that follow (HC-42, HC-57, HC-59)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.artha import FateAwarded
from domain.hot_circle.chapters.guards import acted_for, in_play, open_obstacle_test
from domain.hot_circle.chapters.scenes.conditions import hindered_conditions, hindered_pcs, new_condition
from domain.hot_circle.lookup import lifepath_of, obstacle_of
from domain.hot_circle.phrases import tax, told
from domain.hot_circle.refs import TestRef
from domain.hot_circle.seats import OBSTACLE_TEST, Seat
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.play import ObstacleTest, Result
from domain.hot_circle.terms import Ability, FateCause, HindranceSource, Outcome, Reward, TestId, TestStatus
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Points, Slug, Text

chapter = Chapter[Circle](
    "The end of an obstacle test",
    {
        "disadvantage_outstanding": "Disadvantage still demands a reroll.",
    },
)


class ResolveTest(Command):
    """Let the result stand. Fate for hindrances, cleared taxes and conditions follow at once.

    Needs:    the tester's player or the gamemaster, a rolled test, no disadvantage left to be rerolled.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `not_your_character`, `not_rolled`,
              `disadvantage_outstanding`.
    Yields:   `TestResolved`; `FateAwarded`, `TaxCleared`, `ConditionHindered`, `ConditionCleared`; a condition at
              risk as `ConditionApplied` or `ConditionRaised`.
    """

    type: Literal["hot_circle.resolve_test"] = "hot_circle.resolve_test"
    test: TestRef
    narration: Text = Field(default="", title="What happens?")


class TestResolved(Event):
    """The result stands."""

    type: Literal["hot_circle.test_resolved.v1"] = "hot_circle.test_resolved.v1"
    test: TestId
    tester: CharacterSlug
    successes: Points
    ob: Points
    passed: bool
    outcome: Outcome
    told: Text
    narration: Text


class TaxCleared(Event):
    """Every ability of a lifepath is free again."""

    type: Literal["hot_circle.tax_cleared.v1"] = "hot_circle.tax_cleared.v1"
    character: CharacterSlug
    lifepath: Slug
    abilities: tuple[Ability, ...]
    test: TestId


@chapter.decides(ResolveTest)
def resolve_test(state: Circle, command: ResolveTest, asker: Asker, dice: Dice) -> Events:
    """HC-42: resolve: equal passes; then fate, taxes, conditions that hindered, and a new one, in that order."""
    in_play(state)
    test = open_obstacle_test(state, command.test)
    acted_for(state, test.tester_id, asker)
    need(test.status is TestStatus.ROLLED, "not_rolled", test=command.test)
    if test.net_disadvantage and test.due_to_pass and not test.dis_used:
        raise CommandRefused("disadvantage_outstanding", test=command.test)
    outcome = outcome_of(test)
    return [
        TestResolved(
            test=command.test,
            tester=CharacterId(test.tester_id),
            successes=test.successes or 0,
            ob=test.ob or 0,
            passed=test.due_to_pass,
            outcome=outcome,
            told=text_of(test, outcome),
            narration=command.narration,
        ),
        *hindrance_fate(state, test),
        *cleared_taxes(state, test),
        *hindered_conditions(state, test),
        *new_condition(state, test, outcome),
    ]


def outcome_of(test: ObstacleTest) -> Outcome:
    """The outcome, by the result and by what was given up for rerolls."""
    if test.due_to_pass:
        return Outcome.OPPONENT_COMPROMISE if test.tester_compromised else Outcome.INTENT
    return Outcome.TESTER_COMPROMISE if test.opponent_compromised else Outcome.CONSEQUENCE


def text_of(test: ObstacleTest, outcome: Outcome) -> str:
    """The words that were agreed on for an outcome."""
    return {
        Outcome.INTENT: test.intent,
        Outcome.OPPONENT_COMPROMISE: test.opponent_compromise,
        Outcome.CONSEQUENCE: test.consequence,
        Outcome.TESTER_COMPROMISE: test.tester_compromise,
    }[outcome]


def fate(character: CharacterId, cause: FateCause, source: str | None, test: str) -> FateAwarded:
    """One point for being hindered."""
    return FateAwarded(character=character, amount=1, cause=cause, source=source, test=test, complication="")


def hindrance_fate(state: Circle, test: ObstacleTest) -> Iterable[Event]:
    """HC-57: a point for each hindrance that clears nothing."""
    for slug, side, it in hindered_pcs(state, test):
        if side.reward is Reward.FATE:
            yield fate(slug, FateCause.HINDERING_LIFEPATH, side.lifepath_id, test.id)
        for hindrance in side.hindrances:
            if hindrance.reward is not Reward.FATE:
                continue
            trait = hindrance.source is HindranceSource.TRAIT
            if hindrance.source_id in (it.traits if trait else it.conditions):
                cause = FateCause.HINDERING_TRAIT if trait else FateCause.HINDERING_CONDITION
                yield fate(slug, cause, hindrance.source_id, test.id)


def cleared_taxes(state: Circle, test: ObstacleTest) -> Iterable[Event]:
    """HC-59: every ability of a lifepath that hindered for that."""
    for slug, side, it in hindered_pcs(state, test):
        taxed = it.lifepaths[side.lifepath_id].taxed if side.lifepath_id in it.lifepaths else []
        if side.reward is Reward.CLEAR and side.lifepath_id and taxed:
            yield TaxCleared(character=slug, lifepath=side.lifepath_id, abilities=tuple(taxed), test=test.id)


@chapter.applies(TestResolved, renames=True)
def _(state: Circle, event: TestResolved) -> None:
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


@chapter.tells(TestResolved, "{tester}: {successes} against {ob}, {outcome}: {told}{narration:+. }")
def _(state: Circle, event: TestResolved) -> Iterable[Fact]:
    opponent = state.obstacle_test.opponent_id if state.obstacle_test else None
    others = (opponent,) if opponent else ()
    softened = event.outcome in (Outcome.OPPONENT_COMPROMISE, Outcome.TESTER_COMPROMISE)
    outcome = f"{'passed' if event.passed else 'failed'}{', with a compromise' if softened else ''}: {event.told}"
    yield facts.TestClosed(
        test=event.test,
        outcome=outcome,
        winner=event.tester if event.passed else opponent,
        losers=others if event.passed else (event.tester,),
    )
    won = event.tester if event.passed else opponent
    came = facts.Came.IN_PART if softened else facts.Came.AS_WANTED if won else facts.Came.NOT
    proof = f"{event.successes} against {event.ob}"
    yield facts.Outcome(test=event.test, who=won or event.tester, came=came, text=event.narration, proof=proof)
    if event.narration:
        yield told(event.narration, "narration", event.tester, *others)


@chapter.applies(TaxCleared)
def _(state: Circle, event: TaxCleared) -> None:
    lifepath = lifepath_of(state, event.character, event.lifepath)
    must(set(event.abilities) == set(lifepath.taxed), f"{event.lifepath} is taxed otherwise")
    lifepath.taxed = []


@chapter.tells(TaxCleared, "{lifepath} is free of tax for {character}: {abilities}")
def _(state: Circle, event: TaxCleared) -> Iterable[Fact]:
    for ability in event.abilities:
        yield tax(state, event.character, event.lifepath, ability.value, "taxed", "", "hindered a test")


def letting_stand(test: ObstacleTest, seat: Seat) -> Iterable[Offer]:
    """HC-42: the end, when disadvantage demands nothing more."""
    outstanding = test.net_disadvantage and test.due_to_pass and not test.dis_used
    if not outstanding:
        label = f"Let it stand: it {'passes' if test.due_to_pass else 'fails'}"
        yield seat.offer(ResolveTest, label, {"test": test.id}, group=OBSTACLE_TEST)
