"""Killing a process that records, at any moment, and looking closely at what it left behind."""

import json
import os
import signal
from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from io import BytesIO
from random import Random
from time import sleep
from typing import Any, NoReturn

import psycopg
from sqlalchemy import event

from campaign_laws.submissions import just_seen
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.rewinding import UndoRuling
from domain.kernel.journal.notes import WriteNote
from domain.kernel.logged.chapters.intakes import BeginIntake, EndIntake
from domain.kernel.messages import Command
from ledger.answers import Refused, Ruled, Submission
from ledger.care.verify import verify
from ledger.database.sqlite.driver import sqlite3
from ledger.ledger import Ledger
from ledger.records.snapshots import SnapshotInterval
from projections.read_models import ReadModels
from tests.support.tower import TOWER, LayStones

SLUG = "babel"
MOST_STONES = 5
LIVES = 12
"""Kills in one campaign, before another is begun: checking it whole after each kill grows with its length."""
LONGEST_LIFE = 0.2
"""Seconds before the clock kills a writer: enough to open the ledger and record some dozens of rulings."""


def opened(address: str, *, bare: bool = False) -> Ledger:
    """The ledger, with snapshots often enough to be caught in the middle of one, and with its read models.

    A `bare` one has none.
    """
    ledger = Ledger({"tower": TOWER}, {"SQLALCHEMY_URL": address}, snapshot_interval=SnapshotInterval(20, 20))
    if not bare:
        ledger.followers.append(ReadModels(ledger))
    return ledger


def begun_tower(address: str, *, bare: bool = False) -> Ledger:
    """A new ledger with one campaign in it."""
    ledger = opened(address, bare=bare)
    ledger.found(FoundCampaign(game="tower", title="Babel", slug=SLUG))
    return ledger


def submission(life: int, number: int, random: Random, *, bare: bool = False) -> Submission:
    """The `number`-th ruling of a writer, known by its key whatever becomes of the writer.

    A `bare` one has none, since a key is noted beside the records: it is known by its time in the fiction.
    """
    command: Command = LayStones(count=random.randint(1, MOST_STONES))
    if number % 7 == 3:
        command = WriteNote(text=f"{life} {number}")
    elif number % 11 == 5:
        command = UndoRuling(reason="again")
    if number % 10 == 6:
        digest = sha256(content_of(life)).hexdigest()
        command = BeginIntake(source="Foundry", file=str(life), sum=digest, blob=digest)
    elif number % 10 == 7:
        command = EndIntake()
    faces = [random.randint(1, 6) for _ in range(getattr(command, "count", 0))]
    asked = Submission(command=command, faces=tuple(faces))
    return replace(asked, fiction_time=f"{life}-{number}") if bare else replace(asked, key=f"{life}-{number}")


def content_of(life: int) -> bytes:
    """The file that this writer's intakes came from, of two parts."""
    return f"{life} ".encode() * 150_000


def sent(ledger: Ledger, wanted: Submission) -> Ruled | Refused:
    """Record it, with the file it names put in before."""
    if isinstance(wanted.command, BeginIntake):
        content = BytesIO(content_of(int(wanted.command.file)))
        ledger.files.stage(ledger.find(SLUG).id, content, rest=0)
    return ledger.rule(SLUG, just_seen(ledger, SLUG, wanted))


@dataclass(frozen=True, slots=True)
class Death:
    """The end of a writer: so long after its start, so long after its first answer, after the n-th statement
    it sent, at the n-th step inside SQLite, or as soon as the n-th message to PostgreSQL is on its way.
    """

    by: str
    at: float


def a_death(random: Random, *, sqlite: bool) -> Death:
    """One of the ways to die, and when."""
    by = random.choice(("start", "answer", "statement", "step" if sqlite else "message"))
    if by in ("start", "answer"):
        return Death(by, random.uniform(0, LONGEST_LIFE))
    return Death(by, random.randint(1, {"statement": 200, "message": 400, "step": 2_000}[by]))


