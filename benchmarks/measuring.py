"""Measuring of benchmarks, and telling of their figures.

Every figure is the best of several rounds, and rivals take turns within a round, so that a machine that is busy
for a while slows all of them. Ratios of one run can be trusted; absolute times belong to the machine.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from time import perf_counter, process_time

from ledger.database.sqlite.driver import sqlite3

RESULTS = Path(__file__).parent / "results"


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds on the clock, and seconds of work by this process, for one unit of what was measured."""

    clock: float
    work: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One line of the table. `holds` is None where no target was set."""

    path: str
    what: str
    measured: str
    value: float
    target: str = ""
    holds: bool | None = None


@dataclass(frozen=True, slots=True)
class Scale:
    """The scale of the measuring: `full` takes many minutes and goes to a million records."""

    full: bool
    seed: int

    @property
    def lengths(self) -> tuple[int, ...]:
        """Records of the growing campaigns."""
        return (1_000, 10_000, 100_000, 1_000_000) if self.full else (1_000, 10_000)


Measure = Callable[[Scale], list[Figure]]


def best(units: int, work: Callable[[], object], rounds: int = 5) -> Took:
    """The best of several rounds, for one of the `units` that one round does."""
    return side_by_side(units, {"": work}, rounds)[""]


def side_by_side(units: int, works: Mapping[str, Callable[[], object]], rounds: int = 5) -> dict[str, Took]:
    """The same for rivals, which take turns."""
    clock = dict.fromkeys(works, float("inf"))
    busy = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            began, worked = perf_counter(), process_time()
            work()
            busy[name] = min(busy[name], process_time() - worked)
            clock[name] = min(clock[name], perf_counter() - began)
    return {name: Took(clock[name] / units, busy[name] / units) for name in works}


def ratio(
    path: str, what: str, value: float, *, at_most: float | None = None, at_least: float | None = None
) -> Figure:
    """The ratio to the rival: how many times as long, or as fast."""
    return _figure(path, what, value, f"{value:.1f} times", " times", at_most, at_least)


def milliseconds(path: str, what: str, seconds: float, *, at_most: float | None = None) -> Figure:
    """A time; `at_most` in milliseconds."""
    return _figure(path, what, seconds * 1000, f"{seconds * 1000:.2f} ms", " ms", at_most, None)


def rate(path: str, what: str, per_second: float, *, at_least: float | None = None) -> Figure:
    """Records a second."""
    return _figure(path, what, per_second, f"{per_second:,.0f} /s", " /s", None, at_least)


def amount(
    path: str,
    what: str,
    value: float,
    unit: str,
    *,
    at_most: float | None = None,
    at_least: float | None = None,
) -> Figure:
    """An amount of something."""
    return _figure(path, what, value, f"{value:,.2f} {unit}", f" {unit}", at_most, at_least)


def note(path: str, sentence: str) -> Figure:
    """Something that could not be measured, and why."""
    return Figure(path=path, what=sentence, measured="not measured", value=float("nan"))


def _figure(
    path: str, what: str, value: float, said: str, unit: str, at_most: float | None, at_least: float | None
) -> Figure:
    bound = at_most if at_most is not None else at_least
    if bound is None:
        return Figure(path=path, what=what, measured=said, value=value)
    holds = value <= bound if at_most is not None else value >= bound
    target = f"at {'most' if at_most is not None else 'least'} {bound:,g}{unit}"
    return Figure(path=path, what=what, measured=said, value=value, target=target, holds=holds)


def machine() -> dict[str, str]:
    """The machine that the figures belong to."""
    load = " ".join(f"{each:.1f}" for each in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown"
    libraries = ("eventsourcing", "sqlalchemy", "pydantic", "psycopg")
    return {
        "command": " ".join(["python", *(_short(word) for word in sys.argv)]),
        "system": f"{platform.platform()}, {os.cpu_count()} cores",
        "load before": load,
        "Python": platform.python_version(),
        "SQLite": sqlite3.sqlite_version,
        **{name: version(name) for name in libraries},
    }


def _short(word: str) -> str:
    return Path(word).name if os.sep in word else word


def as_markdown(about: Mapping[str, str], figures: Sequence[Figure]) -> str:
    """The table, with what it was measured on."""
    lines = [f"- {name}: {value}" for name, value in about.items()]
    lines += ["", "| path | what | target | measured | |", "|---|---|---|---|---|"]
    for it in figures:
        verdict = "" if it.holds is None else "holds" if it.holds else "**missed**"
        lines.append(f"| {it.path} | {it.what} | {it.target} | {it.measured} | {verdict} |")
    judged = [it for it in figures if it.holds is not None]
    lines += ["", f"{sum(bool(it.holds) for it in judged)} of {len(judged)} targets hold."]
    return "\n".join(lines) + "\n"


def keep(name: str, about: Mapping[str, str], figures: Sequence[Figure]) -> None:
    """Write the table as Markdown and as JSON into `benchmarks/results`."""
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.md").write_text(f"# Measured: {name}\n\n{as_markdown(about, figures)}", "utf-8")
    shown = {"machine": dict(about), "figures": [asdict(it) for it in figures]}
    (RESULTS / f"{name}.json").write_text(json.dumps(shown, indent=1) + "\n", "utf-8")


def asked(description: str | None) -> argparse.Namespace:
    """The options of one path's program alone."""
    words = argparse.ArgumentParser(description=description)
    words.add_argument("--full", action="store_true", help="up to a million records; takes many minutes")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--keep", metavar="NAME", help="write the table into benchmarks/results")
    return words.parse_args()


def alone(measure: Measure) -> None:
    """Run one path's program by itself and print its table."""
    given = asked(sys.modules[measure.__module__].__doc__)
    about = machine()
    figures = measure(Scale(given.full, given.seed))
    print(as_markdown(about, figures))
    if given.keep:
        keep(given.keep, about, figures)
