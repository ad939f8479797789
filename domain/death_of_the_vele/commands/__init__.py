"""Everything that may be asked of a story, chapter by chapter."""

from domain.kernel.messages import Command

from . import (
    acts,
    aspects,
    attacks,
    components,
    economy,
    effects,
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

COMMANDS: tuple[type[Command], ...] = (
    *story.COMMANDS,
    *framework.COMMANDS,
    *economy.COMMANDS,
    *components.COMMANDS,
    *natures.COMMANDS,
    *aspects.COMMANDS,
    *acts.COMMANDS,
    *scenes.COMMANDS,
    *narration.COMMANDS,
    *struggles.COMMANDS,
    *outcomes.COMMANDS,
    *fate.COMMANDS,
    *turns.COMMANDS,
    *attacks.COMMANDS,
    *feats.COMMANDS,
    *effects.COMMANDS,
    *healing.COMMANDS,
    *extended.COMMANDS,
)
