"""Setting records aside that cannot be read or followed, and going on from before them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from domain.kernel.campaign.rewinding import LineRewound, RewindLine
from domain.kernel.journal.record_care import DamagedRecord, RecordSetAside, SetRecordsAside
from domain.kernel.messages import Event
from ledger.care.log_check import LaterReferences, LogCheck
from ledger.clock import Clock, stamp
from ledger.database.errors import library_errors
from ledger.errors import BrokenLedger, LedgerError, UnknownRecord
from ledger.ledger import Ledger
from ledger.log.chain import follow_end
from ledger.log.checked_rows import SetAsideStatement, prev_at
from ledger.log.entry import CampaignEntry
from ledger.recording.drafts import Draft, LogEnd, records_of
from ledger.records.codec import Codec
from ledger.records.snapshots import MomentFormat

MOST = 500
"""The most records of one log that are set aside: where more are broken, it is a backup that is wanted."""
_TORN = "Records after this are lost, and the last ruling may have been one of those that lost some."


class CannotMend(LedgerError):
    """A log is damaged where nothing can be set aside."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """The records appended to a log: which are set aside, each with why, and where the line goes on from."""

    records: Mapping[int, str]
    back_to: int | None


def set_aside(ledger: Ledger, entry: CampaignEntry, clock: Clock, *, torn: bool = False) -> SetAside | None:
    """Set aside what is broken in a log, in the name of the campaign's GM. None where nothing is.

    With `torn` the last ruling is left as well. Raises `CannotMend`; `UnknownRecord` where it is a newer program
    that is wanted.
    """
    return _Setting(ledger, entry, clock).set(torn=torn)


class _Setting:
    def __init__(self, ledger: Ledger, entry: CampaignEntry, clock: Clock) -> None:
        self._ledger = ledger
        self._entry = entry
        self._clock = clock
        game = ledger.game(entry.game)
        self._codec, self._form = Codec(game), MomentFormat(game)
        self._aside: dict[int, SetAsideStatement] = {}
        self._why: dict[int, str] = {}
        self._gm = "gm"

    def set(self, *, torn: bool) -> SetAside | None:
        log = self._checked()
        if not self._why and not torn:
            return None
        back = self._before(log, torn=torn)
        if back is None and not self._why:
            return None
        self._append(log, back)
        return SetAside(self._why, back)

    def _checked(self) -> LogCheck:
        """The log as it is without what is broken in it."""
        reading = self._ledger.store.reading
        while True:
            ahead = LaterReferences.of(lambda tag: reading.select_by_topic(self._entry.id, tag))
            self._known = {**ahead.aside, **self._aside}
            log = LogCheck(self._entry, self._codec, self._form, replace(ahead, aside=self._known))
            try:
                for _ in log.walk(self._rows()):
                    pass
            except UnknownRecord as error:
                named = _named(self._state(error.position + 1))
                if named in (None, sha256(self._state(error.position) or b"").hexdigest()):
                    raise
                self._note(BrokenLedger(error.position, "its bytes were changed."))
            except BrokenLedger as error:
                self._note(error)
            else:
                self._gm = log.moment.campaign.gm or self._gm
                return log

    def _note(self, error: BrokenLedger) -> None:
        position = error.position
        if position <= 1:
            raise CannotMend(
                f"{self._entry.slug} cannot be mended by setting records aside: its founding is broken. "
                f"{error.problem[:1].upper()}{error.problem[1:]} `campaign repair --from` takes it from a backup."
            ) from error
        if position in self._known or len(self._why) >= MOST:
            raise CannotMend(
                f"{self._entry.slug} cannot be mended by setting records aside. {error} "
                "`campaign repair --from` takes what is damaged from a backup."
            ) from error
        here, after = self._state(position), self._state(position + 1)
        now = sha256(here or b"").hexdigest()
        named = _named(after)
        self._aside[position] = SetAsideStatement(now, named or now, 2**53)
        self._why[position] = f"{error.problem[:1].upper()}{error.problem[1:]}"

    def _before(self, log: LogCheck, *, torn: bool) -> int | None:
        """The last position of the line before the first ruling on it that is broken; None where none is."""
        lines, head = log.lines, log.records
        first = lines.lost(head)
        if not first and not torn:
            return None
        position = lines.parent(first) if first else head
        rulings = self._rulings()
        own = rulings.get(position, 0)
        if first and not self._may_continue(first, own, rulings):
            return position
        while position and rulings.get(position, 0) == own:
            position = lines.parent(position)
        if not position:
            raise CannotMend(f"{self._entry.slug} cannot be mended: its founding is broken.")
        return position

    def _may_continue(self, position: int, ruling: int, rulings: Mapping[int, int]) -> bool:
        """True if the record at a position may belong to the ruling before it."""
        said = follow_end(self._state(position) or b"").ruling
        if said:
            return said == ruling
        following = rulings.get(position + 1)
        if following is None or following == ruling:
            return True
        return b'"command":' in (self._state(position + 1) or b"")

    def _append(self, log: LogCheck, back: int | None) -> None:
        damaged = [
            DamagedRecord(position=at, seal=it.now, named=None if it.was == it.now else it.was, why=self._why[at])
            for at, it in sorted(self._aside.items())
        ]
        asides: list[Event] = [
            RecordSetAside(position=it.position, seal=it.seal, named=it.named, why=it.why) for it in damaged
        ]
        reason = damaged[0].why if damaged else _TORN
        rewinds: list[Event] = [LineRewound(to=back, reason=reason)] if back is not None else []
        command = SetRecordsAside(records=tuple(damaged)) if damaged else RewindLine(to=back or 1, reason=reason)
        draft = Draft(command=command, by=self._gm, events=(*rewinds, *asides))
        last = self._state(log.records) or b""
        end = LogEnd(self._entry.id, log.records, sha256(last).hexdigest(), log.rulings, log.tallies.after)
        records = list(records_of(self._codec, end, [draft], stamp(self._clock())))
        database = self._ledger.store.database
        assert database is not None
        with library_errors(database.name):
            self._ledger.store.append(records, lambda connection: self._ledger.index.note(connection, records))

    def _rows(self) -> Iterator[tuple[int, str, bytes]]:
        return self._ledger.stored(self._entry.slug)

    def _rulings(self) -> dict[int, int]:
        """The ruling of each record that says so."""
        rows = ((at, follow_end(stored).ruling) for at, _tag, stored in self._rows() if at not in self._known)
        return {at: ruling for at, ruling in rows if ruling}

    def _state(self, position: int) -> bytes | None:
        rows = self._ledger.stored(self._entry.slug, position - 1, position)
        return next((stored for _at, _tag, stored in rows), None)


def _named(after: bytes | None) -> str | None:
    if not after or not follow_end(after).ruling:
        return None
    at = prev_at(after)
    return after[at : at + 64].decode("ascii", "replace")
