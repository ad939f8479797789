"""Long work on many campaigns: in as many processes as there are cores, under one bar.

A campaign is worked on by one process from beginning to end, so what comes out is the same however many there are.
"""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.util import Finalize
from threading import Thread
from typing import Any, TypeAlias, TypeVar

from cli.options import Options, sqlite_file
from cli.outcome import CommandFailed, Status, ending_of
from cli.progress import bar
from wiring.library import Library, database_url, open_library

R = TypeVar("R")

Step: TypeAlias = Callable[[int], None]
"""Say that so many records more are done."""
Job: TypeAlias = Callable[[Library, Sequence[str], Step], list[R]]
"""Work on some campaigns, in their order, and what came of each. A function of a module, not made on the spot."""

WORTH_IT = 45_000
"""Records. Below, one process is done before a second has started."""
_AT_ONCE = 50
"""At most so many campaigns are handed to a process together."""
_LOOK_EVERY = 0.1


@dataclass(frozen=True, slots=True)
class _Failed:
    status: Status
    sentence: str


class _Stopped(Exception):
    """The work is no longer wanted."""


def cores() -> int:
    """The number of processes that can work at a time."""
    available = getattr(os, "sched_getaffinity", None)
    return len(available(0)) if available else os.cpu_count() or 1


def on_all_cores(
    options: Options,
    library: Library,
    what: str,
    slugs: Sequence[str],
    job: Job[R],
    *,
    passes: int = 1,
    writes: bool = False,
) -> list[R]:
    """The results of the job for each campaign, in the order given. It reads each record `passes` times.

    One that `writes` is done by one process on SQLite, where two who write into one file only wait for each other.
    Raises what the job raises, or `CommandFailed` with the same sentence where another process raised it: then
    nothing more is begun, and what was finished stays. So it is with a Ctrl-C.
    """
    lengths = {slug: _length(library, slug) for slug in slugs}
    total = sum(lengths.values()) * passes
    url = database_url(options.database)
    shared = not url.startswith("sqlite") or (sqlite_file(url) is not None and not writes)
    with bar(what, total) as moved:
        if len(slugs) < 2 or cores() < 2 or total < WORTH_IT or not shared:
            return job(library, slugs, _counting(moved))
        longest_first = sorted(slugs, key=lambda slug: -lengths[slug])
        each = max(1, min(_AT_ONCE, len(slugs) // (cores() * 8)))
        parts = [longest_first[at : at + each] for at in range(0, len(slugs), each)]
        answers = _in_processes(url, job, parts, moved)
    found = {
        slug: it for part, some in zip(parts, answers, strict=True) for slug, it in zip(part, some, strict=True)
    }
    return [found[slug] for slug in slugs]


def by_hundreds(step: Step) -> Callable[[int], None]:
    """Takes the position come to in one campaign and passes it on, not at every single record."""
    told = 0

    def progress(position: int) -> None:
        nonlocal told
        if position - told >= 100:
            step(position - told)
            told = position

    return progress


def _length(library: Library, slug: str) -> int:
    last = library.ledger.store.reading.last(library.ledger.find(slug).id)
    return last[0] if last else 0


def _counting(moved: Callable[[int, int | None], None]) -> Step:
    done = 0

    def step(more: int) -> None:
        nonlocal done
        done += more
        moved(done, None)

    return step


def _in_processes(
    url: str, job: Job[R], parts: Sequence[Sequence[str]], moved: Callable[[int, int | None], None]
) -> list[list[R]]:
    context = get_context("spawn")  # a copy of this process would share its connections
    done, stop = context.Value("q", 0), context.Event()
    pool = ProcessPoolExecutor(
        min(cores(), len(parts)), mp_context=context, initializer=_begin, initargs=(url, done, stop)
    )
    try:
        with _ctrl_c_waits():
            running: list[Future[list[R] | _Failed]] = [pool.submit(_work, job, part) for part in parts]
        waiting = set(running)
        while waiting:
            finished, waiting = wait(waiting, timeout=_LOOK_EVERY)
            moved(done.value, None)
            for each in finished:
                if isinstance(answer := each.result(), _Failed):
                    raise CommandFailed(answer.status, answer.sentence)
        return [answer for each in running if not isinstance(answer := each.result(), _Failed)]
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Hold a Ctrl-C back while processes are begun, theirs as well: they would each complain of it at length."""
    mask = getattr(signal, "pthread_sigmask", None)
    if mask is None:  # Windows has none
        yield
        return
    before = mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        mask(signal.SIG_SETMASK, before)


# --- in the other process ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Here:
    library: Library
    done: Any
    stop: Any


_HERE: list[_Here] = []


def _begin(url: str, done: Any, stop: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for the process that was called, which tells us
    Thread(target=_end_with_the_other, daemon=True).start()
    library = open_library(url)
    Finalize(None, library.close, exitpriority=1)
    _HERE.append(_Here(library, done, stop))


def _end_with_the_other() -> None:
    """Stop when the parent was killed, which tells nobody. What was being written is gone, as after a crash."""
    if other := parent_process():
        other.join()
        os._exit(Status.BROKEN)


def _work(job: Job[R], slugs: Sequence[str]) -> list[R] | _Failed:
    here = _HERE[0]

    def step(more: int) -> None:
        if here.stop.is_set():
            raise _Stopped
        with here.done.get_lock():
            here.done.value += more

    try:
        step(0)
        return job(here.library, slugs, step)
    except _Stopped:
        return []
    except Exception as error:  # the errors of a ledger do not all travel between processes; their sentences do
        stop = ending_of(error)
        return _Failed(stop.status, stop.sentence)
