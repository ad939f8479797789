"""`campaign repair`: a damaged ledger made fit to be played on, with everything kept that was in it.

The records are read as they lie in their table, whatever the indexes say, and sorted: what belongs to a log stays,
what cannot is moved to the quarantine, what is missing comes back from a backup if the chain names its seal, and a
file if a record names its digest. All else is made anew from them. What is left in a log that cannot be read or
followed is set aside by a record that says so. On SQLite all that happens in a new file, which takes the old one's
place when it is done; the old one is kept beside it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkdtemp

import sqlalchemy as sql
from sqlalchemy.dialects import sqlite

from domain.kernel.game import AnyGame
from ledger.care.inspection import inspect
from ledger.care.kept_files import FileFound
from ledger.care.partial_files import errors_naming_target
from ledger.care.rebuild_index import rebuild_index
from ledger.care.repair.from_backup import BackupFiles, brought
from ledger.care.repair.quarantine import quarantine
from ledger.care.repair.salvage import Lying, Salvaged, alone_with, put_in_place
from ledger.care.repair.setting_aside import CannotMend, SetAside, set_aside
from ledger.care.repair.sorting import Backup, Content, RowChanges, sort_rows
from ledger.care.verify import Verifier
from ledger.clock import Clock, stamp, system_clock
from ledger.database import schema
from ledger.database.errors import LedgerUnavailable, NewerLedger, library_errors
from ledger.database.sqlite.driver import sqlite3
from ledger.database.sqlite.file import refuse_in_the_way
from ledger.database.stream_reading import NotedHead
from ledger.database.upgrading import write_heads
from ledger.errors import LedgerError, UnknownRecord
from ledger.files.tables import file_parts, files
from ledger.ledger import Ledger
from ledger.log.entry import CampaignEntry

Said = Callable[[str], None]
_SAFE = "campaign verify"


@dataclass(slots=True)
class Repaired:
    """The work that a repair did, or would do: one sentence for each thing."""

    done: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    """The problems that remain all the same."""
    copy: Path | None = None
    """The file that holds the ledger as it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """The settings of a repair."""

    games: Mapping[str, AnyGame]
    backup: Backup | None = None
    files: BackupFiles | None = None
    """The files of that backup."""
    clock: Clock = system_clock
    dry_run: bool = False
    only: str | None = None
    """The one campaign in which records are set aside, by its slug or id; None for all."""
    beside: Callable[[Ledger], bool] = lambda _ledger: True
    """True if what else is kept in the ledger's database is sound too."""

    def ledger(self, address: str) -> Ledger:
        """The ledger at an address."""
        return Ledger(self.games, {"SQLALCHEMY_URL": address})


def is_sound(ledger: Ledger) -> bool:
    """True if there is nothing to repair."""
    if inspect(ledger, every_campaign=True).problems:
        return False
    verifier = Verifier(ledger)
    return all(verifier.verify(entry.slug).sound for entry in ledger.campaigns())


def repair_file(repair: Repair, path: Path) -> Repaired:
    """Repair a ledger in a SQLite file. Raises `LedgerUnavailable` and leaves it as it is where that cannot be."""
    path = path.resolve()
    if not path.is_file():
        raise LedgerUnavailable(f"There is no ledger at {path}.")
    refuse_in_the_way(path)
    if _sound_file(repair, path):
        return Repaired()
    repaired = Repaired()
    with ExitStack() as stack:
        old = stack.enter_context(alone_with(path))
        _refuse_foreign(old, path)
        work = Path(mkdtemp(prefix=f".{path.name[:80]}-", suffix=".part", dir=path.parent))
        stack.callback(_clear, work)
        new = work / path.name
        with errors_naming_target(work, path, "nothing was repaired"), library_errors(str(work)):
            _made_anew(repair, old, new, repaired)
        if not repair.dry_run:
            repaired.copy = put_in_place(old, new, path)
    return repaired


def told_time(repair: Repair) -> str:
    """The time of the repair, as records say it."""
    return stamp(repair.clock())


def _sound_file(repair: Repair, path: Path) -> bool:
    try:
        with closing(repair.ledger(f"sqlite:///{path}")) as ledger:
            return is_sound(ledger) and repair.beside(ledger)
    except NewerLedger:
        raise
    except Exception:  # whatever a damaged file leads to
        return False


