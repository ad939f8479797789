"""Rolling an obstacle test: opposition, task, four rerolls, what persona raises (HC-35 to HC-41, HC-63)."""

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import Character, Circle, ObstacleTest, Side
from domain.hot_circle.tables import OPPOSITION_DIE, PERSONA_TO_RAISE
from domain.hot_circle.terms import Replaced, RerollReason, TestStatus
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId

from .common import acted_for, is_ability_test, open_obstacle_test, runs
from .rolling import fits_pool, roll


def pool_of(side: Side) -> int:
    """Base dice and bonus dice of a side."""
    return side.base_dice + side.bonus_dice


def opposition_pool(test: ObstacleTest) -> int:
    """The opponent's dice, with the one for opposing."""
    return pool_of(test.sides[test.opponent_id or ""]) + OPPOSITION_DIE


def roll_opposition(state: Circle, command: ask.RollOpposition, asker: Asker, dice: Dice) -> Events:
    """HC-36: once, and its successes are what the tester needs."""
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
        say.OppositionRolled(
            test=command.test,
            character=CharacterId(who),
            pool=pool,
            waves=rolled.waves,
            cards=rolled.cards,
            successes=rolled.successes,
        ),
        say.ObstacleSet(test=command.test, level=None, step=None, ob=rolled.successes),
    ]


def roll_task(state: Circle, command: ask.RollTask, asker: Asker, dice: Dice) -> Events:
    """HC-35: the pool, and every six again."""
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
        say.TaskRolled(
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


def reroll_task(state: Circle, command: ask.RerollTask, asker: Asker, dice: Dice) -> Events:
    """HC-37 to HC-41: always the tester's whole pool, and the new result stands."""
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
    again = say.TaskRerolled(
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


def may_reroll(state: Circle, test: ObstacleTest, command: ask.RerollTask, by: str, asker: Asker) -> None:
    """This reroll can be had, for this reason, by this side."""
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
    """A side that may want another result, and whoever runs it."""
    if by != test.tester_id and not test.versus:
        raise CommandRefused("no_opponent", test=test.id)
    need(by in test.sides, "not_a_side", character=by, test=test.id)
    need(runs(state, state.characters[by], asker), "not_your_character", character=by)
    right_side(test, by)


def right_side(test: ObstacleTest, by: str) -> None:
    """The tester rerolls what would fail, the opponent what would pass."""
    if by == test.tester_id and test.due_to_pass:
        raise CommandRefused("due_to_pass", successes=test.successes, ob=test.ob)
    if by == test.opponent_id and not test.due_to_pass:
        raise CommandRefused("due_to_fail", successes=test.successes, ob=test.ob)


def by_advantage(state: Circle, test: ObstacleTest, asker: Asker) -> None:
    """HC-37: the tester, once, when due to fail, with nothing to cancel it."""
    acted_for(state, test.tester_id, asker)
    need(test.net_advantage, "no_advantage", test=test.id)
    need(not test.adv_used, "advantage_used", test=test.id)
    right_side(test, test.tester_id)


def by_disadvantage(state: Circle, test: ObstacleTest, asker: Asker) -> None:
    """HC-38: called by the gamemaster or the opponent, once, when due to pass."""
    opponent = state.characters.get(test.opponent_id or "")
    if not asker.is_gm and (opponent is None or not runs(state, opponent, asker)):
        raise CommandRefused("gm_only")
    need(test.net_disadvantage, "no_disadvantage", test=test.id)
    need(not test.dis_used, "disadvantage_used", test=test.id)
    need(test.due_to_pass, "due_to_fail", successes=test.successes, ob=test.ob)


def by_compromise(test: ObstacleTest, by: str) -> None:
    """HC-40: once for each side, where compromises were offered."""
    if not test.versus or test.simple:
        raise CommandRefused("no_compromise", test=test.id)
    used = test.tester_compromised if by == test.tester_id else test.opponent_compromised
    need(not used, "compromise_used", character=by)


def gm_pool(state: Circle) -> int:
    """Persona points the house lets the gamemaster spend, as far as they are left."""
    return max(0, state.house_rules.gm_persona_pool - state.gm_persona_spent)


def by_persona(state: Circle, by: str) -> None:
    """HC-39: a point on the sheet; or one of the gamemaster's, for characters that have none."""
    payer = state.characters[by]
    need(payer.persona or (not payer.is_pc and gm_pool(state)), "no_persona", character=by)


def price(
    state: Circle, test: ObstacleTest, command: ask.RerollTask, by: CharacterId
) -> tuple[list[Event], list[Event]]:
    """What a reroll costs, and what paying brings (HC-63): the events before it and after it."""
    if command.reason is RerollReason.COMPROMISE:
        replaces = Replaced.INTENT if by == test.tester_id else Replaced.CONSEQUENCE
        return [say.CompromiseAccepted(test=test.id, by=by, replaces=replaces)], []
    if command.reason is not RerollReason.PERSONA:
        return [], []
    payer = state.characters[by]
    if not payer.persona:
        return [say.GmPersonaSpent(character=by, amount=1, test=test.id)], []
    lifepath = test.sides[by].lifepath_id
    spent = say.PersonaSpent(character=by, amount=1, lifepath=lifepath, test=test.id)
    return [spent], raised(payer, by, lifepath)


def raised(payer: Character, by: CharacterId, lifepath: str | None) -> list[Event]:
    """HC-63: a lifepath rises as soon as enough was spent on it; a running test keeps its pool."""
    if lifepath is None:
        return []
    path = payer.lifepaths[lifepath]
    cost = PERSONA_TO_RAISE.get(path.rating)
    if cost is None or path.spent_persona + 1 < cost:
        return []
    return [say.LifepathRaised(character=by, lifepath=lifepath, was=path.rating, now=path.rating + 1, erased=cost)]
