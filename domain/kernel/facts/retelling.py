"""One event as read models see it."""

from dataclasses import dataclass, field

from domain.kernel.facts.fact import Fact, Kind
from domain.kernel.people import Audience


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
        return tuple(dict.fromkeys(someone for fact in self.facts for someone in fact.concerns))


_STRONGEST_FIRST = (Kind.GROWTH, Kind.LOSS, Kind.GAIN, Kind.DICE, Kind.STORY)