def _refuse_foreign(old: sqlite3.Connection, path: Path) -> None:
    (owner,) = old.execute("PRAGMA application_id").fetchone()
    if owner != schema.APPLICATION_ID:
        raise LedgerUnavailable(f"{path} is not a ledger. Nothing was changed.")


def _made_anew(repair: Repair, old: sqlite3.Connection, new: Path, repaired: Repaired) -> None:
    """Everything of a file in a new one, mended."""
    salvaged = Salvaged(old)
    noted = _noted(salvaged)
    plan = sorted_by_campaign(salvaged.places(), salvaged.content, noted, repair.backup)
    refuse_emptied(plan, had_records=bool(noted or salvaged.unreadable))
    with closing(repair.ledger(f"sqlite:///{new}")):
        pass
    with closing(sqlite3.connect(new, isolation_level=None)) as target:
        target.execute("PRAGMA synchronous=OFF")  # it is synced as a whole before it gets its place
        target.execute("BEGIN")
        target.execute(str(sql.schema.CreateTable(quarantine).compile(dialect=sqlite.dialect())))
        _fill(target, salvaged, plan, told_time(repair), repaired)
        for table in (files, file_parts):
            salvaged.copy(target, table.name, table.columns.keys())
        target.execute("COMMIT")
    repaired.done[:0] = salvaged.unreadable
    with closing(repair.ledger(f"sqlite:///{new}")) as ledger:
        database = ledger.store.database
        assert database is not None
        with database.writing() as connection:
            write_heads(connection)
        rebuild_index(ledger)
        repaired.done.append("Indexes, heads, the list of campaigns and that of submissions were made anew.")
        mend_logs(repair, ledger, plan, noted, repaired)


def _noted(salvaged: Salvaged) -> dict[str, NotedHead]:
    rows = salvaged.others(schema.heads.name, "campaign, position, seal")
    return {
        campaign: NotedHead(position, seal)
        for campaign, position, seal in rows
        if isinstance(campaign, str) and isinstance(position, int) and isinstance(seal, str)
    }


def sorted_by_campaign(
    places: Iterable[Lying],
    fetch: Callable[[int], Content | None],
    noted: Mapping[str, NotedHead],
    backup: Backup | None,
) -> dict[object, RowChanges]:
    """The rows of a ledger, sorted campaign by campaign. `noted` are the witnesses that it had."""
    rows: dict[object, list[tuple[int, object]]] = {campaign: [] for campaign in noted}
    for row, campaign, position in places:
        rows.setdefault(campaign, []).append((row, position))
    return {
        campaign: sort_rows(str(campaign), found, fetch, noted.get(str(campaign)), backup)
        for campaign, found in rows.items()
    }


def refuse_emptied(plan: Mapping[object, RowChanges], *, had_records: bool) -> None:
    """Refuse to make a ledger without records out of one that had some. Raises `LedgerUnavailable`."""
    if had_records and not any(found.last for found in plan.values()):
        raise LedgerUnavailable(
            "No log in this ledger can be read from its first record on, so nothing was repaired: bring the "
            "ledger back from a backup with `campaign restore`."
        )


def _fill(
    target: sqlite3.Connection, salvaged: Salvaged, plan: Mapping[object, RowChanges], now: str, repaired: Repaired
) -> None:
    events, marks = schema.events.name, "?, ?, ?, ?, ?"
    put_in = f"INSERT INTO {events} (id, originator_id, originator_version, topic, state) VALUES ({marks})"
    keep = f"INSERT OR REPLACE INTO {quarantine.name} VALUES ({marks}, ?, ?)"
    names = ", ".join(quarantine.columns.keys())
    target.executemany(keep, salvaged.others(quarantine.name, names))
    for row, campaign, position in salvaged.places():
        found = plan[campaign]
        topic, state = salvaged.content(row) or (None, None)
        if row in found.moved:
            target.execute(keep, (row, campaign, position, topic, state, now, found.moved[row]))
        elif row in found.as_bytes:
            target.execute(keep, (row, campaign, position, topic, state, now, "It was not bytes under a tag."))
            target.execute(put_in, (row, campaign, position, *found.as_bytes[row]))
        else:
            target.execute(put_in, (row, campaign, position, topic, state))
    for campaign, found in plan.items():
        for position, tag, stored in sorted(found.put):
            target.execute(put_in, (None, campaign, position, tag, stored))
        tell(str(campaign), found, repaired)
    both = f"SELECT id FROM {events} UNION ALL SELECT id FROM {quarantine.name}"
    (greatest,) = target.execute(f"SELECT max(id) FROM ({both})").fetchone()
    target.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", (greatest or 0, events))


