"""Where a struggle is, and who speaks for a side of it: what the rules of struggles ask first."""

from domain.death_of_the_vele.reckoning import players_on
from domain.death_of_the_vele.state import Component, Scene, Side, Struggle, Vele
from domain.death_of_the_vele.terms import ActStatus, ComponentStatus, Phase
from domain.kernel.decisions import Refusal, refuse
from domain.kernel.people import Asker

from .common import act_in, narrating, open_scene, own_component, running_struggle


def scene_with_dice(state: Vele) -> Scene | Refusal:
    """The open scene of an act being played, if dice may fall in it (VE-41)."""
    act = act_in(state, ActStatus.PLAYING)
    if isinstance(act, Refusal):
        return act
    scene = open_scene(state)
    if isinstance(scene, Refusal):
        return scene
    return refuse("no_dice_now", kind=scene.kind) if scene.kind.out_of_time else scene


def before_roll(state: Vele) -> Struggle | Refusal:
    """The struggle under way, none of its dice fallen."""
    struggle = running_struggle(state)
    if struggle is None:
        return refuse("no_struggle")
    return struggle if struggle.before_roll else refuse("already_rolled")


def rolled(state: Vele) -> Struggle | Refusal:
    """The struggle under way, rolled and not yet decided."""
    struggle = running_struggle(state)
    if struggle is None:
        return refuse("no_struggle")
    if struggle.before_roll:
        return refuse("not_rolled")
    return struggle if struggle.phase in (Phase.ROLLED, Phase.FATE) else refuse("decided_already")


def decided(state: Vele) -> Struggle | Refusal:
    """The struggle under way, decided and not yet finished."""
    struggle = running_struggle(state)
    if struggle is None:
        return refuse("no_struggle")
    if struggle.phase in (Phase.DECIDED, Phase.SETTLED, Phase.APPLIED):
        return struggle
    return refuse("not_decided")


def side_called(struggle: Struggle, name: str) -> Side | Refusal:
    """A side by its name."""
    return struggle.sides.get(name) or refuse("side_unknown", side=name, sides=list(struggle.sides))


def spokesman(state: Vele, struggle: Struggle, name: str, asker: Asker) -> Side | Refusal:
    """A side this person plays on; the scenery is played by the narrator."""
    side = side_called(struggle, name)
    if isinstance(side, Refusal):
        return side
    if side.main is None:
        return narrating(state, asker) or side
    return side if asker.person in players_on(state, side) else refuse("not_on_side", side=name)


def in_the_scene(state: Vele, scene: Scene, slug: str) -> Component | Refusal:
    """A component of the scene that can do something."""
    if slug in state.virtual:
        return refuse("virtual_component", component=slug)
    it = state.components.get(slug)
    if it is None:
        return refuse("component_unknown", component=slug)
    if slug not in scene.cast:
        return refuse("not_in_scene", component=slug)
    if it.status is not ComponentStatus.ACTIVE:
        return refuse("cannot_act", component=slug, status=it.status)
    return untouched(slug, it) or it


def untouched(slug: str, it: Component) -> Refusal | None:
    """Why no rule of dice touches a component, or None (VE-118)."""
    return refuse("beyond_dice", component=slug, nature=it.nature) if it.beyond_dice else None


def own_in_the_scene(state: Vele, scene: Scene, slug: str, asker: Asker) -> Component | Refusal:
    """A component of the scene that this person plays."""
    it = in_the_scene(state, scene, slug)
    if isinstance(it, Refusal):
        return it
    return own_component(state, slug, asker)


def out_of_turn(state: Vele, scene: Scene, slug: str, asker: Asker) -> Refusal | None:
    """Why a component cannot act now, where initiative runs (VE-51, VE-70)."""
    if not scene.initiative_running:
        return None
    if scene.turn_of != asker.person:
        return refuse("not_your_turn", player=scene.turn_of)
    turn = scene.components.get(slug)
    if turn is not None and turn.acted_this_round:
        return refuse("acted_already", component=slug, round=scene.round)
    if turn is not None and turn.must_skip_next_action:
        return refuse("must_skip", component=slug, helped=turn.helping)
    return None
