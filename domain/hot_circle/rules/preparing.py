"""Before an obstacle test is rolled: how hard, by which lifepath, what helps (HC-29 to HC-34, HC-55)."""

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import (
    Character,
    Circle,
    Help,
    ObstacleTest,
    PermanentAsset,
    Side,
    TemporaryAsset,
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
from domain.kernel.decisions import Decision, Refusal, refuse
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


def before_roll(state: Circle, test: str, otherwise: str) -> ObstacleTest | Refusal:
    """An obstacle test whose task was not rolled yet. `otherwise` is the refusal for an ability test."""
    if is_ability_test(state, test):
        return refuse(otherwise)
    found = open_obstacle_test(state, test)
    if isinstance(found, ObstacleTest) and found.status is TestStatus.ROLLED:
        return refuse("already_rolled", test=test)
    return found


def bad_difficulty(level: int | None, step: int | None) -> Refusal | None:
    """HC-29: who would find it hard, and how hard; or why that is no answer."""
    if level is None or not 0 <= level <= HIGHEST_LEVEL:
        return refuse("bad_level", level=level, most=HIGHEST_LEVEL)
    if step is None or not LOWEST_STEP <= step <= HIGHEST_STEP:
        return refuse("bad_step", step=step, least=LOWEST_STEP, most=HIGHEST_STEP)
    return None


def set_obstacle(state: Circle, command: ask.SetObstacle) -> Decision[Event]:
    """HC-29: level plus step plus hindrances."""
    test = before_roll(state, command.test, "set_when_asked")
    if isinstance(test, Refusal):
        return test
    if test.versus:
        return refuse("not_independent", test=command.test)
    if wrong := bad_difficulty(command.level, command.step):
        return wrong
    ob = command.level + command.step + test.hindrance_ob
    return [say.ObstacleSet(test=command.test, level=command.level, step=command.step, ob=ob)]


def side_before_roll(
    state: Circle, test_id: str, character: str, otherwise: str, *, hindrance: bool = False
) -> tuple[ObstacleTest, Side, Character] | Refusal:
    """A side that has not rolled. Hindrances are settled before the first die of either side."""
    test = before_roll(state, test_id, otherwise)
    if isinstance(test, Refusal):
        return test
    side = test.sides.get(character)
    if side is None:
        return refuse("not_a_side", character=character, test=test_id)
    if test.opposed and (hindrance or character == test.opponent_id):
        return refuse("already_rolled", test=test_id)
    return test, side, state.characters[character]


def declare_hindrance(state: Circle, command: ask.DeclareHindrance, asker: Asker) -> Decision[Event]:
    """HC-30: harder for an independent test; in a versus test a die for the other side."""
    found = side_before_roll(state, command.test, command.character, "no_hindrance_here", hindrance=True)
    if isinstance(found, Refusal):
        return found
    test, side, it = found
    if not runs(state, it, asker):
        return refuse("not_your_character", character=command.character)
    sheet = it.traits if command.source is HindranceSource.TRAIT else it.conditions
    if command.source_id not in sheet:
        return refuse("not_mine", source=command.source, id=command.source_id)
    if command.source is HindranceSource.TRAIT and command.reward is Reward.CLEAR:
        return refuse("trait_gives_fate_only", trait=command.source_id)
    if Help(HelpSource(command.source.value), command.source_id) in side.bonus:
        return refuse("used_as_help", id=command.source_id)
    for hindrance in side.hindrances:
        if (hindrance.source, hindrance.source_id) != (command.source, command.source_id):
            continue
        if hindrance.reward is command.reward:
            return refuse("listed_twice", id=command.source_id)
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


def choose_test_lifepath(state: Circle, command: ask.ChooseTestLifepath, asker: Asker) -> Decision[Event]:
    """HC-31: one lifepath; the gamemaster judges whether it helps, and only the player is hindered by it."""
    found = side_before_roll(state, command.test, command.character, "set_when_asked")
    if isinstance(found, Refusal):
        return found
    _, side, it = found
    if not asker.is_gm and not runs(state, it, asker):
        return refuse("not_your_character", character=command.character)
    hindering = command.fit is Fit.HINDERING
    if command.lifepath is None:
        if it.is_pc or command.fit is Fit.HELPFUL:
            return refuse("lifepath_missing", character=command.character)
        return [lifepath_chosen(command, BASE_DICE[command.fit], None)]
    path = it.lifepaths.get(command.lifepath)
    if path is None:
        return refuse("lifepath_unknown", character=command.character, lifepath=command.lifepath)
    if hindering and not runs(state, it, asker):
        return refuse("only_player_hinders", lifepath=command.lifepath)
    if Help(HelpSource.LIFEPATH, command.lifepath) in side.bonus:
        return refuse("listed_twice", id=command.lifepath)
    if hindering and command.reward is Reward.CLEAR and not path.taxed:
        return refuse("nothing_to_clear", lifepath=command.lifepath)
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


def add_bonus_die(state: Circle, command: ask.AddBonusDie, asker: Asker) -> Decision[Event]:
    """HC-32: a die for each thing that helps, once, and not for what hinders."""
    found = side_before_roll(state, command.test, command.character, "no_bonus_here")
    if isinstance(found, Refusal):
        return found
    _, side, it = found
    if not asker.is_gm and not runs(state, it, asker):
        return refuse("not_your_character", character=command.character)
    if command.reward is not None:
        return refuse("helping_does_not_clear", id=command.source_id)
    if side.fit is None:
        return refuse("lifepath_missing", character=command.character)
    if wrong := no_help(it, command):
        return wrong
    if command.source is HelpSource.LIFEPATH and command.source_id == side.lifepath_id:
        return refuse("is_base_lifepath", lifepath=command.source_id)
    if any(
        hindrance.source.value == command.source.value and hindrance.source_id == command.source_id
        for hindrance in side.hindrances
    ):
        return refuse("used_as_hindrance", id=command.source_id)
    if Help(command.source, command.source_id) in side.bonus:
        return refuse("listed_twice", id=command.source_id)
    return [
        say.BonusDieAdded(
            test=command.test,
            character=command.character,
            source=command.source,
            source_id=command.source_id,
        )
    ]


def no_help(it: Character, command: ask.AddBonusDie) -> Refusal | None:
    """Why this is nothing of the character's that could help, or None."""
    sheet: dict[HelpSource, object] = {
        HelpSource.LIFEPATH: it.lifepaths,
        HelpSource.TRAIT: it.traits,
        HelpSource.CONDITION: it.conditions,
    }
    not_mine = refuse("not_mine", source=command.source, id=command.source_id)
    if command.source in sheet:
        mine = sheet[command.source]
        return None if isinstance(mine, dict) and command.source_id in mine else not_mine
    found = asset(it, command.character, command.source_id)
    if isinstance(found, TemporaryAsset):
        return refuse("not_permanent", asset=command.source_id, becomes=command.source)
    if isinstance(found, Refusal):
        return found if found.code == "asset_lost" else not_mine
    wanted = AssetKind.WISE if command.source is HelpSource.WISE else AssetKind.SKILL
    return None if found.kind is wanted else not_mine


def grant_advantage(state: Circle, command: ask.GrantAdvantage) -> Decision[Event]:
    """HC-33: for something not counted already; once from whatever source."""
    test = before_roll(state, command.test, "no_advantage_here")
    if isinstance(test, Refusal):
        return test
    if command.source not in (AdvantageSource.CIRCUMSTANCES, AdvantageSource.ASSET):
        return refuse("wrong_source", source=command.source)
    if command.source is AdvantageSource.ASSET:
        found = asset(state.characters[test.tester_id], test.tester_id, command.asset or "")
        if isinstance(found, Refusal):
            return found
        if not isinstance(found, PermanentAsset) and not at_hand(state, found):
            return refuse("asset_not_available", asset=command.asset, ability=ABILITY_FOR[found.kind])
    if test.advantage:
        return refuse("already_advantaged", test=command.test)
    if blank(command.reason):
        return refuse("reason_missing")
    kept = command.asset if command.source is AdvantageSource.ASSET else None
    return [say.AdvantageGranted(test=command.test, source=command.source, asset=kept, reason=command.reason)]


def impose_disadvantage(state: Circle, command: ask.ImposeDisadvantage) -> Decision[Event]:
    """HC-33: once, from whatever source."""
    test = before_roll(state, command.test, "no_advantage_here")
    if isinstance(test, Refusal):
        return test
    if command.source is not AdvantageSource.CIRCUMSTANCES:
        return refuse("wrong_source", source=command.source)
    if test.disadvantage:
        return refuse("already_disadvantaged", test=command.test)
    if blank(command.reason):
        return refuse("reason_missing")
    return [say.DisadvantageImposed(test=command.test, source=command.source, reason=command.reason)]


def help_test(state: Circle, command: ask.HelpTest, asker: Asker) -> Decision[Event]:
    """HC-34: help gives advantage and shares the risk."""
    test = before_roll(state, command.test, "no_advantage_here")
    if isinstance(test, Refusal):
        return test
    helper = acted_for(state, command.helper, asker)
    if isinstance(helper, Refusal):
        return helper
    if command.helper == test.tester_id:
        return refuse("helper_is_tester", character=command.helper)
    if command.helper == test.opponent_id:
        return refuse("helper_opposes", character=command.helper)
    if wrong := present(state, command.helper):
        return wrong
    if test.advantage:
        return refuse("already_advantaged", test=command.test)
    return [
        say.HelpGiven(test=command.test, helper=command.helper, how=command.how),
        say.AdvantageGranted(test=command.test, source=AdvantageSource.HELP, asset=None, reason=command.how),
    ]


def link_test(state: Circle, command: ask.LinkTest) -> Decision[Event]:
    """HC-55: the result before bears on this one; only on an obstacle test."""
    if is_ability_test(state, command.test):
        return refuse("ability_cannot_be_linked_to", test=command.test)
    test = before_roll(state, command.test, "no_advantage_here")
    if isinstance(test, Refusal):
        return test
    if test.linked_from_test_id is not None:
        return refuse("already_linked", test=command.test, earlier=test.linked_from_test_id)
    earlier = state.results.get(command.from_test)
    if earlier is None:
        return refuse("link_unresolved", test=command.from_test)
    linked: list[Event] = [say.TestsLinked(test=command.test, from_test=command.from_test, passed=earlier.passed)]
    if earlier.passed and not test.advantage:
        linked.append(say.AdvantageGranted(test=command.test, source=AdvantageSource.LINK, asset=None, reason=""))
    if not earlier.passed and not test.disadvantage:
        linked.append(say.DisadvantageImposed(test=command.test, source=AdvantageSource.LINK, reason=""))
    return linked
