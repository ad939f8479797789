"""A character's sheet, and the campaign's own page."""

from domain.hot_circle.state.circle import Circle
from domain.hot_circle.terms import HOME
from domain.kernel.sheet import Sheet

from .campaign import page
from .character import character_sheet

__all__ = ["sheet"]


def sheet(state: Circle, character: str) -> Sheet:
    """One of the cast; for `campaign`, what the whole table has agreed on."""
    return page(state) if character == HOME else character_sheet(state, character)
