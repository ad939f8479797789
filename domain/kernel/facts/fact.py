"""Parts of every fact: its audience, those it concerns, the place on a sheet it changed; and an event as facts."""

from dataclasses import dataclass, field
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


_STRONGEST_FIRST = (Kind.GROWTH, Kind.LOSS, Kind.GAIN, Kind.DICE, Kind.STORY)


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


@dataclass(frozen=True, slots=True)
class Retelling:
    """One event as read models see it: a sentence, and the facts in it.

    `names` gives the words for the ids the facts speak of, as known at that moment. It is shared with other
    retellings, and not to be changed.
    """

    headline: str
    audience: Audience
    facts: tuple[Fact, ...]
    names: dict[str, str] = field(default_factory=dict)
    by: str | None = None
    """The seat, player or voice of play taken in that it belongs to, where somebody else recorded it."""

    @property
    def kind(self) -> Kind:
        """The kind of moment: the strongest among its facts."""
        if len(self.facts) == 1:
            return self.facts[0].kind
        kinds = {fact.kind for fact in self.facts}
        return next((kind for kind in _STRONGEST_FIRST if kind in kinds), Kind.STORY)

    @property
    def concerns(self) -> tuple[str, ...]:
        """Everyone and everything the facts are about, each once, in order."""
        if len(self.facts) == 1:
            return tuple(dict.fromkeys(self.facts[0].concerns))
        return tuple(dict.fromkeys(someone for fact in self.facts for someone in fact.concerns))
