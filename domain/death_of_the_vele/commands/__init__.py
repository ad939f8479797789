"""Everything that may be asked of a story, chapter by chapter."""

from domain.kernel.messages import Command

from . import acts, aspects, components, economy, framework, narration, scenes, story

COMMANDS: tuple[type[Command], ...] = (
    *story.COMMANDS,
    *framework.COMMANDS,
    *economy.COMMANDS,
    *components.COMMANDS,
    *aspects.COMMANDS,
    *acts.COMMANDS,
    *scenes.COMMANDS,
    *narration.COMMANDS,
)
