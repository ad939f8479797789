"""A conflict: its sides, their intentions and action types (SPC-16, SPC-20 to SPC-44)."""

from . import action_types, acts, features, intentions, opposing

CHAPTERS = (
    opposing.chapter,
    intentions.chapter,
    action_types.chapter,
    features.chapter,
    acts.chapter,
)
