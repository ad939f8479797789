"""The world: common knowledge, hidden information, clocks (WO-11 to WO-13, WO-51)."""

from . import clocks, hidden, knowledge

CHAPTERS = (
    knowledge.chapter,
    hidden.chapter,
    clocks.chapter,
)
