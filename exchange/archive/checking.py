"""Checking the records of an archive, as a ledger's own are checked, before any of them is stored."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

from domain.kernel.game import AnyGame
from exchange.archive.errors import BrokenArchive
from exchange.archive.files import check_files
from exchange.archive.layout import LONGEST_RECORD, TitlePage, in_line
from exchange.archive.opening import Archive
from exchange.archive.zips import Progress
from ledger.care.log_check import LaterReferences, LogCheck
from ledger.errors import BrokenLedger, UnknownRecord
from ledger.files.naming import named_files
from ledger.log.chain import Row, tag_in
from ledger.log.entry import CampaignEntry
from ledger.log.lines import Lines, Stretch
from ledger.log.tags import REWOUND
from ledger.records.codec import Codec
from ledger.records.snapshots import DEFAULT_INTERVAL, MomentFormat, SnapshotInterval


class KeptMoment(NamedTuple):
    """A moment worth keeping: where it is, on which line, the seal of its record, and its bytes."""

    position: int
    path: tuple[Stretch, ...]
    seal: str
    stored: bytes


@dataclass(frozen=True, slots=True)
class SoundRecords:
    """The records of an archive that were found to be a whole campaign, and snapshots taken on the way."""

    entry: CampaignEntry
    title: TitlePage
    records: Path
    form: MomentFormat
    snapshots: tuple[KeptMoment, ...]
    files: Mapping[str, Path]
    """The files that its records name, by the SHA-256 of their bytes."""
    left_out: tuple[str, ...]
    """Those that its records name, and that it was written without."""


def rows_in(path: Path) -> Iterator[Row]:
    """The records of an archive as they are stored: (position, tag, bytes). Raises `BrokenLedger`."""
    with path.open("rb") as file:
        yield from _rows(file)


def _rows(file: BinaryIO) -> Iterator[Row]:
    position = 0
    while line := file.readline(LONGEST_RECORD + 1):
        position += 1
        if not line.endswith(b"\n"):
            what = "longer than any record" if len(line) > LONGEST_RECORD else "cut off"
            raise BrokenLedger(position, f"its line is {what}.")
        stored = in_line(line[:-1])
        yield position, tag_in(stored), stored


def check(
    archive: Archive,
    games: Mapping[str, AnyGame],
    progress: Progress = lambda done, total: None,
    *,
    snapshot_interval: SnapshotInterval = DEFAULT_INTERVAL,
) -> SoundRecords:
    """Fold every line of an archive's records, trusting nothing. Raises `BrokenArchive`."""
    title = archive.title
    game = games.get(title.game)
    if game is None:
        known = ", ".join(sorted(games))
        raise BrokenArchive(
            f"The archive is a campaign of {title.game!r}, a game this program does not have. It has: {known}."
        )
    entry = CampaignEntry(title.campaign, title.slug, title.game)
    form = MomentFormat(game)
    rows = archive.records
    try:
        ahead, codec = LaterReferences.of(lambda tag: _tagged(rows, tag)), Codec(game)
        log = LogCheck(entry, codec, form, ahead, archive.receipts)
        snapshots, lines = [], Lines()
        for link, _fields in log.walk(rows_in(rows)):
            if link.tag == REWOUND:
                lines.rewound(link.position, link.parent)
            stored = snapshot_interval.due(form, log.moment, link.position - 1)
            if stored is not None:
                path = tuple(lines.path(link.position))
                snapshots.append(KeptMoment(link.position, path, log.moment.seal, stored))
            if link.position % 100 == 0 or link.position == title.records:
                progress(link.position, title.records)
    except (BrokenLedger, UnknownRecord) as error:
        raise BrokenArchive(f"The archive's records are not sound. {error}") from error
    found = log.records, log.rulings, log.seal
    if found != (title.records, title.rulings, title.head_seal):
        raise BrokenArchive(
            f"The archive says it has {title.records} records in {title.rulings} rulings, and has {log.records} "
            f"in {log.rulings}; or its last record is another than it says."
        )
    carried = log.tallies.carried
    number = 3 if title.files else 2 if carried else 1
    if title.format != number or title.head_tally != (log.tallies.after if carried else None):
        raise BrokenArchive("The archive's title page tells another format or tally than its records have.")
    beyond = max((receipt.position for receipt in archive.receipts), default=0)
    if beyond > log.records:
        raise BrokenArchive(f"The archive has a receipt of record {beyond}, but ends at {log.records}.")
    named = named_files(codec, lambda tag: _tagged(rows, tag), ahead.aside)
    here = check_files(title, named, archive.files)
    left_out = tuple(digest for digest in named.wanted if digest not in here)
    files = {digest: archive.files[digest] for digest in here}
    return SoundRecords(entry, title, rows, form, tuple(snapshots), files, left_out)


def _tagged(path: Path, wanted: str) -> Iterator[tuple[int, bytes]]:
    return ((position, stored) for position, tag, stored in rows_in(path) if tag == wanted)
