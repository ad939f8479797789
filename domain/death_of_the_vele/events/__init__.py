"""Everything that can happen in a story, chapter by chapter. Names and fields are permanent."""

from domain.kernel.messages import Event

from . import acts, aspects, components, economy, experience, framework, narration, scenes, story

EVENTS: tuple[type[Event], ...] = (
    *story.EVENTS,
    *framework.EVENTS,
    *economy.EVENTS,
    *components.EVENTS,
    *aspects.EVENTS,
    *acts.EVENTS,
    *scenes.EVENTS,
    *narration.EVENTS,
    *experience.EVENTS,
)
