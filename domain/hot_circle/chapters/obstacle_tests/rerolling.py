"""The four rerolls of an obstacle test: advantage, disadvantage, persona, a compromise (HC-37 to HC-41)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.guards import acted_for, in_play, open_obstacle_test
from domain.hot_circle.chapters.obstacle_tests.persona import GmPersonaSpent, PersonaSpent, by_persona, raised
from domain.hot_circle.chapters.obstacle_tests.pools import AGAIN, POOL, fits_pool, roll
from domain.hot_circle.chapters.obstacle_tests.rolling import keep_roll
from domain.hot_circle.lookup import gm_pool, is_ability_test, obstacle_of, runs, waves_of
from domain.hot_circle.phrases import dice_of, reading, reads, told, words
from domain.hot_circle.printed import SUCCESS_FROM
from domain.hot_circle.refs import CharacterRef, TestRef
from domain.hot_circle.seats import OBSTACLE_TEST, Seat, sizes
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.play import ObstacleTest
from domain.hot_circle.terms import CardWaves, Replaced, RerollReason, TestId, TestStatus, Waves
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Points

chapter = Chapter[Circle](
    "Rerolls",
    {
        "wrong_artha": "{points} points reroll {rerolls} tests, not {this} tests.",
        "not_rolled": "Roll first.",
        "no_opponent": "{test} has no opponent who could ask for a reroll.",
        "due_to_pass": "The roll already passes, with {successes} against {ob}.",
        "due_to_fail": "The roll fails as it is, with {successes} against {ob}.",
        "no_advantage": "{test} has no advantage, or disadvantage cancels it.",
        "advantage_used": "The reroll for advantage is used.",
        "no_disadvantage": "{test} has no disadvantage, or advantage cancels it.",
        "disadvantage_used": "The reroll for disadvantage is used.",
        "no_compromise": "This test is played without compromises.",
        "compromise_used": "{character} has accepted a compromise already.",
    },
)


class RerollTask(Command):
    """Roll the whole pool again: by advantage, disadvantage, a persona point or a compromise.

    Draws the pool, then one die for each six that is rolled again. The new result stands.

    Needs:    a rolled test. By advantage: the tester, once, due to fail. By disadvantage: the gamemaster or the
              opponent, once, due to pass. By persona and by compromise: the tester when due to fail, the
              opponent when due to pass; a compromise once for each.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `wrong_artha`, `gm_only`, `not_rolled`,
              `no_advantage`, `advantage_used`, `no_disadvantage`, `disadvantage_used`, `due_to_pass`,
              `due_to_fail`, `no_opponent`, `not_a_side`, `not_your_character`, `no_persona`, `no_compromise`,
              `compromise_used`, `wrong_dice_count`, `too_many_extra_dice`, `face_out_of_range`, `card_twice`,
              `wrong_card_count`, `too_many_extra_cards`, `extra_dice_waived`.
    Yields:   `PersonaSpent` or `GmPersonaSpent`, `CompromiseAccepted`, `TaskRerolled`, `LifepathRaised` when
              enough was spent.
    """

    type: Literal["hot_circle.reroll_task"] = "hot_circle.reroll_task"
    test: TestRef
    reason: RerollReason = Field(title="By what?")
    by: CharacterRef | None = Field(
        title="Who pays, or accepts?",
        default=None,
        description="Who pays, or accepts a compromise: the tester if left out.",
    )
    pool: Points | None = POOL
    again: tuple[Points, ...] | None = AGAIN


class TaskRerolled(Event):
    """The tester's dice fell again, and the new result stands."""

    type: Literal["hot_circle.task_rerolled.v1"] = "hot_circle.task_rerolled.v1"
    test: TestId
    character: CharacterSlug
    reason: RerollReason
    by: CharacterSlug | None
    pool: Points
    waves: Waves
    cards: CardWaves
    successes: Points
    ob: Points
    due_to_pass: bool


class CompromiseAccepted(Event):
    """A side takes the softened outcome in exchange for another roll."""

    type: Literal["hot_circle.compromise_accepted.v1"] = "hot_circle.compromise_accepted.v1"
    test: TestId
    by: CharacterSlug
    replaces: Replaced


