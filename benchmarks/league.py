"""A league on several servers: which of them holds a campaign, and tables that play wherever that is.

Campaigns know nothing of each other, so a router needs no list of them: rendezvous hashing gives each a server,
and one server more takes only its share from the others. Only what was moved by hand is written down.
"""

from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from threading import Barrier, Event
from time import monotonic, sleep

from campaign_laws.submissions import just_seen
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.vocabulary import Vocabulary
from domain.registry import games
from ledger.answers import Ruled, Submission
from ledger.database.errors import LedgerUnavailable
from ledger.errors import Conflict
from wiring.library import Library, open_library
from wiring.samples import Sample, samples

MOVING = -1
"""Stands for a campaign's server while it is on its way, so that nobody records in it."""
PATIENCE = 0.2
"""Seconds before a table tries again what its server did not take."""


def home(slug: str, servers: Sequence[str]) -> int:
    """The server that holds a campaign unless it was moved: the one whose name and the campaign's hash highest."""
    return max(range(len(servers)), key=lambda at: sha256(f"{servers[at]}/{slug}".encode()).digest())


@dataclass(frozen=True, slots=True)
class Kept:
    """A ruling that was acknowledged: when and by which server, how long it took, how often it was asked for."""

    at: float
    slug: str
    key: str
    server: int
    took: float
    tries: int


@dataclass(frozen=True, slots=True)
class Evening:
    """The work of one process of players: its tables, how fast they play, and the servers by address."""

    servers: Sequence[str]
    tables: Sequence[str]
    pace: float
    """Seconds between two rulings of a table; 0: as fast as it goes."""
    places: MutableMapping[str, int]
    """The server that holds each campaign now. Shared by all processes."""
    waiting: MutableMapping[str, bool]
    """Campaigns on their way whose players have put the dice down."""
    begun: Barrier
    over: Event


@dataclass(slots=True)
class _Table:
    slug: str
    asked: list[Submission]
    next: float = 0.0
    done: int = 0
    since: float = 0.0
    """The time its next ruling was first asked for; 0 where it was not yet."""
    tries: int = 0
    kept: list[Kept] = field(default_factory=list)


def script_of(number: int) -> tuple[FoundCampaign, str, list[Submission]]:
    """The founding, the GM and the rulings of one of the sample campaigns, under the name of a table."""
    every = _samples()
    sample = every[number % len(every)]
    header, vocabulary = sample.script.script.header, Vocabulary(sample.game)
    founding = FoundCampaign(
        game=sample.game.key,
        title=header.title,
        slug=f"table-{number}",
        gm_name=header.gm_name,
        house_rules=header.house_rules,
    )
    asked = [
        Submission(command=vocabulary.command(step.when), by=step.by, faces=step.dice, key=f"{number}-{line}")
        for line, step in sample.script.script.steps
        if not step.refused
    ]
    return founding, header.gm, asked


@cache
def _samples() -> list[Sample]:
    return samples(games())


def found(servers: Sequence[str], tables: int) -> dict[str, int]:
    """Found so many campaigns, each on its server, and say where they are."""
    libraries = [open_library(address) for address in servers]
    places = {}
    for number in range(tables):
        founding, gm, _asked = script_of(number)
        at = places[founding.slug or ""] = home(founding.slug or "", [str(it) for it in range(len(servers))])
        libraries[at].ledger.found(founding, by=gm)
    for library in libraries:
        library.close()
    return places


def play(evening: Evening) -> list[Kept]:
    """Play all tables by turns until the evening is over. What a server does not take is asked for again."""
    libraries: dict[int, Library] = {}
    tables = [_Table(slug, script_of(int(slug.rpartition("-")[2]))[2]) for slug in evening.tables]
    evening.begun.wait()
    for number, table in enumerate(tables):
        table.next = monotonic() + evening.pace * number / len(tables)
    while not evening.over.is_set():
        unfinished = [it for it in tables if it.done < len(it.asked)]
        if not unfinished:
            break  # all have played what there is
        table = min(unfinished, key=lambda it: (it.next, it.done))
        sleep(max(0.0, min(table.next - monotonic(), 0.1)))
        if table.next > monotonic():
            continue
        at = evening.places[table.slug]
        if at == MOVING:
            evening.waiting[table.slug] = True
            table.since = table.since or monotonic()
            table.next = monotonic() + PATIENCE
            continue
        _ask(table, at, evening, libraries)
    for library in libraries.values():
        library.close()
    return [kept for table in tables for kept in table.kept]


def _ask(table: _Table, at: int, evening: Evening, libraries: dict[int, Library]) -> None:
    """Ask for a table's next ruling, under the same key as before where it was asked for already."""
    asked = table.asked[table.done]
    table.since, table.tries = table.since or monotonic(), table.tries + 1
    try:
        if at not in libraries:
            libraries[at] = open_library(evening.servers[at])
        ledger = libraries[at].ledger
        # A sample says itself where its sessions are sealed.
        (answer,) = ledger.rule_all(table.slug, [just_seen(ledger, table.slug, asked)], seal_sessions=False)
    except (LedgerUnavailable, Conflict):
        table.next = monotonic() + PATIENCE
        return
    assert isinstance(answer, Ruled), f"{table.slug}, step {table.done}: {answer}"
    now = monotonic()
    table.kept.append(Kept(now, table.slug, asked.key or "", at, now - table.since, table.tries))
    table.done, table.since, table.tries = table.done + 1, 0.0, 0
    table.next = max(table.next, now) + evening.pace if evening.pace else 0.0
