"""A component's sheet; a PC's also holds its player's pools and experience."""

from domain.kernel.sheet import Section, Sheet

from .state import Vele


def sheet(state: Vele, character: str) -> Sheet:
    """One component of the cast."""
    it = state.components[character]
    return Sheet(character=character, title=it.name, subtitle=it.concept, sections=tuple[Section, ...]())
