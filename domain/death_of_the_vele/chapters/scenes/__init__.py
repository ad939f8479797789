"""Scenes and who narrates them, up to the end of an act and of the story (VE-39 to VE-49)."""

from . import closing_scenes, endings, exclusion, narration, replenishing, scenes

CHAPTERS = (
    narration.chapter,
    endings.chapter,
    scenes.chapter,
    replenishing.chapter,
    closing_scenes.chapter,
    exclusion.chapter,
)
