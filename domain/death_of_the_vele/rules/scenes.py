"""Scenes: opened, peopled, closed, and the dice replenished after them (VE-39, VE-41, VE-44 to VE-46)."""

from domain.death_of_the_vele.commands import scenes as ask
from domain.death_of_the_vele.events import scenes as say
from domain.death_of_the_vele.events.aspects import AspectExpired
from domain.death_of_the_vele.events.components import ComponentExpired
from domain.death_of_the_vele.house_rules import ControlClears
from domain.death_of_the_vele.state import Component, Vele
from domain.death_of_the_vele.tables import MOST_REPLENISHED
from domain.death_of_the_vele.terms import (
    AspectStatus,
    ComponentKind,
    ComponentStatus,
    Dice,
    Durability,
    TakenOut,
)
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .cases import answers
from .common import component, narrates, narrating, open_scene, own_component, player_for, purse, running_struggle
from .pools import as_held, bag


@answers(ask.OpenScene)
def open_a_scene(state: Vele, command: ask.OpenScene, asker: Asker) -> Events:
    """VE-39: the narrator frames it, one after another."""
    narrating(state, asker)
    if state.scene is not None and state.scene.open:
        raise CommandRefused("scene_open", scene=state.scene.title)
    if state.act is not None and state.act.change_due:
        raise CommandRefused("narrator_must_change")
    for slug in command.cast:
        it = component(state, slug)
        need(it.present, "component_gone", component=slug, status=it.status)
    return [
        say.SceneOpened(
            scene=state.scenes + 1,
            title=command.title,
            time=command.time,
            place=command.place,
            kind=command.kind,
            cast=tuple(dict.fromkeys(command.cast)),
            zones=command.zones,
        )
    ]


@answers(ask.BringIntoScene)
def bring_into_scene(state: Vele, command: ask.BringIntoScene, asker: Asker) -> Events:
    """VE-39: the narrator brings anything, a player their own; what was kept out stays out (VE-40)."""
    scene = open_scene(state)
    it = component(state, command.component)
    if command.enters and not it.present:
        raise CommandRefused("component_gone", component=command.component, status=it.status)
    mine = player_for(it) == asker.person
    if not mine and not narrates(state, asker):
        raise CommandRefused("not_your_component", component=command.component, player=player_for(it))
    if command.enters and command.component in scene.excluded:
        raise CommandRefused("kept_out", component=command.component)
    need(command.enters != (command.component in scene.cast), "no_change")
    if not command.enters and (running := running_struggle(state)):
        raise CommandRefused("struggle_running", struggle=running.id)
    return [say.SceneCastChanged(component=command.component, enters=command.enters)]


@answers(ask.VetoFiction)
def veto_fiction(state: Vele, command: ask.VetoFiction, asker: Asker) -> Events:
    """VE-41: in a flashback or flashforward an owner's no stands."""
    scene = open_scene(state)
    need(scene.kind.out_of_time, "not_out_of_time")
    need(command.fiction.strip(), "text_missing")
    return [say.FictionVetoed(player=asker.person, fiction=command.fiction)]


@answers(ask.CloseScene)
def close_scene(state: Vele, command: ask.CloseScene, asker: Asker) -> Events:
    """VE-44: what lasts for the scene ends, in order; then dice may be replenished."""
    scene = open_scene(state)
    narrating(state, asker)
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    if scene.exclusion is not None:
        raise CommandRefused("exclusion_open", component=scene.exclusion.component)
    events: list[Event] = [
        AspectExpired(aspect=slug, reason="the scene is over")
        for slug, it in state.aspects.items()
        if it.status is AspectStatus.ACTIVE and it.durability is not Durability.PERMANENT
    ]
    events += made_for_the_scene(state)
    events += helpless_no_more(state)
    if state.house_rules.control_clears is ControlClears.SCENE_END:
        events += marks_cleared(state)
    events += [
        say.ControlEnded(component=slug, owner=it.owner)
        for slug, it in state.components.items()
        if it.controller != it.owner
    ]
    events += [say.GroupReturned(group=slug) for slug in scene.groups_out]
    events.append(say.SceneClosed(scene=scene.number))
    return [*events, *topped_off(state)]


