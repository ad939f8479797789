"""Campaigns spread over several PostgreSQL servers: `python -m benchmarks.spread [--servers N] [--keep]`.

Plays the games' own sample campaigns at many tables, each on the server that its name falls to. While all play, a
campaign moves to another server by export and import, one server falls as in a crash and comes back, and on one a
stuck program holds the lock that every append there takes: the others must not notice. Afterwards each ruling that
was acknowledged is looked for, each chain verified, and what moved compared with what was exported. Then all play
as fast as they can on one server and on all. Servers and players share the cores of one machine, so that more
servers cannot record more here; what can be seen is that none waits for another.
"""

import argparse
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

import psycopg

from benchmarks.league import MOVING, Evening, Kept, found, home, play
from benchmarks.measuring import Figure, amount, as_markdown, keep, machine, milliseconds, rate
from ledger.care.verify import verify
from ledger.database.postgres.append_guard import TAKE_TURN
from tests.support.postgres import PostgresServer, running_postgres
from wiring.library import open_library

PACE = 1.0
"""Seconds between two rulings of a table. A real one takes longer: there is talk in between."""
TALK = 10.0
"""Seconds between two rulings of a lively table."""
UNMOVED = 1_000.0
"""Milliseconds that nobody waits longer for a server that nothing has befallen."""
BEFALLEN = {"down": -1, "stuck": 0}
"""The index, among the servers, of the one that it befalls."""
QUIET, DOWN, STUCK = 8.0, 5.0, 4.0


@contextmanager
def clusters(many: int) -> Iterator[list[tuple[PostgresServer, str]]]:
    """Start so many servers with little memory each, which wait for their disk; and an empty database on each."""
    with ExitStack() as stack:
        servers = [stack.enter_context(running_postgres()) for _ in range(many)]
        for server in servers:
            with psycopg.connect(server.plain("postgres"), autocommit=True) as connection:
                connection.execute("ALTER SYSTEM SET shared_buffers = '16MB'")
                connection.execute("ALTER SYSTEM SET fsync = on")
            server.stop()
            server.start()
        yield [(server, server.fresh_database()) for server in servers]


def campaign(address: str, *words: str) -> None:
    """The program itself, as a person would call it. Raises `CalledProcessError`."""
    command = [sys.executable, "-m", "cli", "--database", address, *words]
    subprocess.run(command, check=True, cwd=Path(__file__).parents[1], stdout=subprocess.DEVNULL)


class Night:
    """An evening on all servers, with what befalls them, and when that was."""

    def __init__(
        self, servers: Sequence[tuple[PostgresServer, str]], tables: int, pace: float, processes: int
    ) -> None:
        self.servers, self.addresses = [it for it, _ in servers], [address for _, address in servers]
        self.pace, self.context, self.spans = pace, get_context("spawn"), dict[str, tuple[float, float]]()
        manager = self.context.Manager()
        self.founded = found(self.addresses, tables)
        self.places, self.waiting = manager.dict(self.founded), manager.dict()
        each = processes // len(servers)
        held = [sorted(slug for slug, at in self.founded.items() if at == here) for here in range(len(servers))]
        self.groups = [of_one[start::each] for of_one in held for start in range(each)]
        self.begun, self.over = manager.Barrier(len(self.groups) + 1), manager.Event()

    def play(self, happenings: Sequence[str], archive: Path) -> list[Kept]:
        """No process plays on two servers, while the happenings take their course."""
        shared = (self.pace, self.places, self.waiting, self.begun, self.over)
        with ProcessPoolExecutor(len(self.groups), mp_context=self.context) as processes:
            evenings = [Evening(self.addresses, group, *shared) for group in self.groups]
            playing = [processes.submit(play, it) for it in evenings]
            self.begun.wait()  # until all have read the games
            for what in happenings:
                began = monotonic()
                getattr(self, what)(archive)
                self.spans[what] = (began, monotonic())
            self.over.set()
            return [kept for each in playing for kept in each.result()]

    def quiet(self, _archive: Path) -> None:
        """Nothing happens."""
        sleep(QUIET)

    def after(self, _archive: Path) -> None:
        """All is as before."""
        sleep(QUIET / 2)

    def moved(self, archive: Path) -> None:
        """The first table of the first server goes to the next one: its players wait, everybody else plays on."""
        slug = self.travels
        self.places[slug] = MOVING
        while not self.waiting.get(slug):
            sleep(0.05)
        campaign(self.addresses[0], "export", slug, str(archive))
        campaign(self.addresses[1], "import", str(archive))
        self.places[slug] = 1

    def down(self, _archive: Path) -> None:
        """The last server falls without tidying up, and comes back."""
        self.servers[-1].stop(signal.SIGQUIT)
        sleep(DOWN)
        self.servers[-1].start()
        sleep(1)

    def stuck(self, _archive: Path) -> None:
        """A program on the first server keeps everybody there from appending."""
        with psycopg.connect(self.addresses[0]) as connection:
            connection.execute(TAKE_TURN)
            sleep(STUCK)

    @property
    def travels(self) -> str:
        """The campaign that moves."""
        return min(slug for slug, at in self.founded.items() if at == 0)


