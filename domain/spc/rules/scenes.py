"""Scenes: whose turn it is, setting, joining, opening, ending, and goal scenes (SPC-05 to SPC-09, SPC-19)."""

from collections.abc import Sequence

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId
from domain.spc import commands as ask
from domain.spc import events as say
from domain.spc.lookup import whose_turn
from domain.spc.rules.common import (
    antagonist,
    between_scenes,
    gm_only,
    known_character,
    no_conflict_open,
    open_scene,
    own,
    playing,
    written,
)
from domain.spc.state import Adventure, Character, Scene
from domain.spc.terms import MASTERMIND, ActionStatus, SceneStatus


def is_turn_of(state: Adventure, asker: Asker) -> bool:
    """Whether this person sets the next scene of the round."""
    turn = whose_turn(state)
    return asker.is_gm if turn == MASTERMIND else turn == asker.person


def goal_scene_setter(state: Adventure, slug: str, asker: Asker) -> bool:
    """Whether this person sets the goal scene of that one."""
    it = state.characters[slug]
    return asker.is_gm if it.is_antagonist else it.player == asker.person


def set_scene(state: Adventure, command: ask.SetScene, asker: Asker, dice: Dice) -> Events:
    """SPC-05, SPC-06, SPC-19: in turn, or at once for a goal scene; where, when and why."""
    playing(state)
    between_scenes(state)
    if state.pending_goal_scenes:
        owed = state.pending_goal_scenes[0]
        if command.goal_scene_for != owed or not goal_scene_setter(state, owed, asker):
            raise CommandRefused("goal_scene_first", character=owed)
    elif command.goal_scene_for is not None:
        raise CommandRefused("no_goal_scene", character=command.goal_scene_for)
    elif not is_turn_of(state, asker):
        raise CommandRefused("not_your_turn", turn=whose_turn(state))
    for name in ("where", "when", "why"):
        need(getattr(command, name).strip(), "scene_detail_missing", detail=name)
    mine = None if asker.is_gm else state.character_of(asker.person)
    if mine is None and not asker.is_gm:
        raise CommandRefused("character_missing", player=asker.person)
    scene = f"scene-{state.scenes + 1}"
    events: list[Event] = [
        say.SceneSet(
            scene=scene,
            setter=asker.person,
            where=command.where,
            when=command.when,
            why=command.why,
            goal_scene_for=command.goal_scene_for,
        )
    ]
    return events if mine is None else [*events, *joins(state, mine, scene)]


def joins(state: Adventure, slug: str, scene: str) -> Sequence[Event]:
    """Somebody is in the scene; harm that waited for their next scene weighs on it from here on (SPC-64)."""
    joined = say.CharacterJoinedScene(character=CharacterId(slug), scene=scene)
    return [joined, *harm_begins(state, slug, scene)]


def harm_begins(state: Adventure, slug: str, scene: str) -> Sequence[Event]:
    """SPC-64: the next scene has come."""
    if not state.characters[slug].penalty_next_scene:
        return []
    return [say.ScenePenaltyBegan(participant=CharacterId(slug), scene=scene)]


def pass_scene_turn(state: Adventure, command: ask.PassSceneTurn, asker: Asker, dice: Dice) -> Events:
    """A turn that goes by without a scene. A goal scene that is owed does not."""
    playing(state)
    between_scenes(state)
    if state.pending_goal_scenes:
        raise CommandRefused("goal_scene_first", character=state.pending_goal_scenes[0])
    if not is_turn_of(state, asker):
        raise CommandRefused("not_your_turn", turn=whose_turn(state))
    return [say.SceneTurnPassed(player=None if asker.is_gm else asker.person)]


def set_and_waiting(state: Adventure) -> Scene:
    """The scene that is set and not opened yet."""
    if state.scene is None or state.scene.status is not SceneStatus.SET:
        raise CommandRefused("no_scene_set")
    return state.scene


def undecided(state: Adventure, scene: Scene) -> list[str]:
    """The players' Characters of whom it is not known yet whether they are in the scene."""
    mine = (state.character_of(player) for player in state.seats)
    return [slug for slug in mine if slug is not None and slug not in scene.decided]


def decide_presence(state: Adventure, command: ask.DecidePresence, asker: Asker, dice: Dice) -> Events:
    """SPC-07: each other player says whether their Character is there, once."""
    playing(state)
    scene = set_and_waiting(state)
    it = known_character(state, command.character)
    if it.player is None or it.player != asker.person or it.adventure != state.adventure:
        raise CommandRefused("not_your_character", character=command.character)
    need(scene.setter != asker.person, "setter_is_there", character=command.character)
    need(command.character not in scene.decided, "presence_decided", character=command.character)
    if command.present:
        return joins(state, command.character, scene.id)
    return [say.CharacterStayedOut(character=command.character, scene=scene.id)]


