"""Where a struggle is, and who speaks for a side of it: what the rules of struggles ask first."""

from domain.death_of_the_vele.reckoning import players_on
from domain.death_of_the_vele.state import Component, Scene, Side, Struggle, Vele
from domain.death_of_the_vele.terms import ActStatus, ComponentStatus, Phase
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.people import Asker

from .common import act_in, narrating, open_scene, own_component, running_struggle


def scene_with_dice(state: Vele) -> Scene:
    """The open scene of an act being played, if dice may fall in it (VE-41)."""
    act_in(state, ActStatus.PLAYING)
    scene = open_scene(state)
    need(not scene.kind.out_of_time, "no_dice_now", kind=scene.kind)
    return scene


def before_roll(state: Vele) -> Struggle:
    """The struggle under way, none of its dice fallen."""
    struggle = found(running_struggle(state), "no_struggle")
    need(struggle.before_roll, "already_rolled")
    return struggle


def rolled(state: Vele) -> Struggle:
    """The struggle under way, rolled and not yet decided."""
    struggle = found(running_struggle(state), "no_struggle")
    need(not struggle.before_roll, "not_rolled")
    need(struggle.phase in (Phase.ROLLED, Phase.FATE), "decided_already")
    return struggle


def decided(state: Vele) -> Struggle:
    """The struggle under way, decided and not yet finished."""
    struggle = found(running_struggle(state), "no_struggle")
    if struggle.phase in (Phase.DECIDED, Phase.SETTLED, Phase.APPLIED):
        return struggle
    raise CommandRefused("not_decided")


def side_called(struggle: Struggle, name: str) -> Side:
    """A side by its name."""
    return found(struggle.sides.get(name), "side_unknown", side=name, sides=list(struggle.sides))


def spokesman(state: Vele, struggle: Struggle, name: str, asker: Asker) -> Side:
    """A side this person plays on; the scenery is played by the narrator."""
    side = side_called(struggle, name)
    if side.main is None:
        narrating(state, asker)
        return side
    need(asker.person in players_on(state, side), "not_on_side", side=name)
    return side


def in_the_scene(state: Vele, scene: Scene, slug: str) -> Component:
    """A component of the scene that can do something."""
    need(slug not in state.virtual, "virtual_component", component=slug)
    it = found(state.components.get(slug), "component_unknown", component=slug)
    need(slug in scene.cast, "not_in_scene", component=slug)
    need(it.status is ComponentStatus.ACTIVE, "cannot_act", component=slug, status=it.status)
    reached_by_dice(slug, it)
    return it


def reached_by_dice(slug: str, it: Component) -> None:
    """Rules of dice touch this component (VE-118)."""
    need(not it.beyond_dice, "beyond_dice", component=slug, nature=it.nature)


def own_in_the_scene(state: Vele, scene: Scene, slug: str, asker: Asker) -> Component:
    """A component of the scene that this person plays."""
    in_the_scene(state, scene, slug)
    return own_component(state, slug, asker)


def in_turn(state: Vele, scene: Scene, slug: str, asker: Asker) -> None:
    """The component may act now, where initiative runs (VE-51, VE-70)."""
    if not scene.initiative_running:
        return
    need(scene.turn_of == asker.person, "not_your_turn", player=scene.turn_of)
    turn = scene.components.get(slug)
    if turn is not None and turn.acted_this_round:
        raise CommandRefused("acted_already", component=slug, round=scene.round)
    if turn is not None and turn.must_skip_next_action:
        raise CommandRefused("must_skip", component=slug, helped=turn.helping)
