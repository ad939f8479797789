"""The chapters of the open table, in the order they are read: each imports only those before it."""

from domain.kernel.chapter import Rulebook
from domain.open_table.state import OpenTable

from . import bounds, guards, judging, people, rolling, scenes, sheets

RULEBOOK = Rulebook[OpenTable](
    guards.chapter,
    bounds.chapter,
    *people.CHAPTERS,
    *sheets.CHAPTERS,
    *rolling.CHAPTERS,
    scenes.chapter,
    judging.chapter,
)
