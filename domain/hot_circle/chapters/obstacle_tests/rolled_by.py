"""Lifepaths by which a side rolls, and what of its own helps (HC-31, HC-32)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.guards import in_play, known_lifepath
from domain.hot_circle.chapters.obstacle_tests.hindrances import side_before_roll
from domain.hot_circle.fields import REWARD
from domain.hot_circle.lookup import obstacle_of, runs, side_of
from domain.hot_circle.names import names
from domain.hot_circle.phrases import handful, told, words
from domain.hot_circle.printed import BASE_DICE
from domain.hot_circle.refs import CharacterRef, HelpRef, LifepathRef, TestRef
from domain.hot_circle.seats import OBSTACLE_TEST, Seat, any_of, one_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character
from domain.hot_circle.state.play import Help, ObstacleTest, Side
from domain.hot_circle.terms import AssetKind, Fit, HelpSource, Reward, TestId
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Points, Slug

chapter = Chapter[Circle](
    "The lifepath rolled by, and bonus dice",
    {
        "lifepath_missing": "Choose a lifepath for {character} first, and say how it fits.",
        "only_player_hinders": "Only the player may choose to be hindered by {lifepath}.",
        "nothing_to_clear": "{lifepath} has no tax to clear; take the fate point.",
        "no_bonus_here": "An ability test takes no help: only what the ability itself names adds a die, when it "
        "is asked for.",
        "helping_does_not_clear": "{id} helps here, and helping earns and clears nothing.",
        "is_base_lifepath": "{lifepath} is the lifepath rolled by, so it adds no other die.",
        "used_as_hindrance": "{id} already hinders in this test, so it cannot help.",
    },
)


class ChooseTestLifepath(Command):
    """Choose the lifepath a side rolls by, and judge whether it helps. Only the player may call it hindering.

    Needs:    the player, or the gamemaster as judge; before that side has rolled.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `not_a_side`, `not_your_character`,
              `already_rolled`, `lifepath_missing`, `lifepath_unknown`, `only_player_hinders`,
              `nothing_to_clear`, `listed_twice`, `set_when_asked`.
    Yields:   `TestLifepathChosen`.
    """

    type: Literal["hot_circle.choose_test_lifepath"] = "hot_circle.choose_test_lifepath"
    test: TestRef
    character: CharacterRef
    lifepath: LifepathRef | None = Field(
        title="By which lifepath?",
        default=None,
        description="Left out for supporting cast to whom nothing applies.",
    )
    fit: Fit = Field(title="How does it fit the task?")
    reward: Reward | None = Field(title="What does that bring?", default=None, description=REWARD)


class TestLifepathChosen(Event):
    """A side rolls by this lifepath."""

    type: Literal["hot_circle.test_lifepath_chosen.v1"] = "hot_circle.test_lifepath_chosen.v1"
    test: TestId
    character: CharacterSlug
    lifepath: Slug | None
    fit: Fit
    base_dice: Points
    reward: Reward | None


@chapter.decides(ChooseTestLifepath)
def choose_test_lifepath(state: Circle, command: ChooseTestLifepath, asker: Asker, dice: Dice) -> Events:
    """HC-31: choose one lifepath; the gamemaster judges if it helps, and only the player is hindered by it."""
    in_play(state)
    _, side, it = side_before_roll(state, command.test, command.character, "set_when_asked")
    need(asker.is_gm or runs(state, it, asker), "not_your_character", character=command.character)
    hindering = command.fit is Fit.HINDERING
    if command.lifepath is None:
        if it.is_pc or command.fit is Fit.HELPFUL:
            raise CommandRefused("lifepath_missing", character=command.character)
        return [lifepath_chosen(command, BASE_DICE[command.fit], None)]
    path = known_lifepath(it, command.character, command.lifepath)
    if hindering and not runs(state, it, asker):
        raise CommandRefused("only_player_hinders", lifepath=command.lifepath)
    need(Help(HelpSource.LIFEPATH, command.lifepath) not in side.bonus, "listed_twice", id=command.lifepath)
    if hindering and command.reward is Reward.CLEAR and not path.taxed:
        raise CommandRefused("nothing_to_clear", lifepath=command.lifepath)
    base = path.rating if command.fit is Fit.HELPFUL else BASE_DICE[command.fit]
    reward = (command.reward or Reward.FATE) if hindering else None
    return [lifepath_chosen(command, base, reward)]


def lifepath_chosen(command: ChooseTestLifepath, base: int, reward: Reward | None) -> Event:
    """The event of a choice made."""
    return TestLifepathChosen(
        test=command.test,
        character=command.character,
        lifepath=command.lifepath,
        fit=command.fit,
        base_dice=base,
        reward=reward,
    )


@chapter.applies(TestLifepathChosen)
def _(state: Circle, event: TestLifepathChosen) -> None:
    side = side_of(obstacle_of(state, event.test), event.character)
    side.lifepath_id, side.fit, side.reward = event.lifepath, event.fit, event.reward
    side.base_dice = event.base_dice


@chapter.tells(TestLifepathChosen, "{character} rolls{lifepath:+ as } ({fit}): {base_dice:?die|dice}")
def _(state: Circle, event: TestLifepathChosen) -> Iterable[Fact]:
    path = state.characters[event.character].lifepaths.get(event.lifepath or "")
    name = path.name if path else "nothing on the sheet"
    yield told(f"{name} ({words(event.fit)}): {handful(event.base_dice)}", "lifepath", event.character)


class AddBonusDie(Command):
    """Name something that helps: another lifepath, a trait, a condition, a wise or a skill.

    Needs:    the player of a side or the gamemaster, before that side has rolled; a lifepath chosen.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `no_bonus_here`, `not_a_side`,
              `not_your_character`, `already_rolled`, `helping_does_not_clear`, `lifepath_missing`, `not_mine`,
              `not_permanent`, `asset_lost`, `is_base_lifepath`, `used_as_hindrance`, `listed_twice`.
    Yields:   `BonusDieAdded`.
    """

    type: Literal["hot_circle.add_bonus_die"] = "hot_circle.add_bonus_die"
    test: TestRef
    character: CharacterRef
    source: HelpSource = Field(title="What helps?")
    source_id: HelpRef = Field(title="Which one?")
    reward: Reward | None = Field(default=None, description="Helping earns and clears nothing: leave it out.")


class BonusDieAdded(Event):
    """Something helps."""

    type: Literal["hot_circle.bonus_die_added.v1"] = "hot_circle.bonus_die_added.v1"
    test: TestId
    character: CharacterSlug
    source: HelpSource
    source_id: Slug


@chapter.decides(AddBonusDie)
def add_bonus_die(state: Circle, command: AddBonusDie, asker: Asker, dice: Dice) -> Events:
    """HC-32: add a die for each thing that helps, once, and not for what hinders."""
    in_play(state)
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
        BonusDieAdded(
            test=command.test,
            character=command.character,
            source=command.source,
            source_id=command.source_id,
        )
    ]


def can_help(it: Character, command: AddBonusDie) -> None:
    """Something on the character's sheet that is not lost, nor only noted."""
    wise_or_skill = AssetKind.WISE if command.source is HelpSource.WISE else AssetKind.SKILL
    held = [asset.name for asset in it.permanent_assets.values() if asset.kind is wise_or_skill and not asset.lost]
    sheet: dict[HelpSource, dict[str, str]] = {
        HelpSource.LIFEPATH: {slug: path.name for slug, path in it.lifepaths.items()},
        HelpSource.TRAIT: it.traits,
        HelpSource.CONDITION: {slug: one.text for slug, one in it.conditions.items()},
    }
    there = [*sheet[command.source].values()] if command.source in sheet else held
    not_mine = CommandRefused("not_mine", source=command.source, there=there)
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
    asset = it.permanent_assets.get(command.source_id)
    if asset is None:
        raise not_mine
    need(not asset.lost, "asset_lost", asset=command.source_id)
    if asset.kind is not wise_or_skill:
        raise not_mine


