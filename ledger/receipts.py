"""What a person keeps of a ledger, so that a later check can tell whether its end was cut off."""

import re
from dataclasses import dataclass

from ledger.errors import LedgerError

SHORTEST_SEAL = 12
"""How many digits of a seal a receipt needs at least."""

_RECEIPT = re.compile(rf"([1-9]\d{{0,15}}):([0-9a-f]{{{SHORTEST_SEAL},64}})")


class NotAReceipt(LedgerError):
    """That is not how a receipt is written."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """Where a log stood: a position, and the first digits of its record's seal. Written `231:5f2c9a01b3d4e5f6`."""

    position: int
    seal: str

    @classmethod
    def parse(cls, text: str) -> "Receipt":
        """The receipt in this text. Raises `NotAReceipt`."""
        found = _RECEIPT.fullmatch(text.strip().lower())
        if not found:
            raise NotAReceipt(
                f"{text!r} is no receipt: a receipt is a position and at least {SHORTEST_SEAL} digits "
                "of its seal, such as 231:5f2c9a01b3d4e5f6."
            )
        return cls(int(found.group(1)), found.group(2))

    def __str__(self) -> str:
        return f"{self.position}:{self.seal}"
