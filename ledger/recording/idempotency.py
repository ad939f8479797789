"""The answers given to submissions when they were recorded, for those that are sent again."""

from collections.abc import Iterator

from ledger.answers import Appended, Ruled
from ledger.errors import BrokenLedger
from ledger.records.open_campaign import OpenCampaign

_NEAR = 1_000
"""The number of records up to which it is quicker to go along the log than to begin again from a snapshot."""


class AnswersBefore:
    """The answers that were given when earlier rulings were recorded.

    Whoever plays a script again asks for one after the other: so it goes on along the log from the one before.
    """

    def __init__(self, held: OpenCampaign) -> None:
        self._held = held
        self._until = held.head.position
        self._rulings: Iterator[Appended] | None = None
        self._last = 0

    def answer(self, position: int) -> Ruled:
        """The answer of the ruling that begins at this position."""
        if self._rulings is None or not self._last < position <= self._last + _NEAR:
            self._rulings = self._held.rulings(position - 1, self._until)
        for ruling in self._rulings:
            first = ruling.told[0].record
            self._last = ruling.told[-1].record.position
            if first.position == position:
                return Ruled(first.envelope.ruling, ruling.told, repeated=True)
        raise BrokenLedger(position, "a submission was recorded there, and no ruling begins there.")
