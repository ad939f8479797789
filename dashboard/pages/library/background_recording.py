"""The recording of earlier play beside everything else: in a thread that no press and no closed page ends."""

from collections.abc import Callable
from threading import Lock, Thread
from typing import TypeAlias

from dashboard.access import Access, acting_as
from exchange.imports.importing import Report

Work: TypeAlias = Callable[[Callable[[int], None]], Report]
"""Records it, tells how many entries that is so far, and gives the report. May raise."""


class BackgroundRecording:
    """Records once what was read, however often that is asked for. Safe to share between threads."""

    def __init__(self) -> None:
        self.campaign = ""
        """The slug of the campaign it is recorded in; empty before it is begun."""
        self.before = 0
        """The last record of that campaign before it was begun."""
        self.done = 0
        """The number of entries so far."""
        self.report: Report | None = None
        """The report, once it is recorded or refused."""
        self.error: Exception | None = None
        """The error that ended it, if one did: it can be begun again, and goes on."""
        self._lock = Lock()
        self._thread: Thread | None = None
        self._afterwards: list[Callable[[], None]] = []

    @property
    def is_running(self) -> bool:
        """True while the thread is at it."""
        return self._thread is not None

    @property
    def is_recorded(self) -> bool:
        """True once all of it is recorded."""
        return self.report is not None and not self.report.refused

    def begin(self, campaign: str, head: int, who: Access, work: Work) -> None:
        """Have a thread do the work as `who` may, unless one is at it or it is done. `head` is the last record."""
        with self._lock:
            if self._thread is not None or self.is_recorded:
                return
            if not self.campaign:
                self.before = head
            self.campaign, self.report, self.error = campaign, None, None
            self._thread = Thread(target=self._run, args=(who, work), name="intake", daemon=True)
            self._thread.start()

    def wait(self, seconds: float) -> None:
        """Wait for its end, at most so long."""
        if (thread := self._thread) is not None:
            thread.join(seconds)

    def afterwards(self, do: Callable[[], None]) -> None:
        """Do something once it is not running: now, or by its thread at the end."""
        with self._lock:
            if self._thread is not None:
                self._afterwards.append(do)
                return
        do()

    def _run(self, who: Access, work: Work) -> None:
        report, error = None, None
        try:
            with acting_as(who):
                report = work(self._moved)
        except Exception as problem:  # raised where it is waited for
            error = problem
        with self._lock:
            self.report, self.error = report, error
            self._thread, then = None, self._afterwards
            self._afterwards = []
        for do in then:
            do()

    def _moved(self, done: int) -> None:
        self.done = done