@dataclass
class Report:
    """The outcome of a run of kills."""

    kills: int = 0
    acknowledged: int = 0
    """Rulings whose answer had been given when the writer died: each was found again, as it was."""
    kept_unacknowledged: int = 0
    """Rulings that were stored whole, though the writer died before it could say so."""
    lost_unacknowledged: int = 0
    """Times a writer died before its next ruling was stored: nothing of that was found."""
    deaths: Counter[str] = field(default_factory=Counter)
    records: int = 0


def kill_writers(
    address_of: Callable[[int], str],
    kills: int,
    seed: int,
    disturb: Callable[[Random], None] = lambda random: None,
    progress: Callable[[Report], None] = lambda report: None,
    *,
    bare: bool = False,
) -> Report:
    """Kill so many writers, one after the other, and check the ledger after each. Raises AssertionError.

    `address_of` gives the address of a fresh database for each campaign; `disturb` may do something to the server
    while the writer is dead. `bare` writers have neither read models nor keys, so that most of their rulings have
    nothing beside them: these are appended to PostgreSQL by a single statement.
    """
    random, report = Random(seed), Report()
    address = ""
    for life in range(kills):
        if life % LIVES == 0:
            address = address_of(life // LIVES)
            begun_tower(address, bare=bare).close()
        death = a_death(random, sqlite=address.startswith("sqlite"))
        plan = random.getrandbits(32)
        acknowledged = _die(address, life, plan, death, bare=bare)
        disturb(random)
        try:
            _check(address, life, plan, acknowledged, report, bare=bare)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, kill {life}, {death}: {error}") from error
        report.kills += 1
        report.deaths[death.by] += 1
        progress(report)
    return report


def _die(address: str, life: int, plan: int, death: Death, *, bare: bool) -> list[tuple[str, int]]:
    """Let a writer record until it is killed; the keys and positions it had acknowledged by then."""
    hear, tell = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(hear)
        try:
            _record_for_ever(address, life, plan, death, tell, bare=bare)
        finally:
            os._exit(70)  # never reached but by an error, and nothing of the parent's may run in here
    os.close(tell)
    with os.fdopen(hear, encoding="utf-8") as heard:
        told = [json.loads(heard.readline() or "[]")] if death.by == "answer" else []
        if death.by in ("start", "answer"):
            sleep(death.at)
            os.kill(child, signal.SIGKILL)
        told += [json.loads(line) for line in heard]
    _pid, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), f"the writer ended by itself with {status}"
    assert os.WTERMSIG(status) == signal.SIGKILL, f"the writer ended by {os.WTERMSIG(status)}"
    return [(key, position) for key, position in told]


def _record_for_ever(address: str, life: int, plan: int, death: Death, tell: int, *, bare: bool) -> NoReturn:
    ledger = opened(address, bare=bare)
    assert ledger.store.database
    if death.by == "statement":
        _die_at_statement(ledger, int(death.at))
    elif death.by == "step":
        _die_at_step(ledger, int(death.at))
    elif death.by == "message":
        _die_at_message(ledger, int(death.at))
    random, number = Random(plan), 0
    while True:
        ruled = sent(ledger, submission(life, number, random, bare=bare))
        position = ruled.told[0].record.position if isinstance(ruled, Ruled) else 0
        os.write(tell, f'["{life}-{number}",{position}]\n'.encode())
        number += 1


def _die_at_statement(ledger: Ledger, last: int) -> None:
    """Die at the `last`-th statement, or just after it where it is a commit."""
    assert ledger.store.database
    engine, left = ledger.store.database.engine, [last]
    commit = engine.dialect.do_commit

    def count(*_: object) -> None:
        left[0] -= 1
        if left[0] <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def commit_and_count(driver: Any) -> None:
        commit(driver)
        count()

    def watch(driver: Any, *_: object) -> None:
        if isinstance(driver, sqlite3.Connection):
            driver.set_trace_callback(count)

    engine.dialect.do_commit = commit_and_count  # type: ignore[method-assign]
    for moment in ("after_cursor_execute", "begin"):
        event.listen(engine, moment, count)
    event.listen(engine, "checkout", watch)
    ledger.store.database.close_kept()


