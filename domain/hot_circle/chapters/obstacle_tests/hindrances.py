"""Traits and conditions that make a test harder, for fate or to clear them (HC-30)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.guards import in_play
from domain.hot_circle.chapters.obstacle_tests.difficulty import before_roll
from domain.hot_circle.fields import REWARD
from domain.hot_circle.lookup import obstacle_of, runs, side_of
from domain.hot_circle.names import names
from domain.hot_circle.phrases import told
from domain.hot_circle.refs import CharacterRef, HelpRef, TestRef
from domain.hot_circle.seats import Seat
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character
from domain.hot_circle.state.play import Help, Hindrance, ObstacleTest, Side
from domain.hot_circle.terms import HelpSource, HindranceSource, Reward, TestId
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Points, Slug

chapter = Chapter[Circle](
    "Hindrances",
    {
        "not_a_side": "{character} is no side of {test}.",
        "no_hindrance_here": "Traits and conditions do not hinder an ability test: only a lifepath does, chosen "
        "when it is asked for.",
        "not_mine": "There is no such {source} on this sheet{there:+. Those there are: }.",
        "trait_gives_fate_only": "{trait} is a trait and cannot be cleared by hindering; take the fate point.",
        "used_as_help": "{id} already helps in this test, so it cannot hinder.",
        "listed_twice": "{id} counts in this test already.",
    },
)


def side_before_roll(
    state: Circle, test_id: str, character: str, otherwise: str, *, hindrance: bool = False
) -> tuple[ObstacleTest, Side, Character]:
    """A side that has not rolled. Hindrances are settled before the first die of either side."""
    test = before_roll(state, test_id, otherwise)
    side = found(test.sides.get(character), "not_a_side", character=character, test=test_id)
    if test.opposed and (hindrance or character == test.opponent_id):
        raise CommandRefused("already_rolled", test=test_id)
    return test, side, state.characters[character]


class DeclareHindrance(Command):
    """Let it make the test harder: a trait or a condition, for a fate point or towards clearing the condition.

    Needs:    the player of a side, before any die of the test has fallen.
    Refused:  `genre_missing`, `test_unknown`, `test_resolved`, `not_a_side`, `not_your_character`,
              `already_rolled`, `not_mine`, `used_as_help`, `listed_twice`, `trait_gives_fate_only`,
              `no_hindrance_here`.
    Yields:   `HindranceDeclared`, or `HindranceRewardChanged` where it was declared for the other reward.
    """

    type: Literal["hot_circle.declare_hindrance"] = "hot_circle.declare_hindrance"
    test: TestRef
    character: CharacterRef
    source: HindranceSource = Field(title="Trait or condition?")
    source_id: HelpRef = Field(title="Which one?")
    reward: Reward = Field(title="What does that bring?", default=Reward.FATE, description=REWARD)


class HindranceDeclared(Event):
    """A trait or condition makes it harder: by an obstacle, or by a die for the other side."""

    type: Literal["hot_circle.hindrance_declared.v1"] = "hot_circle.hindrance_declared.v1"
    test: TestId
    character: CharacterSlug
    source: HindranceSource
    source_id: Slug
    reward: Reward
    ob_added: Points
    die_for: CharacterSlug | None


class HindranceRewardChanged(Event):
    """A hindrance is to bring something else."""

    type: Literal["hot_circle.hindrance_reward_changed.v1"] = "hot_circle.hindrance_reward_changed.v1"
    test: TestId
    character: CharacterSlug
    source_id: Slug
    reward: Reward


@chapter.decides(DeclareHindrance)
def declare_hindrance(state: Circle, command: DeclareHindrance, asker: Asker, dice: Dice) -> Events:
    """HC-30: hinder a test: harder if independent; in a versus test a die for the other side."""
    in_play(state)
    test, side, it = side_before_roll(state, command.test, command.character, "no_hindrance_here", hindrance=True)
    need(runs(state, it, asker), "not_your_character", character=command.character)
    traits = command.source is HindranceSource.TRAIT
    there = {**it.traits} if traits else {slug: one.text for slug, one in it.conditions.items()}
    one_there(there, command.source_id, "not_mine", there.values(), source=command.source)
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
            HindranceRewardChanged(
                test=command.test,
                character=command.character,
                source_id=command.source_id,
                reward=command.reward,
            )
        ]
    other = next((slug for slug in test.sides if slug != command.character), None)
    return [
        HindranceDeclared(
            test=command.test,
            character=command.character,
            source=command.source,
            source_id=command.source_id,
            reward=command.reward,
            ob_added=0 if test.versus else 1,
            die_for=CharacterId(other) if test.versus and other else None,
        )
    ]


@chapter.applies(HindranceDeclared)
def _(state: Circle, event: HindranceDeclared) -> None:
    test = obstacle_of(state, event.test)
    side = side_of(test, event.character)
    side.hindrances.append(Hindrance(event.source, event.source_id, event.reward))
    test.hindrance_ob += event.ob_added
    if test.ob is not None:
        test.ob += event.ob_added
    if event.die_for is not None:
        side_of(test, event.die_for).bonus_dice += 1


@chapter.tells(HindranceDeclared, "{source_id} hinders {character}{reward:=fate>|clear>, towards clearing it}")
def _(state: Circle, event: HindranceDeclared) -> Iterable[Fact]:
    name = names(state).get(event.source_id, event.source_id)
    effect = "a die for the other side" if event.die_for else "the obstacle is 1 higher"
    earns = event.reward is Reward.CLEAR or state.characters[event.character].is_pc
    what_for = f", for {event.reward.said({})}" if earns else ""
    yield told(f"{name} hinders{what_for}: {effect}", "hindrance", event.character)


@chapter.applies(HindranceRewardChanged)
def _(state: Circle, event: HindranceRewardChanged) -> None:
    side = side_of(obstacle_of(state, event.test), event.character)
    changed = [
        it
        for it in side.hindrances
        if it.source is HindranceSource.CONDITION and it.source_id == event.source_id  # a trait gives fate only
    ]
    must(len(changed) > 0, f"{event.source_id} does not hinder {event.character}")
    for hindrance in changed:
        hindrance.reward = event.reward


@chapter.tells(HindranceRewardChanged, "{source_id} hinders {character}, now for {reward}")
def _(state: Circle, event: HindranceRewardChanged) -> Iterable[Fact]:
    name = names(state).get(event.source_id, event.source_id)
    yield told(f"{name} hinders, now for {event.reward.said({})}", "hindrance", event.character)


def may_hinder(test: ObstacleTest, side: Side, seat: Seat) -> Iterable[Offer]:
    """HC-30: traits and conditions that may make it harder."""
    if test.opposed:
        return
    it, who = seat.it, {"test": test.id, "character": seat.who}
    for source, sheet in (
        (HindranceSource.TRAIT, it.traits),
        (HindranceSource.CONDITION, {slug: one.text for slug, one in it.conditions.items()}),
    ):
        for slug, text in sheet.items():
            if Help(HelpSource(source.value), slug) in side.bonus:
                continue
            declared = {each.reward for each in side.hindrances if (each.source, each.source_id) == (source, slug)}
            rewards = [Reward.FATE] if source is HindranceSource.TRAIT else list(Reward)
            for reward in rewards:
                if reward not in declared and (source is HindranceSource.CONDITION or not declared):
                    known = {**who, "source": source.value, "source_id": slug, "reward": reward.value}
                    earns = {Reward.FATE: ", for fate" if it.is_pc else "", Reward.CLEAR: ", for clearing"}
                    label = f"{text} hinders {it.name}{earns[reward]}"
                    yield seat.offer(DeclareHindrance, label, known, group="Hindrance")
