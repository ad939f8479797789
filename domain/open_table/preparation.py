"""Preparation of a table: the steps it still needs before its first scene."""

from collections.abc import Iterator

from domain.kernel.campaign.state import Campaign
from domain.kernel.offers import Offer
from domain.kernel.preparation.players import PLAYERS
from domain.kernel.preparation.steps import Preparation, Step

from .chapters.scenes import OpenScene
from .forms.sheets import CLOCKS, OTHERS, character_form
from .lookup import here
from .seats import SCENE_GROUP, people
from .state import OpenTable

CHARACTERS = "Characters"


def prepares(state: OpenTable, campaign: Campaign) -> Preparation | None:
    """The steps up to the first scene or the first roll; None from then on."""
    if state.scenes or state.rolls:
        return None
    there = people(state, here(state))
    begins = Offer(
        command=OpenScene,
        label="Open the first scene",
        choices={"present": there} if there else {},
        group=SCENE_GROUP,
    )
    return Preparation(title="Before the first scene", steps=tuple(_steps(state, campaign)), begins=begins)


def _steps(state: OpenTable, campaign: Campaign) -> Iterator[Step]:
    yield Step(
        key="others",
        label="Who else is there",
        why="People, creatures and powers whom the GM plays.",
        have=sum(it.player is None for it in state.characters.values()),
        form=OTHERS,
    )
    yield Step(
        key="clocks",
        label="What is coming",
        why="Clocks for what happens unless somebody stops it.",
        have=len(state.own.tracks),
        form=CLOCKS,
    )
    for number, person in enumerate(campaign.players, start=1):
        mine = [it.name for it in state.characters.values() if it.player == person]
        yield Step(
            key=f"character:{person}",
            label=", ".join(mine) or "A character",
            why="Somebody to play, with what the system file declares.",
            whose=frozenset({person}),
            subject=str(number),
            have=len(mine),
            need=1,
            after=(PLAYERS,),
            missing=() if mine else (f"a character for {campaign.people[person].name}",),
            form=character_form(state, yours=True),
            under=CHARACTERS,
        )
