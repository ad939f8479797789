"""The end of an obstacle test, and what follows by itself (HC-41 to HC-43, HC-57, HC-59 to HC-61)."""

from collections.abc import Iterable

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import Character, Circle, ObstacleTest, Side
from domain.hot_circle.tables import TESTS_TO_CLEAR
from domain.hot_circle.terms import (
    ConditionCause,
    FateCause,
    HindranceSource,
    Outcome,
    Rank,
    Reward,
    TestStatus,
)
from domain.hot_circle.words import fresh_id, same
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId

from .common import acted_for, blank, character, is_ability_test, open_ability_test, open_obstacle_test


def resolve_test(state: Circle, command: ask.ResolveTest, asker: Asker) -> Events:
    """HC-42: equal passes. Then fate, taxes, conditions that hindered, and a new one, in that order."""
    test = open_obstacle_test(state, command.test)
    acted_for(state, test.tester_id, asker)
    need(test.status is TestStatus.ROLLED, "not_rolled", test=command.test)
    if test.net_disadvantage and test.due_to_pass and not test.dis_used:
        raise CommandRefused("disadvantage_outstanding", test=command.test)
    outcome = outcome_of(test)
    return [
        say.TestResolved(
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
    """What happens, by the result and by what was given up for rerolls."""
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


def hindered_pcs(state: Circle, test: ObstacleTest) -> Iterable[tuple[CharacterId, Side, Character]]:
    """The sides that earn and clear: player characters only."""
    for slug, side in test.sides.items():
        if state.characters[slug].is_pc:
            yield CharacterId(slug), side, state.characters[slug]


def fate(character: CharacterId, cause: FateCause, source: str | None, test: str) -> say.FateAwarded:
    """One point for being hindered."""
    return say.FateAwarded(character=character, amount=1, cause=cause, source=source, test=test, complication="")


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
            yield say.TaxCleared(character=slug, lifepath=side.lifepath_id, abilities=tuple(taxed), test=test.id)


def hindered_conditions(state: Circle, test: ObstacleTest) -> Iterable[Event]:
    """HC-61: one more test towards clearing; minor at one, major at three."""
    for slug, side, it in hindered_pcs(state, test):
        for hindrance in side.hindrances:
            condition = it.conditions.get(hindrance.source_id)
            if (
                hindrance.source is not HindranceSource.CONDITION
                or hindrance.reward is not Reward.CLEAR
                or condition is None
            ):
                continue
            count = condition.hindered_count + 1
            yield say.ConditionHindered(character=slug, condition=hindrance.source_id, count=count, test=test.id)
            if count >= TESTS_TO_CLEAR[condition.rank]:
                yield say.ConditionCleared(character=slug, condition=hindrance.source_id, test=test.id)


def new_condition(state: Circle, test: ObstacleTest, outcome: Outcome) -> Iterable[Event]:
    """HC-60: what a failure brings, if that was at risk and not softened. A minor one is raised."""
    if outcome is not Outcome.CONSEQUENCE or blank(test.condition_at_risk):
        return
    it = state.characters[test.tester_id]
    cleared = {
        event.condition for event in hindered_conditions(state, test) if isinstance(event, say.ConditionCleared)
    }
    kept = {slug: condition for slug, condition in it.conditions.items() if slug not in cleared}
    for slug, condition in kept.items():
        if same(condition.text, test.condition_at_risk):
            if condition.rank is Rank.MINOR:
                yield say.ConditionRaised(character=CharacterId(test.tester_id), condition=slug, test=test.id)
            return
    yield say.ConditionApplied(
        character=CharacterId(test.tester_id),
        condition=fresh_id(test.condition_at_risk, kept, "condition"),
        text=test.condition_at_risk,
        rank=test.condition_rank,
        cause=ConditionCause.FAILED_TEST,
        test=test.id,
    )


def cancel_test(state: Circle, command: ask.CancelTest, asker: Asker) -> Events:
    """Until dice are rolled a test may be taken back; nothing is paid or awarded."""
    if is_ability_test(state, command.test):
        ability = open_ability_test(state, command.test)
        tester, rolled = ability.tester_id, bool(ability.rolls)
    else:
        test = open_obstacle_test(state, command.test)
        tester, rolled = test.tester_id, bool(test.rolls) or test.opposed
    acted_for(state, tester, asker)
    need(not rolled, "already_rolled", test=command.test)
    return [say.TestCancelled(test=command.test, why=command.why)]


def record_consequence(state: Circle, command: ask.RecordConsequence) -> Events:
    """HC-43: a failure changes something."""
    need(not blank(command.text), "consequence_missing")
    result = found(state.results.get(command.test), "test_unknown", test=command.test)
    need(not result.passed, "not_failed", test=command.test)
    for slug in command.affects:
        character(state, slug)
    return [say.ConsequenceRecorded(test=command.test, text=command.text, affects=command.affects)]


def apply_condition(state: Circle, command: ask.ApplyCondition) -> Events:
    """HC-60: minor or major, with nothing counted yet."""
    it = character(state, command.character)
    if command.test is not None and command.test not in state.results:
        raise CommandRefused("test_unknown", test=command.test)
    new_to_sheet(it, command.text)
    return [
        say.ConditionApplied(
            character=command.character,
            condition=fresh_id(command.text, it.conditions, "condition"),
            text=command.text,
            rank=command.rank,
            cause=command.cause,
            test=command.test,
        )
    ]


def new_to_sheet(it: Character, text: str) -> None:
    """No such condition is on the sheet."""
    for slug, condition in it.conditions.items():
        if same(condition.text, text):
            code = "already_major" if condition.rank is Rank.MAJOR else "condition_exists"
            raise CommandRefused(code, condition=slug)


def raise_condition(state: Circle, command: ask.RaiseCondition) -> Events:
    """HC-60: minor to major; the count is kept."""
    it = character(state, command.character)
    condition = found(
        it.conditions.get(command.condition),
        "condition_unknown",
        character=command.character,
        condition=command.condition,
    )
    need(condition.rank is not Rank.MAJOR, "already_major", condition=command.condition)
    return [say.ConditionRaised(character=command.character, condition=command.condition, test=None)]
