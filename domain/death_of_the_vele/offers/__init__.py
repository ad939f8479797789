"""What may be asked now: for a player their own steps, for whoever keeps the journal everybody's."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.terms import StoryStatus
from domain.kernel.offers import Offer
from domain.kernel.people import Asker

from . import acts, aspects, components, framework, narration, natures, outcomes, scenes, story, struggles, turns

_Source: TypeAlias = Callable[[Vele, Asker], Iterable[Offer]]
_IN_ORDER: tuple[_Source, ...] = (
    story.voting,
    framework.bidding,
    framework.bringing,
    framework.framing,
    acts.opening,
    acts.setting_up,
    outcomes.settling,
    struggles.laying_out,
    struggles.starting,
    turns.turns,
    scenes.scenes,
    narration.narration,
    narration.ending,
    aspects.spotlights,
    aspects.objectives,
    acts.revising,
    aspects.aspects,
    components.buying,
    natures.natures,
    components.standing_in,
    components.exchanges,
    story.table,
)
"""What moves the story on comes first; what may be done at any time, last."""


def offers(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Everything in order now."""
    if not state.story.started:
        yield from story.beginning(state, asker)
        return
    if state.story.status is StoryStatus.ENDED:
        return
    for source in _IN_ORDER:
        yield from source(state, asker)
