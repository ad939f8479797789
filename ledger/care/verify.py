"""Checks a campaign's ledger against itself, from its first stored byte to the moment it amounts to.

Any change of a stored record is found by the chain. Records cut off the end leave a chain that is whole but
shorter: the ledger's own witness shows that, and where somebody cut that off as well, only a receipt of an earlier
head can. The records are read as an index gives them, and counted as they lie in their table: see
`table_and_index`.
"""

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import sqlalchemy as sql

from ledger.care.kept_files import FileFound, files_found
from ledger.care.log_check import LaterReferences, LogCheck
from ledger.care.stand_in import game_or_stand_in, is_missing
from ledger.care.table_and_index import LogExtent, by_table, check_extent
from ledger.database.errors import library_errors
from ledger.database.schema import heads
from ledger.errors import BrokenLedger, LedgerError
from ledger.ledger import Ledger
from ledger.log.chain import Link
from ledger.log.entry import CampaignEntry
from ledger.log.receipts import Receipt, SealedSession
from ledger.log.record import seal_of
from ledger.records.codec import Codec
from ledger.records.snapshots import MomentFormat
from ledger.records.sound_prefix import check_end


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not as it should be. `position` is the record it is about, 0 when it is about none."""

    position: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """The result of a check. Records and rulings are counted as far as they are sound."""

    campaign: str
    records: int
    rulings: int
    head_seal: str
    snapshots: int
    """The number of snapshots compared with a full re-fold."""
    problems: tuple[Problem, ...]
    sessions: tuple[SealedSession, ...] = ()
    """Sealed sessions, each with its receipt and whether play was changed afterwards."""
    withheld: Mapping[int, int] = field(default_factory=dict)
    """Records from which words were removed, and by which record."""
    head_tally: str | None = None
    """The tally of everything but words up to the end."""
    files: tuple[FileFound, ...] = ()
    """Every file that a record names, with what there is of it."""
    missing_game: str | None = None
    """Its game, where that is not there: the records were checked as a chain, and not by what they mean."""

    @property
    def sound(self) -> bool:
        """True if nothing was found."""
        return not self.problems

    @property
    def receipt(self) -> Receipt | None:
        """The receipt to keep of this check, so that a later one can tell if the end was cut off. None when not
        sound.
        """
        if not (self.sound and self.records):
            return None
        return Receipt(self.records, self.head_seal, self.head_tally or "").shortened(16)


def verify(
    ledger: Ledger,
    campaign: str,
    *,
    expect: Sequence[Receipt] = (),
    progress: Callable[[int], None] = lambda _position: None,
) -> Verified:
    """Check one campaign: see `Verifier.verify`."""
    return Verifier(ledger).verify(campaign, expect=expect, progress=progress)


class Verifier:
    """Checks the campaigns of one ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._formats: dict[str, tuple[Codec, MomentFormat]] = {}

    @cached_property
    def _extents(self) -> Mapping[str, LogExtent] | None:
        """The logs as they lie in the table, read before any index; None where the database is another's."""
        database = self._ledger.store.database
        return by_table(database) if database is not None else None

    def verify(
        self,
        campaign: str,
        *,
        expect: Sequence[Receipt] = (),
        progress: Callable[[int], None] = lambda _position: None,
    ) -> Verified:
        """Check one campaign: chain, shape and meaning of every record on every line, snapshots, the index.

        Stops at the first broken record, which is the first problem. `progress` is told each position. Raises
        `NoSuchCampaign`, and the library's persistence errors when the database cannot be read.
        """
        entry = self._ledger.find(campaign)
        extents = self._extents
        check = _Check(self._ledger, entry, *self._format(entry), expect)
        check.extent = extents.get(str(entry.id)) if extents is not None else None
        check.by_table = extents is not None
        try:
            for position in check.walk():
                progress(position)
        except LedgerError as error:
            position = error.position if isinstance(error, BrokenLedger) else check.log.records + 1
            check.problems.insert(0, Problem(position, str(error)))
        else:
            check.finish()
        problems, missing = tuple(check.problems), is_missing(self._ledger, entry)
        return Verified(
            campaign=entry.slug,
            records=check.log.records,
            rulings=check.log.rulings,
            head_seal=check.log.seal,
            snapshots=check.snapshots,
            problems=problems,
            sessions=() if problems or missing else tuple(self._ledger.sealed_sessions(entry.slug)),
            withheld=check.withheld,
            head_tally=check.log.tallies.after if check.log.records else None,
            files=check.files,
            missing_game=entry.game if missing else None,
        )

    def _format(self, entry: CampaignEntry) -> tuple[Codec, MomentFormat]:
        if is_missing(self._ledger, entry):
            game = game_or_stand_in(self._ledger, entry)
            return Codec(game), MomentFormat(game)
        if entry.game not in self._formats:
            game = self._ledger.game(entry.game)
            self._formats[entry.game] = Codec(game), MomentFormat(game)
        return self._formats[entry.game]


