"""Everything that may be asked of a story, chapter by chapter."""

from domain.kernel.messages import Command

from . import framework, story

COMMANDS: tuple[type[Command], ...] = (
    *story.COMMANDS,
    *framework.COMMANDS,
)
