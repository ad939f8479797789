"""How initiative, turns and places change."""

from domain.death_of_the_vele.events import turns as say
from domain.death_of_the_vele.reckoning import player_of_component, unit_of
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.terms import AspectStatus, Durability, MoveCost

from .fold import component_of, evolve, must, scene_of
from .struggles import turn_state


@evolve.on(say.InitiativeStarted)
def _(state: Vele, event: say.InitiativeStarted) -> None:
    scene = scene_of(state)
    must(not scene.initiative_running, "initiative runs already")
    scene.initiative_running = True
    scene.round = 1
    scene.turn_of, scene.turns_taken = None, []
    scene.components = {}
    scene.opening_turn = event.opening


@evolve.on(say.TurnStarted)
def _(state: Vele, event: say.TurnStarted) -> None:
    scene = scene_of(state)
    must(scene.initiative_running and scene.turn_of is None, "nobody's turn can begin")
    if event.round > scene.round:
        scene.turns_taken = []
        for turn in scene.components.values():
            turn.acted_this_round = turn.moved_free = False
    scene.round = event.round
    scene.turn_of = event.player


@evolve.on(say.ComponentActed)
def _(state: Vele, event: say.ComponentActed) -> None:
    component_of(state, event.component)
    for slug in unit_of(state, event.component):
        turn_state(scene_of(state), slug).acted_this_round = True


@evolve.on(say.TurnEnded)
def _(state: Vele, event: say.TurnEnded) -> None:
    scene = scene_of(state)
    must(scene.turn_of == event.player, f"it is not {event.player}'s turn")
    scene.turn_of = None
    if scene.opening_turn:
        scene.opening_turn = False
    else:
        scene.turns_taken.append(event.player)
        for slug, turn in scene.components.items():
            owed = turn.must_skip_next_action and not turn.acted_this_round
            if owed and player_of_component(state, slug) == event.player:
                turn.must_skip_next_action, turn.helping, turn.acted_this_round = False, None, True
    for aspect in state.aspects.values():
        fragile = aspect.durability is Durability.FRAGILE and aspect.status is AspectStatus.ACTIVE
        if not fragile or not aspect.expires_after or aspect.creator not in state.components:
            continue
        if player_of_component(state, aspect.creator) == event.player:
            aspect.expires_after -= 1


@evolve.on(say.InitiativeStopped)
def _(state: Vele, event: say.InitiativeStopped) -> None:
    scene = scene_of(state)
    must(scene.initiative_running, "initiative does not run")
    scene.initiative_running = scene.opening_turn = False
    scene.turn_of, scene.turns_taken, scene.round = None, [], 0
    scene.components = {}


@evolve.on(say.ComponentMoved)
def _(state: Vele, event: say.ComponentMoved) -> None:
    scene = scene_of(state)
    must(event.to in scene.zones, f"there is no zone {event.to}")
    for slug in unit_of(state, event.component):
        component_of(state, slug).zone = event.to
        if event.cost is MoveCost.FREE:
            turn_state(scene, slug).moved_free = True
