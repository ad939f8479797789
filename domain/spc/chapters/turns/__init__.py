"""Turns of a conflict: dice, comparison, facts, up to its close (SPC-45 to SPC-67)."""

from . import assigning, closing, comparing, objecting, telling_facts, throwing, turns

CHAPTERS = (
    throwing.chapter,
    assigning.chapter,
    comparing.chapter,
    telling_facts.chapter,
    objecting.chapter,
    turns.chapter,
    closing.chapter,
)
