"""A contest, from picking up dice to the bribe (VC-10 to VC-34, VC-37)."""

from . import (
    bribes,
    contests,
    hands,
    outcomes,
    purposes,
    rerolling,
    rolling,
    rulesheets,
    shifting,
    sparks,
    winning,
)

CHAPTERS = (
    purposes.chapter,
    contests.chapter,
    hands.chapter,
    rolling.chapter,
    sparks.chapter,
    rerolling.chapter,
    shifting.chapter,
    rulesheets.chapter,
    winning.chapter,
    outcomes.chapter,
    bribes.chapter,
)
