"""Verdicts on rulings that are decided once more."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from domain.kernel.campaign.overturning import OverturnRuling
from domain.kernel.decisions import Refusal
from domain.kernel.facts import Retelling
from domain.kernel.history.alternatives import Alternative, Settlement, Settling
from domain.kernel.journal.disputes import OverturnedCounts
from domain.kernel.moment import AnyMoment
from ledger.recording.drafts import Draft


class RulingStanding(StrEnum):
    """The standing of a later ruling when an earlier one has gone otherwise."""

    UNCHANGED = "unchanged"
    CHANGED = "changed"
    """Other events follow from it."""
    REFUSED = "refused"
    """It can no longer have happened."""
    NEEDS_DICE = "needs dice"
    """The rules now ask for dice that did not fall."""
    KEPT = "kept"
    """Settled: it stays as recorded."""
    STRUCK = "struck"
    """Settled: it was not made."""


UNSETTLED = frozenset({RulingStanding.REFUSED, RulingStanding.NEEDS_DICE})
"""The standings that somebody has to settle before the new line can be adopted."""


@dataclass(frozen=True, slots=True)
class Cause:
    """A value a ruling turns on that is otherwise on the new line, and the rulings that made it so."""

    path: str
    owner: str
    label: str
    was: str
    now: str
    rulings: tuple[int, ...]

    def in_words(self) -> str:
        """A sentence: "Sanna, Heat: 1 as recorded, 0 now, because of ruling 87"."""
        which = ", ".join(map(str, self.rulings))
        many = "rulings" if len(self.rulings) > 1 else "ruling"
        was, now = self.was or "not there", self.now or "not there"
        return f"{self.owner}, {self.label}: {was} as recorded, {now} now, because of {many} {which}."


@dataclass(frozen=True, slots=True)
class Refusing:
    """The reason why a ruling can no longer have happened: the rules' code, and the same in words."""

    refusal: Refusal
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The verdict on one ruling.

    `before` is what was recorded and `after` what would be, both retold; they are empty where nothing differs.
    """

    ruling: int
    position: int
    """Its first record."""
    by: str
    command: str
    """The tag of what was asked."""
    headline: str
    """Its headline on the timeline."""
    standing: RulingStanding
    settled: Settling | Alternative | None = None
    before: tuple[Retelling, ...] = ()
    after: tuple[Retelling, ...] = ()
    refusing: Refusing | None = None
    """Reason why it could not follow as recorded, where it could not; also of a ruling that was then settled."""
    missing: tuple[int, ...] = ()
    """Sizes of the dice it lacks."""
    because: tuple[Cause, ...] = ()

    @property
    def unsettled(self) -> bool:
        """True if somebody has to say what becomes of it."""
        return self.standing in UNSETTLED


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """The answer to a what-if: a value. Nothing of it is stored."""

    campaign: str
    ruling: int
    position: int
    """Its first record."""
    alternative: Alternative
    settlements: tuple[Settlement, ...]
    head: int
    """The last position of the log when it was examined."""
    since: int
    """The position the new line would grow from."""
    verdicts: tuple[Verdict, ...]
    """The verdicts on the ruling itself, and on every ruling of play after it, in order."""
    drafts: tuple[Draft, ...] = field(repr=False)
    """The rulings of the new line, as they would be recorded."""
    base: bytes = field(repr=False)
    """The moment at `since`, beside the journal of the head, as its game's moments are written."""
    before: AnyMoment = field(repr=False)
    """The moment at the head."""
    after: AnyMoment = field(repr=False)
    """The moment at the end of the new line. Rulings that are not settled are left out of it."""

    @property
    def unsettled(self) -> tuple[Verdict, ...]:
        """The verdicts to be settled before it can be adopted."""
        return tuple(verdict for verdict in self.verdicts if verdict.unsettled)

    @property
    def differing(self) -> tuple[Verdict, ...]:
        """Every verdict but *unchanged*."""
        return tuple(verdict for verdict in self.verdicts if verdict.standing is not RulingStanding.UNCHANGED)

    @property
    def counts(self) -> dict[RulingStanding, int]:
        """The number of rulings after the one in question, by standing."""
        return counted([verdict for verdict in self.verdicts if verdict.ruling != self.ruling])

    @property
    def tally(self) -> OverturnedCounts:
        """The same as it is recorded when this is adopted."""
        later = [verdict for verdict in self.verdicts if verdict.ruling != self.ruling]
        counts = counted(later)
        amended = sum(
            1
            for verdict in later
            if verdict.settled is not None
            and verdict.standing in (RulingStanding.CHANGED, RulingStanding.UNCHANGED)
        )
        return OverturnedCounts(
            unchanged=counts[RulingStanding.UNCHANGED],
            changed=counts[RulingStanding.CHANGED],
            kept=counts[RulingStanding.KEPT],
            struck=counts[RulingStanding.STRUCK],
            amended=amended,
        )

    def as_command(self, reason: str, dispute: int | None = None) -> OverturnRuling:
        """The command that adopts it, on the head that was examined."""
        return OverturnRuling(
            ruling=self.ruling,
            alternative=self.alternative,
            settlements=self.settlements,
            head=self.head,
            dispute=dispute,
            reason=reason,
        )


def counted(verdicts: Sequence[Verdict]) -> dict[RulingStanding, int]:
    """The number of these by standing, every standing being named."""
    counts = Counter(verdict.standing for verdict in verdicts)
    return {standing: counts[standing] for standing in RulingStanding}
