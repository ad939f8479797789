"""Scenes (VE-39 to VE-41, VE-46)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.guards import (
    group_of_act,
    in_story,
    known_component,
    must_narrate,
    open_scene,
)
from domain.death_of_the_vele.lookup import (
    component_of,
    group_of,
    narrates,
    player_for,
    running_struggle,
    scene_of,
)
from domain.death_of_the_vele.phrases import told, words
from domain.death_of_the_vele.seats import THE_SCENE, Seat
from domain.death_of_the_vele.state.act import Scene
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import ComponentKind
from domain.death_of_the_vele.terms.play import SceneKind
from domain.death_of_the_vele.terms.references import ComponentRef, GroupRef
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.references import PersonRef
from domain.kernel.terms import Name, Person, Slug, Text

chapter = Chapter[Vele](
    "Scenes",
    {
        "narrator_must_change": "An extended struggle has ended: another player narrates before the next scene.",
        "component_gone": "{component} is {status} and in no scene any more.",
        "kept_out": "{component} was kept out of this scene.",
        "not_out_of_time": "A veto is for flashbacks and flashforwards; challenge it instead.",
        "pcs_in_scene": "{pcs} are in this scene; groups are handed out only in scenes without PCs.",
        "leader_stays": "{leader} leads the group, and its owner plays the leader.",
    },
)


class OpenScene(Command):
    """Frame a scene: when, where, and who is in it.

    Needs:    to narrate, with no change of narrator due; no scene open.
    Refused:  `narrator_only`, `scene_open`, `narrator_must_change`, `component_unknown`, `component_gone`.
    Yields:   `SceneOpened`.
    """

    type: Literal["death_of_the_vele.open_scene"] = "death_of_the_vele.open_scene"
    title: Name
    time: Text = ""
    place: Text = ""
    kind: SceneKind = SceneKind.NORMAL
    cast: tuple[ComponentRef, ...] = Field(default=(), description="Components in it.")
    zones: tuple[Name, ...] = Field(default=(), description="Places within it, nearest first; none: one place.")


class SceneOpened(Event):
    """A scene began (VE-39)."""

    type: Literal["death_of_the_vele.scene_opened.v1"] = "death_of_the_vele.scene_opened.v1"
    scene: int
    title: Name
    time: Text
    place: Text
    kind: SceneKind
    cast: tuple[Slug, ...]
    zones: tuple[Name, ...] = ()


@chapter.decides(OpenScene)
def open_a_scene(state: Vele, command: OpenScene, asker: Asker, chance: Chance) -> Events:
    """VE-39: open a scene as the narrator frames it."""
    in_story(state, asker)
    must_narrate(state, asker)
    if state.scene is not None and state.scene.open:
        raise CommandRefused("scene_open", scene=state.scene.title)
    if state.act is not None and state.act.change_due:
        raise CommandRefused("narrator_must_change")
    for slug in command.cast:
        it = known_component(state, slug)
        need(it.present, "component_gone", component=slug, status=it.status)
    return [
        SceneOpened(
            scene=state.scenes + 1,
            title=command.title,
            time=command.time,
            place=command.place,
            kind=command.kind,
            cast=tuple(dict.fromkeys(command.cast)),
            zones=command.zones,
        )
    ]


@chapter.applies(SceneOpened, renames=True)
def _(state: Vele, event: SceneOpened) -> None:
    must(state.scene is None or not state.scene.open, "a scene is open already")
    state.scenes += 1
    if state.act is not None:
        state.act.scenes += 1
    must(event.scene == state.scenes, f"this is scene {state.scenes}")
    state.scene = Scene(
        number=event.scene,
        title=event.title,
        time=event.time,
        place=event.place,
        kind=event.kind,
        cast=list(event.cast),
        zones=list(event.zones),
    )
    for slug in event.cast:
        component_of(state, slug).zone = None


@chapter.tells(SceneOpened, "Scene {scene}: {title}")
def _(state: Vele, event: SceneOpened) -> Iterable[Fact]:
    where = "; ".join(part for part in (event.place, event.time) if part)
    kind = "" if event.kind.value == "normal" else f" ({words(event.kind.value)})"
    yield facts.SceneOpened(
        scene=f"scene-{event.scene}", title=f"{event.title}{kind}", place=where, present=event.cast
    )


class BringIntoScene(Command):
    """Bring it into the scene: a component enters, or leaves.

    Needs:    the narrator, or its player; a component that was not kept out.
    Refused:  `no_scene`, `component_unknown`, `component_gone`, `not_your_component`, `kept_out`, `no_change`,
              `struggle_running`.
    Yields:   `SceneCastChanged`.
    """

    type: Literal["death_of_the_vele.bring_into_scene"] = "death_of_the_vele.bring_into_scene"
    component: ComponentRef = Field(title="Who")
    enters: bool = Field(default=True, title="It enters")


class SceneCastChanged(Event):
    """A component entered the scene, or left it."""

    type: Literal["death_of_the_vele.scene_cast_changed.v1"] = "death_of_the_vele.scene_cast_changed.v1"
    component: Slug
    enters: bool


@chapter.decides(BringIntoScene)
def bring_into_scene(state: Vele, command: BringIntoScene, asker: Asker, chance: Chance) -> Events:
    """VE-39: have a component enter or leave: the narrator any, a player their own; not one kept out (VE-40)."""
    in_story(state, asker)
    scene = open_scene(state)
    it = known_component(state, command.component)
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
    return [SceneCastChanged(component=command.component, enters=command.enters)]


@chapter.applies(SceneCastChanged)
def _(state: Vele, event: SceneCastChanged) -> None:
    cast = scene_of(state).cast
    must(event.enters != (event.component in cast), f"{event.component} is where it was")
    if event.enters:
        cast.append(event.component)
    else:
        cast.remove(event.component)


@chapter.tells(SceneCastChanged, "{component} {enters:=yes>enters|no>leaves} the scene")
def _(state: Vele, event: SceneCastChanged) -> Iterable[Fact]:
    yield told("enters the scene" if event.enters else "leaves the scene", "scene", event.component)


class VetoFiction(Command):
    """Refuse what would change: a scene out of its time bears on a component of one's own.

    Needs:    an open flashback or flashforward.
    Refused:  `no_scene`, `not_out_of_time`, `text_missing`.
    Yields:   `FictionVetoed`.
    """

    type: Literal["death_of_the_vele.veto_fiction"] = "death_of_the_vele.veto_fiction"
    fiction: Text


class FictionVetoed(Event):
    """An owner refused what a scene out of its time would have changed (VE-41)."""

    type: Literal["death_of_the_vele.fiction_vetoed.v1"] = "death_of_the_vele.fiction_vetoed.v1"
    player: Person
    fiction: Text


@chapter.decides(VetoFiction)
def veto_fiction(state: Vele, command: VetoFiction, asker: Asker, chance: Chance) -> Events:
    """VE-41: refuse, as its owner, what a flashback or flashforward would change about a component."""
    in_story(state, asker)
    scene = open_scene(state)
    need(scene.kind.out_of_time, "not_out_of_time")
    need(command.fiction.strip(), "text_missing")
    return [FictionVetoed(player=asker.person, fiction=command.fiction)]


@chapter.applies(FictionVetoed)
def _(state: Vele, event: FictionVetoed) -> None:
    """No change here: what was told of one's component did not happen, which the journal keeps."""
    scene_of(state)


