"""What stands on sheets, and how it changes."""

from . import advances, numbers, texts, things, tracks

CHAPTERS = (numbers.chapter, things.chapter, texts.chapter, tracks.chapter, advances.chapter)
