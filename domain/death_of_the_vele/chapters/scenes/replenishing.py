"""Pools replenished (VE-45)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.guards import in_story, own_component
from domain.death_of_the_vele.chapters.pools import put
from domain.death_of_the_vele.lookup import as_held, bag, component_of, main_pool
from domain.death_of_the_vele.phrases import dice_moved
from domain.death_of_the_vele.printed import MOST_REPLENISHED
from domain.death_of_the_vele.seats import THE_SCENE, one_seat, played_by, seats
from domain.death_of_the_vele.state.cast import Component
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.dice import Dice, Home, Pool
from domain.death_of_the_vele.terms.references import ComponentRef
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Points, Slug

chapter = Chapter[Vele](
    "Pools replenished",
    {
        "no_closed_scene": "Dice are replenished when a scene has been closed, before the next opens.",
        "replenished_already": "{component} took its dice for this scene already.",
        "nothing_missing": "Nothing is missing behind the abilities of {component}.",
        "no_d12": "The bowl hands out no d12.",
        "replenish_less": "You may take {most:?point|points}.",
        "dice_missing_here": "Name the dice you take: up to {most:?point|points}.",
    },
)


def missing_points(state: Vele, slug: str, it: Component) -> int:
    """Points missing behind a component's abilities: what is in its main pool counts as there (VE-45)."""
    return it.allocated_total - it.allocated.points - bag(state, main_pool(it)).points


def topped_off(state: Vele) -> list[Event]:
    """Events that fill everybody's gap at once, as far as it goes (VE-P2)."""
    if not state.house_rules.replenish_top_off:
        return []
    events: list[Event] = []
    for slug, it in state.components.items():
        missing = missing_points(state, slug, it)
        if missing > 0 and it.present:
            dice = Dice.worth(min(missing, MOST_REPLENISHED))
            events.append(dice_replenished(state, slug, dice, missing))
    return events


def dice_replenished(state: Vele, slug: str, dice: Dice, missing: int) -> Event:
    """Event of dice from the bowl behind a component's abilities."""
    return DiceReplenished(component=slug, dice=as_held(state, dice), points=dice.points, gap=missing)


class ReplenishDice(Command):
    """Take dice from the bowl: for what abilities have used up, once a scene, up to ten points.

    Needs:    a scene just closed; points missing behind the abilities of one's component.
    Refused:  `component_unknown`, `not_your_component`, `no_closed_scene`, `replenished_already`,
              `nothing_missing`, `no_d12`, `replenish_less`, `dice_missing_here`.
    Yields:   `DiceReplenished`.
    """

    type: Literal["death_of_the_vele.replenish_dice"] = "death_of_the_vele.replenish_dice"
    component: ComponentRef
    dice: Dice = Field(title="Dice you take")


@chapter.decides(ReplenishDice)
def replenish_dice(state: Vele, command: ReplenishDice, asker: Asker, chance: Chance) -> Events:
    """VE-45: take dice from the bowl, once for each closed scene, up to ten points, no d12."""
    in_story(state, asker)
    it = own_component(state, command.component, asker)
    scene = state.scene
    if scene is None or scene.open:
        raise CommandRefused("no_closed_scene")
    need(it.replenished_in != scene.number, "replenished_already", component=command.component)
    missing = missing_points(state, command.component, it)
    need(missing > 0, "nothing_missing", component=command.component)
    need(not command.dice.d12, "no_d12")
    most = min(missing, MOST_REPLENISHED)
    need(command.dice.points <= most, "replenish_less", most=most)
    need(command.dice, "dice_missing_here", most=most)
    return [dice_replenished(state, command.component, command.dice, missing)]


class DiceReplenished(Event):
    """Dice from the bowl filled what abilities had used up (VE-45). `gap`: points that were missing."""

    type: Literal["death_of_the_vele.dice_replenished.v1"] = "death_of_the_vele.dice_replenished.v1"
    component: Slug
    dice: Dice
    points: Points
    gap: Points


@chapter.applies(DiceReplenished)
def _(state: Vele, event: DiceReplenished) -> None:
    it = component_of(state, event.component)
    put(state, Home(pool=Pool.ALLOCATED, owner=event.component), event.dice)
    it.replenished_in = state.scene.number if state.scene is not None else None


@chapter.tells(DiceReplenished, "{component} takes {dice} from the bowl")
def _(state: Vele, event: DiceReplenished) -> Iterable[Fact]:
    home = Home(pool=Pool.ALLOCATED, owner=event.component)
    yield from dice_moved(state, Home(pool=Pool.BOWL), home, event.dice, f"{event.gap} points were missing")


def replenishing(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers of dice to take after a scene."""
    scene = state.scene
    if scene is None or one_seat(state, asker) is None:
        return
    for seat in seats(state, asker):
        for slug in played_by(state, seat.player):
            it = state.components[slug]
            missing = missing_points(state, slug, it)
            if missing > 0 and it.replenished_in != scene.number:
                dice = Dice.worth(min(missing, MOST_REPLENISHED))
                yield seat.offer(
                    ReplenishDice,
                    f"{it.name} takes {dice.said({})}, {missing} points are missing",
                    {"component": slug, "dice": dice.model_dump()},
                    group=THE_SCENE,
                )