def tell(campaign: str, found: RowChanges, repaired: Repaired) -> None:
    """Say what is done with the rows of a campaign."""
    reasons: dict[str, int] = {}
    for why in found.moved.values():
        reasons[why] = reasons.get(why, 0) + 1
    for why, count in reasons.items():
        rows = "1 row" if count == 1 else f"{count} rows"
        repaired.done.append(f"{rows} of {campaign} moved to {quarantine.name}: {why}")
    if found.put:
        records = ", ".join(str(position) for position, _tag, _stored in sorted(found.put)[:20])
        repaired.done.append(f"From the backup came back of {campaign}: record {records}.")


def mend_logs(
    repair: Repair,
    ledger: Ledger,
    plan: Mapping[object, RowChanges],
    noted: Mapping[str, NotedHead],
    repaired: Repaired,
) -> None:
    """Set aside what must be in the logs as they are now, and check all of it."""
    if repair.only is not None:
        ledger.find(repair.only)
    for entry in ledger.campaigns():
        found = plan.get(str(entry.id))
        if repair.only in (None, entry.slug, str(entry.id)):
            repaired.done.extend(_set_aside(repair, ledger, entry, found, repaired))
        last = found.last if found else 0
        known = noted.get(str(entry.id))
        if known and known.position > last:
            repaired.done.append(
                f"{entry.slug} ended at record {known.position} and ends at record {last} now: the rest is gone."
            )
    repaired.problems.extend(
        f"{campaign} ended at record {noted[str(campaign)].position}, and the record that founds it is gone: a "
        "backup may have it."
        for campaign, found in plan.items()
        if not found.last and str(campaign) in noted
    )
    repaired.problems.extend(fault.text for fault in inspect(ledger, every_campaign=True).problems)
    verifier = Verifier(ledger)
    for entry in ledger.campaigns():
        verified = verifier.verify(entry.slug)
        if _files_brought_back(repair, ledger, entry, verified.files, repaired):
            verified = verifier.verify(entry.slug)
        repaired.problems.extend(f"{entry.slug}: {problem.text}" for problem in verified.problems)


def _files_brought_back(
    repair: Repair, ledger: Ledger, entry: CampaignEntry, found: Sequence[FileFound], repaired: Repaired
) -> int:
    """Put in again, from the backup, what records name and is missing or damaged: the number of those files."""
    back = 0
    for file in found:
        if file.problem is None or not ledger.files.keeps_files:
            continue
        with brought(repair.files, str(entry.id), file.digest) as content:
            if content is None:
                continue
            staged, database = ledger.files.stage(entry.id, content, rest=0), ledger.store.database
            if database is not None:
                with database.writing() as connection, library_errors(database.name):
                    ledger.files.claim(entry.id, [staged.digest], connection)
        back += 1
    if back:
        files = "1 file" if back == 1 else f"{back} files"
        repaired.done.append(f"From the backup came back of {entry.slug}: {files}.")
    return back


def _set_aside(
    repair: Repair, ledger: Ledger, entry: CampaignEntry, found: RowChanges | None, repaired: Repaired
) -> Sequence[str]:
    try:
        done = set_aside(ledger, entry, repair.clock, torn=found is not None and found.torn)
    except (CannotMend, UnknownRecord, LedgerError) as error:
        repaired.problems.append(str(error))
        return ()
    if done is None:
        return ()
    return list(_aside_said(entry.slug, done))


def _aside_said(slug: str, done: SetAside) -> Iterable[str]:
    for position, why in sorted(done.records.items()):
        yield f"{slug}: record {position} was set aside. {why}"
    if done.back_to is not None:
        yield f"{slug} goes on from record {done.back_to}; what came after it stays on the line that was left."


def _clear(work: Path) -> None:
    for left in work.iterdir():
        with suppress(OSError):
            left.unlink()
    with suppress(OSError):
        work.rmdir()
