"""The sheets: each Wicked One's, the dungeon's that all share, and those of adventurers."""

from domain.kernel.sheet import Sheet
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.bounds import DUNGEON

from .adventurer import adventurer
from .dungeon import dungeon
from .monster import monster

__all__ = ["sheet"]


def sheet(state: Underworld, character: str) -> Sheet:
    """One of the cast."""
    if character == DUNGEON:
        return dungeon(state)
    if character in state.adventurers:
        return adventurer(state, character)
    return monster(state, character)