class _Check:
    """The pass over a log, with what the ledger keeps beside it."""

    def __init__(
        self, ledger: Ledger, entry: CampaignEntry, codec: Codec, form: MomentFormat, expect: Sequence[Receipt]
    ) -> None:
        ahead = LaterReferences.of(lambda tag: ledger.store.reading.select_by_topic(entry.id, tag))
        self.log = LogCheck(entry, codec, form, ahead, expect)
        self.withheld = {position: it.by for position, it in sorted(ahead.withheld.items())}
        self.snapshots = 0
        self.problems: list[Problem] = []
        self.files: tuple[FileFound, ...] = ()
        self._codec = codec
        self._ledger = ledger
        self._entry = entry
        self._expect = expect
        self._form = form
        self._snapshots = self._kept_snapshots()
        self._submissions = ledger.index.submissions(entry.id)
        self._aside = ahead.aside
        self.extent: LogExtent | None = None
        """The log as it lies in its table."""
        self.by_table = False
        """True if it is known how the log lies in its table."""
        self._seal_at_extent = dict[int, str]()

    def walk(self) -> Iterator[int]:
        """Every position that is sound. Raises `BrokenLedger`, `UnknownRecord` at the first that is not."""
        for link, fields in self.log.walk(self._ledger.stored(self._entry.slug)):
            if self.extent is not None and link.position == self.extent.position:
                self._seal_at_extent[link.position] = seal_of(link.stored)
            self._check_key(link, fields)
            self._check_snapshots(link.position)
            yield link.position

    def finish(self) -> None:
        """Make the checks that are possible only at the end."""
        head = self.log.records
        self._check_end(head)
        self._check_files()
        self.problems.extend(Problem(doubt.position, str(doubt)) for doubt in self.log.doubts)
        beyond = max((receipt.position for receipt in self._expect), default=0)
        if beyond > head:
            self.problems.append(
                Problem(
                    head + 1,
                    f"The log ends at record {head}, but the receipt was given for record {beyond}: "
                    "records were cut off its end.",
                )
            )
        if not head:
            self.problems.append(Problem(1, f"{self._entry.slug} has no records at all."))
        for key, position in sorted(self._submissions.items()):
            if position in self._aside:
                continue
            self.problems.append(
                Problem(position, f"The index says that record {position} answers {key!r}. Rebuild it.")
            )
        for position in sorted(self._snapshots):
            self.problems.append(
                Problem(position, f"There is a snapshot of position {position}, which the log does not have.")
            )

    def _check_files(self) -> None:
        self.files = tuple(files_found(self._ledger, self._entry, self._codec, self._aside))
        self.problems += [Problem(it.positions[0], it.problem) for it in self.files if it.problem]

    def _check_end(self, head: int) -> None:
        """That this is all: as it lies in the table, and as its witness says."""
        reading = self._ledger.store.reading
        try:
            if self.by_table:
                check_extent(self.extent, head, self._seal_at_extent)
            check_end(reading.end(self._entry.id), reading, self._entry.id)
        except BrokenLedger as error:
            self.problems.append(Problem(error.position, str(error)))
            return
        last, witness = reading.end(self._entry.id)
        noted = witness.position if witness else 0
        database = self._ledger.store.database
        if database is not None and database.has_heads and noted != (last[0] if last else 0):
            what = f"The log goes on after record {noted}, where it ended when this program last recorded in it."
            self.problems.append(Problem(noted + 1, what))
        elif database is not None and database.has_heads and noted:
            with database.reading() as connection, library_errors(database.name):
                asked = sql.select(heads.c.tally).where(heads.c.campaign == str(self._entry.id))
                tally = connection.scalar(asked)
            if tally is not None and tally != self.log.tallies.after:
                what = "The note of where the log ended has another tally than its records come to."
                self.problems.append(Problem(noted, f"{what} `campaign repair` makes it anew."))

    def _check_key(self, link: Link, fields: dict[str, Any]) -> None:
        key = fields.get("key")
        if key is not None and self._submissions.pop(key, None) != link.position:
            self.problems.append(
                Problem(
                    link.position,
                    f"The index does not know that record {link.position} answers the submission {key!r}. "
                    "Rebuild it.",
                )
            )

    def _kept_snapshots(self) -> dict[int, tuple[str, bytes]]:
        return self._ledger.store.moments.kept(self._entry.id)

    def _check_snapshots(self, position: int) -> None:
        topic, state = self._snapshots.pop(position, ("", b""))
        if topic != self._form.fingerprint:
            return  # none here, or one in the shape of another version, which nothing reads
        self.snapshots += 1
        try:
            kept = self._form.load(state)
        except (ValueError, zlib.error):
            self.problems.append(Problem(position, f"The snapshot of position {position} cannot be read."))
            return
        if kept != self._form.copy(self.log.moment):
            self.problems.append(
                Problem(position, f"The snapshot of position {position} is not what its records amount to.")
            )
