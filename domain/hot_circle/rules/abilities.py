"""Asking for an ability test and rolling it (HC-46, HC-47, HC-52)."""

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import AbilityTest, Character, Circle, Lifepath
from domain.hot_circle.tables import (
    ABILITY_TESTS_IN_A_SCENE,
    BASE_DICE,
    BASE_OB,
    BONUS_FOR,
    MODIFIERS,
    OBSTACLE_TESTS_IN_A_SCENE,
)
from domain.hot_circle.terms import Ability, AssetKind, DeedRefusal, Fit, Reward, TestStatus
from domain.hot_circle.words import same, same_deed
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId

from .common import (
    acted_for,
    asset,
    blank,
    lifepath,
    open_ability_test,
    own_pc,
    pc,
    present,
    reserved_fate,
    runs,
)
from .contacts import contact_of, hostile, no_contact, place_of
from .preparing import bad_difficulty
from .rolling import cannot_roll, roll

_NUMBERS = ("valuable", "rare", "hostile", "specific_lifepath", "different_rank", "obscure", "secret", "distant")


def request_ability_test(state: Circle, command: ask.RequestAbilityTest, asker: Asker) -> Decision[Event]:
    """HC-46: what is claimed, by which lifepath, and how far-fetched it is."""
    it = pc(state, command.character)
    if isinstance(it, Refusal):
        return it
    if not asker.is_gm and not runs(state, it, asker):
        return refuse("not_your_character", character=command.character)
    if wrong := present(state, command.character):
        return wrong
    if state.ability_test is not None and state.ability_test.open:
        return refuse("test_open", test=state.ability_test.id)
    if blank(command.about):
        return refuse("about_missing", ability=command.ability)
    path = lifepath(it, command.character, command.lifepath)
    if isinstance(path, Refusal):
        return path
    if wrong := unfit(state, command, it, path, asker) or badly_modified(state, command):
        return wrong
    bonus = bonus_dice(state, command, it)
    if isinstance(bonus, Refusal):
        return bonus
    refused = barred(state, command) or (
        no_contact(state, command, it) if command.ability is Ability.CIRCLES else None
    )
    if refused:
        return refused
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


def unfit(
    state: Circle, command: ask.RequestAbilityTest, it: Character, path: Lifepath, asker: Asker
) -> Refusal | None:
    """HC-46, HC-52: why this lifepath cannot be asked, or None."""
    if command.fit is Fit.HINDERING and not runs(state, it, asker):
        return refuse("only_player_hinders", lifepath=command.lifepath)
    if command.reward is Reward.CLEAR:
        return refuse("no_clear_in_ability_test")
    if command.ability in path.taxed:
        return refuse("taxed", ability=command.ability, lifepath=command.lifepath)
    return None


def badly_modified(state: Circle, command: ask.RequestAbilityTest) -> Refusal | None:
    """HC-48 to HC-51: which modifiers apply, and how often."""
    allowed = MODIFIERS[command.ability]
    for name in (*_NUMBERS, "unlikely"):
        number: int = getattr(command, name)
        if number < 0:
            return refuse("negative_modifier", modifier=name, number=number)
        if number and name not in allowed:
            return refuse("modifier_elsewhere", modifier=name, ability=command.ability)
        once = command.ability is Ability.CIRCLES and not state.house_rules.repeat_circles_modifiers
        if number > 1 and once:
            return refuse("modifier_once", modifier=name)
    if command.ability is Ability.DEEDS:
        return bad_difficulty(command.level, command.step)
    return None


def obstacle_of(state: Circle, command: ask.RequestAbilityTest, it: Character) -> int:
    """HC-48 to HC-51: one and the modifiers; for deeds level and step. A hostile contact counts, said or not."""
    if command.ability is Ability.DEEDS:
        return (command.level or 0) + (command.step or 0)
    numbers: list[int] = [getattr(command, name) for name in MODIFIERS[command.ability]]
    unsaid = command.ability is Ability.CIRCLES and not command.hostile and hostile(state, contact_of(command, it))
    return BASE_OB + sum(numbers) + unsaid


