"""Receipts that a person keeps of a ledger, so that a later check can tell whether its end was cut off."""

import re
from dataclasses import dataclass

from ledger.errors import LedgerError

SHORTEST_SEAL = 12
"""The least number of digits of a seal in a receipt."""

_RECEIPT = re.compile(rf"([1-9]\d{{0,15}}):([0-9a-f]{{{SHORTEST_SEAL},64}})(?::([0-9a-f]{{{SHORTEST_SEAL},64}}))?")


class NotAReceipt(LedgerError):
    """That is not how a receipt is written."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """The place where a log stood: a position, the first digits of its record's seal, and of the tally up to it.

    Written `231:5f2c9a01b3d4:07be1d9c66a2`. The tally holds a removal to words; older receipts are without.
    """

    position: int
    seal: str
    tally: str = ""

    @classmethod
    def parse(cls, text: str) -> "Receipt":
        """The receipt in this text. Raises `NotAReceipt`."""
        found = _RECEIPT.fullmatch(text.strip().lower())
        if not found:
            raise NotAReceipt(
                f"{text!r} is no receipt: a receipt is a position and at least {SHORTEST_SEAL} digits "
                "of its seal, and of its tally where it has one, such as 231:5f2c9a01b3d4:07be1d9c66a2."
            )
        return cls(int(found.group(1)), found.group(2), found.group(3) or "")

    def shortened(self, digits: int) -> "Receipt":
        """The same with fewer digits, for people."""
        return Receipt(self.position, self.seal[:digits], self.tally[:digits])

    def __str__(self) -> str:
        return ":".join((str(self.position), self.seal, *([self.tally] if self.tally else ())))


@dataclass(frozen=True, slots=True)
class SealedSession:
    """A sealed session. `receipt` is the short code for it, `changed_at` the rewind that left it, if one did."""

    session: int
    receipt: Receipt
    changed_at: int | None = None
