"""What scenes offer: setting, joining, opening, acting, ending."""

from collections.abc import Iterable

from domain.kernel.decisions import allowed
from domain.kernel.offers import Choice, Offer, Seat, Weight
from domain.kernel.people import Asker
from domain.spc import commands as ask
from domain.spc.lookup import features_of, open_conflict, scene_under_way, whose_turn
from domain.spc.names import next_setter
from domain.spc.rules.actions import track_has_room
from domain.spc.rules.scenes import is_turn_of, undecided
from domain.spc.state import Action, Adventure, Scene
from domain.spc.terms import MASTERMIND, ActionStatus, Kind, OutcomeSystem, SceneStatus

from .seats import name, named, people, seat_of, seat_of_player, values

_SCENE = "Scene"
_ACTION = "Action"


def scenes(state: Adventure, asker: Asker) -> Iterable[Offer]:
    """Between scenes the next one; in a scene whatever moves it on."""
    scene = scene_under_way(state)
    if scene is None:
        yield from between(state, asker)
    elif scene.status is SceneStatus.SET:
        yield from before_opening(state, scene, asker)
    elif open_conflict(state) is None:
        yield from in_the_scene(state, scene, asker)


def between(state: Adventure, asker: Asker) -> Iterable[Offer]:
    """Whose scene is next, or the end of the adventure."""
    if state.pending_goal_scenes:
        owed = state.pending_goal_scenes[0]
        if seat := seat_of(state, owed, asker):
            label = f"Set the goal scene of {name(state, owed)}"
            yield seat.offer(ask.SetScene, label, {"goal_scene_for": owed}, group=_SCENE)
        return
    turn = whose_turn(state)
    villain = Seat() if asker.is_gm else None
    setter = villain if turn == MASTERMIND else seat_of_player(turn, asker)
    ready = turn == MASTERMIND or state.character_of(turn) is not None
    if setter and ready:
        whose = "the next scene" if is_turn_of(state, asker) else f"the scene of {next_setter(state)}"
        yield setter.offer(ask.SetScene, f"Set {whose}", {"goal_scene_for": None}, group=_SCENE)
    if setter:
        yield setter.offer(ask.PassSceneTurn, "Pass the turn to set a scene", group=_SCENE)
    if asker.is_gm:
        yield Offer(command=ask.EndAdventure, label="End the adventure", group=_SCENE, weight=Weight.ENDING)


def before_opening(state: Adventure, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """Who is there; then the Mastermind describes it."""
    waiting = undecided(state, scene)
    for slug in waiting:
        if seat := seat_of(state, slug, asker):
            who = name(state, slug)
            for present, label in ((True, f"{who} is there"), (False, f"{who} stays out")):
                yield seat.offer(ask.DecidePresence, label, {"character": slug, "present": present}, group=_SCENE)
    if asker.is_gm and not waiting:
        yield Offer(command=ask.OpenScene, label="Open the scene", choices=villains(state, ()), group=_SCENE)


def villains(state: Adventure, present: Iterable[str]) -> dict[str, tuple[Choice, ...]]:
    """Antagonists and goons who are not there yet."""
    there = set(present)
    antagonists = [
        slug for slug, it in state.characters.items() if it.kind is Kind.ANTAGONIST and slug not in there
    ]
    goons = [slug for slug in state.goons if slug not in there]
    offered = {"antagonists": people(state, antagonists), "goons": people(state, goons)}
    return {field: choices for field, choices in offered.items() if choices}


def in_the_scene(state: Adventure, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """Actions first; then new goals, villains, the end."""
    action = state.action
    waits = action is not None and action.status is ActionStatus.DECLARED
    if waits and action is not None:
        yield from answers(state, scene, action, asker)
    elif not state.pending_goal_scenes:
        yield from acting(state, scene, asker)
    yield from new_goals(state, scene, asker)
    coming = villains(state, scene.present)
    if asker.is_gm and coming:
        yield Offer(command=ask.BringIn, label="Let somebody come in", choices=coming, group=_SCENE)
    may_end = asker.is_gm or scene.setter == asker.person
    if may_end and not waits and (scene.goal_scene_for is None or scene.new_goal):
        forced = bool(state.pending_goal_scenes)
        yield Offer(command=ask.EndScene, label="End the scene", group=_SCENE, forced=forced, weight=Weight.ASIDE)


def new_goals(state: Adventure, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """In a goal scene: what is wanted next."""
    slug = scene.goal_scene_for
    if slug is None or not (seat := seat_of(state, slug, asker)):
        return
    who, known = name(state, slug), {"character": slug}
    yield seat.offer(ask.ChooseNewGoal, f"{who} chooses a new goal", known, group="Goal scene")
    yield seat.offer(ask.ChangeDrawback, f"{who} changes the drawback", known, group="Goal scene")


def acting(state: Adventure, scene: Scene, asker: Asker) -> Iterable[Offer]:
    """Each Character present may do something, by any system whose step its track can take."""
    for slug in scene.present:
        it = state.characters.get(slug)
        if it is None or it.is_antagonist or not (seat := seat_of(state, slug, asker)):
            continue
        known = {"character": slug}
        features = {"features": named(features_of(it))} if features_of(it) else {}
        systems = [one for one in OutcomeSystem if allowed(track_has_room, state, slug, one)]
        plain = [one for one in systems if one is not OutcomeSystem.ADVANCEMENT]
        yield seat.offer(
            ask.DeclareAction,
            f"{it.name} acts",
            {**known, "sacrifice": "", "advance": ""},
            {"outcome_system": values(plain), **features},
            group=_ACTION,
        )
        if OutcomeSystem.ADVANCEMENT in systems:
            system = {**known, "outcome_system": OutcomeSystem.ADVANCEMENT.value}
            label = f"{it.name} makes a sacrifice for the goal"
            yield seat.offer(ask.DeclareAction, label, system, features, group=_ACTION)


def answers(state: Adventure, scene: Scene, action: Action, asker: Asker) -> Iterable[Offer]:
    """An action waits: it is opposed, or it happens."""
    actor = seat_of(state, action.character, asker)
    for slug in scene.present:
        if slug in state.characters and slug != action.character and (seat := seat_of(state, slug, asker)):
            yield seat.offer(ask.OpposeAction, f"{name(state, slug)} opposes it", {"by": slug}, group=_ACTION)
    if actor and action.outcome_system is not OutcomeSystem.CONFLICT:
        yield actor.offer(ask.SettleAction, "Nobody opposes it: it happens", group=_ACTION)
    if actor:
        yield actor.offer(ask.WithdrawAction, "Take the action back", group=_ACTION, weight=Weight.ASIDE)
