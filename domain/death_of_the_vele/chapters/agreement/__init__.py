"""Agreements of a table: its players, challenges, approvals, guidelines (VE-01 to VE-06)."""

from . import approvals, challenges, guidelines, table

CHAPTERS = (
    table.chapter,
    challenges.chapter,
    approvals.chapter,
    guidelines.chapter,
)
