"""Values on sheets, and the changes of them."""

from . import advances, numbers, texts, things, tracks

CHAPTERS = (numbers.chapter, things.chapter, texts.chapter, tracks.chapter, advances.chapter)
