"""`doctor`: versions, the database and its settings, free space, and what is unsafe about them."""

import os
import platform
import re
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from cli.options import Options, sqlite_file
from cli.outcome import CommandFailed, Status, ending_of
from cli.printing import as_json, cell, rows, say, table
from ledger.care.condition import (
    IS_SAFE_IN_WAL,
    NEWEST_FORMAT,
    OPEN,
    SAFE_SINCE,
    SQLITE_VERSION,
    Condition,
    condition_of,
)
from ledger.care.partial_files import stale_partial_files
from ledger.database.address import Address
from ledger.upkeep import Upkeep, upkeep_of
from wiring.library import database_url, games

LIBRARIES = ("campaign-ledger", "eventsourcing", "sqlalchemy", "pydantic", "streamlit", "typer", "rich", "psycopg")
_MEND = "`campaign verify` says more, and `campaign repair` mends what can be mended."
LITTLE_SPACE = 200 * 1024 * 1024
LONG_WITHOUT_BACKUP, LONG_UNVERIFIED = 30, 30
"""Days."""
CLOUDS = {
    "dropbox": "Dropbox",
    "onedrive": "OneDrive",
    "icloud": "iCloud",
    "mobile documents": "iCloud",
    "google drive": "Google Drive",
    "googledrive": "Google Drive",
    "my drive": "Google Drive",
    "cloudstorage": "A cloud drive",
    "nextcloud": "Nextcloud",
    "owncloud": "ownCloud",
    "syncthing": "Syncthing",
    "pcloud": "pCloud",
    "resilio": "Resilio",
}
"""Words in the names of folders, and whose they are."""
CLOUD_MARKS = {
    ".stfolder": "Syncthing",
    ".dropbox": "Dropbox",
    ".dropbox.cache": "Dropbox",
    ".tmp.drivedownload": "Google Drive",
    ".sync_journal.db": "Nextcloud",
    ".owncloudsync.log": "ownCloud",
    ".nextcloudsync.log": "Nextcloud",
}
"""The marks that such programs leave in the folders they copy, whatever these are called."""
NETWORK_FILE_SYSTEMS = frozenset(
    (
        "nfs",
        "nfs4",
        "cifs",
        "smb3",
        "smbfs",
        "afs",
        "9p",
        "ncpfs",
        "sshfs",
        "fuse.sshfs",
        "fuse.rclone",
        "fuse.google-drive-ocamlfuse",
        "fuse.onedriver",
        "fuse.s3fs",
        "drvfs",
        "webdav",
        "vboxsf",
        "prl_fs",
        "davfs",
        "glusterfs",
        "ceph",
    )
)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something a person should know. `unsafe` when what was recorded may be lost or seen."""

    unsafe: bool
    what: str
    do: str


def show(options: Options) -> None:
    """Print how things stand; ends with status 1 when something is unsafe or does not work."""
    url = database_url(options.database)
    condition, findings = examined(url)
    findings.extend(_about_games())
    space = _free_space(sqlite_file(url))
    facts = _facts(url, condition, space)
    if options.json:
        as_json({**facts, "findings": findings, "sound": not any(it.unsafe for it in findings)})
    else:
        say(rows(table("", ""), ((cell(name, "dim"), _said(value)) for name, value in facts.items())))
        for it in findings:
            say(f"{'Unsafe' if it.unsafe else 'Note'}: {it.what} {it.do}", style="red" if it.unsafe else "yellow")
        if not findings:
            say("All is well.", style="green")
    if any(it.unsafe for it in findings):
        raise CommandFailed(Status.BROKEN)


def examined(url: str) -> tuple[Condition | None, list[Finding]]:
    """The database at this address, None where it cannot be opened, and what there is to say."""
    findings: list[Finding] = []
    condition: Condition | None = None
    try:
        condition = condition_of(url)
    except Exception as error:
        findings.append(Finding(True, ending_of(error).sentence, "Nothing can be recorded until that is mended."))
    file = sqlite_file(url)
    if url.startswith("sqlite") and not IS_SAFE_IN_WAL:
        findings.append(
            Finding(
                False,
                f"SQLite {SQLITE_VERSION} is older than {SAFE_SINCE}, whose write-ahead log can lose data.",
                "The ledger therefore uses the slower rollback journal, which is safe; a newer Python brings a "
                "newer SQLite, and so does `pip install 'campaign-ledger[wal]'` on most computers.",
            )
        )
    if file is not None:
        findings.extend(_about_the_place(file))
    if condition:
        findings.extend(_about_upkeep(upkeep_of(url), condition, datetime.now(UTC)))
        findings.extend(
            Finding(True, problem.text, "" if problem.names_remedy else _MEND) for problem in condition.problems
        )
        if condition.not_checked:
            findings.append(Finding(False, condition.not_checked, "`campaign verify` reads every record."))
    if condition and condition.settings.get("fsync", "on") != "on":
        findings.append(
            Finding(True, "The server runs with fsync off: a power cut loses records.", "Set fsync = on.")
        )
    if condition and condition.settings.get("connection") == OPEN:
        findings.append(
            Finding(
                True,
                "What is recorded crosses the network for all to read, and nobody checks whose server it is.",
                "Put sslmode=verify-full and sslrootcert=FILE into the address.",
            )
        )
    return condition, findings


def _about_upkeep(known: Upkeep, condition: Condition, now: datetime) -> Iterator[Finding]:
    """The ages of the last backup and the last verify, as far as this account on this computer made them."""
    if not condition.records:
        return
    if known.verified is not None and not known.sound:
        when = f"When it was last verified, {_ago(known.verified, now)}, it was not sound."
        yield Finding(True, when, "`campaign verify` says whether it is now, and `campaign repair` mends it.")
    elif known.verified is None:
        yield Finding(False, "It was never verified from here.", "`campaign verify` checks every record.")
    elif _days(known.verified, now) > LONG_UNVERIFIED:
        when = f"It was last verified {_ago(known.verified, now)}."
        yield Finding(False, when, "`campaign verify` checks every record.")
    newer = condition.records - known.backed_up_records
    if known.backed_up is None:
        what = "No backup of it was made from here."
        yield Finding(False, what, "`campaign backup FILE` makes one: keep it on another disk.")
    elif newer > 0 and _days(known.backed_up, now) > LONG_WITHOUT_BACKUP:
        many = "1 record was" if newer == 1 else f"{newer:,} records were"
        what = f"It was last backed up {_ago(known.backed_up, now)}; {many} added since."
        yield Finding(True, what, "`campaign backup FILE` makes another: keep it on another disk.")


def _days(when: str, now: datetime) -> int:
    """Days since a time; a million where nobody can tell: it is none, or to come, by a clock that went wrong."""
    try:
        days = (now - datetime.fromisoformat(when)).days
    except (ValueError, TypeError):
        return 10**6
    return 10**6 if days < -1 else max(0, days)


def _ago(when: str, now: datetime) -> str:
    days = _days(when, now)
    if days >= 10**6:
        return "at a time that this clock has not shown yet, or that is none"
    return "today" if not days else "yesterday" if days == 1 else f"{days:,} days ago"


def _about_the_place(file: Path) -> list[Finding]:
    found = []
    folder = _existing(file.parent)
    cloud = sync_program_at(file)
    if cloud:
        found.append(
            Finding(
                True,
                f"The ledger lies in a folder that {cloud} seems to copy away while it is being written: half "
                "a change copied is a broken ledger, and a copy from elsewhere undoes what was recorded here.",
                "Keep it elsewhere, and put a `campaign backup` there instead.",
            )
        )
    kind = file_system(folder)
    if kind in NETWORK_FILE_SYSTEMS:
        found.append(
            Finding(
                True,
                f"The ledger lies on a network file system ({kind}), where locks cannot be trusted.",
                "Keep it on a disk of this computer, or use PostgreSQL.",
            )
        )
    if not os.access(file if file.exists() else folder, os.W_OK):
        found.append(
            Finding(False, f"{file} cannot be written.", "It can be read; recording needs the right to write.")
        )
    parts = _parts_beside(file)
    if parts:
        left = ", ".join(parts[:3]) + (" and more" if parts[3:] else "")
        found.append(
            Finding(
                False,
                f"Something was broken off here and left {left}.",
                "When no backup, export or repair is running, it can be deleted.",
            )
        )
    if file.exists() and os.name == "posix" and file.stat().st_mode & stat.S_IWOTH:
        found.append(Finding(True, f"Anybody on this computer may change {file}.", f"Run: chmod o-w '{file}'"))
    elif file.exists() and os.name == "posix" and file.stat().st_mode & stat.S_IROTH and _open_to_all(file.parent):
        found.append(
            Finding(
                True,
                f"Anybody on this computer may read {file}, with what only the GM may know.",
                f"Run: chmod go-rwx '{file}'",
            )
        )
    space = _free_space(file)
    if space is not None and space < LITTLE_SPACE:
        found.append(
            Finding(
                True, f"Only {_said_size(space)} are free where the ledger lies.", "Make room before playing on."
            )
        )
    return found


def _open_to_all(folder: Path) -> bool:
    """True where anybody on this computer can get into a folder."""
    return all(it.stat().st_mode & stat.S_IXOTH for it in (folder, *folder.parents))


def _parts_beside(file: Path) -> list[str]:
    """Unfinished work that lies beside a ledger: what makes it clears it away, unless it was killed."""
    left = {it.name for it in stale_partial_files(file.parent)}
    with suppress(OSError):
        left |= {it.name for it in file.parent.iterdir() if it.name.startswith(".") and it.suffix == ".part"}
    return sorted(left)


def sync_program_at(file: Path) -> str | None:
    """Program that seems to copy this file's folder to other computers, by its name or by what it left there."""
    for folder in file.parents:
        name = folder.name.casefold()
        said = next((whose for word, whose in CLOUDS.items() if word in name), None)
        if said:
            return said
        for mark, whose in CLOUD_MARKS.items():
            if (folder / mark).exists() and folder != Path.home():
                return whose
    return None