@chapter.applies(BonusDieAdded)
def _(state: Circle, event: BonusDieAdded) -> None:
    side = side_of(obstacle_of(state, event.test), event.character)
    side.bonus.append(Help(event.source, event.source_id))
    side.bonus_dice += 1


@chapter.tells(BonusDieAdded, "{source_id} helps {character}: one more die")
def _(state: Circle, event: BonusDieAdded) -> Iterable[Fact]:
    name = names(state).get(event.source_id, event.source_id)
    yield told(f"{name} helps: one more die", "help", event.character)


def lifepaths_to_roll_by(test: ObstacleTest, side: Side, seat: Seat) -> Iterable[Offer]:
    """HC-31: what a side may roll by."""
    it, who = seat.it, {"test": test.id, "character": seat.who}
    helping_paths = {each.source_id for each in side.bonus if each.source is HelpSource.LIFEPATH}
    weight = (
        Weight.TURN if side.fit is None else Weight.ASIDE
    )  # another one than was chosen: nobody is asked for it
    for slug, path in it.lifepaths.items():
        if slug in helping_paths or slug == side.lifepath_id:
            continue
        label = f"{it.name} rolls as {path.name}"
        known = {**who, "lifepath": slug, "reward": None}
        fits = any_of((Fit.HELPFUL, Fit.NEUTRAL))
        yield seat.offer(ChooseTestLifepath, label, known, {"fit": fits}, group=OBSTACLE_TEST, weight=weight)
        hindered = {**who, "lifepath": slug, "fit": Fit.HINDERING.value}
        rewards = (Reward.FATE, Reward.CLEAR) if path.taxed else (Reward.FATE,)
        yield seat.offer(
            ChooseTestLifepath,
            f"{label}, hindered",
            hindered,
            {"reward": any_of(rewards)},
            group="Hindrance",
            weight=weight,
        )
    if not it.is_pc and side.fit is None:
        known = {**who, "lifepath": None, "fit": Fit.NEUTRAL.value, "reward": None}
        label = f"Nothing of {it.name}'s bears on it: 2 dice"
        yield seat.offer(ChooseTestLifepath, label, known, group=OBSTACLE_TEST, forced=not it.lifepaths)


def bonuses(test: ObstacleTest, side: Side, seat: Seat) -> Iterable[Offer]:
    """HC-32: everything on the sheet that could add a die."""
    if side.fit is None:
        return
    it, who = seat.it, {"test": test.id, "character": seat.who}
    hindering = {(each.source.value, each.source_id) for each in side.hindrances}
    helpful = {
        HelpSource.LIFEPATH: {slug: path.name for slug, path in it.lifepaths.items() if slug != side.lifepath_id},
        HelpSource.TRAIT: dict(it.traits),
        HelpSource.CONDITION: {slug: one.text for slug, one in it.conditions.items()},
        HelpSource.WISE: {slug: one.name for slug, one in it.kept(AssetKind.WISE).items()},
        HelpSource.SKILL: {slug: one.name for slug, one in it.kept(AssetKind.SKILL).items()},
    }
    for source, named in helpful.items():
        free = {
            slug: name
            for slug, name in named.items()
            if Help(source, slug) not in side.bonus and (source.value, slug) not in hindering
        }
        if free:
            yield seat.offer(
                AddBonusDie,
                f"A {source.value} helps {it.name}: one more die",
                {**who, "source": source.value, "reward": None},
                {"source_id": one_of(free)},
                group="Help",
            )
