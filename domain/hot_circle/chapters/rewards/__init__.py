"""Rewards: compels, goals, trait votes, and what the end of a session brings (HC-58, HC-62 to HC-73)."""

from . import answers, compels, goals, milestones, session_end, trait_votes, voluntary_conditions

CHAPTERS = (
    compels.chapter,
    answers.chapter,
    goals.chapter,
    trait_votes.chapter,
    voluntary_conditions.chapter,
    session_end.chapter,
    milestones.chapter,
)
