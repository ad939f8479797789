"""The crucible is laid out and its characters are picked, until play starts (VC-01 to VC-06)."""

from . import laying_out, picking, sheets, starting

CHAPTERS = (
    laying_out.chapter,
    sheets.chapter,
    picking.chapter,
    starting.chapter,
)
