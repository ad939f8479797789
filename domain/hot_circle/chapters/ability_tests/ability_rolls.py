"""Rolling an ability test, and rerolling it by fate (HC-46, HC-47)."""

from collections.abc import Iterable
from typing import Literal

from domain.hot_circle import tracks
from domain.hot_circle.chapters.guards import acted_for, fate_free, in_play, open_ability_test, own_pc
from domain.hot_circle.chapters.obstacle_tests.pools import AGAIN, POOL, fits_pool, roll
from domain.hot_circle.lookup import ability_of, character_of, lifepath_of, waves_of
from domain.hot_circle.phrases import dice_of, handful, number, reading, reads
from domain.hot_circle.printed import SUCCESS_FROM
from domain.hot_circle.refs import TestRef
from domain.hot_circle.seats import ABILITY_TEST, Seat, sizes
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.play import AbilityTest
from domain.hot_circle.terms import CardWaves, TestId, TestStatus, Waves
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Points, Slug

chapter = Chapter[Circle](
    "The rolls of an ability test",
    {
        "no_fate": "{character} has no fate point left.",
    },
)


class RollAbility(Command):
    """Roll an ability test.

    Draws the pool, then one die for each six that is rolled again.

    Needs:    the player or the gamemaster, an ability test not rolled yet.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `not_your_character`, `already_rolled`,
              `wrong_dice_count`, `too_many_extra_dice`, `face_out_of_range`, `card_twice`, `wrong_card_count`,
              `too_many_extra_cards`, `extra_dice_waived`.
    Yields:   `AbilityRolled`.
    """

    type: Literal["hot_circle.roll_ability"] = "hot_circle.roll_ability"
    test: TestRef
    pool: Points | None = POOL
    again: tuple[Points, ...] | None = AGAIN


class AbilityRolled(Event):
    """The dice fell."""

    type: Literal["hot_circle.ability_rolled.v1"] = "hot_circle.ability_rolled.v1"
    test: TestId
    character: CharacterSlug
    pool: Points
    waves: Waves
    cards: CardWaves
    successes: Points
    ob: Points
    due_to_pass: bool


@chapter.decides(RollAbility)
def roll_ability(state: Circle, command: RollAbility, asker: Asker, dice: Dice) -> Events:
    """HC-46: roll the base dice and what the ability adds; nothing else helps here."""
    in_play(state)
    test = open_ability_test(state, command.test)
    it = acted_for(state, test.tester_id, asker)
    need(not test.rolls, "already_rolled", test=command.test)
    pool = test.base_dice + test.bonus_dice
    fits_pool(state, pool, command.pool, command.again)
    rolled = roll(state, pool, command.again, dice, f"{it.name}'s test of {test.ability.value}")
    return [
        AbilityRolled(
            test=command.test,
            character=CharacterId(test.tester_id),
            pool=pool,
            waves=rolled.waves,
            cards=rolled.cards,
            successes=rolled.successes,
            ob=test.ob,
            due_to_pass=rolled.successes >= test.ob,
        )
    ]


@chapter.applies(AbilityRolled)
def _(state: Circle, event: AbilityRolled) -> None:
    test = ability_of(state, event.test)
    must(test.pool is None, f"{event.test} was rolled already")
    test.pool = event.pool
    keep_ability_roll(test, waves_of(event.waves, event.cards), event.successes)


@chapter.tells(AbilityRolled, "{character} rolls {pool:?die|dice}: {successes:?success|successes} against {ob}")
def _(state: Circle, event: AbilityRolled) -> Iterable[Fact]:
    yield rolled(event, "ability")


class RerollAbility(Command):
    """Roll again for a fate point: the whole pool, and the new result stands.

    Needs:    the player, an ability test due to fail, a fate point not on offer in a compel.
    Refused:  `genre_missing`, `test_unknown`, `wrong_artha`, `test_resolved`, `not_your_character`,
              `not_rolled`, `due_to_pass`, `no_fate`, `fate_reserved`, `wrong_dice_count`,
              `too_many_extra_dice`, `face_out_of_range`, `card_twice`, `wrong_card_count`,
              `too_many_extra_cards`, `extra_dice_waived`.
    Yields:   `FateSpent`, `AbilityRerolled`.
    """

    type: Literal["hot_circle.reroll_ability"] = "hot_circle.reroll_ability"
    test: TestRef
    pool: Points | None = POOL
    again: tuple[Points, ...] | None = AGAIN


class FateSpent(Event):
    """Fate points paid for a reroll, and count towards an asset of the lifepath."""

    type: Literal["hot_circle.fate_spent.v1"] = "hot_circle.fate_spent.v1"
    character: CharacterSlug
    amount: Points
    lifepath: Slug
    test: TestId


