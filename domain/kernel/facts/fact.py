"""Parts of every fact: its audience, those it concerns, the place on a sheet it changed."""

from dataclasses import dataclass
from enum import StrEnum

from domain.kernel.people import EVERYONE, Audience


class Kind(StrEnum):
    """Five kinds, five colours: what a moment of play was about."""

    STORY = "story"
    """People, sessions, scenes, notes."""
    DICE = "dice"
    """Tests and the dice they were settled by."""
    GAIN = "gain"
    """Something was earned, healed, won or made friends with."""
    LOSS = "loss"
    """Something was spent, lost, hurt or turned against."""
    GROWTH = "growth"
    """A character or the world moved on for good."""


class CharacterKind(StrEnum):
    """Kind of character, by the person who plays it."""

    PLAYERS = "players"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something that happened. `audience` says who may know it."""

    audience: Audience = EVERYONE

    @property
    def kind(self) -> Kind:
        """The kind of moment this fact makes, one of five."""
        return Kind.STORY

    @property
    def concerns(self) -> tuple[str, ...]:
        """Ids of the characters, people, places or groups this is about."""
        return ()

    @property
    def path(self) -> str | None:
        """The place this fact changed, `owner.name`, or None."""
        return None