@chapter.decides(RerollTask)
def reroll_task(state: Circle, command: RerollTask, asker: Asker, dice: Dice) -> Events:
    """HC-37, HC-38, HC-39, HC-40, HC-41: reroll the tester's whole pool; the new result stands."""
    in_play(state)
    need(
        not is_ability_test(state, command.test),
        "wrong_artha",
        points="Persona",
        rerolls="obstacle",
        this="ability",
    )
    test = open_obstacle_test(state, command.test)
    if test.status is not TestStatus.ROLLED or test.pool is None or test.ob is None:
        raise CommandRefused("not_rolled", test=command.test)
    by = command.by or CharacterId(test.tester_id)
    may_reroll(state, test, command, by, asker)
    fits_pool(state, test.pool, command.pool, command.again)
    whose = state.characters[test.tester_id].name
    rolled = roll(state, test.pool, command.again, dice, f"{whose}'s reroll")
    before, after = price(state, test, command, by)
    again = TaskRerolled(
        test=command.test,
        character=CharacterId(test.tester_id),
        reason=command.reason,
        by=by if command.reason in (RerollReason.PERSONA, RerollReason.COMPROMISE) else None,
        pool=test.pool,
        waves=rolled.waves,
        cards=rolled.cards,
        successes=rolled.successes,
        ob=test.ob,
        due_to_pass=rolled.successes >= test.ob,
    )
    return [*before, again, *after]


def may_reroll(state: Circle, test: ObstacleTest, command: RerollTask, by: str, asker: Asker) -> None:
    """Refuse a reroll that cannot be had, for this reason, by this side."""
    match command.reason:
        case RerollReason.ADVANTAGE:
            by_advantage(state, test, asker)
        case RerollReason.DISADVANTAGE:
            by_disadvantage(state, test, asker)
        case RerollReason.PERSONA | RerollReason.COMPROMISE:
            own_reroll(state, test, by, asker)
            if command.reason is RerollReason.COMPROMISE:
                by_compromise(test, by)
            else:
                by_persona(state, by)


def own_reroll(state: Circle, test: ObstacleTest, by: str, asker: Asker) -> None:
    """Refuse a reroll for a side that is none or is content, and by anybody but whoever runs it."""
    if by != test.tester_id and not test.versus:
        raise CommandRefused("no_opponent", test=test.id)
    need(by in test.sides, "not_a_side", character=by, test=test.id)
    need(runs(state, state.characters[by], asker), "not_your_character", character=by)
    right_side(test, by)


def right_side(test: ObstacleTest, by: str) -> None:
    """Refuse a side that is content: the tester rerolls what would fail, the opponent what would pass."""
    if by == test.tester_id and test.due_to_pass:
        raise CommandRefused("due_to_pass", successes=test.successes, ob=test.ob)
    if by == test.opponent_id and not test.due_to_pass:
        raise CommandRefused("due_to_fail", successes=test.successes, ob=test.ob)


def by_advantage(state: Circle, test: ObstacleTest, asker: Asker) -> None:
    """Refuse a reroll but the tester's, once, when due to fail, with nothing to cancel it (HC-37)."""
    acted_for(state, test.tester_id, asker)
    need(test.net_advantage, "no_advantage", test=test.id)
    need(not test.adv_used, "advantage_used", test=test.id)
    right_side(test, test.tester_id)


def by_disadvantage(state: Circle, test: ObstacleTest, asker: Asker) -> None:
    """Refuse a reroll but one called by the gamemaster or the opponent, once, when due to pass (HC-38)."""
    opponent = state.characters.get(test.opponent_id or "")
    if not asker.is_gm and (opponent is None or not runs(state, opponent, asker)):
        raise CommandRefused("gm_only")
    need(test.net_disadvantage, "no_disadvantage", test=test.id)
    need(not test.dis_used, "disadvantage_used", test=test.id)
    need(test.due_to_pass, "due_to_fail", successes=test.successes, ob=test.ob)


def by_compromise(test: ObstacleTest, by: str) -> None:
    """Refuse a second reroll of a side, and one where no compromise was offered (HC-40)."""
    if not test.versus or test.simple:
        raise CommandRefused("no_compromise", test=test.id)
    used = test.tester_compromised if by == test.tester_id else test.opponent_compromised
    need(not used, "compromise_used", character=by)


def price(
    state: Circle, test: ObstacleTest, command: RerollTask, by: CharacterId
) -> tuple[list[Event], list[Event]]:
    """The price of a reroll, and what paying brings (HC-63): the events before it and after it."""
    if command.reason is RerollReason.COMPROMISE:
        replaces = Replaced.INTENT if by == test.tester_id else Replaced.CONSEQUENCE
        return [CompromiseAccepted(test=test.id, by=by, replaces=replaces)], []
    if command.reason is not RerollReason.PERSONA:
        return [], []
    payer = state.characters[by]
    if not payer.persona:
        return [GmPersonaSpent(character=by, amount=1, test=test.id)], []
    lifepath = test.sides[by].lifepath_id
    spent = PersonaSpent(character=by, amount=1, lifepath=lifepath, test=test.id)
    return [spent], raised(payer, by, lifepath)


