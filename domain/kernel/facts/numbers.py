"""Facts about what stands on sheets: numbers, states, texts."""

from dataclasses import dataclass, field

from domain.kernel.facts.fact import Fact, Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberChanged(Fact):
    """A number on a sheet or a track went up or down. `good` says whether up is welcome (stress is not)."""

    owner: str
    name: str
    delta: int
    now: int
    why: str
    label: str = ""
    low: int | None = None
    high: int | None = None
    good: bool = True

    @property
    def kind(self) -> Kind:
        return Kind.GAIN if (self.delta > 0) == self.good else Kind.LOSS

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.owner,)

    @property
    def path(self) -> str | None:
        return f"{self.owner}.{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberMoved(Fact):
    """An amount went from one owner to another: a bribe refused, a compel. An owner may be a common supply."""

    giver: str
    taker: str
    name: str
    amount: int
    giver_now: int | None
    """The giver's amount left; None for a supply that is not counted."""
    taker_now: int | None
    why: str
    label: str = ""

    @property
    def kind(self) -> Kind:
        return Kind.LOSS

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.giver, self.taker)

    def halves(self) -> tuple["NumberChanged", ...]:
        """The move as the changes of those two numbers, leaving out an uncounted supply."""
        sides = ((self.giver, -self.amount, self.giver_now), (self.taker, self.amount, self.taker_now))
        return tuple(
            NumberChanged(
                owner=owner,
                name=self.name,
                delta=delta,
                now=now,
                why=self.why,
                label=self.label,
                audience=self.audience,
            )
            for owner, delta, now in sides
            if now is not None
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChanged(Fact):
    """Something that is in one of a few states changed: an element unlocked, a tool denied, a defense used."""

    owner: str
    group: str
    name: str
    was: str
    now: str
    why: str
    label: str = ""
    good: bool | None = None
    """True if the change is welcome to its owner, False if it is not; None when it is neither."""
    lasting: bool = False
    """True for a change that is growth rather than the moment's fortune."""
    named: str = field(default="", repr=False)
    """The words in the label that somebody at the table gave, where the others are the game's; empty where all of
    the label is of one kind."""

    @property
    def kind(self) -> Kind:
        if self.lasting:
            return Kind.GROWTH
        return Kind.STORY if self.good is None else Kind.GAIN if self.good else Kind.LOSS

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.owner,)

    @property
    def path(self) -> str | None:
        return f"{self.owner}.{self.group}.{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSet(Fact):
    """A text on a sheet was written: a belief, a goal, a plan."""

    owner: str
    field: str
    text: str

    @property
    def concerns(self) -> tuple[str, ...]:
        return (self.owner,)

    @property
    def path(self) -> str | None:
        return f"{self.owner}.{self.field}"
