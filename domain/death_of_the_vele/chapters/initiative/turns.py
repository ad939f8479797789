"""Initiative and turns (VE-70, VE-78)."""

from collections.abc import Iterable
from typing import Literal

from domain.death_of_the_vele.chapters.cast.aspects import AspectExpired
from domain.death_of_the_vele.chapters.guards import in_story, must_narrate, open_scene, own_turn, scene_with_dice
from domain.death_of_the_vele.chapters.initiative.blocks import BlockExpired
from domain.death_of_the_vele.lookup import component_of, running_struggle, scene_of
from domain.death_of_the_vele.phrases import told
from domain.death_of_the_vele.state.act import Scene, TurnState
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import player_of_component, unit_of
from domain.death_of_the_vele.terms.cast import AspectStatus, ComponentStatus, Durability
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker
from domain.kernel.terms import Person, Slug

chapter = Chapter[Vele](
    "Initiative and turns",
    {
        "initiative_runs": "Players are taking turns now: stop initiative first.",
        "initiative_stopped": "Nobody is taking turns now.",
        "turn_running": "It is {player}'s turn, which has to end first.",
    },
)


def initiative_by_attack(state: Vele, asker: Asker) -> list[Event]:
    """Events of an attack outside initiative: it starts initiative, as the attacker's first turn (VE-70)."""
    order = state.act.initiative_order if state.act is not None else []
    return [
        InitiativeStarted(order=tuple(order), opening=True),
        TurnStarted(player=asker.person, round=1),
    ]


def with_initiative(state: Vele) -> Scene:
    """The open scene, in which players take turns and no struggle is under way; refused otherwise."""
    scene = open_scene(state)
    need(scene.initiative_running, "initiative_stopped")
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    return scene


class StartInitiative(Command):
    """Take turns from now on: in the order of the act.

    Needs:    an open scene in which initiative does not run.
    Refused:  `no_scene`, `no_dice_now`, `initiative_runs`, `struggle_running`.
    Yields:   `InitiativeStarted`.
    """

    type: Literal["death_of_the_vele.start_initiative"] = "death_of_the_vele.start_initiative"


class InitiativeStarted(Event):
    """Players take turns from here on (VE-70). `opening`: an attack started it, and is a turn of its own."""

    type: Literal["death_of_the_vele.initiative_started.v1"] = "death_of_the_vele.initiative_started.v1"
    order: tuple[Person, ...]
    opening: bool = False


@chapter.decides(StartInitiative)
def start_initiative(state: Vele, command: StartInitiative, asker: Asker, chance: Chance) -> Events:
    """VE-70: begin to take turns, in the order of the act."""
    in_story(state, asker)
    scene = scene_with_dice(state)
    need(not scene.initiative_running, "initiative_runs")
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    order = state.act.initiative_order if state.act is not None else []
    return [InitiativeStarted(order=tuple(order))]


@chapter.applies(InitiativeStarted)
def _(state: Vele, event: InitiativeStarted) -> None:
    scene = scene_of(state)
    must(not scene.initiative_running, "initiative runs already")
    scene.initiative_running = True
    scene.round = 1
    scene.turn_of, scene.turns_taken = None, []
    scene.components = {}
    scene.opening_turn = event.opening


@chapter.tells(InitiativeStarted, "Initiative: {order}")
def _(state: Vele, event: InitiativeStarted) -> Iterable[Fact]:
    yield told("players take turns", "initiative", *event.order)


class StartTurn(Command):
    """Begin the turn of whoever is next.

    Needs:    initiative, and no turn under way.
    Refused:  `no_scene`, `initiative_stopped`, `turn_running`, `struggle_running`.
    Yields:   `TurnStarted`, `BlockExpired` for that player's blocks.
    """

    type: Literal["death_of_the_vele.start_turn"] = "death_of_the_vele.start_turn"


class TurnStarted(Event):
    """A player's turn began."""

    type: Literal["death_of_the_vele.turn_started.v1"] = "death_of_the_vele.turn_started.v1"
    player: Person
    round: int


@chapter.decides(StartTurn)
def start_turn(state: Vele, command: StartTurn, asker: Asker, chance: Chance) -> Events:
    """VE-70: begin the turn of the next in order; that player's blocks end."""
    in_story(state, asker)
    scene = with_initiative(state)
    need(scene.turn_of is None, "turn_running", player=scene.turn_of)
    player, number = next_turn(state, scene)
    over = [
        BlockExpired(block=slug)
        for slug, block in state.blocks.items()
        if player_of_component(state, block.blocker) == player and not block.lasting
    ]
    return [TurnStarted(player=player, round=number), *over]


def players_in_scene(state: Vele, scene: Scene) -> list[str]:
    """The players who have somebody in the scene, in the order of the act; everybody, if nobody has."""
    order = state.act.initiative_order if state.act is not None else []
    there = {
        player_of_component(state, slug)
        for slug in scene.cast
        if slug in state.components and state.components[slug].status is ComponentStatus.ACTIVE
    }
    return [player for player in order if player in there] or list(order)


def next_turn(state: Vele, scene: Scene) -> tuple[str, int]:
    """The player whose turn is next, and its round."""
    players = players_in_scene(state, scene)
    waiting = [player for player in players if player not in scene.turns_taken]
    if waiting:
        return waiting[0], scene.round
    return players[0], scene.round + 1


@chapter.applies(TurnStarted)
def _(state: Vele, event: TurnStarted) -> None:
    scene = scene_of(state)
    must(scene.initiative_running and scene.turn_of is None, "nobody's turn can begin")
    if event.round > scene.round:
        scene.turns_taken = []
        for turn in scene.components.values():
            turn.acted_this_round = turn.moved_free = False
    scene.round = event.round
    scene.turn_of = event.player