@chapter.applies(TaskRerolled)
def _(state: Circle, event: TaskRerolled) -> None:
    test = obstacle_of(state, event.test)
    must(test.status is TestStatus.ROLLED and test.pool == event.pool, f"{event.test} cannot be rerolled now")
    if event.reason is RerollReason.ADVANTAGE:
        must(not test.adv_used, "advantage is used once")
        test.adv_used = True
    elif event.reason is RerollReason.DISADVANTAGE:
        must(not test.dis_used, "disadvantage is used once")
        test.dis_used = True
    keep_roll(test, waves_of(event.waves, event.cards), event.successes)


@chapter.tells(TaskRerolled, "{character} rerolls by {reason}: {successes:?success|successes} against {ob}")
def _(state: Circle, event: TaskRerolled) -> Iterable[Fact]:
    purpose = "forced reroll" if event.reason is RerollReason.DISADVANTAGE else "reroll"
    yield facts.DiceRolled(
        roller=event.character,
        purpose=f"{purpose}: {words(event.reason)}",
        dice=dice_of(event.waves, event.cards),
        test=event.test,
        reads=reads(event.cards),
        counts_from=SUCCESS_FROM,
        reading=reading(event.successes, event.ob, passes=event.due_to_pass),
    )


@chapter.applies(CompromiseAccepted)
def _(state: Circle, event: CompromiseAccepted) -> None:
    test = obstacle_of(state, event.test)
    if event.replaces is Replaced.INTENT:
        must(not test.tester_compromised, "a compromise is accepted once")
        test.tester_compromised = True
    else:
        must(not test.opponent_compromised, "a compromise is accepted once")
        test.opponent_compromised = True


@chapter.tells(CompromiseAccepted, "{by} accepts a compromise in place of the {replaces}")
def _(state: Circle, event: CompromiseAccepted) -> Iterable[Fact]:
    yield told(f"a compromise in place of the {words(event.replaces)}", "compromise", event.by)


def reroll(test: ObstacleTest, reason: RerollReason, by: str | None) -> dict[str, object]:
    """The settled part of a reroll on offer."""
    return {"test": test.id, "reason": reason.value, "by": by, "pool": None, "again": None}


def forced_reroll(state: Circle, test: ObstacleTest, asker: Asker) -> Iterable[Offer]:
    """HC-38: the reroll that disadvantage demands, called by the gamemaster or the opponent's player."""
    opponent = state.characters.get(test.opponent_id or "")
    calls = asker.is_gm or (opponent is not None and runs(state, opponent, asker))
    if calls and test.net_disadvantage and test.due_to_pass and not test.dis_used:
        yield Offer(
            command=RerollTask,
            label="Disadvantage: reroll",
            known=reroll(test, RerollReason.DISADVANTAGE, None),
            group=OBSTACLE_TEST,
            dice=sizes(state, test.pool or 0),
            forced=True,
        )


def rerolls(state: Circle, test: ObstacleTest, seat: Seat) -> Iterable[Offer]:
    """The rerolls of one side: advantage, persona, a compromise."""
    tester, dice = seat.who == test.tester_id, sizes(state, test.pool or 0)
    if tester is test.due_to_pass:
        return
    if tester and test.net_advantage and not test.adv_used:
        known = reroll(test, RerollReason.ADVANTAGE, None)
        yield seat.offer(RerollTask, f"{seat.it.name} rerolls by advantage", known, group=OBSTACLE_TEST, dice=dice)
    if seat.it.persona or (not seat.it.is_pc and gm_pool(state)):
        known = reroll(test, RerollReason.PERSONA, seat.who)
        label = f"{seat.it.name} spends a persona point: reroll"
        yield seat.offer(RerollTask, label, known, group=OBSTACLE_TEST, dice=dice)
    used = test.tester_compromised if tester else test.opponent_compromised
    if test.versus and not test.simple and not used:
        known = reroll(test, RerollReason.COMPROMISE, seat.who)
        label = f"{seat.it.name} accepts the compromise: reroll"
        yield seat.offer(RerollTask, label, known, group=OBSTACLE_TEST, dice=dice)