def made_for_the_scene(state: Vele) -> list[Event]:
    """Components that were made for it are gone."""
    return [
        ComponentExpired(component=slug, reason="the scene is over")
        for slug, it in state.components.items()
        if it.scene_long and it.present
    ]


def helpless_no_more(state: Vele) -> list[Event]:
    """Whoever was taken out for the scene comes to; the dead do not."""
    if state.story.taken_out_default is TakenOut.DEAD:
        return []
    return [
        say.ComponentRecovered(component=slug)
        for slug, it in state.components.items()
        if it.status is ComponentStatus.TAKEN_OUT and not it.scene_long
    ]


def marks_cleared(state: Vele) -> list[Event]:
    """Marks of control are gone."""
    marked = {
        slug: tuple(trait for trait, known in it.traits.items() if known.control_marks)
        for slug, it in state.components.items()
    }
    return [say.ControlMarksCleared(component=slug, traits=traits) for slug, traits in marked.items() if traits]


def gap(state: Vele, slug: str, it: Component) -> int:
    """Points missing behind a component's abilities: what is in its main pool counts as there (VE-45)."""
    return it.allocated_total - it.allocated.points - bag(state, purse(it)).points


def topped_off(state: Vele) -> list[Event]:
    """VE-P2: everybody's gap filled at once, as far as it goes."""
    if not state.house_rules.replenish_top_off:
        return []
    events: list[Event] = []
    for slug, it in state.components.items():
        missing = gap(state, slug, it)
        if missing > 0 and it.present:
            dice = Dice.worth(min(missing, MOST_REPLENISHED))
            events.append(replenished(state, slug, dice, missing))
    return events


def replenished(state: Vele, slug: str, dice: Dice, missing: int) -> Event:
    """Dice from the bowl behind a component's abilities."""
    return say.DiceReplenished(component=slug, dice=as_held(state, dice), points=dice.points, gap=missing)


@answers(ask.ReplenishDice)
def replenish_dice(state: Vele, command: ask.ReplenishDice, asker: Asker) -> Events:
    """VE-45: once for each closed scene, up to ten points, no d12."""
    it = own_component(state, command.component, asker)
    scene = state.scene
    if scene is None or scene.open:
        raise CommandRefused("no_closed_scene")
    need(it.replenished_in != scene.number, "replenished_already", component=command.component)
    missing = gap(state, command.component, it)
    need(missing > 0, "nothing_missing", component=command.component)
    need(not command.dice.d12, "no_d12")
    most = min(missing, MOST_REPLENISHED)
    need(command.dice.points <= most, "replenish_less", most=most)
    need(command.dice, "dice_missing_here", most=most)
    return [replenished(state, command.component, command.dice, missing)]


@answers(ask.HandOutGroup)
def hand_out_group(state: Vele, command: ask.HandOutGroup, asker: Asker) -> Events:
    """VE-46: in a scene without PCs others play one's members; the leader stays."""
    scene = open_scene(state)
    group = state.groups.get(command.group)
    if group is None or not group.active:
        raise CommandRefused("group_unknown", group=command.group)
    need(group.owner == asker.person, "not_your_group", group=command.group, player=group.owner)
    if pcs := [slug for slug in scene.cast if state.components[slug].kind is ComponentKind.PC]:
        raise CommandRefused("pcs_in_scene", pcs=pcs)
    for slug, player in command.assignments.items():
        need(slug != group.leader, "leader_stays", leader=slug)
        need(slug in group.members, "not_a_member", component=slug, group=command.group)
        need(player in state.story.players, "not_in_story", player=player)
    return [say.GroupHandedOut(group=command.group, assignments=command.assignments)]
