"""Before an obstacle test is rolled: how hard, by which lifepath, what helps (HC-29 to HC-34, HC-55)."""

from collections.abc import Container

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import (
    Character,
    Circle,
    Help,
    ObstacleTest,
    PermanentAsset,
    Side,
)
from domain.hot_circle.tables import ABILITY_FOR, BASE_DICE, HIGHEST_LEVEL, HIGHEST_STEP, LOWEST_STEP
from domain.hot_circle.terms import (
    AdvantageSource,
    AssetKind,
    Fit,
    HelpSource,
    HindranceSource,
    Reward,
    TestStatus,
)
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId

from .common import (
    acted_for,
    asset,
    at_hand,
    blank,
    is_ability_test,
    open_obstacle_test,
    present,
    runs,
)


def before_roll(state: Circle, test: str, otherwise: str) -> ObstacleTest:
    """An obstacle test whose task was not rolled yet. `otherwise` is the refusal for an ability test."""
    need(not is_ability_test(state, test), otherwise)
    it = open_obstacle_test(state, test)
    need(it.status is not TestStatus.ROLLED, "already_rolled", test=test)
    return it


def difficulty_said(level: int | None, step: int | None) -> None:
    """HC-29: who would find it hard, and how hard."""
    if level is None or not 0 <= level <= HIGHEST_LEVEL:
        raise CommandRefused("bad_level", level=level, most=HIGHEST_LEVEL)
    if step is None or not LOWEST_STEP <= step <= HIGHEST_STEP:
        raise CommandRefused("bad_step", step=step, least=LOWEST_STEP, most=HIGHEST_STEP)


def set_obstacle(state: Circle, command: ask.SetObstacle) -> Events:
    """HC-29: level plus step plus hindrances."""
    test = before_roll(state, command.test, "set_when_asked")
    need(not test.versus, "not_independent", test=command.test)
    difficulty_said(command.level, command.step)
    ob = command.level + command.step + test.hindrance_ob
    return [say.ObstacleSet(test=command.test, level=command.level, step=command.step, ob=ob)]


def side_before_roll(
    state: Circle, test_id: str, character: str, otherwise: str, *, hindrance: bool = False
) -> tuple[ObstacleTest, Side, Character]:
    """A side that has not rolled. Hindrances are settled before the first die of either side."""
    test = before_roll(state, test_id, otherwise)
    side = found(test.sides.get(character), "not_a_side", character=character, test=test_id)
    if test.opposed and (hindrance or character == test.opponent_id):
        raise CommandRefused("already_rolled", test=test_id)
    return test, side, state.characters[character]


def declare_hindrance(state: Circle, command: ask.DeclareHindrance, asker: Asker) -> Events:
    """HC-30: harder for an independent test; in a versus test a die for the other side."""
    test, side, it = side_before_roll(state, command.test, command.character, "no_hindrance_here", hindrance=True)
    need(runs(state, it, asker), "not_your_character", character=command.character)
    sheet = it.traits if command.source is HindranceSource.TRAIT else it.conditions
    need(command.source_id in sheet, "not_mine", source=command.source, id=command.source_id)
    if command.source is HindranceSource.TRAIT and command.reward is Reward.CLEAR:
        raise CommandRefused("trait_gives_fate_only", trait=command.source_id)
    need(
        Help(HelpSource(command.source.value), command.source_id) not in side.bonus,
        "used_as_help",
        id=command.source_id,
    )
    for hindrance in side.hindrances:
        if (hindrance.source, hindrance.source_id) != (command.source, command.source_id):
            continue
        need(hindrance.reward is not command.reward, "listed_twice", id=command.source_id)
        return [
            say.HindranceRewardChanged(
                test=command.test,
                character=command.character,
                source_id=command.source_id,
                reward=command.reward,
            )
        ]
    other = next((slug for slug in test.sides if slug != command.character), None)
    return [
        say.HindranceDeclared(
            test=command.test,
            character=command.character,
            source=command.source,
            source_id=command.source_id,
            reward=command.reward,
            ob_added=0 if test.versus else 1,
            die_for=CharacterId(other) if test.versus and other else None,
        )
    ]


def choose_test_lifepath(state: Circle, command: ask.ChooseTestLifepath, asker: Asker) -> Events:
    """HC-31: one lifepath; the gamemaster judges whether it helps, and only the player is hindered by it."""
    _, side, it = side_before_roll(state, command.test, command.character, "set_when_asked")
    need(asker.is_gm or runs(state, it, asker), "not_your_character", character=command.character)
    hindering = command.fit is Fit.HINDERING
    if command.lifepath is None:
        if it.is_pc or command.fit is Fit.HELPFUL:
            raise CommandRefused("lifepath_missing", character=command.character)
        return [lifepath_chosen(command, BASE_DICE[command.fit], None)]
    path = found(
        it.lifepaths.get(command.lifepath),
        "lifepath_unknown",
        character=command.character,
        lifepath=command.lifepath,
    )
    if hindering and not runs(state, it, asker):
        raise CommandRefused("only_player_hinders", lifepath=command.lifepath)
    need(Help(HelpSource.LIFEPATH, command.lifepath) not in side.bonus, "listed_twice", id=command.lifepath)
    if hindering and command.reward is Reward.CLEAR and not path.taxed:
        raise CommandRefused("nothing_to_clear", lifepath=command.lifepath)
    dice = path.rating if command.fit is Fit.HELPFUL else BASE_DICE[command.fit]
    reward = (command.reward or Reward.FATE) if hindering else None
    return [lifepath_chosen(command, dice, reward)]