def may_come_in(state: Adventure, antagonists: Sequence[str], goons: Sequence[str]) -> None:
    """For villains who are there to come in, each named once."""
    named = [*antagonists, *goons]
    for slug in named:
        need(named.count(slug) <= 1, "named_twice", name=slug)
    for slug in antagonists:
        antagonist(state, slug)
    for slug in goons:
        need(slug in state.goons, "goon_unknown", goon=slug)


def open_the_scene(state: Adventure, command: ask.OpenScene, asker: Asker, dice: Dice) -> Events:
    """SPC-08: described, with the villains in it, once everybody has decided."""
    gm_only(asker)
    playing(state)
    scene = set_and_waiting(state)
    waiting = undecided(state, scene)
    need(not waiting, "presence_undecided", characters=waiting)
    written(command.description, "the description of the scene")
    may_come_in(state, command.antagonists, command.goons)
    opened = say.SceneOpened(
        scene=scene.id, description=command.description, antagonists=command.antagonists, goons=command.goons
    )
    return [opened, *villains_harmed(state, command.antagonists, command.goons, scene.id)]


def villains_harmed(
    state: Adventure, antagonists: Sequence[str], goons: Sequence[str], scene: str
) -> Sequence[Event]:
    """SPC-64 for those the Mastermind runs."""
    rolling = [slug for slug in (*antagonists, *goons) if slug in state.characters]
    return [event for slug in rolling for event in harm_begins(state, slug, scene)]


def bring_in(state: Adventure, command: ask.BringIn, asker: Asker, dice: Dice) -> Events:
    """Villains who come later, outside of a conflict."""
    gm_only(asker)
    playing(state)
    scene = open_scene(state)
    no_conflict_open(state)
    if not command.antagonists and not command.goons:
        raise CommandRefused("nobody_named")
    may_come_in(state, command.antagonists, command.goons)
    for slug in (*command.antagonists, *command.goons):
        need(slug not in scene.present, "present_already", character=slug)
    came = say.VillainsCameIn(scene=scene.id, antagonists=command.antagonists, goons=command.goons)
    return [came, *villains_harmed(state, command.antagonists, command.goons, scene.id)]


def end_scene(state: Adventure, command: ask.EndScene, asker: Asker, dice: Dice) -> Events:
    """SPC-09, SPC-19: not with a conflict open, nor a goal scene without its new goal."""
    playing(state)
    scene = open_scene(state)
    if not asker.is_gm and scene.setter != asker.person:
        raise CommandRefused("not_the_setter", setter=scene.setter)
    no_conflict_open(state)
    if state.action is not None and state.action.status is ActionStatus.DECLARED:
        raise CommandRefused("action_waiting", character=state.action.character)
    events: list[Event] = []
    if scene.goal_scene_for is not None:
        need(scene.new_goal, "new_goal_missing", character=scene.goal_scene_for)
        events.append(reset(scene.goal_scene_for, state.characters[scene.goal_scene_for]))
    events += (
        say.ScenePenaltyExpired(character=CharacterId(slug), scene=scene.id)
        for slug, it in state.characters.items()
        if it.penalty_scene == scene.id
    )
    return [*events, say.SceneEnded(scene=scene.id, outcome=command.outcome)]


def reset(slug: str, it: Character) -> say.GoalTrackReset:
    """SPC-19: the track starts again."""
    return say.GoalTrackReset(
        character=CharacterId(slug), was=it.goal_track or 0, now=0, goal=it.goal, drawback=it.drawback
    )


def own_goal_scene(state: Adventure, slug: str, asker: Asker) -> None:
    """SPC-19: goal and drawback are changed in one's own goal scene only."""
    scene = open_scene(state)
    own(state, slug, asker)
    need(scene.goal_scene_for == slug, "goal_scene_only", character=slug)


def choose_new_goal(state: Adventure, command: ask.ChooseNewGoal, asker: Asker, dice: Dice) -> Events:
    """SPC-19: what is wanted next."""
    playing(state)
    own_goal_scene(state, command.character, asker)
    written(command.goal_text, "the new goal")
    return [say.NewGoalChosen(character=command.character, goal_text=command.goal_text)]


def change_drawback(state: Adventure, command: ask.ChangeDrawback, asker: Asker, dice: Dice) -> Events:
    """SPC-19: and what stands in its way."""
    playing(state)
    own_goal_scene(state, command.character, asker)
    written(command.drawback_text, "the drawback")
    return [say.DrawbackChanged(character=command.character, drawback_text=command.drawback_text)]
