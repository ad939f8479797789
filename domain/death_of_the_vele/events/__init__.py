"""Everything that can happen in a story, chapter by chapter. Names and fields are permanent."""

from domain.kernel.messages import Event

from . import (
    acts,
    aspects,
    attacks,
    components,
    economy,
    effects,
    experience,
    extended,
    fate,
    feats,
    framework,
    healing,
    narration,
    natures,
    outcomes,
    scenes,
    story,
    struggles,
    turns,
)

EVENTS: tuple[type[Event], ...] = (
    *story.EVENTS,
    *framework.EVENTS,
    *economy.EVENTS,
    *components.EVENTS,
    *natures.EVENTS,
    *aspects.EVENTS,
    *acts.EVENTS,
    *scenes.EVENTS,
    *narration.EVENTS,
    *experience.EVENTS,
    *struggles.EVENTS,
    *outcomes.EVENTS,
    *fate.EVENTS,
    *turns.EVENTS,
    *attacks.EVENTS,
    *feats.EVENTS,
    *effects.EVENTS,
    *healing.EVENTS,
    *extended.EVENTS,
)