def lifepath_chosen(command: ask.ChooseTestLifepath, dice: int, reward: Reward | None) -> Event:
    """The event of a choice made."""
    return say.TestLifepathChosen(
        test=command.test,
        character=command.character,
        lifepath=command.lifepath,
        fit=command.fit,
        base_dice=dice,
        reward=reward,
    )


def add_bonus_die(state: Circle, command: ask.AddBonusDie, asker: Asker) -> Events:
    """HC-32: a die for each thing that helps, once, and not for what hinders."""
    _, side, it = side_before_roll(state, command.test, command.character, "no_bonus_here")
    need(asker.is_gm or runs(state, it, asker), "not_your_character", character=command.character)
    need(command.reward is None, "helping_does_not_clear", id=command.source_id)
    need(side.fit is not None, "lifepath_missing", character=command.character)
    can_help(it, command)
    if command.source is HelpSource.LIFEPATH and command.source_id == side.lifepath_id:
        raise CommandRefused("is_base_lifepath", lifepath=command.source_id)
    need(
        not any(
            hindrance.source.value == command.source.value and hindrance.source_id == command.source_id
            for hindrance in side.hindrances
        ),
        "used_as_hindrance",
        id=command.source_id,
    )
    need(Help(command.source, command.source_id) not in side.bonus, "listed_twice", id=command.source_id)
    return [
        say.BonusDieAdded(
            test=command.test,
            character=command.character,
            source=command.source,
            source_id=command.source_id,
        )
    ]


def can_help(it: Character, command: ask.AddBonusDie) -> None:
    """Something on the character's sheet that is not lost, nor only noted."""
    sheet: dict[HelpSource, Container[str]] = {
        HelpSource.LIFEPATH: it.lifepaths,
        HelpSource.TRAIT: it.traits,
        HelpSource.CONDITION: it.conditions,
    }
    not_mine = CommandRefused("not_mine", source=command.source, id=command.source_id)
    if command.source in sheet:
        if command.source_id not in sheet[command.source]:
            raise not_mine
        return
    need(
        command.source_id not in it.temporary_assets,
        "not_permanent",
        asset=command.source_id,
        becomes=command.source,
    )
    held = it.permanent_assets.get(command.source_id)
    if held is None:
        raise not_mine
    need(not held.lost, "asset_lost", asset=command.source_id)
    if held.kind is not (AssetKind.WISE if command.source is HelpSource.WISE else AssetKind.SKILL):
        raise not_mine


def grant_advantage(state: Circle, command: ask.GrantAdvantage) -> Events:
    """HC-33: for something not counted already; once from whatever source."""
    test = before_roll(state, command.test, "no_advantage_here")
    need(
        command.source in (AdvantageSource.CIRCUMSTANCES, AdvantageSource.ASSET),
        "wrong_source",
        source=command.source,
    )
    if command.source is AdvantageSource.ASSET:
        thing = asset(state.characters[test.tester_id], test.tester_id, command.asset or "")
        if not isinstance(thing, PermanentAsset) and not at_hand(state, thing):
            raise CommandRefused("asset_not_available", asset=command.asset, ability=ABILITY_FOR[thing.kind])
    need(not test.advantage, "already_advantaged", test=command.test)
    need(not blank(command.reason), "reason_missing")
    kept = command.asset if command.source is AdvantageSource.ASSET else None
    return [say.AdvantageGranted(test=command.test, source=command.source, asset=kept, reason=command.reason)]


def impose_disadvantage(state: Circle, command: ask.ImposeDisadvantage) -> Events:
    """HC-33: once, from whatever source."""
    test = before_roll(state, command.test, "no_advantage_here")
    need(command.source is AdvantageSource.CIRCUMSTANCES, "wrong_source", source=command.source)
    need(not test.disadvantage, "already_disadvantaged", test=command.test)
    need(not blank(command.reason), "reason_missing")
    return [say.DisadvantageImposed(test=command.test, source=command.source, reason=command.reason)]


def help_test(state: Circle, command: ask.HelpTest, asker: Asker) -> Events:
    """HC-34: help gives advantage and shares the risk."""
    test = before_roll(state, command.test, "no_advantage_here")
    acted_for(state, command.helper, asker)
    need(command.helper != test.tester_id, "helper_is_tester", character=command.helper)
    need(command.helper != test.opponent_id, "helper_opposes", character=command.helper)
    present(state, command.helper)
    need(not test.advantage, "already_advantaged", test=command.test)
    return [
        say.HelpGiven(test=command.test, helper=command.helper, how=command.how),
        say.AdvantageGranted(test=command.test, source=AdvantageSource.HELP, asset=None, reason=command.how),
    ]


def link_test(state: Circle, command: ask.LinkTest) -> Events:
    """HC-55: the result before bears on this one; only on an obstacle test."""
    need(not is_ability_test(state, command.test), "ability_cannot_be_linked_to", test=command.test)
    test = before_roll(state, command.test, "no_advantage_here")
    need(test.linked_from_test_id is None, "already_linked", test=command.test, earlier=test.linked_from_test_id)
    earlier = found(state.results.get(command.from_test), "link_unresolved", test=command.from_test)
    linked: list[Event] = [say.TestsLinked(test=command.test, from_test=command.from_test, passed=earlier.passed)]
    if earlier.passed and not test.advantage:
        linked.append(say.AdvantageGranted(test=command.test, source=AdvantageSource.LINK, asset=None, reason=""))
    if not earlier.passed and not test.disadvantage:
        linked.append(say.DisadvantageImposed(test=command.test, source=AdvantageSource.LINK, reason=""))
    return linked