def file_system(folder: Path, mounts: Path = Path("/proc/self/mounts")) -> str:
    """The kind of file system a folder lies on, "" where the system does not say."""
    try:
        text = mounts.read_text("utf-8", "replace")
    except OSError:
        return ""
    best, kind = -1, ""
    for _device, point, found, *_ in (line.split(" ") for line in text.splitlines() if line.count(" ") >= 3):
        point = re.sub(r"\\([0-7]{3})", lambda code: chr(int(code.group(1), 8)), point)
        if len(point) > best and folder.is_relative_to(point):
            best, kind = len(point), found
    return kind


def _existing(folder: Path) -> Path:
    return next((it for it in (folder, *folder.parents) if it.exists()), folder)


def _free_space(file: Path | None) -> int | None:
    return shutil.disk_usage(_existing(file.parent)).free if file else None


def _facts(url: str, condition: Condition | None, space: int | None) -> dict[str, object]:
    installed = {name: _version(name) for name in LIBRARIES}
    facts: dict[str, object] = {
        "python": f"{platform.python_version()} ({sys.executable})",
        "system": platform.platform(),
        "sqlite": SQLITE_VERSION,
        "libraries": {name: number for name, number in installed.items() if number},
        "games": _games(),
        "address": str(Address.parse(url)),
    }
    if condition:
        known, now = upkeep_of(url), datetime.now(UTC)
        facts |= {
            "last_backup": _ago(known.backed_up, now) if known.backed_up else "none from here",
            "last_verify": _ago(known.verified, now) if known.verified else "none from here",
            "database": f"{condition.kind} {condition.version}",
            "exists": condition.exists,
            "size": condition.size,
            "format": condition.format,
            "newest_format": NEWEST_FORMAT,
            "records": condition.records,
            "files": condition.files,
            "bytes_of_files": condition.bytes_of_files,
            "settings": dict(condition.settings),
        }
    return {**facts, "free_space": space}


def _games() -> list[dict[str, str]]:
    """Every game with the package that holds it and its version."""
    sources = games().sources.values()
    return [
        {"game": it.key, "package": it.package, "version": f"{it.distribution} {it.version}"} for it in sources
    ]


def _about_games() -> Iterator[Finding]:
    for why in games().unusable:
        yield Finding(False, why, "Mend or uninstall it; campaigns of it are kept, and not played.")


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _said(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "not yet"
        case None:
            return "—"
        case int() if value >= 4096:
            return _said_size(value)
        case dict():
            return ", ".join(f"{name} {it}" for name, it in value.items())
        case [{"game": _}, *_]:
            return _said_games(value)
        case list():
            return ", ".join(map(str, value)) or "none"
    return str(value)


def _said_games(games: Iterable[Any]) -> str:
    """Their keys by the package that brings them."""
    brought: dict[str, list[str]] = {}
    for it in games:
        brought.setdefault(it["version"], []).append(it["game"])
    return "; ".join(f"{', '.join(keys)} of {package}" for package, keys in brought.items())


def _said_size(size: int) -> str:
    for unit, factor in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return f"{size} bytes"
