"""Facts about advancement: how far a track is, and what it brought."""

from dataclasses import dataclass

from domain.kernel.facts.fact import Fact, Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressSet(Fact):
    """The progress of a track of advancement, and what its end brings. `need` is None once it cannot go on."""

    owner: str
    track: str
    have: int
    need: int | None
    brings: str
    label: str = ""

    @property
    def kind(self) -> Kind:
        return Kind.GROWTH

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.owner,)

    @property
    def path(self) -> str | None:
        return f"{self.owner}.{self.track}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Advanced(Fact):
    """A character gained something lasting through a track."""

    owner: str
    track: str
    what: str

    @property
    def kind(self) -> Kind:
        return Kind.GROWTH

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.owner,)