class AbilityRerolled(Event):
    """The dice fell again, and the new result stands."""

    type: Literal["hot_circle.ability_rerolled.v1"] = "hot_circle.ability_rerolled.v1"
    test: TestId
    character: CharacterSlug
    pool: Points
    waves: Waves
    cards: CardWaves
    successes: Points
    ob: Points
    due_to_pass: bool


@chapter.decides(RerollAbility)
def reroll_ability(state: Circle, command: RerollAbility, asker: Asker, dice: Dice) -> Events:
    """HC-47: reroll for a fate point each time, noted beside the lifepath."""
    in_play(state)
    obstacle = state.obstacle_test
    if obstacle is not None and obstacle.id == command.test:
        raise CommandRefused("wrong_artha", points="Fate", rerolls="ability", this="obstacle")
    test = open_ability_test(state, command.test)
    it = own_pc(state, test.tester_id, asker)
    need(test.status is TestStatus.ROLLED, "not_rolled", test=test.id)
    need(not test.due_to_pass, "due_to_pass", successes=test.successes, ob=test.ob)
    fate_free(state, test.tester_id, it, "no_fate")
    pool = test.pool or 0
    fits_pool(state, pool, command.pool, command.again)
    rolled = roll(state, pool, command.again, dice, f"{it.name}'s reroll")
    return [
        FateSpent(character=CharacterId(test.tester_id), amount=1, lifepath=test.lifepath_id, test=test.id),
        AbilityRerolled(
            test=command.test,
            character=CharacterId(test.tester_id),
            pool=pool,
            waves=rolled.waves,
            cards=rolled.cards,
            successes=rolled.successes,
            ob=test.ob,
            due_to_pass=rolled.successes >= test.ob,
        ),
    ]


@chapter.applies(FateSpent)
def _(state: Circle, event: FateSpent) -> None:
    character = character_of(state, event.character)
    must(character.fate >= event.amount, f"{event.character} has only {character.fate} fate")
    character.fate -= event.amount
    lifepath_of(state, event.character, event.lifepath).spent_fate += event.amount


@chapter.tells(FateSpent, "{character} spends {amount} fate as {lifepath}")
def _(state: Circle, event: FateSpent) -> Iterable[Fact]:
    it = state.characters[event.character]
    path = it.lifepaths[event.lifepath]
    yield number(event.character, "fate", -event.amount, it.fate, "reroll", "Fate")
    yield number(
        event.character,
        f"lifepaths.{event.lifepath}.spent_fate",
        event.amount,
        path.spent_fate,
        "reroll",
        f"Fate spent as {path.name}",
    )
    yield from tracks.of_assets(state, event.character, event.lifepath)


@chapter.applies(AbilityRerolled)
def _(state: Circle, event: AbilityRerolled) -> None:
    test = ability_of(state, event.test)
    must(test.pool == event.pool, f"{event.test} cannot be rerolled now")
    keep_ability_roll(test, waves_of(event.waves, event.cards), event.successes)


@chapter.tells(AbilityRerolled, "{character} rerolls by fate: {successes:?success|successes} against {ob}")
def _(state: Circle, event: AbilityRerolled) -> Iterable[Fact]:
    yield rolled(event, "reroll: fate")


def keep_ability_roll(test: AbilityTest, waves: list[list[int | str]], successes: int) -> None:
    """Keep a roll in its test, as the result that counts now."""
    test.status = TestStatus.ROLLED
    test.rolls.append(waves)
    test.successes = successes


def rolled(event: AbilityRolled | AbilityRerolled, purpose: str) -> Fact:
    """The dice of an ability test."""
    return facts.DiceRolled(
        roller=event.character,
        purpose=purpose,
        dice=dice_of(event.waves, event.cards),
        test=event.test,
        reads=reads(event.cards),
        counts_from=SUCCESS_FROM,
        reading=reading(event.successes, event.ob, passes=event.due_to_pass),
    )


def ability_roll(state: Circle, test: AbilityTest, seat: Seat) -> Offer:
    """The dice of a test that was asked for."""
    pool = test.base_dice + test.bonus_dice
    label = f"{seat.it.name} rolls {handful(pool)} against {test.ob}"
    known = {"test": test.id, "pool": None, "again": None}
    return seat.offer(RollAbility, label, known, group=ABILITY_TEST, dice=sizes(state, pool))


def ability_reroll(state: Circle, test: AbilityTest, seat: Seat) -> Offer:
    """HC-47: a fate point for another result."""
    known = {"test": test.id, "pool": None, "again": None}
    label = f"{seat.it.name} spends a fate point: reroll"
    return seat.offer(RerollAbility, label, known, group=ABILITY_TEST, dice=sizes(state, test.pool or 0))
