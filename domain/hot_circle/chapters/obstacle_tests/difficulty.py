"""Difficulty of an obstacle test, with what speaks for and against it (HC-29, HC-33)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.guards import difficulty_said, gm_in_play, held_asset, open_obstacle_test
from domain.hot_circle.fields import LEVEL, STEP
from domain.hot_circle.lookup import at_hand, is_ability_test, obstacle_of
from domain.hot_circle.phrases import tester_of, told, words
from domain.hot_circle.printed import ABILITY_FOR, LEVELS, STEPS
from domain.hot_circle.refs import AssetRef, TestRef
from domain.hot_circle.seats import OBSTACLE_TEST, levels, one_of, steps
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import PermanentAsset
from domain.hot_circle.state.play import ObstacleTest
from domain.hot_circle.terms import AdvantageSource, AssetKind, TestId, TestStatus
from domain.hot_circle.words import blank, same
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Points, Slug, Text

chapter = Chapter[Circle](
    "The obstacle, advantage and disadvantage",
    {
        "set_when_asked": "What an ability test rolls by, and against what, is said when it is asked for. Take "
        "it back to say it anew.",
        "not_independent": "{test} is a versus test: the opponent's roll sets its obstacle.",
        "no_advantage_here": "Advantage, disadvantage and help belong to obstacle tests; an ability test takes "
        "none.",
        "wrong_source": "Help and links give this by steps of their own ({source}). Say circumstances, or for "
        "advantage an asset.",
        "already_advantaged": "Advantage can be given only once, and {test} has it.",
        "already_disadvantaged": "Disadvantage can be given only once, and {test} has it.",
    },
)


def before_roll(state: Circle, test: str, otherwise: str) -> ObstacleTest:
    """An obstacle test whose task was not rolled yet. `otherwise` is the refusal for an ability test."""
    need(not is_ability_test(state, test), otherwise)
    it = open_obstacle_test(state, test)
    need(it.status is not TestStatus.ROLLED, "already_rolled", test=test)
    return it


class SetObstacle(Command):
    """Say how hard it is: for whom (0 anybody, 1 journeyman, 2 master), and how (1 easy, 2 moderate, 3 hard).

    Needs:    the gamemaster, an independent test before its roll.
    Refused:  `genre_missing`, `gm_only`, `test_unknown`, `test_resolved`, `not_independent`, `already_rolled`,
              `bad_level`, `bad_step`, `set_when_asked`.
    Yields:   `ObstacleSet`.
    """

    type: Literal["hot_circle.set_obstacle"] = "hot_circle.set_obstacle"
    test: TestRef
    level: int = Field(title="Who would find it hard?", description=LEVEL)
    step: int = Field(title="How hard for them?", description=STEP)


class ObstacleSet(Event):
    """The number of successes it takes. Level and step are nothing where an opponent set it."""

    type: Literal["hot_circle.obstacle_set.v1"] = "hot_circle.obstacle_set.v1"
    test: TestId
    level: Points | None
    step: Points | None
    ob: Points


@chapter.decides(SetObstacle)
def set_obstacle(state: Circle, command: SetObstacle, asker: Asker, dice: Dice) -> Events:
    """HC-29: set the obstacle: level plus step plus hindrances."""
    gm_in_play(state, asker)
    test = before_roll(state, command.test, "set_when_asked")
    need(not test.versus, "not_independent", test=command.test)
    difficulty_said(command.level, command.step)
    ob = command.level + command.step + test.hindrance_ob
    return [ObstacleSet(test=command.test, level=command.level, step=command.step, ob=ob)]


@chapter.applies(ObstacleSet)
def _(state: Circle, event: ObstacleSet) -> None:
    test = obstacle_of(state, event.test)
    must(test.pool is None, f"{event.test} was rolled already")
    test.level, test.step, test.ob = event.level, event.step, event.ob
    test.status = TestStatus.TARGET_SET


@chapter.tells(ObstacleSet, "The obstacle is {ob}")
def _(state: Circle, event: ObstacleSet) -> Iterable[Fact]:
    yield told(f"obstacle {event.ob}", "obstacle", tester_of(state))


class GrantAdvantage(Command):
    """Give the tester advantage: for circumstances, or an asset at hand, not counted yet.

    Needs:    the gamemaster, before the roll.
    Refused:  `genre_missing`, `gm_only`, `test_unknown`, `test_resolved`, `already_rolled`, `wrong_source`,
              `asset_unknown`, `asset_lost`, `asset_not_available`, `already_advantaged`, `reason_missing`,
              `no_advantage_here`.
    Yields:   `AdvantageGranted`.
    """

    type: Literal["hot_circle.grant_advantage"] = "hot_circle.grant_advantage"
    test: TestRef
    source: AdvantageSource = Field(default=AdvantageSource.CIRCUMSTANCES, title="What gives it?")
    asset: AssetRef | None = Field(
        title="Which asset?", default=None, description="For the source asset: which one of the tester's."
    )
    reason: Text = Field(title="Why?")


class AdvantageGranted(Event):
    """The tester has advantage."""

    type: Literal["hot_circle.advantage_granted.v1"] = "hot_circle.advantage_granted.v1"
    test: TestId
    source: AdvantageSource
    asset: Slug | None
    reason: Text


@chapter.decides(GrantAdvantage)
def grant_advantage(state: Circle, command: GrantAdvantage, asker: Asker, dice: Dice) -> Events:
    """HC-33: give the tester advantage for something not counted already, once from whatever source."""
    gm_in_play(state, asker)
    test = before_roll(state, command.test, "no_advantage_here")
    need(
        command.source in (AdvantageSource.CIRCUMSTANCES, AdvantageSource.ASSET),
        "wrong_source",
        source=command.source,
    )
    if command.source is AdvantageSource.ASSET:
        thing = held_asset(state.characters[test.tester_id], test.tester_id, command.asset or "")
        if not isinstance(thing, PermanentAsset) and not at_hand(state, thing):
            raise CommandRefused("asset_not_available", asset=command.asset, ability=ABILITY_FOR[thing.kind])
    need(not test.advantage, "already_advantaged", test=command.test)
    need(not blank(command.reason), "reason_missing")
    kept = command.asset if command.source is AdvantageSource.ASSET else None
    return [AdvantageGranted(test=command.test, source=command.source, asset=kept, reason=command.reason)]


@chapter.applies(AdvantageGranted)
def _(state: Circle, event: AdvantageGranted) -> None:
    test = obstacle_of(state, event.test)
    must(not test.advantage, f"{event.test} has advantage already")
    test.advantage = True


@chapter.tells(AdvantageGranted, "Advantage by {source}{reason:+: }")
def _(state: Circle, event: AdvantageGranted) -> Iterable[Fact]:
    why = event.reason or words(event.source)
    yield told(f"advantage: {why}", "advantage", tester_of(state))
    yield facts.Turn(test=event.test, who="", text=event.reason)


class ImposeDisadvantage(Command):
    """Put the tester at a disadvantage: for something not counted yet.

    Needs:    the gamemaster, before the roll.
    Refused:  `genre_missing`, `gm_only`, `test_unknown`, `test_resolved`, `already_rolled`, `wrong_source`,
              `already_disadvantaged`, `reason_missing`, `no_advantage_here`.
    Yields:   `DisadvantageImposed`.
    """

    type: Literal["hot_circle.impose_disadvantage"] = "hot_circle.impose_disadvantage"
    test: TestRef
    source: AdvantageSource = Field(default=AdvantageSource.CIRCUMSTANCES, title="What brings it?")
    reason: Text = Field(title="Why?")


class DisadvantageImposed(Event):
    """The tester is at a disadvantage."""

    type: Literal["hot_circle.disadvantage_imposed.v1"] = "hot_circle.disadvantage_imposed.v1"
    test: TestId
    source: AdvantageSource
    reason: Text


@chapter.decides(ImposeDisadvantage)
def impose_disadvantage(state: Circle, command: ImposeDisadvantage, asker: Asker, dice: Dice) -> Events:
    """HC-33: put the tester at a disadvantage, once, from whatever source."""
    gm_in_play(state, asker)
    test = before_roll(state, command.test, "no_advantage_here")
    need(command.source is AdvantageSource.CIRCUMSTANCES, "wrong_source", source=command.source)
    need(not test.disadvantage, "already_disadvantaged", test=command.test)
    need(not blank(command.reason), "reason_missing")
    return [DisadvantageImposed(test=command.test, source=command.source, reason=command.reason)]


@chapter.applies(DisadvantageImposed)
def _(state: Circle, event: DisadvantageImposed) -> None:
    test = obstacle_of(state, event.test)
    must(not test.disadvantage, f"{event.test} has disadvantage already")
    test.disadvantage = True


@chapter.tells(DisadvantageImposed, "Disadvantage by {source}{reason:+: }")
def _(state: Circle, event: DisadvantageImposed) -> Iterable[Fact]:
    why = event.reason or words(event.source)
    yield told(f"disadvantage: {why}", "disadvantage", tester_of(state))
    yield facts.Turn(test=event.test, who="", text=event.reason)


def setting_obstacle(state: Circle, test: ObstacleTest) -> Iterable[Offer]:
    """HC-29: as prepared, or by level and step."""
    if test.versus:
        return
    yield from as_prepared(state, test)
    yield Offer(
        command=SetObstacle,
        label="Set the obstacle" if test.ob is None else "Set the obstacle anew",
        known={"test": test.id},
        choices={"level": levels(), "step": steps()},
        group=OBSTACLE_TEST,
    )


def as_prepared(state: Circle, test: ObstacleTest) -> Iterable[Offer]:
    """HC-72: as hard as it was planned to be, where the obstacle is one that was prepared."""
    for it in state.obstacles.values():
        if it.level is not None and it.step is not None and test.ob is None and same(it.name, test.obstacle):
            yield Offer(
                command=SetObstacle,
                label=f"Set the obstacle as prepared: {STEPS[it.step - 1]} for {LEVELS[it.level]}",
                known={"test": test.id, "level": it.level, "step": it.step},
                group=OBSTACLE_TEST,
            )


def advantages(state: Circle, test: ObstacleTest) -> Iterable[Offer]:
    """HC-33: advantage and disadvantage."""
    known = {"test": test.id}
    if not test.advantage:
        plain = {**known, "source": AdvantageSource.CIRCUMSTANCES.value, "asset": None}
        yield Offer(command=GrantAdvantage, label="Give advantage", known=plain, group="Judging")
        it = state.characters[test.tester_id]
        things = {slug: one.name for slug, one in it.temporary_assets.items() if at_hand(state, one)}
        things.update(
            (slug, one.name) for slug, one in it.kept(AssetKind.SPECIAL_ITEM, AssetKind.RELATIONSHIP).items()
        )
        if things:
            yield Offer(
                command=GrantAdvantage,
                label="Give advantage for an asset",
                known={**known, "source": AdvantageSource.ASSET.value},
                choices={"asset": one_of(things)},
                group="Judging",
            )
    if not test.disadvantage:
        plain = {**known, "source": AdvantageSource.CIRCUMSTANCES.value}
        yield Offer(command=ImposeDisadvantage, label="Impose disadvantage", known=plain, group="Judging")
