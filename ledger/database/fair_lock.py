"""Turns of writers, one at a time."""

from collections import deque
from threading import Lock


class FairLock:
    """A lock that serves threads in the order of their coming, so that no one of them waits for ever.

    Python's own lock may be taken again by the thread that has just released it, and under load it is.
    """

    def __init__(self) -> None:
        self._guard = Lock()
        self._taken = False
        self._waiting: deque[Lock] = deque()

    def take(self, timeout: float) -> bool:
        """Wait for one's turn. False if it has not come after `timeout` seconds."""
        with self._guard:
            if not self._taken:
                self._taken = True
                return True
            mine = Lock()
            mine.acquire()
            self._waiting.append(mine)
        try:
            if mine.acquire(timeout=timeout):
                return True
        except BaseException:
            # Interrupted, say from the keyboard: a turn that nobody will use must go to the next.
            if not self._withdraw(mine):
                self.give_back()
            raise
        return not self._withdraw(mine)

    def give_back(self) -> None:
        """End one's turn and begin that of whoever has waited longest."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False

    def _withdraw(self, mine: Lock) -> bool:
        """Leave the queue. False if it is too late for that, because the turn has just come."""
        with self._guard:
            if mine not in self._waiting:
                return False
            self._waiting.remove(mine)
            return True
