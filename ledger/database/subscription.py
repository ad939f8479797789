"""Following the order of events as they come."""

from collections.abc import Sequence

from eventsourcing.persistence import ApplicationRecorder, ListenNotifySubscription

POLL_SECONDS = 0.1
"""Seconds until events appended by another process are seen. Those of this process are seen at once."""


class PollingSubscription(ListenNotifySubscription[ApplicationRecorder]):
    """Asks again every tenth of a second, and at once when woken: one way for both databases.

    PostgreSQL could announce new events itself, at the price of a connection held by each subscriber
    and of a lock at every commit; a journal that a few people follow has no use for that.
    """

    def __init__(self, recorder: ApplicationRecorder, gt: int | None = None, topics: Sequence[str] = ()) -> None:
        super().__init__(recorder=recorder, gt=gt, topics=topics)

    def wake(self) -> None:
        """Say that there may be something new."""
        self._has_been_notified.set()

    def _loop_on_pull(self) -> None:
        try:
            while not self._has_been_stopped:
                self._pull()
                self._has_been_notified.wait(timeout=POLL_SECONDS)
        except BaseException as error:
            # Kept for whoever reads the subscription: this thread has nobody to tell.
            self._thread_error = self._thread_error or error
            self.stop()
