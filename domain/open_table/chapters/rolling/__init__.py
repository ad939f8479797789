"""Dice: rolled, judged by bands, rolled again."""

from . import outcomes, rerolls, rolls

CHAPTERS = (outcomes.chapter, rolls.chapter, rerolls.chapter)
