"""What may be asked about scenes and goal scenes."""

from typing import Literal

from pydantic import Field

from domain.kernel.messages import Command
from domain.kernel.terms import Character, Slug, Text


class SetScene(Command):
    """Set a scene: where, when, and why your character is there.

    Needs:    play; no scene under way; it is your turn, or a goal scene is yours to set.
    Refused:  `not_playing`, `adventure_over`, `scene_open`, `not_your_turn`, `goal_scene_first`,
              `no_goal_scene`, `scene_detail_missing`, `character_missing`.
    Yields:   `SceneSet`; then `CharacterJoinedScene` and perhaps `ScenePenaltyBegan` for your own Character.
    """

    type: Literal["spc.set_scene"] = "spc.set_scene"
    where: Text
    when: Text
    why: Text = Field(
        description="Why your Character is there; of the Mastermind's scenes, what the villainy wants."
    )
    goal_scene_for: Character | None = Field(
        default=None, description="In a goal scene: whose goal is obtained in it."
    )


class PassSceneTurn(Command):
    """Let your turn to set a scene go by.

    Needs:    play; no scene under way; your turn.
    Refused:  `not_playing`, `adventure_over`, `scene_open`, `not_your_turn`, `goal_scene_first`.
    Yields:   `SceneTurnPassed`.
    """

    type: Literal["spc.pass_scene_turn"] = "spc.pass_scene_turn"


class DecidePresence(Command):
    """Say whether your Character is in the scene that was set.

    Needs:    a scene that is set and not opened yet.
    Refused:  `not_playing`, `adventure_over`, `no_scene_set`, `character_unknown`, `not_your_character`,
              `setter_is_there`, `presence_decided`, `goons_do_not_act`.
    Yields:   `CharacterJoinedScene` and perhaps `ScenePenaltyBegan`, or `CharacterStayedOut`.
    """

    type: Literal["spc.decide_presence"] = "spc.decide_presence"
    character: Character
    present: bool


class OpenScene(Command):
    """Describe the scene, with the antagonists and goons in it.

    Needs:    the Mastermind; a scene that is set; everybody has decided.
    Refused:  `mastermind_only`, `not_playing`, `adventure_over`, `no_scene_set`, `presence_undecided`,
              `words_missing`, `character_unknown`, `not_an_antagonist`, `goon_unknown`, `named_twice`.
    Yields:   `SceneOpened`; then `ScenePenaltyBegan` for antagonists with harm to bear.
    """

    type: Literal["spc.open_scene"] = "spc.open_scene"
    description: Text
    antagonists: tuple[Character, ...] = ()
    goons: tuple[Slug, ...] = ()


class BringIn(Command):
    """Let antagonists or goons come into the open scene.

    Needs:    the Mastermind; an open scene; no conflict.
    Refused:  `mastermind_only`, `not_playing`, `adventure_over`, `no_scene`, `scene_not_open`, `conflict_open`,
              `character_unknown`, `not_an_antagonist`, `goon_unknown`, `named_twice`, `present_already`,
              `nobody_named`.
    Yields:   `VillainsCameIn`; then `ScenePenaltyBegan` for antagonists with harm to bear.
    """

    type: Literal["spc.bring_in"] = "spc.bring_in"
    antagonists: tuple[Character, ...] = ()
    goons: tuple[Slug, ...] = ()


class EndScene(Command):
    """End the scene. The next seat sets the next one, unless a goal scene is owed.

    Needs:    the Mastermind or whoever set it; no conflict, no action waiting; in a goal scene a new goal.
    Refused:  `not_playing`, `adventure_over`, `no_scene`, `scene_not_open`, `not_the_setter`, `conflict_open`,
              `action_waiting`, `new_goal_missing`.
    Yields:   `GoalTrackReset` after a goal scene, `ScenePenaltyExpired` for each it held, `SceneEnded`.
    """

    type: Literal["spc.end_scene"] = "spc.end_scene"
    outcome: Text = Field(default="", description="What came of it; may stay empty.")


class ChooseNewGoal(Command):
    """Give your character a new goal, in the scene in which the old one is obtained.

    Needs:    your own goal scene, open.
    Refused:  `not_playing`, `adventure_over`, `no_scene`, `scene_not_open`, `character_unknown`,
              `not_your_character`, `mastermind_only`, `goal_scene_only`, `words_missing`, `goons_do_not_act`.
    Yields:   `NewGoalChosen`.
    """

    type: Literal["spc.choose_new_goal"] = "spc.choose_new_goal"
    character: Character
    goal_text: Text


class ChangeDrawback(Command):
    """Give your character another drawback, in its goal scene.

    Needs:    your own goal scene, open.
    Refused:  `not_playing`, `adventure_over`, `no_scene`, `scene_not_open`, `character_unknown`,
              `not_your_character`, `mastermind_only`, `goal_scene_only`, `words_missing`, `goons_do_not_act`.
    Yields:   `DrawbackChanged`.
    """

    type: Literal["spc.change_drawback"] = "spc.change_drawback"
    character: Character
    drawback_text: Text
