"""Actions: proposed, framed, rolled, and what they tick (WO-24 to WO-33)."""

from . import framing, proposing, rolling, ticking

CHAPTERS = (
    proposing.chapter,
    framing.chapter,
    rolling.chapter,
    ticking.chapter,
)
