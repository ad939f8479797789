"""How scenes change."""

from domain.death_of_the_vele.events import scenes as say
from domain.death_of_the_vele.state import Exclusion, Scene, Vele
from domain.death_of_the_vele.terms import ComponentStatus, Home, Pool, SceneStatus

from .fold import component_of, evolve, group_of, must, put, scene_of, trait_of


@evolve.on(say.SceneOpened)
def _(state: Vele, event: say.SceneOpened) -> None:
    must(state.scene is None or not state.scene.open, "a scene is open already")
    state.scenes += 1
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


@evolve.on(say.SceneCastChanged)
def _(state: Vele, event: say.SceneCastChanged) -> None:
    cast = scene_of(state).cast
    must(event.enters != (event.component in cast), f"{event.component} is where it was")
    if event.enters:
        cast.append(event.component)
    else:
        cast.remove(event.component)


@evolve.on(say.ExclusionOffered)
def _(state: Vele, event: say.ExclusionOffered) -> None:
    scene = scene_of(state)
    must(scene.exclusion is None, "another offer is open")
    scene.exclusion = Exclusion(event.component, event.die, event.narrator)


@evolve.on(say.ExclusionAccepted)
def _(state: Vele, event: say.ExclusionAccepted) -> None:
    keep_out(state, event.component)


@evolve.on(say.ExclusionContested)
def _(state: Vele, event: say.ExclusionContested) -> None:
    if event.winner == event.narrator:
        keep_out(state, event.component)
    else:
        scene_of(state).exclusion = None


def keep_out(state: Vele, component: str) -> None:
    """A component is out of the scene, and stays out."""
    scene = scene_of(state)
    must(scene.exclusion is not None and scene.exclusion.component == component, "no such offer is open")
    scene.exclusion = None
    scene.excluded.append(component)
    if component in scene.cast:
        scene.cast.remove(component)


@evolve.on(say.FictionVetoed)
def _(state: Vele, event: say.FictionVetoed) -> None:
    """Kept for the journal: what was told of one's component did not happen."""
    scene_of(state)


@evolve.on(say.ComponentRecovered)
def _(state: Vele, event: say.ComponentRecovered) -> None:
    it = component_of(state, event.component)
    must(it.status is ComponentStatus.TAKEN_OUT, f"{event.component} is not taken out")
    it.status = ComponentStatus.ACTIVE


@evolve.on(say.ControlMarksCleared)
def _(state: Vele, event: say.ControlMarksCleared) -> None:
    for slug in event.traits:
        trait_of(state, event.component, slug).control_marks = []


@evolve.on(say.ControlEnded)
def _(state: Vele, event: say.ControlEnded) -> None:
    it = component_of(state, event.component)
    it.controller, it.controlled_by = event.owner, None


@evolve.on(say.SceneClosed)
def _(state: Vele, event: say.SceneClosed) -> None:
    scene = scene_of(state)
    scene.status = SceneStatus.CLOSED
    scene.initiative_running = False
    scene.turn_of = None
    scene.modifiers.clear()
    state.blocks = {slug: block for slug, block in state.blocks.items() if block.lasting}


@evolve.on(say.DiceReplenished)
def _(state: Vele, event: say.DiceReplenished) -> None:
    it = component_of(state, event.component)
    put(state, Home(pool=Pool.ALLOCATED, owner=event.component), event.dice)
    it.replenished_in = state.scene.number if state.scene is not None else None


@evolve.on(say.GroupHandedOut)
def _(state: Vele, event: say.GroupHandedOut) -> None:
    group = group_of(state, event.group)
    group.handed_out = dict(event.assignments)
    for slug, player in event.assignments.items():
        component_of(state, slug).played_by = player
    scene = scene_of(state)
    if event.group not in scene.groups_out:
        scene.groups_out.append(event.group)


@evolve.on(say.GroupReturned)
def _(state: Vele, event: say.GroupReturned) -> None:
    group = group_of(state, event.group)
    for slug in group.handed_out:
        component_of(state, slug).played_by = None
    group.handed_out = {}