@chapter.tells(TurnStarted, "{player}'s turn, round {round}")
def _(state: Vele, event: TurnStarted) -> Iterable[Fact]:
    yield told(f"round {event.round}", "turn", event.player)


class EndTurn(Command):
    """End one's turn. A component that owes its action for helping is done with it.

    Needs:    one's own turn.
    Refused:  `no_scene`, `initiative_stopped`, `turn_not_begun`, `not_your_turn`, `struggle_running`.
    Yields:   `TurnEnded`, `AspectExpired` for fragile aspects whose time is up.
    """

    type: Literal["death_of_the_vele.end_turn"] = "death_of_the_vele.end_turn"


class TurnEnded(Event):
    """A player's turn ended."""

    type: Literal["death_of_the_vele.turn_ended.v1"] = "death_of_the_vele.turn_ended.v1"
    player: Person


@chapter.decides(EndTurn)
def end_turn(state: Vele, command: EndTurn, asker: Asker, chance: Chance) -> Events:
    """VE-70: end one's turn; fragile aspects end with the next turn of whoever placed them (VE-78)."""
    in_story(state, asker)
    scene = with_initiative(state)
    own_turn(scene, asker)
    over = [
        AspectExpired(aspect=slug, reason="its time is up")
        for slug, it in state.aspects.items()
        if it.durability is Durability.FRAGILE
        and it.status is AspectStatus.ACTIVE
        and it.expires_after == 1
        and it.creator in state.components
        and player_of_component(state, it.creator) == asker.person
    ]
    return [TurnEnded(player=asker.person), *over]


@chapter.applies(TurnEnded)
def _(state: Vele, event: TurnEnded) -> None:
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


@chapter.tells(TurnEnded, "{player} ends the turn")
def _(state: Vele, event: TurnEnded) -> Iterable[Fact]:
    yield told("the turn is over", "turn", event.player)


class StopInitiative(Command):
    """Stop taking turns.

    Needs:    to narrate; initiative, and no struggle under way.
    Refused:  `no_scene`, `initiative_stopped`, `narrator_only`, `struggle_running`.
    Yields:   `InitiativeStopped`.
    """

    type: Literal["death_of_the_vele.stop_initiative"] = "death_of_the_vele.stop_initiative"


class InitiativeStopped(Event):
    """Nobody takes turns any more."""

    type: Literal["death_of_the_vele.initiative_stopped.v1"] = "death_of_the_vele.initiative_stopped.v1"


@chapter.decides(StopInitiative)
def stop_initiative(state: Vele, command: StopInitiative, asker: Asker, chance: Chance) -> Events:
    """VE-70: stop taking turns, at the narrator's word."""
    in_story(state, asker)
    with_initiative(state)
    must_narrate(state, asker)
    return [InitiativeStopped()]


@chapter.applies(InitiativeStopped)
def _(state: Vele, event: InitiativeStopped) -> None:
    scene = scene_of(state)
    must(scene.initiative_running, "initiative does not run")
    scene.initiative_running = scene.opening_turn = False
    scene.turn_of, scene.turns_taken, scene.round = None, [], 0
    scene.components = {}


@chapter.tells(InitiativeStopped, "Initiative stops")
def _(state: Vele, event: InitiativeStopped) -> Iterable[Fact]:
    yield told("nobody takes turns any more", "initiative")


class ComponentActed(Event):
    """A component had its action of this round, and all that is attached to it."""

    type: Literal["death_of_the_vele.component_acted.v1"] = "death_of_the_vele.component_acted.v1"
    component: Slug


def turn_state(scene: Scene, component: str) -> TurnState:
    """The turn state of a component: its actions and moves in this round."""
    return scene.components.setdefault(component, TurnState())


@chapter.applies(ComponentActed)
def _(state: Vele, event: ComponentActed) -> None:
    component_of(state, event.component)
    for slug in unit_of(state, event.component):
        turn_state(scene_of(state), slug).acted_this_round = True


@chapter.tells(ComponentActed, "{component} has acted")
def _(state: Vele, event: ComponentActed) -> Iterable[Fact]:
    yield facts.StateChanged(
        owner=event.component,
        group="turn",
        name="action",
        label="Action",
        was="free",
        now="used",
        why="acted this round",
    )


class ActionOwed(Event):
    """A component that helped when the dice had fallen owes its next action, as an ally does (VE-52, VE-83)."""

    type: Literal["death_of_the_vele.action_owed.v1"] = "death_of_the_vele.action_owed.v1"
    component: Slug
    helped: Slug


def owed_for_helping(scene: Scene, component: str, helped: str) -> list[Event]:
    """Event of the action a late helper owes under initiative; refused for who helps another (VE-52)."""
    turn = scene.components.get(component)
    if turn is not None and turn.helping not in (None, helped):
        raise CommandRefused("two_masters", component=component, helped=turn.helping)
    owes = turn is not None and turn.must_skip_next_action
    return [ActionOwed(component=component, helped=helped)] if scene.initiative_running and not owes else []


@chapter.applies(ActionOwed)
def _(state: Vele, event: ActionOwed) -> None:
    component_of(state, event.component)
    turn = turn_state(scene_of(state), event.component)
    turn.must_skip_next_action, turn.helping = True, event.helped


@chapter.tells(ActionOwed, "{component} owes its next action, for helping {helped}")
def _(state: Vele, event: ActionOwed) -> Iterable[Fact]:
    yield action_owed(event.component)


def action_owed(component: str) -> Fact:
    """Fact of an action that is owed for help."""
    return facts.StateChanged(
        owner=component,
        group="turn",
        name="action",
        label="Action",
        was="free",
        now="owed",
        why="helped in a struggle",
        good=False,
    )
