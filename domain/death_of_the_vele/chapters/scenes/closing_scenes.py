"""Scenes close (VE-44)."""

from collections.abc import Iterable
from typing import Literal

from domain.death_of_the_vele.chapters.cast.aspects import AspectExpired
from domain.death_of_the_vele.chapters.cast.components import ComponentExpired
from domain.death_of_the_vele.chapters.guards import in_story, must_narrate, open_scene
from domain.death_of_the_vele.chapters.scenes.replenishing import topped_off
from domain.death_of_the_vele.house_rules import ControlClears
from domain.death_of_the_vele.lookup import (
    component_of,
    group_of,
    running_struggle,
    scene_of,
    standing_offer,
    trait_of,
)
from domain.death_of_the_vele.phrases import trait_state
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import AspectStatus, ComponentStatus, Durability
from domain.death_of_the_vele.terms.play import SceneStatus, TakenOut
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker
from domain.kernel.terms import Person, Slug

chapter = Chapter[Vele](
    "Scenes close",
    {
        "exclusion_open": "The offer for {component} has to be answered first.",
    },
)


class CloseScene(Command):
    """End the scene: what lasts only for it is over, and dice may be replenished.

    Needs:    to narrate; no struggle under way, no offer open.
    Refused:  `no_scene`, `narrator_only`, `struggle_running`, `exclusion_open`.
    Yields:   `AspectExpired`, `ComponentExpired`, `ComponentRecovered`, `ControlMarksCleared`, `ControlEnded`,
              `GroupReturned` each, `SceneClosed`; by house rule `DiceReplenished`.
    """

    type: Literal["death_of_the_vele.close_scene"] = "death_of_the_vele.close_scene"


class ControlEnded(Event):
    """A controlled component is its owner's again."""

    type: Literal["death_of_the_vele.control_ended.v1"] = "death_of_the_vele.control_ended.v1"
    component: Slug
    owner: Person


class GroupReturned(Event):
    """A group's members are played by their owner again."""

    type: Literal["death_of_the_vele.group_returned.v1"] = "death_of_the_vele.group_returned.v1"
    group: Slug


class SceneClosed(Event):
    """The scene is over."""

    type: Literal["death_of_the_vele.scene_closed.v1"] = "death_of_the_vele.scene_closed.v1"
    scene: int


class ComponentRecovered(Event):
    """Helplessness that lasted for the scene is over; marks of damage stay (VE-44)."""

    type: Literal["death_of_the_vele.component_recovered.v1"] = "death_of_the_vele.component_recovered.v1"
    component: Slug


class ControlMarksCleared(Event):
    """Marks of control are gone from a component's traits."""

    type: Literal["death_of_the_vele.control_marks_cleared.v1"] = "death_of_the_vele.control_marks_cleared.v1"
    component: Slug
    traits: tuple[Slug, ...]


@chapter.decides(CloseScene)
def close_scene(state: Vele, command: CloseScene, asker: Asker, chance: Chance) -> Events:
    """VE-44: end the scene, and what lasts for it, in order; then dice may be replenished."""
    in_story(state, asker)
    scene = open_scene(state)
    must_narrate(state, asker)
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    if offer := standing_offer(state, scene):
        raise CommandRefused("exclusion_open", component=offer.component)
    events: list[Event] = [
        AspectExpired(aspect=slug, reason="the scene is over")
        for slug, it in state.aspects.items()
        if it.status is AspectStatus.ACTIVE and it.durability is not Durability.PERMANENT
    ]
    events += made_for_the_scene(state)
    events += recoveries(state)
    if state.house_rules.control_clears is ControlClears.SCENE_END:
        events += marks_cleared(state)
    events += [
        ControlEnded(component=slug, owner=it.owner)
        for slug, it in state.components.items()
        if it.controller != it.owner
    ]
    events += [GroupReturned(group=slug) for slug in scene.groups_out]
    events.append(SceneClosed(scene=scene.number))
    return [*events, *topped_off(state)]


def made_for_the_scene(state: Vele) -> list[Event]:
    """Events of components that were made for the scene, and are gone with it."""
    return [
        ComponentExpired(component=slug, reason="the scene is over")
        for slug, it in state.components.items()
        if it.scene_long and it.present
    ]


def recoveries(state: Vele) -> list[Event]:
    """Events of recovery for those taken out for the scene; the dead stay dead."""
    if state.story.taken_out_default is TakenOut.DEAD:
        return []
    return [
        ComponentRecovered(component=slug)
        for slug, it in state.components.items()
        if it.status is ComponentStatus.TAKEN_OUT and not it.scene_long
    ]


def marks_cleared(state: Vele) -> list[Event]:
    """Events of marks of control that are gone."""
    marked = {
        slug: tuple(trait for trait, known in it.traits.items() if known.control_marks)
        for slug, it in state.components.items()
    }
    return [ControlMarksCleared(component=slug, traits=traits) for slug, traits in marked.items() if traits]


@chapter.applies(ControlEnded)
def _(state: Vele, event: ControlEnded) -> None:
    it = component_of(state, event.component)
    it.controller, it.controlled_by = event.owner, None


@chapter.applies(GroupReturned)
def _(state: Vele, event: GroupReturned) -> None:
    group = group_of(state, event.group)
    for slug in group.handed_out:
        component_of(state, slug).played_by = None
    group.handed_out = {}


@chapter.applies(SceneClosed, renames=True)
def _(state: Vele, event: SceneClosed) -> None:
    scene = scene_of(state)
    scene.status = SceneStatus.CLOSED
    scene.initiative_running = False
    scene.turn_of = None
    scene.modifiers.clear()
    state.blocks = {slug: block for slug, block in state.blocks.items() if block.lasting}


@chapter.applies(ComponentRecovered)
def _(state: Vele, event: ComponentRecovered) -> None:
    it = component_of(state, event.component)
    must(it.status is ComponentStatus.TAKEN_OUT, f"{event.component} is not taken out")
    it.status = ComponentStatus.ACTIVE


@chapter.applies(ControlMarksCleared)
def _(state: Vele, event: ControlMarksCleared) -> None:
    for slug in event.traits:
        trait_of(state, event.component, slug).control_marks = []


@chapter.tells(ControlEnded, "{component} is {owner}'s again")
def _(state: Vele, event: ControlEnded) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.component, field="controller", text=event.owner)


@chapter.tells(GroupReturned, "{group} is its owner's again")
def _(state: Vele, event: GroupReturned) -> Iterable[Fact]:
    group = state.groups[event.group]
    for slug in group.members:
        yield facts.TextSet(owner=slug, field="played_by", text=group.owner)


@chapter.tells(SceneClosed, "Scene {scene} is over")
def _(state: Vele, event: SceneClosed) -> Iterable[Fact]:
    yield facts.SceneClosed(scene=f"scene-{event.scene}")


@chapter.tells(ComponentRecovered, "{component} comes to")
def _(state: Vele, event: ComponentRecovered) -> Iterable[Fact]:
    yield facts.StateChanged(
        owner=event.component,
        group="status",
        name="status",
        label="Status",
        was="taken out",
        now="active",
        why="the scene is over",
        good=True,
    )


@chapter.tells(ControlMarksCleared, "Marks of control go from {component}")
def _(state: Vele, event: ControlMarksCleared) -> Iterable[Fact]:
    for slug in event.traits:
        trait = state.components[event.component].traits[slug]
        now = "ready" if trait.usable else "disabled"
        yield trait_state(event.component, slug, trait.name, "controlled", now, "the scene is over", good=True)
