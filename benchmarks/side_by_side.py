"""Two checkouts of this program measured beside each other: `python benchmarks/side_by_side.py OLD NEW`.

Each runs in processes of its own with the packages of this Python. They take turns in slices of a few hundredths
of a second, so that what else the machine does slows both alike; a row of the table is the median of the ratios of
neighbouring slices. What counts is time on the processor, which waiting does not change; on PostgreSQL that of the
server's process is added. `--keep NAME` writes the table into `benchmarks/results`.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import IO, Any

SLICE = 0.04
"""Seconds of work that one process does before it is the other's turn."""
AT_MOST = 1.10
NOTE = "The stones are laid by moonlight, and nobody is to know who carried them up the hill."


@dataclass(frozen=True, slots=True)
class Task:
    """Something that is measured: on what, and what is done again and again."""

    name: str
    setting: str
    do: str
    length: int = 0


TASKS = (
    Task("append a ruling of 4, SQLite", "sqlite", "append"),
    Task("append a note, SQLite", "sqlite", "note"),
    Task("append a ruling of 4 with all read models, SQLite", "viewed", "append"),
    Task("append a ruling of 4, in memory", "memory", "append"),
    Task("append a note, in memory", "memory", "note"),
    Task("append a ruling of 4, PostgreSQL", "postgres", "append"),
    Task("append a note, PostgreSQL", "postgres", "note"),
    Task("replay 10,000", "tower", "replay", 10_000),
    Task("replay 100,000", "tower", "replay", 100_000),
    Task("open a campaign of 1,000", "tower", "open", 1_000),
    Task("open a campaign of 100,000", "tower", "open", 100_000),
    Task("open a ledger and its campaign of 1,000", "tower", "open_all", 1_000),
    Task("open a ledger and its campaign of 100,000", "tower", "open_all", 100_000),
    Task("state at a position of 100,000", "tower", "state", 100_000),
    Task("verify 1,000", "tower", "verify", 1_000),
    Task("verify 10,000", "tower", "verify", 10_000),
    Task("read models of the samples made anew", "samples", "rebuild"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The figures of a task. `work` and `clock` are new against old, `old` and `new` in µs of processor."""

    name: str
    work: float
    low: float
    high: float
    clock: float
    old: float
    new: float
    slices: int


# --- what runs in each checkout ---------------------------------------------------------------------------------


class Works:
    """The tasks, done by the checkout that this process imports from."""

    def __init__(self, apart: ExitStack) -> None:
        self._apart = apart
        self._settings: dict[object, Any] = {}
        self._server: Any = None
        self.beside: Callable[[], float] = lambda: 0.0
        """Seconds that another process has worked for this one."""

    def work(self, task: Task) -> Callable[[], object]:
        """The work of one round of a task."""
        self.beside = self._server_time if task.setting == "postgres" else lambda: 0.0
        made: Callable[[], object] = getattr(self, f"_{task.do}")(task)
        return made

    def _append(self, task: Task) -> Callable[[], object]:
        from benchmarks.growing import ONE_RULING, SLUG

        ledger = self._ledger(task)
        return lambda: ledger.rule(SLUG, ONE_RULING)

    def _note(self, task: Task) -> Callable[[], object]:
        from benchmarks.growing import SLUG
        from ledger.answers import Submission

        # Where it lay in older checkouts, asked as for `verify` below.
        older = Path("domain/kernel/journal/commands.py").exists()
        journal = import_module(f"domain.kernel.journal.{'commands' if older else 'notes'}")
        ledger, note = self._ledger(task), Submission(command=journal.WriteNote(text=NOTE))
        return lambda: ledger.rule(SLUG, note)

    def _replay(self, task: Task) -> Callable[[], object]:
        from benchmarks.growing import SLUG

        ledger = self._ledger(task)
        return lambda: ledger.moment(SLUG, from_start=True)

    def _open(self, task: Task) -> Callable[[], object]:
        from benchmarks.growing import SLUG

        ledger = self._ledger(task)

        def one() -> None:
            ledger._open.clear()
            ledger.head(SLUG)

        return one

    def _open_all(self, task: Task) -> Callable[[], object]:
        from benchmarks.growing import SLUG
        from ledger.ledger import Ledger
        from tests.support.tower import TOWER

        url = f"sqlite:///{self._path(task.length)}"

        def one() -> None:
            ledger = Ledger({"tower": TOWER}, {"SQLALCHEMY_URL": url})
            ledger.head(SLUG)
            ledger.close()

        return one

    def _state(self, task: Task) -> Callable[[], object]:
        from benchmarks.growing import SLUG

        ledger, chance = self._ledger(task), Random(1)
        return lambda: ledger.moment(SLUG, chance.randint(1, task.length))

    def _verify(self, task: Task) -> Callable[[], object]:
        from benchmarks.growing import SLUG

        ledger = self._ledger(task)
        # Where it lay in older checkouts. Asked of the files, for what is missing there may be found elsewhere.
        verify = import_module("ledger.care.verify" if Path("ledger/care").exists() else "ledger.verify").verify
        return lambda: verify(ledger, SLUG)

    def _rebuild(self, task: Task) -> Callable[[], object]:
        from benchmarks.growing import folder, shelf
        from projections.read_models import ReadModels

        if task.setting not in self._settings:
            ledger = shelf(self._apart.enter_context(folder()) / "samples.sqlite3", 1)
            self._settings[task.setting] = ReadModels(ledger)
        rebuild: Callable[[], object] = self._settings[task.setting].rebuild
        return rebuild

    def _ledger(self, task: Task) -> Any:
        key = (task.setting, task.length)
        if key not in self._settings:
            self._settings[key] = self._made(task)
        return self._settings[key]

    def _made(self, task: Task) -> Any:
        from benchmarks.growing import folder, tower

        if task.setting == "postgres":
            return tower(self._postgres())
        if task.setting == "memory":
            return tower("sqlite://")
        if task.setting == "viewed":
            from benchmarks.append import with_views

            return with_views(tower(f"sqlite:///{self._apart.enter_context(folder()) / 'viewed.sqlite3'}"))
        return tower(f"sqlite:///{self._path(task.length)}")

    def _path(self, length: int) -> Path:
        from benchmarks.growing import folder, grown

        if length not in self._settings:
            path = self._apart.enter_context(folder()) / "tower.sqlite3"
            if length:
                grown(path, length).close()
            self._settings[length] = path
        found: Path = self._settings[length]
        return found

    def _postgres(self) -> str:
        import psycopg

        from tests.support.postgres import running_postgres

        self._server = self._apart.enter_context(running_postgres())
        address: str = self._server.fresh_database()
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = on")  # the tests do without it
            connection.execute("SELECT pg_reload_conf()")
        return address

    def _server_time(self) -> float:
        """Seconds that the processes have worked that the server keeps for its clients."""
        if self._server is None:
            return 0.0
        import psutil

        parent = self._server._running.get_postmaster_info().process
        busy = 0.0
        for child in parent.children():
            with_clients = psutil.Process(child.pid).cmdline()
            if with_clients and "ledger_" in with_clients[0]:
                busy += int(Path(f"/proc/{child.pid}/schedstat").read_text("ascii").split()[0]) / 1e9
        return busy


def _nothing() -> object:
    """The work before the first that is asked for."""
    return None


def serve(asked: IO[str], answers: IO[str]) -> None:
    """Do slices of work as they are asked for, one line of JSON each, and tell what each took for one round."""
    with ExitStack() as apart:
        works, tasks = Works(apart), {task.name: task for task in TASKS}
        work, current = _nothing, ""
        for line in asked:
            name, rounds = json.loads(line)
            if name != current:
                work, current = works.work(tasks[name]), name
                work()
            beside = works.beside()
            began, worked = perf_counter(), process_time()
            for _ in range(rounds):
                work()
            took = (process_time() - worked + works.beside() - beside, perf_counter() - began)
            print(json.dumps([each / rounds for each in took]), file=answers, flush=True)


# --- what sets them beside each other ---------------------------------------------------------------------------


class Checkout:
    """A process that works for one checkout."""

    def __init__(self, folder: Path) -> None:
        env = {
            **os.environ,
            "PYTHONPATH": str(folder),
            "PYTHONHASHSEED": "0",
            "CAMPAIGN_SNAPSHOT_KEY": "a key that is good for measuring",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(Path(__file__).resolve()), "--serve"],
            cwd=folder,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def took(self, task: Task, rounds: int) -> tuple[float, float]:
        """Seconds on the processor and on the clock for one round of a task."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        print(json.dumps([task.name, rounds]), file=stdin, flush=True)
        answer = stdout.readline()
        if not answer:
            raise SystemExit(f"The process that measured {task.name!r} ended with {self._process.wait()}.")
        work, clock = json.loads(answer)
        return work, clock

    def close(self) -> None:
        """Let it end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)


@contextmanager
def both(old: Path, new: Path) -> Iterator[tuple[Checkout, Checkout]]:
    """A process for each."""
    pair = Checkout(old), Checkout(new)
    try:
        yield pair
    finally:
        for each in pair:
            each.close()


def measured(task: Task, pairs: list[tuple[Checkout, Checkout]], seconds: float) -> Row:
    """One row: slices in turn, each of the two first as often as the other, in all pairs of processes."""
    works, clocks, olds, news = [], [], [], []
    for old, new in pairs:
        once = max(old.took(task, 1)[1], new.took(task, 1)[1])
        rounds = max(1, int(SLICE / once))
        ends, turn = perf_counter() + seconds / len(pairs), 0
        while perf_counter() < ends or turn < 6:
            first, second = (old, new) if turn % 2 else (new, old)
            a, b = first.took(task, rounds), second.took(task, rounds)
            was, now = (a, b) if turn % 2 else (b, a)
            works.append(now[0] / was[0])
            clocks.append(now[1] / was[1])
            olds.append(was[0])
            news.append(now[0])
            turn += 1
    low, _, high = quantiles(works, n=4)
    return Row(
        name=task.name,
        work=median(works),
        low=low,
        high=high,
        clock=median(clocks),
        old=median(olds) * 1e6,
        new=median(news) * 1e6,
        slices=len(works),
    )


def as_markdown(about: dict[str, str], rows: list[Row]) -> str:
    """The table, with what it was measured on."""
    lines = [f"- {name}: {value}" for name, value in about.items()]
    lines += ["", "| what | old | new | new / old | the middle half of the slices | by the clock | |"]
    lines += ["|---|---|---|---|---|---|---|"]
    for it in rows:
        verdict = "holds" if it.work <= AT_MOST else "**missed**"
        lines.append(
            f"| {it.name} | {it.old:,.0f} µs | {it.new:,.0f} µs | {it.work:.2f} | {it.low:.2f} to {it.high:.2f} "
            f"| {it.clock:.2f} | {verdict} |"
        )
    lines += ["", f"{sum(it.work <= AT_MOST for it in rows)} of {len(rows)} rows are at most {AT_MOST:.2f}."]
    return "\n".join(lines) + "\n"


def _commit(folder: Path) -> str:
    asked = ["git", "-C", str(folder), "describe", "--always", "--dirty"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip() or "unknown"


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("old", type=Path, nargs="?", help="a checkout, as it was")
    words.add_argument("new", type=Path, nargs="?", help="a checkout, as it is now")
    words.add_argument("--seconds", type=float, default=12.0, help="for each row")
    words.add_argument("--pairs", type=int, default=3, help="so many processes of each")
    words.add_argument("--only", nargs="+", default=[""], metavar="WORD", help="rows whose name has this in it")
    words.add_argument("--keep", metavar="NAME", help="write the table into benchmarks/results")
    words.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = words.parse_args()
    if given.serve:
        serve(sys.stdin, sys.stdout)
        return
    if given.old is None or given.new is None:
        words.error("name two checkouts")
    old, new = given.old.resolve(), given.new.resolve()
    sys.path.insert(0, str(new))
    from benchmarks.measuring import RESULTS, machine

    about = {**machine(), "command": "python benchmarks/side_by_side.py OLD NEW"}
    about |= {"old": _commit(old), "new": _commit(new)}
    rows = []
    with ExitStack() as stack:
        pairs = [stack.enter_context(both(old, new)) for _ in range(given.pairs)]
        for task in TASKS:
            if any(word in task.name for word in given.only):
                rows.append(measured(task, pairs, given.seconds))
                print(as_markdown({}, rows[-1:]).splitlines()[3], file=sys.stderr, flush=True)
    print(as_markdown(about, rows))
    if given.keep:
        (RESULTS / f"{given.keep}.md").write_text(
            f"# Measured: {given.keep}\n\n{as_markdown(about, rows)}", "utf-8"
        )
        shown = {"machine": about, "rows": [asdict(it) for it in rows]}
        (RESULTS / f"{given.keep}.json").write_text(json.dumps(shown, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
