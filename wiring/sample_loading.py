"""Putting sample campaigns into an open ledger beside everything else that is done with it."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock, Thread
from typing import TypeAlias

from ledger.database.errors import LedgerUnavailable
from ledger.errors import LedgerError
from ledger.ledger import Ledger
from wiring.play_scripts import DifferentGame
from wiring.samples import Sample, found, samples

Moved: TypeAlias = Callable[[int, int], None]
"""Told how many rulings of how many of a sample are there."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LoadingProgress:
    """The progress of the thread that plays samples into a ledger, in rulings."""

    done: int
    total: int


class SampleLoading:
    """Puts samples into a ledger in one thread, however many ask for it. Safe to share between threads.

    The thread is nobody's who asked: what they do next, in that page or another, neither ends it nor doubles it.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._lock = Lock()
        self._progress: LoadingProgress | None = None
        self._problem = ""

    @property
    def progress(self) -> LoadingProgress | None:
        """The progress of the thread; None while there is none."""
        return self._progress

    @property
    def problem(self) -> str:
        """One sentence about what the last thread could not put there; empty where there is nothing to say."""
        return self._problem

    @cached_property
    def known(self) -> Sequence[Sample]:
        """Every sample of the ledger's games, read once."""
        return samples(self._ledger.games)

    def start(self) -> None:
        """Have a thread put the samples there, one that broke off included; nothing while one is at it."""
        with self._lock:
            if self._progress is not None:
                return
            self._problem = ""
            self._progress = LoadingProgress(0, self._total())
        Thread(target=self._run, name="samples", daemon=True).start()

    def _total(self) -> int:
        return sum(_rulings(it) for it in self.known)

    def _run(self) -> None:
        before, total = 0, self._total()
        try:
            for sample in self.known:

                def moved(done: int, of: int, before: int = before) -> None:
                    self._progress = LoadingProgress(before + done, total)

                self._put(sample, moved)
                before += _rulings(sample)
        except (LedgerError, LedgerUnavailable) as trouble:
            self._problem = str(trouble)
        except Exception:
            _log.exception("the sample campaigns could not be put on the shelf")
            self._problem = "Not all sample campaigns could be put on the shelf. What happened is in the log."
        finally:
            self._progress = None

    def _put(self, sample: Sample, moved: Moved) -> None:
        try:
            played = found(self._ledger, sample, moved)
        except DifferentGame as taken:
            self._problem = str(taken)
            return
        if played.refused is not None:
            self._problem = played.refused.message


def _rulings(sample: Sample) -> int:
    return len(sample.script.script.steps)
