"""The opposition of a versus test, and the task (HC-35, HC-36)."""

from collections.abc import Iterable
from typing import Literal

from domain.hot_circle.chapters.guards import acted_for, in_play, open_obstacle_test
from domain.hot_circle.chapters.obstacle_tests.difficulty import ObstacleSet
from domain.hot_circle.chapters.obstacle_tests.pools import AGAIN, POOL, fits_pool, roll
from domain.hot_circle.lookup import obstacle_of, waves_of
from domain.hot_circle.phrases import dice_of, handful, reading, reads, successes
from domain.hot_circle.printed import OPPOSITION_DIE, SUCCESS_FROM
from domain.hot_circle.refs import TestRef
from domain.hot_circle.seats import OBSTACLE_TEST, Seat, sizes
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.play import ObstacleTest, Side
from domain.hot_circle.terms import CardWaves, TestId, TestKind, TestStatus, Waves
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Points

chapter = Chapter[Circle](
    "The rolls of an obstacle test",
    {
        "not_versus": "{test} has no opponent: the gamemaster sets its obstacle.",
        "ob_missing": "The obstacle of {test} is not known yet.",
    },
)


class RollOpposition(Command):
    """Roll for the opponent: the successes are what the tester needs.

    Draws the opponent's dice: lifepath, bonus, one for opposing, one for each hindrance of the tester; then one
    for each six that is rolled again.

    Needs:    the opponent's player or the gamemaster, the opponent's lifepath chosen.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `not_versus`, `not_your_character`,
              `already_rolled`, `lifepath_missing`, `wrong_dice_count`, `too_many_extra_dice`,
              `face_out_of_range`, `card_twice`, `wrong_card_count`, `too_many_extra_cards`,
              `extra_dice_waived`.
    Yields:   `OppositionRolled`, `ObstacleSet`.
    """

    type: Literal["hot_circle.roll_opposition"] = "hot_circle.roll_opposition"
    test: TestRef
    pool: Points | None = POOL
    again: tuple[Points, ...] | None = AGAIN


class OppositionRolled(Event):
    """The opponent's dice fell."""

    type: Literal["hot_circle.opposition_rolled.v1"] = "hot_circle.opposition_rolled.v1"
    test: TestId
    character: CharacterSlug
    pool: Points
    waves: Waves
    cards: CardWaves
    successes: Points


@chapter.decides(RollOpposition)
def roll_opposition(state: Circle, command: RollOpposition, asker: Asker, dice: Dice) -> Events:
    """HC-36: roll the opposition, once; its successes are what the tester needs."""
    in_play(state)
    test = open_obstacle_test(state, command.test)
    who = found(test.opponent_id, "not_versus", test=command.test)
    opponent = acted_for(state, who, asker)
    if test.opposed or test.rolls:
        raise CommandRefused("already_rolled", test=command.test)
    need(test.sides[who].fit is not None, "lifepath_missing", character=who)
    pool = opposition_pool(test)
    fits_pool(state, pool, command.pool, command.again)
    rolled = roll(state, pool, command.again, dice, f"what {opponent.name} opposes with")
    return [
        OppositionRolled(
            test=command.test,
            character=CharacterId(who),
            pool=pool,
            waves=rolled.waves,
            cards=rolled.cards,
            successes=rolled.successes,
        ),
        ObstacleSet(test=command.test, level=None, step=None, ob=rolled.successes),
    ]


def pool_of(side: Side) -> int:
    """Base dice and bonus dice of a side."""
    return side.base_dice + side.bonus_dice


def opposition_pool(test: ObstacleTest) -> int:
    """The opponent's dice, with the one for opposing."""
    return pool_of(test.sides[test.opponent_id or ""]) + OPPOSITION_DIE


@chapter.applies(OppositionRolled)
def _(state: Circle, event: OppositionRolled) -> None:
    test = obstacle_of(state, event.test)
    must(test.kind is TestKind.VERSUS and not test.opposed, f"the opposition of {event.test} rolls once")
    test.opposition = waves_of(event.waves, event.cards)


@chapter.tells(OppositionRolled, "{character} opposes with {pool:?die|dice}: {successes:?success|successes}")
def _(state: Circle, event: OppositionRolled) -> Iterable[Fact]:
    yield facts.DiceRolled(
        roller=event.character,
        purpose="opposition",
        dice=dice_of(event.waves, event.cards),
        test=event.test,
        reads=reads(event.cards),
        counts_from=SUCCESS_FROM,
        reading=successes(event.successes),
    )


