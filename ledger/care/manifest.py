"""The manifest of a backup: how far each campaign goes, and the sum of the very file.

Both lie in the backup's own file, so that nothing is lost when it is moved. The sum is that of the file with other
digits in its place. A backup is a ledger, and may be used as one: then the sum is not its any more, which SQLite's
own count of changes tells, and what is left to compare are its campaigns.
"""

import mmap
import secrets
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import sqlalchemy as sql

from ledger.database import schema
from ledger.database.database import Database
from ledger.database.errors import library_errors
from ledger.database.sqlite.driver import sqlite3
from ledger.errors import LedgerError

_METADATA = sql.MetaData()
_NAME = schema.PREFIX + "manifest"
_CAMPAIGNS = sql.Table(
    _NAME,
    _METADATA,
    sql.Column("campaign", sql.Text, primary_key=True),
    sql.Column("slug", sql.Text, nullable=False),
    sql.Column("records", sql.BigInteger, nullable=False),
    sql.Column("seal", sql.Text, nullable=False),
    sql.Column("tally", sql.Text),
)
_FILE = sql.Table(
    f"{_NAME}_file",
    _METADATA,
    sql.Column("token", sql.Text, primary_key=True),
    sql.Column("sum", sql.Text, nullable=False),
)
_CHANGES = (24, 92)
"""The places in a file where SQLite counts changes: four bytes each, alike whenever nobody writes."""
_AT_ONCE = 2**20


class BrokenBackup(LedgerError):
    """A backup is not what was written; nothing of it was restored."""


@dataclass(frozen=True, slots=True)
class BackedUpCampaign:
    """The end of one campaign's log in the backup."""

    campaign: str
    slug: str
    records: int
    seal: str
    tally: str | None = None


def write_manifest(database: Database, campaigns: Iterable[BackedUpCampaign]) -> str:
    """Write it into a copy that is whole. Gives the token by which `seal_file` ends it."""
    token = secrets.token_hex(32)
    with database.writing() as connection, library_errors(database.name):
        _METADATA.create_all(connection)
        for it in campaigns:
            values = {"campaign": it.campaign, "slug": it.slug, "records": it.records, "seal": it.seal}
            connection.execute(sql.insert(_CAMPAIGNS), {**values, "tally": it.tally})
        connection.execute(sql.insert(_FILE), {"token": token, "sum": _blank(token)})
    return token


def seal_file(path: Path, token: str) -> None:
    """Put the sum of a file that nobody has open any more into it."""
    with path.open("r+b") as file, mmap.mmap(file.fileno(), 0) as content:
        place = content.find(_blank(token).encode())
        changes = bytes(content[_CHANGES[0] : _CHANGES[0] + 4])
        content[place : place + len(_blank(token))] = (_sum(content, {}) + changes.hex()).encode()
        content.flush()


def read_manifest(path: Path) -> list[BackedUpCampaign] | None:
    """Read how far the campaigns of a backup go; None where it was written before backups said anything.

    Nothing else opens the file before. Raises `BrokenBackup` where it is not what was written, as long as nobody
    has used it as a ledger since.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
            names = {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if names.isdisjoint(_METADATA.tables):
                _refuse_traces(path)
                return None
            ((token, said),) = file.execute(f"SELECT token, sum FROM {_FILE.name}")
            held = [BackedUpCampaign(*row) for row in file.execute(f"SELECT * FROM {_CAMPAIGNS.name}")]
        _check_sum(path, str(token), str(said))
    except (sqlite3.Error, UnicodeDecodeError, ValueError, TypeError) as error:
        _refuse_traces(path)
        if path.stat().st_size and isinstance(error, sqlite3.Error):
            return None  # no backup of ours: what it is is said by whoever opens it
        raise BrokenBackup("The backup was changed since it was written: its manifest cannot be read.") from error
    return held


def _blank(token: str) -> str:
    """The placeholder of the sum while it is worked out: as long as it, and found nowhere else."""
    return sha256(token.encode()).hexdigest() + token[:8]


def _refuse_traces(path: Path) -> None:
    if not path.stat().st_size:
        return
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        if content.find(_NAME.encode()) >= 0:
            raise BrokenBackup("The backup was changed since it was written: its manifest cannot be found.")


def _check_sum(path: Path, token: str, said: str) -> None:
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        place = content.find(said.encode())
        if len(said) != len(_blank(token)) or place < 0:
            raise BrokenBackup("The backup was changed since it was written: its manifest cannot be read.")
        blank, changes = {place: _blank(token).encode()}, bytes.fromhex(said[64:])
        if _sum(content, blank) == said[:64]:
            return
        used = all(content[at : at + 4] != changes for at in _CHANGES)
        if not used or _sum(content, {**blank, **dict.fromkeys(_CHANGES, changes)}) == said[:64]:
            raise BrokenBackup("The backup is damaged: its file is not the one that was written.")


def _sum(content: mmap.mmap, instead: dict[int, bytes]) -> str:
    """The SHA-256 of a file, with other bytes at some places."""
    found, at = sha256(), 0
    for place, other in (*sorted(instead.items()), (len(content), b"")):
        for start in range(at, place, _AT_ONCE):
            found.update(content[start : min(start + _AT_ONCE, place)])
        found.update(other)
        at = place + len(other)
    return found.hexdigest()
