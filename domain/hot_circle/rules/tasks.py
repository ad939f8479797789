"""Rolling an obstacle test: opposition, task, four rerolls, what persona raises (HC-35 to HC-41, HC-63)."""

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import Character, Circle, ObstacleTest, Side
from domain.hot_circle.tables import OPPOSITION_DIE, PERSONA_TO_RAISE
from domain.hot_circle.terms import Replaced, RerollReason, TestStatus
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId

from .common import acted_for, is_ability_test, open_obstacle_test, runs
from .rolling import cannot_roll, roll


def pool_of(side: Side) -> int:
    """Base dice and bonus dice of a side."""
    return side.base_dice + side.bonus_dice


def opposition_pool(test: ObstacleTest) -> int:
    """The opponent's dice, with the one for opposing."""
    return pool_of(test.sides[test.opponent_id or ""]) + OPPOSITION_DIE


def roll_opposition(state: Circle, command: ask.RollOpposition, asker: Asker, dice: Dice) -> Decision[Event]:
    """HC-36: once, and its successes are what the tester needs."""
    test = open_obstacle_test(state, command.test)
    if isinstance(test, Refusal):
        return test
    if test.opponent_id is None:
        return refuse("not_versus", test=command.test)
    opponent = acted_for(state, test.opponent_id, asker)
    if isinstance(opponent, Refusal):
        return opponent
    if test.opposed or test.rolls:
        return refuse("already_rolled", test=command.test)
    if test.sides[test.opponent_id].fit is None:
        return refuse("lifepath_missing", character=test.opponent_id)
    pool = opposition_pool(test)
    if wrong := cannot_roll(state, pool, command.pool, command.again):
        return wrong
    rolled = roll(state, pool, command.again, dice, f"what {opponent.name} opposes with")
    return [
        say.OppositionRolled(
            test=command.test,
            character=CharacterId(test.opponent_id),
            pool=pool,
            waves=rolled.waves,
            cards=rolled.cards,
            successes=rolled.successes,
        ),
        say.ObstacleSet(test=command.test, level=None, step=None, ob=rolled.successes),
    ]


def roll_task(state: Circle, command: ask.RollTask, asker: Asker, dice: Dice) -> Decision[Event]:
    """HC-35: the pool, and every six again."""
    test = open_obstacle_test(state, command.test)
    if isinstance(test, Refusal):
        return test
    tester = acted_for(state, test.tester_id, asker)
    if isinstance(tester, Refusal):
        return tester
    if test.rolls:
        return refuse("already_rolled", test=command.test)
    side = test.sides[test.tester_id]
    if side.fit is None:
        return refuse("lifepath_missing", character=test.tester_id)
    if test.ob is None:
        return refuse("ob_missing", test=command.test)
    pool = pool_of(side)
    if wrong := cannot_roll(state, pool, command.pool, command.again):
        return wrong
    rolled = roll(state, pool, command.again, dice, f"{tester.name}'s task")
    return [
        say.TaskRolled(
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


def reroll_task(state: Circle, command: ask.RerollTask, asker: Asker, dice: Dice) -> Decision[Event]:
    """HC-37 to HC-41: always the tester's whole pool, and the new result stands."""
    if is_ability_test(state, command.test):
        return refuse("wrong_artha", points="Persona", rerolls="obstacle", this="ability")
    test = open_obstacle_test(state, command.test)
    if isinstance(test, Refusal):
        return test
    if test.status is not TestStatus.ROLLED or test.pool is None or test.ob is None:
        return refuse("not_rolled", test=command.test)
    by = command.by or CharacterId(test.tester_id)
    if wrong := no_reroll(state, test, command, by, asker):
        return wrong
    if wrong := cannot_roll(state, test.pool, command.pool, command.again):
        return wrong
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


def no_reroll(state: Circle, test: ObstacleTest, command: ask.RerollTask, by: str, asker: Asker) -> Refusal | None:
    """Why this reroll cannot be had, or None."""
    match command.reason:
        case RerollReason.ADVANTAGE:
            return no_advantage(state, test, asker)
        case RerollReason.DISADVANTAGE:
            return no_disadvantage(state, test, asker)
    if by != test.tester_id and not test.versus:
        return refuse("no_opponent", test=test.id)
    if by not in test.sides:
        return refuse("not_a_side", character=by, test=test.id)
    payer = state.characters[by]
    if not runs(state, payer, asker):
        return refuse("not_your_character", character=by)
    if wrong := wrong_side(test, by):
        return wrong
    if command.reason is RerollReason.COMPROMISE:
        return no_compromise(test, by)
    return no_persona(state, by, payer)


def wrong_side(test: ObstacleTest, by: str) -> Refusal | None:
    """The tester rerolls what would fail, the opponent what would pass."""
    if by == test.tester_id and test.due_to_pass:
        return refuse("due_to_pass", successes=test.successes, ob=test.ob)
    if by == test.opponent_id and not test.due_to_pass:
        return refuse("due_to_fail", successes=test.successes, ob=test.ob)
    return None


def no_advantage(state: Circle, test: ObstacleTest, asker: Asker) -> Refusal | None:
    """HC-37: the tester, once, when due to fail, with nothing to cancel it."""
    tester = acted_for(state, test.tester_id, asker)
    if isinstance(tester, Refusal):
        return tester
    if not test.net_advantage:
        return refuse("no_advantage", test=test.id)
    if test.adv_used:
        return refuse("advantage_used", test=test.id)
    return wrong_side(test, test.tester_id)


def no_disadvantage(state: Circle, test: ObstacleTest, asker: Asker) -> Refusal | None:
    """HC-38: called by the gamemaster or the opponent, once, when due to pass."""
    opponent = state.characters.get(test.opponent_id or "")
    if not asker.is_gm and (opponent is None or not runs(state, opponent, asker)):
        return refuse("gm_only")
    if not test.net_disadvantage:
        return refuse("no_disadvantage", test=test.id)
    if test.dis_used:
        return refuse("disadvantage_used", test=test.id)
    if not test.due_to_pass:
        return refuse("due_to_fail", successes=test.successes, ob=test.ob)
    return None


def no_compromise(test: ObstacleTest, by: str) -> Refusal | None:
    """HC-40: once for each side, where compromises were offered."""
    if not test.versus or test.simple:
        return refuse("no_compromise", test=test.id)
    used = test.tester_compromised if by == test.tester_id else test.opponent_compromised
    return refuse("compromise_used", character=by) if used else None


def gm_pool(state: Circle) -> int:
    """Persona points the house lets the gamemaster spend, as far as they are left."""
    return max(0, state.house_rules.gm_persona_pool - state.gm_persona_spent)


def no_persona(state: Circle, by: str, payer: Character) -> Refusal | None:
    """HC-39: a point on the sheet; or one of the gamemaster's, for characters that have none."""
    if payer.persona or (not payer.is_pc and gm_pool(state)):
        return None
    return refuse("no_persona", character=by)


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
    need = PERSONA_TO_RAISE.get(path.rating)
    if need is None or path.spent_persona + 1 < need:
        return []
    return [say.LifepathRaised(character=by, lifepath=lifepath, was=path.rating, now=path.rating + 1, erased=need)]