def check(night: Night, kept: Sequence[Kept], archive: Path) -> int:
    """Everything acknowledged is where it should be, chains and read models are whole. Raises AssertionError."""
    libraries = [open_library(address) for address in night.addresses]
    records = 0
    for slug, at in night.places.items():
        ledger = libraries[at].ledger
        result = verify(ledger, slug)
        assert result.sound, (slug, result.problems)
        assert libraries[at].views.problems(slug) == [], slug
        stored = set(ledger.index.submissions(ledger.find(slug).id))
        told = [it.key for it in kept if it.slug == slug]
        assert len(told) == len(set(told)), "acknowledged twice"
        assert stored >= set(told), f"{slug} lost {set(told) - stored}"
        assert len(stored) <= len(told) + 1, "only the last may have been stored and not acknowledged"
        records += result.records
    if archive.exists():
        campaign(night.addresses[1], "import", str(archive))  # it says so if one byte of it were otherwise there
        before, after = (libraries[at].ledger.head(night.travels) for at in (0, 1))
        assert before < after, "it went on where it went to, and not where it was"
    for library in libraries:
        library.close()
    return records


def waits(night: Night, kept: Sequence[Kept]) -> Iterator[Figure]:
    """For each span and server: rulings a second, and how long they took, median and longest."""
    stayed = [it for it in kept if it.slug != night.travels]
    for what, (began, ended) in night.spans.items():
        for at in range(len(night.addresses)):
            took = sorted(it.took for it in stayed if it.server == at and began <= it.at < ended)
            server = f"server {at + 1}: "
            yield rate(what, server + "rulings", len(took) / (ended - began))
            if took:
                unmoved = UNMOVED if BEFALLEN.get(what, at) % len(night.addresses) != at else None
                yield milliseconds(what, server + "wait, median", took[len(took) // 2])
                yield milliseconds(what, server + "wait, longest", took[-1], at_most=unmoved)
    began, ended = night.spans["moved"]
    yield milliseconds("moved", "export and import, two starts of the program included", ended - began)


def evening(servers: int, tables: int) -> list[Figure]:
    """The paced evening with all that happens in it."""
    with TemporaryDirectory() as folder, clusters(servers) as running:
        archive = Path(folder) / "moved.zip"
        night = Night(running, tables, PACE, servers)
        kept = night.play(("quiet", "moved", "down", "stuck", "after"), archive)
        figures = list(waits(night, kept))
        records = check(night, kept, archive)
        back = [it for it in kept if it.tries > 1]
        figures.append(amount("checked", "rulings acknowledged, each found once", len(kept), "rulings"))
        figures.append(amount("checked", "records in chains that verify", records, "records"))
        figures.append(amount("checked", "rulings asked for again and kept once", len(back), "rulings"))
    return figures


def saturated(servers: int, tables: int, processes: int) -> tuple[float, float]:
    """As fast as it goes: rulings a second, and how long the slowest of a hundred takes, in seconds."""
    with TemporaryDirectory() as folder, clusters(servers) as running:
        night = Night(running, tables, 0.0, processes)
        kept = night.play(("quiet",), Path(folder) / "none.zip")
        check(night, kept, Path(folder) / "none.zip")
        began, ended = night.spans["quiet"]
        took = sorted(it.took for it in kept)
    return len(took) / (ended - began), took[len(took) * 99 // 100]


def one_and_all(servers: int, tables: int) -> Iterator[Figure]:
    """The same for one server and for all, which take turns; of each its best round."""
    rounds = {many: [saturated(many, tables, servers)] for many in (1, servers)}
    for many, each in rounds.items():
        each.append(saturated(many, tables, servers))
        a_second, slowest = max(each)
        what = f"{many} server{'s' * (many > 1)}, {servers} processes as fast as they can"
        yield rate("saturated", f"{what}: rulings", a_second)
        yield milliseconds("saturated", f"{what}: wait, 99 of 100", slowest)
        yield amount("saturated", f"{what}: as many as a ruling every {TALK:.0f} s at", a_second * TALK, "tables")


def moves(servers: int) -> Figure:
    """The number of ten thousand campaigns that one server more takes from those there are."""
    names = [str(it) for it in range(servers + 1)]
    slugs = [f"campaign-{number}" for number in range(10_000)]
    changed: Mapping[bool, int] = {True: sum(home(it, names) != home(it, names[:-1]) for it in slugs)}
    return amount("router", f"of 10,000 campaigns, moved by server {servers + 1}", changed[True], "campaigns")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--servers", type=int, default=3)
    words.add_argument("--tables", type=int, default=18)
    words.add_argument("--keep", action="store_true", help="write the table into benchmarks/results")
    given = words.parse_args()
    about = machine()
    figures = [moves(given.servers), *evening(given.servers, given.tables)]
    figures += one_and_all(given.servers, given.tables)
    print(as_markdown(about, figures))
    if given.keep:
        keep("spread", about, figures)


if __name__ == "__main__":
    main()
