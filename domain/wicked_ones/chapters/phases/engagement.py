"""The engagement roll, which says how a scene starts (WO-34)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Points, Slug, Text
from domain.wicked_ones.chapters.guards import gm_only, in_play, open_scene
from domain.wicked_ones.chapters.pools import roll_pool
from domain.wicked_ones.lookup import scene_of
from domain.wicked_ones.phrases import rolled, state_of, words
from domain.wicked_ones.printed import ENGAGEMENT_FOOTING
from domain.wicked_ones.shapes import DiceCount, Face
from domain.wicked_ones.state.play import Scene, WorldRoll
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.bounds import DUNGEON, GM
from domain.wicked_ones.terms.frame import Footing, GmRoll
from domain.wicked_ones.terms.rolls import Result, RollStatus

chapter = Chapter[Underworld](
    "The engagement roll",
    {
        "engagement_dice": "Engagement uses 1, 2 or 3 dice, not {given}.",
        "already_engaged": "How this scene starts was rolled already.",
        "scene_under_way": "This scene has started: an action in it was framed. Roll engagement before "
        "the first one.",
    },
)


ENGAGEMENT_DICE = range(1, 4)
"""Unlikely, a toss-up, likely."""


class RollEngagement(Command):
    """Roll how a scene starts: one die for unlikely, two for a toss-up, three for likely.

    Needs:    the GM; an open scene that was not engaged yet, and no action framed in it.
    Refused:  `only_gm`, `scene_missing`, `already_engaged`, `scene_under_way`, `engagement_dice`,
              `face_out_of_range`, `wrong_dice_count`.
    Yields:   `EngagementRolled`.
    """

    type: Literal["wicked_ones.roll_engagement"] = "wicked_ones.roll_engagement"
    dice: DiceCount = Field(title="How many dice?", description="1, 2 or 3.")
    favor: tuple[Text, ...] = Field(
        title="What speaks for them", default=(), max_length=6, description="What speaks for the monsters."
    )
    against: tuple[Text, ...] = Field(
        title="What speaks against them", default=(), max_length=6, description="What speaks against them."
    )


class EngagementRolled(Event):
    """The engagement dice of a scene fell. `favor` and `against`: why so many; `footing`: how the scene starts."""

    type: Literal["wicked_ones.engagement_rolled.v1"] = "wicked_ones.engagement_rolled.v1"
    scene: Slug
    dice: Points
    favor: tuple[Text, ...]
    against: tuple[Text, ...]
    faces: tuple[Face, ...]
    kept: Face
    result: Result
    footing: Footing


@chapter.decides(RollEngagement)
def roll_engagement(state: Underworld, command: RollEngagement, asker: Asker, dice: Dice) -> Events:
    """WO-34, WO-B25: roll the engagement, once for each scene, before its first action."""
    gm_only(asker)
    in_play(state)
    scene = open_scene(state)
    need(not scene.engaged, "already_engaged", scene=scene.id)
    need(not under_way(state), "scene_under_way")
    need(command.dice in ENGAGEMENT_DICE, "engagement_dice", given=command.dice)
    fallen = roll_pool(command.dice, state.house_rules, dice, "the engagement")
    return [
        EngagementRolled(
            scene=scene.id,
            dice=command.dice,
            favor=command.favor,
            against=command.against,
            faces=fallen.faces,
            kept=fallen.kept,
            result=fallen.result,
            footing=ENGAGEMENT_FOOTING[fallen.result],
        )
    ]


def under_way(state: Underworld) -> bool:
    """True if the scene has started, because the GM framed an action in it (WO-B25)."""
    return any(roll.status in (RollStatus.FRAMED, RollStatus.ROLLED) for roll in state.rolls.values())


@chapter.applies(EngagementRolled)
def _(state: Underworld, event: EngagementRolled) -> None:
    scene = scene_of(state)
    must(not scene.engaged and scene.id == event.scene, f"{event.scene} cannot be engaged now")
    scene.engaged = True
    scene.footing = event.footing
    scene.at_the_start = True
    state.world_roll = WorldRoll(GmRoll.ENGAGEMENT, event.result)


@chapter.tells(EngagementRolled, "How it starts, {faces}: {result}, {footing}")
def _(state: Underworld, event: EngagementRolled) -> Iterable[Fact]:
    yield rolled(event, GM, "engagement")
    was = words(Footing.EQUAL)
    now = words(event.footing)
    why = "; ".join((*event.favor, *event.against)) or "engagement"
    yield state_of(DUNGEON, "scene", "footing", was, now, why, label="Footing")


def starts(state: Underworld, scene: Scene) -> Iterable[Offer]:
    """Offers of the engagement roll, before the scene's first action."""
    if not scene.engaged and not under_way(state):
        for dice, chance in ((1, "unlikely"), (2, "a toss-up"), (3, "likely")):
            yield Offer(
                command=RollEngagement,
                label=f"Roll how it starts: {chance}",
                known={"dice": dice},
                dice=(6,) * dice,
                group="Scene",
            )
