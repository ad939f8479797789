"""Everything a story still needs before its next scene: its framework first, then the set-up of each act."""

from domain.death_of_the_vele.chapters.scenes.scenes import OpenScene
from domain.death_of_the_vele.choices import SCENES
from domain.death_of_the_vele.lookup import narrator_of
from domain.death_of_the_vele.preparation.framing import Framing
from domain.death_of_the_vele.preparation.setting_up import SettingUp
from domain.death_of_the_vele.preparation.table import Table
from domain.death_of_the_vele.seats import THE_SCENE
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.play import ActStatus, StoryStatus
from domain.kernel.campaign.state import Campaign
from domain.kernel.offers import Offer
from domain.kernel.preparation.steps import Preparation

LATER = frozenset(
    {"initiative", "initiative_shown", "joins", "sheet", "group", "ties", "spotlights", "places", "play"}
)
"""The steps of an act's set-up, which come once the story is framed."""


def prepares(state: Vele, campaign: Campaign) -> Preparation | None:
    """The preparation of the moment; None while a scene is played, or the table votes."""
    story, act = state.story, state.act
    if story.status is StoryStatus.ENDED or state.question is not None:
        return None
    if act is None:
        return Preparation(title="Framing the story", steps=tuple(Framing(state, campaign).framing()), later=LATER)
    if act.status is ActStatus.SETUP:
        return Preparation(
            title=f"Setting up act {act.number}, {act.name}",
            steps=tuple(SettingUp(state, campaign).setting_up(act)),
        )
    if act.status is ActStatus.PLAYING:
        return None if act.scenes else Preparation(title=act.name, steps=(), begins=first_scene(state))
    if act.number < len(story.act_matrix):
        row = story.act_matrix[act.number]
        return Preparation(
            title=f"Act {act.number + 1}, {row.name}", steps=(Table(state, campaign).start(act.number + 1, ()),)
        )
    return None


def first_scene(state: Vele) -> Offer | None:
    """The scene an act begins with, opened by its narrator."""
    narrator = narrator_of(state)
    if narrator is None:
        return None
    pcs = tuple(it.pc for it in state.story.players.values() if it.pc is not None)
    return Offer(
        command=OpenScene,
        label="Open the first scene, with every PC",
        known={"cast": tuple(slug for slug in pcs if state.components[slug].present)},
        choices={"kind": SCENES},
        group=THE_SCENE,
        by=narrator,
    )
