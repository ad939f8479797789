"""Case about one ruling: the alternative, what settles the rulings it upsets, and what came of it.

A case is kept for as long as the browser's session and stores nothing: only an adoption is recorded.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from dashboard.pages.disputes.kept_from import kept_from
from domain.kernel.history.alternatives import Alternative, Keep, Settlement, Settling, Strike
from domain.kernel.people import Viewer
from domain.kernel.vocabulary import MalformedCommand
from ledger.answers import Refused
from ledger.handle import CampaignHandle
from ledger.ledger import Ledger
from ledger.whatif.verdicts import RulingStanding, Verdict, WhatIf

MOST_ROUNDS = 400
"""Settling many at once looks again after each round; a round that settles nothing new ends it."""


@dataclass(frozen=True, slots=True)
class DisputeChoice:
    """A choice that can be taken back: what it was, and how things were settled before it."""

    words: str
    before: tuple[Settlement, ...]


@dataclass(slots=True)
class Case:
    """One ruling in question, as one session looks at it."""

    ruling: int
    viewer: Viewer | None = None
    """The viewer. Rulings that they may not know all of stay as recorded, and nothing is said of them."""
    way: str = ""
    """The kind of alternative that is being put together."""
    alternative: Alternative | None = None
    settlements: tuple[Settlement, ...] = ()
    choices: list[DisputeChoice] = field(default_factory=list)
    settling: int | None = None
    """The later ruling whose own form is open."""
    shown: dict[str, int] = field(default_factory=dict)
    """The number of rulings listed of each group, where more were asked for."""
    looked_at: int | None = None
    trouble: str = ""
    heard: int = 0
    """The last thing heard from the list of verdicts."""
    openings: int = 0
    """Counts the openings of forms, so that each gets widgets of its own."""
    key: tuple[int, Viewer | None, Alternative, tuple[Settlement, ...]] | None = None
    answer: WhatIf | Refused | None = None
    kept: tuple[tuple[int, Viewer | None], frozenset[int]] | None = None
    """The rulings that are kept from whoever looks, up to a head."""

    def ask(self, alternative: Alternative | None) -> None:
        """Ask what would have come of this; nothing later is settled yet."""
        if alternative != self.alternative:
            self.alternative = alternative
            self.settlements, self.choices, self.settling = (), [], None
            self.shown, self.trouble, self.looked_at = {}, "", None

    def examined(self, ledger: Ledger, campaign: CampaignHandle) -> WhatIf | Refused | None:
        """Work out what would have come of it, on the head as it is seen; None while nothing is asked."""
        if self.alternative is None:
            return None
        key = campaign.head, self.viewer, self.alternative, self.settlements
        if self.key != key:
            try:
                self.answer = self._asked(ledger, campaign, self.alternative, self.settlements)
            except MalformedCommand as wrong:
                self.trouble, self.answer = str(wrong), None
            self.key = key
        return self.answer

    # --- settling --------------------------------------------------------------------------------------

    def settle(self, ruling: int, instead: Settling | None, words: str) -> None:
        """Say what becomes of one later ruling; None takes back what was said of it."""
        self._choose(words, _with(self.settlements, {ruling: instead}))

    def take_back(self) -> None:
        """Undo the last choice."""
        if self.choices:
            self.settlements = self.choices.pop().before

    def start_over(self) -> None:
        """Settle nothing."""
        self._choose("Start over", ())

    def strike_all(self, ledger: Ledger, slug: str) -> None:
        """Strike whatever cannot stand, and whatever then cannot, until nothing is left to settle."""
        self._choose("Strike all that cannot stand", self._repeated(ledger, slug, _struck))

    def strike_with(self, ledger: Ledger, slug: str, rulings: Iterable[int], words: str) -> None:
        """Strike these later rulings, and whatever then cannot stand."""
        first = _with(self.settlements, {ruling: Strike() for ruling in rulings})
        self._choose(words, self._repeated(ledger, slug, _struck, first))

    def keep_all(self, ledger: Ledger, slug: str) -> None:
        """Keep as recorded whatever can follow so. What cannot stays to be settled otherwise."""
        tried = self._repeated(ledger, slug, _kept)
        answer = self._look(ledger, slug, tried)
        failed: dict[int, Settling | None] = (
            {it.ruling: None for it in answer.unsettled} if isinstance(answer, WhatIf) else {}
        )
        self._choose("Keep all that can follow", _with(tried, failed))

    def _repeated(
        self,
        ledger: Ledger,
        slug: str,
        settle: Callable[[Verdict], Settling | None],
        first: tuple[Settlement, ...] | None = None,
    ) -> tuple[Settlement, ...]:
        settled = self.settlements if first is None else first
        for _round in range(MOST_ROUNDS):
            answer = self._look(ledger, slug, settled)
            if not isinstance(answer, WhatIf):
                break
            found = {it.ruling: settle(it) for it in answer.unsettled if it.ruling != self.ruling}
            further = _with(settled, {ruling: how for ruling, how in found.items() if how is not None})
            if further == settled:
                break
            settled = further
        return settled

    def _look(self, ledger: Ledger, slug: str, settled: tuple[Settlement, ...]) -> WhatIf | Refused | None:
        if self.alternative is None:
            return None
        answer = self._asked(ledger, ledger.open(slug), self.alternative, settled)
        if isinstance(answer, WhatIf):
            self.key, self.answer = (answer.head, self.viewer, self.alternative, settled), answer
        return answer

    def _asked(
        self, ledger: Ledger, campaign: CampaignHandle, alternative: Alternative, settled: tuple[Settlement, ...]
    ) -> WhatIf | Refused:
        """The answer as whoever looks may have it.

        Were a ruling decided anew that they may not know, they could try numbers until it comes out otherwise.
        """
        if self.kept is None or self.kept[0] != (campaign.head, self.viewer):
            self.kept = (campaign.head, self.viewer), kept_from(ledger, campaign, self.ruling, self.viewer)
        hidden = self.kept[1]
        as_recorded = (Settlement(ruling=ruling, instead=Keep()) for ruling in sorted(hidden))
        answer = ledger.review.what_if(campaign, self.ruling, alternative, (*settled, *as_recorded))
        if isinstance(answer, Refused):
            return answer
        known = tuple(it for it in answer.verdicts if it.ruling not in hidden)
        return replace(answer, verdicts=known, settlements=settled)

    def _choose(self, words: str, settled: tuple[Settlement, ...]) -> None:
        self.settling, self.trouble = None, ""
        if settled != self.settlements:
            self.choices.append(DisputeChoice(words, self.settlements))
            self.settlements = settled


def _with(settled: tuple[Settlement, ...], more: dict[int, Settling | None]) -> tuple[Settlement, ...]:
    known: dict[int, Settling | None] = {each.ruling: each.instead for each in settled}
    known.update(more)
    return tuple(
        Settlement(ruling=ruling, instead=instead)
        for ruling, instead in sorted(known.items())
        if instead is not None
    )


def _struck(verdict: Verdict) -> Settling | None:
    return Strike()


def _kept(verdict: Verdict) -> Settling | None:
    """Keep, unless that was tried already and cannot be."""
    return None if isinstance(verdict.settled, Keep) else Keep()


def stands(verdict: Verdict) -> bool:
    """True if it comes out as recorded, by itself."""
    return verdict.standing is RulingStanding.UNCHANGED