def _die_at_step(ledger: Ledger, last: int) -> None:
    """Die in the middle of a statement, after SQLite has taken so many tens of steps."""
    assert ledger.store.database
    left = [last]

    def count() -> int:
        left[0] -= 1
        if left[0] <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return 0

    def watch(driver: sqlite3.Connection, *_: object) -> None:
        driver.set_progress_handler(count, 10)

    event.listen(ledger.store.database.engine, "checkout", watch)
    ledger.store.database.close_kept()


def _die_at_message(ledger: Ledger, last: int) -> None:
    """Die when the `last`-th message has gone to PostgreSQL and nothing has come back."""
    assert ledger.store.database
    left, waits = [last], psycopg.Connection.wait

    def wait(self: psycopg.Connection[Any], sending: Generator[Any, Any, Any], *more: Any) -> Any:
        left[0] -= 1
        if left[0] <= 0:
            next(sending, None)
            os.kill(os.getpid(), signal.SIGKILL)
        return waits(self, sending, *more)

    psycopg.Connection.wait = wait  # type: ignore[method-assign, assignment]
    ledger.store.database.close_kept()


def _check(
    address: str, life: int, plan: int, acknowledged: list[tuple[str, int]], report: Report, *, bare: bool
) -> None:
    """Everything acknowledged is there, nothing is there by halves, and whatever follows the log agrees."""
    ledger = opened(address)
    try:
        found = verify(ledger, SLUG)
        assert found.sound, found.problems
        views = ledger.followers[-1]
        assert isinstance(views, ReadModels)
        problems = views.problems(SLUG)
        assert problems == [], problems
        _check_rulings(ledger, life, plan, acknowledged, report, bare=bare)
        report.records = max(report.records, found.records)
    finally:
        ledger.close()


def _length(command: dict[str, object]) -> int:
    """The number of records of a ruling, by what was asked for."""
    if command["type"] == "campaign.found":
        return 2  # the campaign, and its GM's seat
    count = command.get("count", 1)
    assert isinstance(count, int)
    return count


def _check_rulings(
    ledger: Ledger,
    life: int,
    plan: int,
    acknowledged: list[tuple[str, int]],
    report: Report,
    *,
    bare: bool,
) -> None:
    openings: dict[str, int] = {}
    sizes: dict[int, tuple[int, int]] = {}
    ruling = wanted = 0
    for position, _tag, stored in ledger.stored(SLUG):
        fields = json.loads(stored)
        if fields["ruling"] != ruling:
            ruling, wanted = fields["ruling"], _length(fields["command"])
            name = fields.get("fiction_time" if bare else "key", "")
            if name.startswith(f"{life}-"):
                assert name not in openings, f"{name} was recorded twice"
                openings[name] = position
        sizes[ruling] = (sizes.get(ruling, (0, 0))[0] + 1, wanted)
    halves = {number: size for number, size in sizes.items() if size[0] != size[1]}
    assert not halves, f"rulings in halves: {halves}"

    random, faces = Random(plan), {}
    for number in range(len(acknowledged) + 1):
        faces[f"{life}-{number}"] = submission(life, number, random, bare=bare)
    stored_keys = set(openings)
    for key, position in acknowledged:
        if position == 0:
            assert key not in openings, f"{key} was refused and is stored"
            continue
        assert openings.get(key) == position, f"{key} was acknowledged at {position} and is at {openings.get(key)}"
        stored_keys.discard(key)
        report.acknowledged += 1
    pending = f"{life}-{len(acknowledged)}"
    assert stored_keys <= {pending}, f"nobody can have recorded {stored_keys - {pending}}"
    report.kept_unacknowledged += bool(stored_keys)
    report.lost_unacknowledged += not stored_keys

    # Whoever never heard an answer asks again under the same key: the ruling is there once, and only once.
    head = ledger.head(SLUG)
    again = sent(ledger, faces[pending])
    if isinstance(again, Ruled):
        known = bool(stored_keys) and not bare
        assert again.repeated == known, "a ruling was recorded twice, or not found by its key"
        assert (ledger.head(SLUG) == head) == known
