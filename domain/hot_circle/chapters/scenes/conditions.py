"""Conditions: what brings them, makes them worse and clears them (HC-60, HC-61)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle import tracks
from domain.hot_circle.chapters.guards import gm_in_play, known_character, known_result
from domain.hot_circle.fields import OUT_OF_TEST
from domain.hot_circle.lookup import character_of, condition_of
from domain.hot_circle.phrases import condition_gone, number, standing, words
from domain.hot_circle.printed import TESTS_TO_CLEAR
from domain.hot_circle.refs import CharacterRef, ConditionRef, TestRef
from domain.hot_circle.seats import RECORDS, alive, any_of, characters, one_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character, Condition
from domain.hot_circle.state.play import ObstacleTest, Side
from domain.hot_circle.terms import ConditionCause, ConditionOrigin, HindranceSource, Outcome, Rank, Reward, TestId
from domain.hot_circle.words import blank, fresh_id, same
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Name, Points, Slug

chapter = Chapter[Circle](
    "Conditions",
    {
        "already_major": "{condition} is major already; apply a different condition instead.",
        "condition_unknown": "There is no such condition on the sheet{there:+. Those there are: }.",
    },
)


class ApplyCondition(Command):
    """Put a condition on a character.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `gm_only`, `character_unknown`, `test_unknown`, `already_major`,
              `condition_exists`.
    Yields:   `ConditionApplied`.
    """

    type: Literal["hot_circle.apply_condition"] = "hot_circle.apply_condition"
    character: CharacterRef
    text: Name = Field(title="What is it called?")
    rank: Rank = Field(title="How deep does it go?")
    cause: ConditionCause = Field(default=ConditionCause.FAILED_TEST, title="What did it come of?")
    test: TestRef | None = Field(title="Out of which test?", default=None, description=OUT_OF_TEST)


class ConditionApplied(Event):
    """A condition came upon a character."""

    type: Literal["hot_circle.condition_applied.v1"] = "hot_circle.condition_applied.v1"
    character: CharacterSlug
    condition: Slug
    text: Name
    rank: Rank
    cause: ConditionCause
    test: TestId | None


@chapter.decides(ApplyCondition)
def apply_condition(state: Circle, command: ApplyCondition, asker: Asker, dice: Dice) -> Events:
    """HC-60: put a condition on a sheet, minor or major, with nothing counted yet."""
    gm_in_play(state, asker)
    it = known_character(state, command.character)
    if command.test is not None:
        known_result(state, command.test)
    new_to_sheet(it, command.text)
    return [
        ConditionApplied(
            character=command.character,
            condition=fresh_id(command.text, it.conditions, "condition"),
            text=command.text,
            rank=command.rank,
            cause=command.cause,
            test=command.test,
        )
    ]


def new_to_sheet(it: Character, text: str) -> None:
    """Refuse a condition that is on the sheet already."""
    for slug, condition in it.conditions.items():
        if same(condition.text, text):
            code = "already_major" if condition.rank is Rank.MAJOR else "condition_exists"
            raise CommandRefused(code, condition=slug)


@chapter.applies(ConditionApplied, renames=True)
def _(state: Circle, event: ConditionApplied) -> None:
    conditions = character_of(state, event.character).conditions
    must(event.condition not in conditions, f"{event.character} is {event.condition} already")
    conditions[event.condition] = Condition(event.text, event.rank, ConditionOrigin.GM)


@chapter.tells(ConditionApplied, "{character} is now {text} ({rank})")
def _(state: Circle, event: ConditionApplied) -> Iterable[Fact]:
    yield standing(
        event.character,
        "conditions",
        event.condition,
        "",
        event.rank.value,
        words(event.cause),
        event.text,
        good=False,
    )
    yield facts.Turn(test="", who=event.character, text="", way=facts.Way.BECOMES, what=event.text)
    yield tracks.of_condition(state, event.character, event.condition)


class RaiseCondition(Command):
    """Make a minor condition major. What counts towards clearing it is kept.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `gm_only`, `character_unknown`, `condition_unknown`, `already_major`.
    Yields:   `ConditionRaised`.
    """

    type: Literal["hot_circle.raise_condition"] = "hot_circle.raise_condition"
    character: CharacterRef
    condition: ConditionRef


class ConditionRaised(Event):
    """A minor condition became major."""

    type: Literal["hot_circle.condition_raised.v1"] = "hot_circle.condition_raised.v1"
    character: CharacterSlug
    condition: Slug
    test: TestId | None


@chapter.decides(RaiseCondition)
def raise_condition(state: Circle, command: RaiseCondition, asker: Asker, dice: Dice) -> Events:
    """HC-60: raise a condition from minor to major; the count is kept."""
    gm_in_play(state, asker)
    it = known_character(state, command.character)
    condition = one_there(
        it.conditions, command.condition, "condition_unknown", (one.text for one in it.conditions.values())
    )
    need(condition.rank is not Rank.MAJOR, "already_major", condition=command.condition)
    return [ConditionRaised(character=command.character, condition=command.condition, test=None)]


@chapter.applies(ConditionRaised, renames=True)
def _(state: Circle, event: ConditionRaised) -> None:
    condition = condition_of(state, event.character, event.condition)
    must(condition.rank is Rank.MINOR, f"{event.condition} is major already")
    condition.rank = Rank.MAJOR


@chapter.tells(ConditionRaised, "{condition} becomes major for {character}")
def _(state: Circle, event: ConditionRaised) -> Iterable[Fact]:
    text = state.characters[event.character].conditions[event.condition].text
    yield standing(
        event.character,
        "conditions",
        event.condition,
        Rank.MINOR.value,
        Rank.MAJOR.value,
        "raised",
        text,
        good=False,
    )
    yield tracks.of_condition(state, event.character, event.condition)


class ConditionHindered(Event):
    """A condition hindered a test towards its clearing."""

    type: Literal["hot_circle.condition_hindered.v1"] = "hot_circle.condition_hindered.v1"
    character: CharacterSlug
    condition: Slug
    count: Points
    test: TestId


class ConditionCleared(Event):
    """A condition is gone."""

    type: Literal["hot_circle.condition_cleared.v1"] = "hot_circle.condition_cleared.v1"
    character: CharacterSlug
    condition: Slug
    test: TestId


def hindered_pcs(state: Circle, test: ObstacleTest) -> Iterable[tuple[CharacterId, Side, Character]]:
    """The sides that earn fate and clear tax: player characters only."""
    for slug, side in test.sides.items():
        if state.characters[slug].is_pc:
            yield CharacterId(slug), side, state.characters[slug]


def hindered_conditions(state: Circle, test: ObstacleTest) -> Iterable[Event]:
    """HC-61: one more test towards clearing, for the supporting cast too; minor at one, major at three."""
    for who, side in test.sides.items():
        slug, it = CharacterId(who), state.characters[who]
        for hindrance in side.hindrances:
            condition = it.conditions.get(hindrance.source_id)
            if (
                hindrance.source is not HindranceSource.CONDITION
                or hindrance.reward is not Reward.CLEAR
                or condition is None
            ):
                continue
            count = condition.hindered_count + 1
            yield ConditionHindered(character=slug, condition=hindrance.source_id, count=count, test=test.id)
            if count >= TESTS_TO_CLEAR[condition.rank]:
                yield ConditionCleared(character=slug, condition=hindrance.source_id, test=test.id)


def new_condition(state: Circle, test: ObstacleTest, outcome: Outcome) -> Iterable[Event]:
    """HC-60: what a failure brings, if that was at risk and not softened. A minor one is raised."""
    if outcome is not Outcome.CONSEQUENCE or blank(test.condition_at_risk):
        return
    it = state.characters[test.tester_id]
    cleared = {
        event.condition for event in hindered_conditions(state, test) if isinstance(event, ConditionCleared)
    }
    kept = {slug: condition for slug, condition in it.conditions.items() if slug not in cleared}
    for slug, condition in kept.items():
        if same(condition.text, test.condition_at_risk):
            if condition.rank is Rank.MINOR:
                yield ConditionRaised(character=CharacterId(test.tester_id), condition=slug, test=test.id)
            return
    yield ConditionApplied(
        character=CharacterId(test.tester_id),
        condition=fresh_id(test.condition_at_risk, kept, "condition"),
        text=test.condition_at_risk,
        rank=test.condition_rank,
        cause=ConditionCause.FAILED_TEST,
        test=test.id,
    )


@chapter.applies(ConditionHindered)
def _(state: Circle, event: ConditionHindered) -> None:
    condition = condition_of(state, event.character, event.condition)
    must(event.count == condition.hindered_count + 1, f"{event.condition} hindered otherwise")
    condition.hindered_count = event.count


@chapter.tells(ConditionHindered, "{condition} has hindered {character} {count:?time|times}")
def _(state: Circle, event: ConditionHindered) -> Iterable[Fact]:
    text = state.characters[event.character].conditions[event.condition].text
    yield number(
        event.character,
        f"conditions.{event.condition}.hindered_count",
        1,
        event.count,
        "hindered a test",
        f"Tests hindered by being {text}",
    )
    yield tracks.of_condition(state, event.character, event.condition)


@chapter.applies(ConditionCleared, renames=True)
def _(state: Circle, event: ConditionCleared) -> None:
    state.gone[event.condition] = condition_of(state, event.character, event.condition).text
    del character_of(state, event.character).conditions[event.condition]


@chapter.tells(ConditionCleared, "{character} is no longer {condition}")
def _(state: Circle, event: ConditionCleared) -> Iterable[Fact]:
    label = state.gone.get(event.condition, event.condition)
    yield from condition_gone(state, event.character, event.condition, "cleared by hindering")
    yield facts.Advanced(
        owner=event.character, track=f"conditions.{event.condition}.hindered_count", what=f"no longer {label}"
    )


def applying(state: Circle) -> Offer:
    """HC-60: a condition, on anybody."""
    return Offer(
        command=ApplyCondition,
        label="Apply a condition",
        known={"test": None},
        choices={
            "character": characters(state, alive(state)),
            "rank": any_of(Rank),
            "cause": any_of(ConditionCause),
        },
        group=RECORDS,
    )


def raising(slug: str, it: Character) -> Iterable[Offer]:
    """HC-60: a minor condition that becomes major."""
    minor = one_of({one: held.text for one, held in it.conditions.items() if held.rank is Rank.MINOR})
    if minor:
        yield Offer(
            command=RaiseCondition,
            label=f"Make a condition of {it.name} major",
            known={"character": slug},
            choices={"condition": minor},
            group=RECORDS,
        )