def bonus_dice(state: Circle, command: ask.RequestAbilityTest, it: Character) -> int | Refusal:
    """HC-46: only what the ability itself names adds a die."""
    dice = 0
    if command.existing_asset is not None:
        found = asset(it, command.character, command.existing_asset)
        if isinstance(found, Refusal):
            return found
        if found.kind not in BONUS_FOR[command.ability]:
            return refuse("no_bonus_here")
        dice += not hostile(state, found.npc_id)
    if command.relationship is not None:
        if command.ability is not Ability.CIRCLES:
            return refuse("no_bonus_here")
        shared = asset(it, command.character, command.relationship)
        if isinstance(shared, Refusal):
            return shared
        if shared.kind is not AssetKind.RELATIONSHIP:
            return refuse("no_bonus_here")
        dice += 1
    return dice


def barred(state: Circle, command: ask.RequestAbilityTest) -> Refusal | None:
    """HC-51: a deed refused before; and by house rule what failed before."""
    if command.ability is Ability.DEEDS:
        match refused_before(state, command):
            case DeedRefusal.BETTER_PLAYED:
                return refuse("deed_refused")
            case DeedRefusal.OPPOSED:
                return refuse("deed_opposed")
            case DeedRefusal.CONTRADICTS:
                return refuse("contradicts_record")
    if not state.house_rules.ride_abilities:
        return None
    for result in state.results.values():
        asked = result.ability is command.ability and same(result.about, command.about)
        if asked and result.tester_id == command.character and not result.passed:
            return refuse("let_it_ride_ability", ability=command.ability, session=result.session_no)
    return None


def refused_before(state: Circle, command: ask.RequestAbilityTest) -> DeedRefusal | None:
    """Why this deed was refused before, if it was: however it is told, as long as the words are the same."""
    known = state.refused_deeds.get(command.character, {})
    return next((why for deed, why in known.items() if same_deed(deed, command.about)), None)


def roll_ability(state: Circle, command: ask.RollAbility, asker: Asker, dice: Dice) -> Decision[Event]:
    """HC-46: base dice and what the ability adds; nothing else helps here."""
    test = open_ability_test(state, command.test)
    if isinstance(test, Refusal):
        return test
    it = acted_for(state, test.tester_id, asker)
    if isinstance(it, Refusal):
        return it
    if test.rolls:
        return refuse("already_rolled", test=command.test)
    pool = test.base_dice + test.bonus_dice
    if wrong := cannot_roll(state, pool, command.pool, command.again):
        return wrong
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


def reroll_ability(state: Circle, command: ask.RerollAbility, asker: Asker, dice: Dice) -> Decision[Event]:
    """HC-47: a fate point for each reroll, noted beside the lifepath."""
    obstacle = state.obstacle_test
    if obstacle is not None and obstacle.id == command.test:
        return refuse("wrong_artha", points="Fate", rerolls="ability", this="obstacle")
    test = open_ability_test(state, command.test)
    if isinstance(test, Refusal):
        return test
    it = own_pc(state, test.tester_id, asker)
    if isinstance(it, Refusal):
        return it
    if wrong := no_fate(state, test, it):
        return wrong
    pool = test.pool or 0
    if wrong := cannot_roll(state, pool, command.pool, command.again):
        return wrong
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


def no_fate(state: Circle, test: AbilityTest, it: Character) -> Refusal | None:
    """Why no fate point can be spent on this test, or None."""
    if test.status is not TestStatus.ROLLED:
        return refuse("not_rolled", test=test.id)
    if test.due_to_pass:
        return refuse("due_to_pass", successes=test.successes, ob=test.ob)
    if not it.fate:
        return refuse("no_fate", character=test.tester_id)
    reserved = reserved_fate(state, test.tester_id)
    if it.fate <= reserved:
        return refuse("fate_reserved", fate=it.fate, reserved=reserved)
    return None
