"""What a command claims of another campaign, and how a campaign is asked for what may be carried on from it.

A game says what must have stood there; whoever can read the other campaign looks whether it did.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .messages import Command
from .people import Asker


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a command says stood in another campaign of the same game, at a position with this seal."""

    campaign: str
    position: int
    seal: str
    """The first digits of the seal of the record at that position."""
    differs: Callable[[Any, Asker], str | None]
    """What stood there instead, or why it is not this person's to claim, in a sentence, given the other campaign's
    state; None where the claim holds."""


def claims_nothing(command: Command) -> Claim | None:
    """For games whose commands speak of one campaign only."""
    return None


def carries_nothing(state: Any, character: str, where: tuple[str, int, str]) -> Command | None:
    """For games from which nothing is carried on."""
    return None
