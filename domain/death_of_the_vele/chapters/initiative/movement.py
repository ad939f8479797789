"""Movement and distance (VE-71, VE-96)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.guards import in_story, in_turn, open_scene, own_in_the_scene, own_turn
from domain.death_of_the_vele.chapters.initiative.blocks import unblocked
from domain.death_of_the_vele.chapters.initiative.turns import ComponentActed, turn_state
from domain.death_of_the_vele.lookup import component_of, running_struggle, scene_of
from domain.death_of_the_vele.seats import TURNS, Seat, mine
from domain.death_of_the_vele.state.act import Scene
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import unit_of
from domain.death_of_the_vele.terms.cast import Effect
from domain.death_of_the_vele.terms.references import ComponentRef, ZoneRef
from domain.death_of_the_vele.terms.struggle import MoveCost
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Name, Slug

chapter = Chapter[Vele](
    "Movement and distance",
    {
        "target_out_of_reach": "That is {zones:?zone|zones} away, and Range reaches {reach}.",
        "zone_unknown": "There is no way to {zone}{zones:+: the zones are }.",
        "zone_too_far": "That is {zones} zones away, and a move is one zone.",
        "moved_already": "{component} has made its free move this round; another zone is its action.",
        "effect_moves_itself": "A move by an ability happens with its struggle.",
    },
)


def distance(state: Vele, one: str, other: str) -> int:
    """Zones between two components; 0 where nobody says where they are."""
    zones = state.scene.zones if state.scene is not None else []
    here, there = state.components[one].zone, state.components[other].zone
    return abs(zones.index(here) - zones.index(there)) if here in zones and there in zones else 0


def reach(state: Vele, slug: str) -> int:
    """Zones a unit's Range can cover, at most."""
    sizes = [
        effect.size.points
        for each in unit_of(state, slug)
        for ability in state.components[each].abilities.values()
        if ability.trait in state.components[each].traits and state.components[each].traits[ability.trait].usable
        for effect in ability.effects
        if effect.effect is Effect.RANGE
    ]
    return max(sizes, default=0)


def within_reach(state: Vele, actor: str, opponents: tuple[str, ...]) -> None:
    """Refuse opponents the struggle does not reach (VE-96)."""
    farthest = max((distance(state, actor, slug) for slug in opponents), default=0)
    most = reach(state, actor)
    need(farthest <= most, "target_out_of_reach", zones=farthest, reach=most)


class MoveComponent(Command):
    """Move a component: one zone for free before or after a struggle, one more as its action.

    Needs:    a component of one's own in the scene; under initiative one's turn.
    Refused:  `no_scene`, `component_unknown`, `not_your_component`, `not_in_scene`, `cannot_act`,
              `zone_unknown`, `zone_too_far`, `no_change`, `turn_not_begun`, `not_your_turn`, `moved_already`,
              `acted_already`, `must_skip`, `block_stands`, `struggle_running`, `effect_moves_itself`,
              `beyond_dice`.
    Yields:   `ComponentMoved`; as an action `ComponentActed`.
    """

    type: Literal["death_of_the_vele.move_component"] = "death_of_the_vele.move_component"
    component: ComponentRef = Field(title="Who")
    to: ZoneRef = Field(title="Where to")
    cost: MoveCost = Field(default=MoveCost.FREE, title="Price")


class ComponentMoved(Event):
    """A component went from zone `was` to zone `to` (VE-71, VE-95); `was` None: it was in no zone."""

    type: Literal["death_of_the_vele.component_moved.v1"] = "death_of_the_vele.component_moved.v1"
    component: Slug
    was: Name | None
    to: Name
    cost: MoveCost


@chapter.decides(MoveComponent)
def move_component(state: Vele, command: MoveComponent, asker: Asker, chance: Chance) -> Events:
    """VE-71: move a component one zone: for free, or as its action."""
    in_story(state, asker)
    scene = open_scene(state)
    it = own_in_the_scene(state, scene, command.component, asker)
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    need(command.cost is not MoveCost.EFFECT, "effect_moves_itself")
    if command.to not in scene.zones:
        raise CommandRefused("zone_unknown", zone=command.to, zones=list(scene.zones))
    need(it.zone != command.to, "no_change")
    if it.zone in scene.zones and (far := abs(scene.zones.index(it.zone) - scene.zones.index(command.to))) > 1:
        raise CommandRefused("zone_too_far", zones=far)
    may_move(state, scene, command, asker)
    unblocked(state, command.component, "move")
    moved = ComponentMoved(component=command.component, was=it.zone, to=command.to, cost=command.cost)
    acts = command.cost is MoveCost.ACTION and scene.initiative_running
    return [moved, ComponentActed(component=command.component)] if acts else [moved]


def may_move(state: Vele, scene: Scene, command: MoveComponent, asker: Asker) -> None:
    """Refuse a move under initiative out of one's turn, a second free one, or one after the action."""
    if not scene.initiative_running:
        return
    if command.cost is MoveCost.ACTION:
        in_turn(state, scene, command.component, asker)
        return
    own_turn(scene, asker)
    for slug in unit_of(state, command.component):
        turn = scene.components.get(slug)
        if turn is not None and turn.moved_free:
            raise CommandRefused("moved_already", component=slug)


@chapter.applies(ComponentMoved)
def _(state: Vele, event: ComponentMoved) -> None:
    scene = scene_of(state)
    must(event.to in scene.zones, f"there is no zone {event.to}")
    for slug in unit_of(state, event.component):
        component_of(state, slug).zone = event.to
        if event.cost is MoveCost.FREE:
            turn_state(scene, slug).moved_free = True


@chapter.tells(ComponentMoved, "{component} moves to {to}")
def _(state: Vele, event: ComponentMoved) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.component, field="zone", text=event.to)


def moving(state: Vele, scene: Scene, seat: Seat) -> Iterable[Offer]:
    """Offers to move one zone, for free or as the action."""
    if scene.initiative_running and scene.turn_of != seat.player:
        return
    for slug in mine(state, scene, seat):
        here = state.components[slug].zone
        at = scene.zones.index(here) if here in scene.zones else None
        near = [zone for n, zone in enumerate(scene.zones) if at is None or abs(n - at) == 1]
        turns = [scene.components.get(each) for each in unit_of(state, slug)]
        moved = any(turn is not None and turn.moved_free for turn in turns)
        cost = MoveCost.ACTION if moved else MoveCost.FREE
        if near:
            yield seat.offer(
                MoveComponent,
                f"{state.components[slug].name} moves",
                {"component": slug, "cost": cost.value},
                {"to": tuple(Choice(zone, zone) for zone in near)},
                group=TURNS,
            )
