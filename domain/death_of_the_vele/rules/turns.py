"""Initiative, turns, movement (VE-70, VE-71)."""

from domain.death_of_the_vele.commands import turns as ask
from domain.death_of_the_vele.events import aspects
from domain.death_of_the_vele.events import turns as say
from domain.death_of_the_vele.events.feats import BlockExpired
from domain.death_of_the_vele.reckoning import player_of_component
from domain.death_of_the_vele.state import Scene, Vele
from domain.death_of_the_vele.terms import AspectStatus, ComponentStatus, Durability, MoveCost
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.people import Asker

from .cases import answers
from .common import narrating, open_scene, running_struggle
from .stages import in_turn, own_in_the_scene, scene_with_dice
from .starting import unblocked


def with_initiative(state: Vele) -> Scene:
    """The open scene, in which players take turns and no struggle is under way."""
    scene = open_scene(state)
    need(scene.initiative_running, "initiative_stopped")
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    return scene


@answers(ask.StartInitiative)
def start_initiative(state: Vele, command: ask.StartInitiative, asker: Asker) -> Events:
    """VE-70: the order of the act."""
    scene = scene_with_dice(state)
    need(not scene.initiative_running, "initiative_runs")
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    order = state.act.initiative_order if state.act is not None else []
    return [say.InitiativeStarted(order=tuple(order))]


def fielded(state: Vele, scene: Scene) -> list[str]:
    """The players who have somebody in the scene, in the order of the act; everybody, if nobody has."""
    order = state.act.initiative_order if state.act is not None else []
    there = {
        player_of_component(state, slug)
        for slug in scene.cast
        if slug in state.components and state.components[slug].status is ComponentStatus.ACTIVE
    }
    return [player for player in order if player in there] or list(order)


def next_turn(state: Vele, scene: Scene) -> tuple[str, int]:
    """Whose turn is next, and of which round."""
    players = fielded(state, scene)
    waiting = [player for player in players if player not in scene.turns_taken]
    if waiting:
        return waiting[0], scene.round
    return players[0], scene.round + 1


@answers(ask.StartTurn)
def start_turn(state: Vele, command: ask.StartTurn, asker: Asker) -> Events:
    """VE-70: the next in the order; that player's blocks end."""
    scene = with_initiative(state)
    need(scene.turn_of is None, "turn_running", player=scene.turn_of)
    player, number = next_turn(state, scene)
    over = [
        BlockExpired(block=slug)
        for slug, block in state.blocks.items()
        if player_of_component(state, block.blocker) == player and not block.lasting
    ]
    return [say.TurnStarted(player=player, round=number), *over]


@answers(ask.EndTurn)
def end_turn(state: Vele, command: ask.EndTurn, asker: Asker) -> Events:
    """VE-70: fragile aspects end with the next turn of whoever placed them (VE-78)."""
    scene = with_initiative(state)
    if scene.turn_of is None or scene.turn_of != asker.person:
        raise CommandRefused("not_your_turn", player=scene.turn_of)
    over = [
        aspects.AspectExpired(aspect=slug, reason="its time is up")
        for slug, it in state.aspects.items()
        if it.durability is Durability.FRAGILE
        and it.status is AspectStatus.ACTIVE
        and it.expires_after == 1
        and it.creator in state.components
        and player_of_component(state, it.creator) == asker.person
    ]
    return [say.TurnEnded(player=asker.person), *over]


@answers(ask.StopInitiative)
def stop_initiative(state: Vele, command: ask.StopInitiative, asker: Asker) -> Events:
    """VE-70: the narrator ends it."""
    with_initiative(state)
    narrating(state, asker)
    return [say.InitiativeStopped()]


@answers(ask.MoveComponent)
def move_component(state: Vele, command: ask.MoveComponent, asker: Asker) -> Events:
    """VE-71: a zone for free, another as the action."""
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
    moved = say.ComponentMoved(component=command.component, was=it.zone, to=command.to, cost=command.cost)
    acts = command.cost is MoveCost.ACTION and scene.initiative_running
    return [moved, say.ComponentActed(component=command.component)] if acts else [moved]


def may_move(state: Vele, scene: Scene, command: ask.MoveComponent, asker: Asker) -> None:
    """Under initiative: on one's turn, one free move a round, or the action."""
    if not scene.initiative_running:
        return
    if command.cost is MoveCost.ACTION:
        in_turn(state, scene, command.component, asker)
        return
    need(scene.turn_of == asker.person, "not_your_turn", player=scene.turn_of)
    turn = scene.components.get(command.component)
    if turn is not None and turn.moved_free:
        raise CommandRefused("moved_already", component=command.component)