class RollTask(Command):
    """Roll for the task. Each 4, 5 or 6 is a success, and each 6 may be rolled again.

    Draws the pool, then one die for each six that is rolled again.

    Needs:    the tester's player or the gamemaster, a lifepath chosen, an obstacle set.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `not_your_character`, `already_rolled`,
              `lifepath_missing`, `ob_missing`, `wrong_dice_count`, `too_many_extra_dice`, `face_out_of_range`,
              `card_twice`, `wrong_card_count`, `too_many_extra_cards`, `extra_dice_waived`.
    Yields:   `TaskRolled`.
    """

    type: Literal["hot_circle.roll_task"] = "hot_circle.roll_task"
    test: TestRef
    pool: Points | None = POOL
    again: tuple[Points, ...] | None = AGAIN


class TaskRolled(Event):
    """The tester's dice fell."""

    type: Literal["hot_circle.task_rolled.v1"] = "hot_circle.task_rolled.v1"
    test: TestId
    character: CharacterSlug
    pool: Points
    waves: Waves
    cards: CardWaves
    successes: Points
    ob: Points
    due_to_pass: bool


@chapter.decides(RollTask)
def roll_task(state: Circle, command: RollTask, asker: Asker, dice: Dice) -> Events:
    """HC-35: roll the pool, and every six again."""
    in_play(state)
    test = open_obstacle_test(state, command.test)
    tester = acted_for(state, test.tester_id, asker)
    need(not test.rolls, "already_rolled", test=command.test)
    side = test.sides[test.tester_id]
    need(side.fit is not None, "lifepath_missing", character=test.tester_id)
    ob = found(test.ob, "ob_missing", test=command.test)
    pool = pool_of(side)
    fits_pool(state, pool, command.pool, command.again)
    rolled = roll(state, pool, command.again, dice, f"{tester.name}'s task")
    return [
        TaskRolled(
            test=command.test,
            character=CharacterId(test.tester_id),
            pool=pool,
            waves=rolled.waves,
            cards=rolled.cards,
            successes=rolled.successes,
            ob=ob,
            due_to_pass=rolled.successes >= ob,
        )
    ]


def keep_roll(test: ObstacleTest, waves: list[list[int | str]], successes: int) -> None:
    """Keep a roll in its test, as the result that counts now."""
    test.status = TestStatus.ROLLED
    test.rolls.append(waves)
    test.successes = successes


@chapter.applies(TaskRolled)
def _(state: Circle, event: TaskRolled) -> None:
    test = obstacle_of(state, event.test)
    must(test.ob == event.ob and test.pool is None, f"{event.test} cannot be rolled now")
    test.pool = event.pool
    keep_roll(test, waves_of(event.waves, event.cards), event.successes)


@chapter.tells(TaskRolled, "{character} rolls {pool:?die|dice}: {successes:?success|successes} against {ob}")
def _(state: Circle, event: TaskRolled) -> Iterable[Fact]:
    yield facts.DiceRolled(
        roller=event.character,
        purpose="task",
        dice=dice_of(event.waves, event.cards),
        test=event.test,
        reads=reads(event.cards),
        counts_from=SUCCESS_FROM,
        reading=reading(event.successes, event.ob, passes=event.due_to_pass),
    )


def rolls(state: Circle, test: ObstacleTest, side: Side, seat: Seat) -> Iterable[Offer]:
    """The dice of a side, when everything before them is settled."""
    known = {"test": test.id, "pool": None, "again": None}
    if seat.who == test.opponent_id and not test.opposed and side.fit is not None:
        pool = opposition_pool(test)
        label = f"{seat.it.name} opposes with {handful(pool)}"
        yield seat.offer(RollOpposition, label, known, group=OBSTACLE_TEST, dice=sizes(state, pool))
    if seat.who == test.tester_id and side.fit is not None and test.ob is not None:
        pool = pool_of(side)
        label = f"{seat.it.name} rolls {handful(pool)} against {test.ob}"
        yield seat.offer(RollTask, label, known, group=OBSTACLE_TEST, dice=sizes(state, pool))
