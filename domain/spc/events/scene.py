"""What happened to scenes, and to the goals that scenes were set for."""

from typing import Literal

from domain.kernel.messages import Event
from domain.kernel.terms import Character, Person, Slug, Text
from domain.spc.terms import PenaltyScope


class SceneSet(Event):
    """A scene was set: where, when and why. Nobody has decided yet who else is in it."""

    type: Literal["spc.scene_set.v1"] = "spc.scene_set.v1"
    scene: Slug
    setter: Person
    where: Text
    when: Text
    why: Text
    goal_scene_for: Character | None


class SceneTurnPassed(Event):
    """Somebody let their turn to set a scene go by. `player` is nobody for the Mastermind."""

    type: Literal["spc.scene_turn_passed.v1"] = "spc.scene_turn_passed.v1"
    player: Person | None


class CharacterJoinedScene(Event):
    """A Character is in the scene."""

    type: Literal["spc.character_joined_scene.v1"] = "spc.character_joined_scene.v1"
    character: Character
    scene: Slug


class CharacterStayedOut(Event):
    """A Character is not in the scene."""

    type: Literal["spc.character_stayed_out.v1"] = "spc.character_stayed_out.v1"
    character: Character
    scene: Slug


class SceneOpened(Event):
    """The Mastermind described the scene: play in it begins."""

    type: Literal["spc.scene_opened.v1"] = "spc.scene_opened.v1"
    scene: Slug
    description: Text
    antagonists: tuple[Character, ...]
    goons: tuple[Slug, ...]


class VillainsCameIn(Event):
    """Antagonists or goons came into the open scene."""

    type: Literal["spc.villains_came_in.v1"] = "spc.villains_came_in.v1"
    scene: Slug
    antagonists: tuple[Character, ...]
    goons: tuple[Slug, ...]


class SceneEnded(Event):
    """The scene is over. After all but goal scenes it is the next seat's turn."""

    type: Literal["spc.scene_ended.v1"] = "spc.scene_ended.v1"
    scene: Slug
    outcome: Text


class ScenePenaltyBegan(Event):
    """Harm of an earlier conflict weighs on every throw in this scene."""

    type: Literal["spc.scene_penalty_began.v1"] = "spc.scene_penalty_began.v1"
    participant: Character
    scene: Slug


class ScenePenaltyExpired(Event):
    """That harm ended with its scene."""

    type: Literal["spc.scene_penalty_expired.v1"] = "spc.scene_penalty_expired.v1"
    character: Character
    scene: Slug


class GoalAccomplished(Event):
    """A goal came to its end and is accomplished."""

    type: Literal["spc.goal_accomplished.v1"] = "spc.goal_accomplished.v1"
    character: Character
    goal_text: Text


class GoalSceneGranted(Event):
    """The next scene is this one's goal scene, out of turn."""

    type: Literal["spc.goal_scene_granted.v1"] = "spc.goal_scene_granted.v1"
    character: Character


class NewGoalChosen(Event):
    """In the goal scene a new goal took the place of the old one."""

    type: Literal["spc.new_goal_chosen.v1"] = "spc.new_goal_chosen.v1"
    character: Character
    goal_text: Text


class DrawbackChanged(Event):
    """In the goal scene a new drawback took the place of the old one."""

    type: Literal["spc.drawback_changed.v1"] = "spc.drawback_changed.v1"
    character: Character
    drawback_text: Text


class GoalTrackReset(Event):
    """The goal scene is over and the track starts again at 0.

    `goal` and `drawback` are where those two stood when counted apart.
    """

    type: Literal["spc.goal_track_reset.v1"] = "spc.goal_track_reset.v1"
    character: Character
    was: int
    now: int
    goal: int
    drawback: int


class PenaltyDieImposed(Event):
    """Harm that outlasts its conflict: a penalty die on the next throw, or on every throw of the next scene."""

    type: Literal["spc.penalty_die_imposed.v1"] = "spc.penalty_die_imposed.v1"
    participant: Character
    scope: PenaltyScope
