"""Acts, and what is done between them: objectives, groups, ties, natures (VE-33 to VE-38, VE-110 to VE-119)."""

from . import act_play, acts, groups, joining_late, natures, objectives, paying_again, ties

CHAPTERS = (
    objectives.chapter,
    acts.chapter,
    act_play.chapter,
    paying_again.chapter,
    joining_late.chapter,
    groups.chapter,
    ties.chapter,
    natures.chapter,
)
