"""The characters in the story."""

from . import characters, leaving

CHAPTERS = (characters.chapter, leaving.chapter)
