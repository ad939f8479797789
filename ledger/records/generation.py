"""The number of a reading of a log, by which others keep what they worked out of it."""

from collections.abc import Callable
from itertools import count

from ledger.log.checked_rows import NO_EXEMPTIONS, SealExemptions

_NUMBERS = count(1)


class Generation:
    """Counts on when a log that is read anew does not go on from what was last seen of it.

    Where the number is another, positions may hold other records than before: words were removed, or another log
    lies there.
    """

    def __init__(self) -> None:
        self.number = next(_NUMBERS)
        self._position = 0
        self._seal = ""
        self._exemptions = NO_EXEMPTIONS

    def saw(self, position: int, seal: str, exemptions: SealExemptions) -> None:
        """Take note of the end of the log as it is now."""
        self._position, self._seal, self._exemptions = position, seal, exemptions

    def compare(self, position: int, seal_at: Callable[[int], str | None], exemptions: SealExemptions) -> None:
        """Compare the log, read anew up to `position`, with what was last seen of it."""
        if not self._position:
            return
        same = self._exemptions == exemptions and self._position <= position
        if not same or seal_at(self._position) != self._seal:
            self.number = next(_NUMBERS)