@chapter.tells(FictionVetoed, "{player} vetoes: {fiction}")
def _(state: Vele, event: FictionVetoed) -> Iterable[Fact]:
    yield told(event.fiction, "veto", event.player)


class HandOutGroup(Command):
    """Hand out a group's members: all but its leader, to other players for this scene.

    Needs:    a scene without PCs in it; a group of one's own.
    Refused:  `no_scene`, `group_unknown`, `not_your_group`, `pcs_in_scene`, `leader_stays`, `not_a_member`,
              `not_in_story`.
    Yields:   `GroupHandedOut`.
    """

    type: Literal["death_of_the_vele.hand_out_group"] = "death_of_the_vele.hand_out_group"
    group: GroupRef
    assignments: dict[ComponentRef, PersonRef] = Field(
        title="Who plays whom", description="Members, and who plays them."
    )


class GroupHandedOut(Event):
    """Others play the members of a group for this scene (VE-46)."""

    type: Literal["death_of_the_vele.group_handed_out.v1"] = "death_of_the_vele.group_handed_out.v1"
    group: Slug
    assignments: dict[Slug, Person]


@chapter.decides(HandOutGroup)
def hand_out_group(state: Vele, command: HandOutGroup, asker: Asker, chance: Chance) -> Events:
    """VE-46: hand members of one's group to others in a scene without PCs; the leader stays."""
    in_story(state, asker)
    scene = open_scene(state)
    group = group_of_act(state, command.group)
    need(group.owner == asker.person, "not_your_group", group=command.group, player=group.owner)
    if pcs := [slug for slug in scene.cast if state.components[slug].kind is ComponentKind.PC]:
        raise CommandRefused("pcs_in_scene", pcs=pcs)
    for slug, player in command.assignments.items():
        need(slug != group.leader, "leader_stays", leader=slug)
        need(slug in group.members, "not_a_member", component=slug, group=command.group)
        need(player in state.story.players, "not_in_story", player=player)
    return [GroupHandedOut(group=command.group, assignments=command.assignments)]


@chapter.applies(GroupHandedOut)
def _(state: Vele, event: GroupHandedOut) -> None:
    group = group_of(state, event.group)
    group.handed_out = dict(event.assignments)
    for slug, player in event.assignments.items():
        component_of(state, slug).played_by = player
    scene = scene_of(state)
    if event.group not in scene.groups_out:
        scene.groups_out.append(event.group)


@chapter.tells(GroupHandedOut, "{group} is played by others for this scene")
def _(state: Vele, event: GroupHandedOut) -> Iterable[Fact]:
    for slug in state.groups[event.group].members:
        if slug in event.assignments:
            yield facts.TextSet(owner=slug, field="played_by", text=event.assignments[slug])


def handing_out(state: Vele, scene: Scene, seat: Seat) -> Iterable[Offer]:
    """Offer to hand out one's group, where no PC is in the scene."""
    if any(state.components[slug].kind is ComponentKind.PC for slug in scene.cast):
        return
    others = [player for player in state.story.players if player != seat.player]
    for slug, group in state.groups.items():
        rest = [member for member in group.members if member != group.leader]
        if group.owner == seat.player and group.active and rest and others and slug not in scene.groups_out:
            given = {member: others[n % len(others)] for n, member in enumerate(rest)}
            yield seat.offer(
                HandOutGroup,
                f"{seat.who} hands out {group.name}",
                {"group": slug, "assignments": given},
                group=THE_SCENE,
            )
