"""Asking for an ability test and rolling it (HC-46, HC-47, HC-52)."""

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import Character, Circle, Lifepath
from domain.hot_circle.tables import (
    ABILITY_TESTS_IN_A_SCENE,
    BASE_DICE,
    BASE_OB,
    BONUS_FOR,
    MODIFIERS,
    OBSTACLE_TESTS_IN_A_SCENE,
)
from domain.hot_circle.terms import Ability, AssetKind, Fit, Reward, TestStatus
from domain.hot_circle.words import same
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId

from .common import (
    acted_for,
    asset,
    blank,
    fate_free,
    lifepath,
    open_ability_test,
    own_pc,
    pc,
    present,
    runs,
)
from .contacts import contact_of, hostile, may_be_contact, place_of
from .establishing import deed_allowed
from .preparing import difficulty_said
from .rolling import fits_pool, roll

_NUMBERS = ("valuable", "rare", "hostile", "specific_lifepath", "different_rank", "obscure", "secret", "distant")


def request_ability_test(state: Circle, command: ask.RequestAbilityTest, asker: Asker) -> Events:
    """HC-46: what is claimed, by which lifepath, and how far-fetched it is."""
    it = pc(state, command.character)
    need(asker.is_gm or runs(state, it, asker), "not_your_character", character=command.character)
    present(state, command.character)
    if state.ability_test is not None and state.ability_test.open:
        raise CommandRefused("test_open", test=state.ability_test.id)
    need(not blank(command.about), "about_missing", ability=command.ability)
    path = lifepath(it, command.character, command.lifepath)
    may_be_asked(state, command, it, path, asker)
    rightly_modified(state, command)
    bonus = bonus_dice(state, command, it)
    if command.ability is Ability.DEEDS:
        deed_allowed(state, command.character, command.about)
    not_failed_before(state, command)
    if command.ability is Ability.CIRCLES:
        may_be_contact(state, command, it)
    scene = state.open_scene
    tired = scene is not None and (
        scene.ability_tests >= ABILITY_TESTS_IN_A_SCENE or scene.obstacle_tests >= OBSTACLE_TESTS_IN_A_SCENE
    )
    return [
        say.AbilityTestRequested(
            test=f"test-{state.tests + 1}",
            scene=state.scene or "",
            character=command.character,
            ability=command.ability,
            lifepath=command.lifepath,
            fit=command.fit,
            about=command.about,
            ob=obstacle_of(state, command, it),
            base_dice=path.rating if command.fit is Fit.HELPFUL else BASE_DICE[command.fit],
            bonus_dice=bonus,
            existing_asset=command.existing_asset,
            npc=contact_of(command, it) if command.ability is Ability.CIRCLES else None,
            setting=place_of(state, command, it) if command.ability is Ability.CIRCLES else None,
            cut_advised=tired,
        )
    ]


def may_be_asked(
    state: Circle, command: ask.RequestAbilityTest, it: Character, path: Lifepath, asker: Asker
) -> None:
    """HC-46, HC-52: the lifepath may be asked: not taxed, and hindering only by choice of the player."""
    if command.fit is Fit.HINDERING and not runs(state, it, asker):
        raise CommandRefused("only_player_hinders", lifepath=command.lifepath)
    need(command.reward is not Reward.CLEAR, "no_clear_in_ability_test")
    need(command.ability not in path.taxed, "taxed", ability=command.ability, lifepath=command.lifepath)


def rightly_modified(state: Circle, command: ask.RequestAbilityTest) -> None:
    """HC-48 to HC-51: which modifiers apply, and how often."""
    applying = MODIFIERS[command.ability]
    for name in (*_NUMBERS, "unlikely"):
        number: int = getattr(command, name)
        need(number >= 0, "negative_modifier", modifier=name, number=number)
        if number and name not in applying:
            raise CommandRefused("modifier_elsewhere", modifier=name, ability=command.ability)
        once = command.ability is Ability.CIRCLES and not state.house_rules.repeat_circles_modifiers
        if number > 1 and once:
            raise CommandRefused("modifier_once", modifier=name)
    if command.ability is Ability.DEEDS:
        difficulty_said(command.level, command.step)


def obstacle_of(state: Circle, command: ask.RequestAbilityTest, it: Character) -> int:
    """HC-48 to HC-51: one and the modifiers; for deeds level and step. A hostile contact counts, said or not."""
    if command.ability is Ability.DEEDS:
        return (command.level or 0) + (command.step or 0)
    numbers: list[int] = [getattr(command, name) for name in MODIFIERS[command.ability]]
    unsaid = command.ability is Ability.CIRCLES and not command.hostile and hostile(state, contact_of(command, it))
    return BASE_OB + sum(numbers) + unsaid


def bonus_dice(state: Circle, command: ask.RequestAbilityTest, it: Character) -> int:
    """HC-46: only what the ability itself names adds a die."""
    dice = 0
    if command.existing_asset is not None:
        existing = asset(it, command.character, command.existing_asset)
        need(existing.kind in BONUS_FOR[command.ability], "no_bonus_here")
        dice += not hostile(state, existing.npc_id)
    if command.relationship is not None:
        need(command.ability is Ability.CIRCLES, "no_bonus_here")
        shared = asset(it, command.character, command.relationship)
        need(shared.kind is AssetKind.RELATIONSHIP, "no_bonus_here")
        dice += 1
    return dice


def not_failed_before(state: Circle, command: ask.RequestAbilityTest) -> None:
    """By house rule what failed once is not asked again."""
    if not state.house_rules.ride_abilities:
        return
    for result in state.results.values():
        asked = result.ability is command.ability and same(result.about, command.about)
        if asked and result.tester_id == command.character and not result.passed:
            raise CommandRefused("let_it_ride_ability", ability=command.ability, session=result.session_no)


def roll_ability(state: Circle, command: ask.RollAbility, asker: Asker, dice: Dice) -> Events:
    """HC-46: base dice and what the ability adds; nothing else helps here."""
    test = open_ability_test(state, command.test)
    it = acted_for(state, test.tester_id, asker)
    need(not test.rolls, "already_rolled", test=command.test)
    pool = test.base_dice + test.bonus_dice
    fits_pool(state, pool, command.pool, command.again)
    rolled = roll(state, pool, command.again, dice, f"{it.name}'s test of {test.ability.value}")
    return [
        say.AbilityRolled(
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


def reroll_ability(state: Circle, command: ask.RerollAbility, asker: Asker, dice: Dice) -> Events:
    """HC-47: a fate point for each reroll, noted beside the lifepath."""
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
        say.FateSpent(character=CharacterId(test.tester_id), amount=1, lifepath=test.lifepath_id, test=test.id),
        say.AbilityRerolled(
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
