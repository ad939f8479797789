"""Offers of the moment: for a player their own steps, for whoever keeps the journal everybody's."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from domain.death_of_the_vele.chapters.acts.act_play import revising
from domain.death_of_the_vele.chapters.acts.acts import acts_to_open
from domain.death_of_the_vele.chapters.acts.joining_late import joining
from domain.death_of_the_vele.chapters.acts.natures import natures
from domain.death_of_the_vele.chapters.acts.objectives import objectives, spotlights
from domain.death_of_the_vele.chapters.agreement.approvals import voting
from domain.death_of_the_vele.chapters.agreement.guidelines import table
from domain.death_of_the_vele.chapters.agreement.table import beginning
from domain.death_of_the_vele.chapters.cast.agreeing import attachments
from domain.death_of_the_vele.chapters.cast.buying_off import aspects
from domain.death_of_the_vele.chapters.cast.components import standing_in
from domain.death_of_the_vele.chapters.founding.bidding import bidding
from domain.death_of_the_vele.chapters.founding.framework import framing
from domain.death_of_the_vele.chapters.founding.player_characters import bringing
from domain.death_of_the_vele.chapters.scenes.endings import ending, narration
from domain.death_of_the_vele.chapters.struggle_dice.exchanging import exchanges
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.play import StoryStatus
from domain.kernel.offers import Offer
from domain.kernel.people import Asker

from .components import buying, setting_up
from .scenes import scenes, turns
from .struggles import laying_out, settling, starting

_Source: TypeAlias = Callable[[Vele, Asker], Iterable[Offer]]
_IN_ORDER: tuple[_Source, ...] = (
    voting,
    attachments,
    bidding,
    bringing,
    framing,
    acts_to_open,
    joining,
    setting_up,
    settling,
    laying_out,
    starting,
    turns,
    scenes,
    narration,
    ending,
    spotlights,
    objectives,
    revising,
    aspects,
    buying,
    natures,
    standing_in,
    exchanges,
    table,
)
"""Sources of offers in order: first those that move the story on, last those open at any time."""


def offers(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers of everything in order now."""
    if not state.story.started:
        yield from beginning(state, asker)
        return
    if state.story.status is StoryStatus.ENDED:
        return
    for source in _IN_ORDER:
        yield from source(state, asker)
