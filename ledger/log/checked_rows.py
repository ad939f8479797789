"""Checked reading of a log: every position asked for, each record carrying the seal of the one before it.

Databases answer from indexes, and an index that lost entries answers readily with less. So whatever is folded,
shown or copied is read through here: a short answer is an error that names the first record missing.
"""

import json
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from hashlib import sha256
from types import MappingProxyType
from typing import Any, NamedTuple

from ledger.database.stream_reading import Row, StreamReading
from ledger.errors import BrokenLedger
from ledger.log.tags import REMOVED, REWOUND, SET_ASIDE

_PREV = b',"prev":"'
_SKIP = len(_PREV)


class Withheld(NamedTuple):
    """The statement of a removal on an earlier record."""

    was: str
    """The seal it keeps in the chain."""
    now: str
    """The SHA-256 of what stands there now."""
    by: int
    """The position of the removal."""


class SetAsideStatement(NamedTuple):
    """The statement on an earlier record that cannot be read or followed, and so counts for nothing."""

    now: str
    """The SHA-256 of what stands there."""
    was: str
    """The seal it keeps in the chain: that one, or where the record after it names another, the one it names."""
    by: int
    """The position of the record that says so."""


@dataclass(frozen=True, slots=True)
class SealExemptions:
    """Records that do not stand in a log as they were written, by their positions, each with the seal it keeps."""

    withheld: Mapping[int, Withheld] = field(default_factory=lambda: MappingProxyType({}))
    """Words were removed from these."""
    aside: Mapping[int, SetAsideStatement] = field(default_factory=lambda: MappingProxyType({}))
    """These were set aside."""

    @classmethod
    def of(cls, reading: StreamReading, campaign: Any) -> "SealExemptions":
        """Those of a campaign's log."""
        return cls.among(list(reading.select_by_topics(campaign, (REMOVED, SET_ASIDE))))

    @classmethod
    def among(cls, rows: Sequence[Row]) -> "SealExemptions":
        """Those that are said to be so by these rows, whatever else is among them."""
        removals = ((position, stored) for position, tag, stored in rows if tag == REMOVED)
        set_asides = ((position, stored) for position, tag, stored in rows if tag == SET_ASIDE)
        return cls(removals_in(removals), set_asides_in(set_asides))

    @property
    def positions(self) -> Set[int]:
        """All of them."""
        return self.withheld.keys() | self.aside.keys()

    def seal(self, position: int, seal: str) -> str:
        """The seal that the next record carries for this one, whose bytes have `seal`. Raises `BrokenLedger`."""
        statement = self.withheld.get(position) or self.aside.get(position)
        if statement is None:
            return seal
        if seal != statement.now:
            what = "the removal" if position in self.withheld else "the setting aside"
            raise BrokenLedger(position, f"it is not what {what} at record {statement.by} left in its place.")
        return statement.was


NO_EXEMPTIONS = SealExemptions()


@dataclass(frozen=True, slots=True)
class LogSlice:
    """A part of a log that is read whole: every position after `after` and up to `until`."""

    after: int
    until: int
    prev: str | None
    """The seal that the first of its records carries; None where it is not known."""
    exemptions: SealExemptions = NO_EXEMPTIONS
    rewinds: Container[int] | None = None
    """All that the lines are drawn from, where they are."""


def removals_in(rows: Iterable[tuple[int, bytes]]) -> dict[int, Withheld]:
    """The statements of removals (position, bytes), by the position they are about; of several, the last."""
    return {
        position: Withheld(str(each["was"]), str(each["now"]), at)
        for at, data in _data(rows)
        for each in _records_of(data)
        if isinstance(position := each["position"], int) and 1 <= position < at
    }


def set_asides_in(rows: Iterable[tuple[int, bytes]]) -> dict[int, SetAsideStatement]:
    """The statements of records (position, bytes) that set others aside, by the position they are about."""
    found = {}
    for at, data in _data(rows):
        position, seal = data.get("position"), data.get("seal")
        if isinstance(position, int) and 1 <= position < at and isinstance(seal, str):
            found[position] = SetAsideStatement(seal, str(data.get("named") or seal), at)
    return found


def _data(rows: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, dict[str, Any]]]:
    for at, stored in rows:
        try:
            data = json.loads(stored)["data"]
        except (ValueError, LookupError, TypeError, RecursionError):
            continue  # the pass over the log will say what is wrong with it
        if isinstance(data, dict):
            yield at, data


def _records_of(data: dict[str, Any]) -> list[dict[str, Any]]:
    records = data.get("records")
    whole = isinstance(records, list) and all(
        isinstance(each, dict) and {"position", "was", "now"} <= each.keys() for each in records
    )
    return records if isinstance(records, list) and whole else []


def checked_rows(rows: Iterable[Row], part: LogSlice) -> Iterator[Row]:
    """The rows of a part of a log, without those that were set aside. Raises `BrokenLedger` at the first amiss."""
    expected, carried = part.after, part.prev
    exemptions, rewinds = part.exemptions, part.rewinds
    special = exemptions.positions
    for row in rows:
        position, tag, _stored = row
        expected += 1
        if position != expected:
            raise missing(expected, part.until, position)
        aside = position in special and position in exemptions.aside
        if not aside:
            check_row(row, carried)
            if tag == REWOUND and rewinds is not None and position not in rewinds:
                raise not_found_by_kind(position)
        carried = seal_at(row)
        if position in special:
            carried = exemptions.seal(position, carried)
        if not aside:
            yield row
    if expected < part.until:
        raise missing(expected + 1, part.until)


def check_row(row: Row, carried: str | None) -> None:
    """Raises `BrokenLedger` unless this row carries this seal of the one before it, as far as that is known."""
    if carried is None:
        return
    stored = row[2]
    # SQLite keeps whatever it is given.
    whole_row = isinstance(stored, bytes) and isinstance(row[1], str)
    if not (whole_row and stored.startswith(carried.encode(), prev_at(stored))):
        raise misfit(row)


def seal_at(row: Row) -> str:
    """The seal of what is stored in a row. Raises `BrokenLedger` where that is no bytes."""
    try:
        return sha256(row[2]).hexdigest()
    except TypeError:
        raise BrokenLedger(row[0], "it is not stored as bytes under a tag.") from None


def prev_at(stored: bytes) -> int:
    """The place in a record's bytes of the seal that it carries of the one before it."""
    return stored.rfind(_PREV) + _SKIP


def missing(position: int, until: int, found: int | None = None) -> BrokenLedger:
    """The error for a record that the database does not give."""
    if found is not None:
        return BrokenLedger(position, f"it is missing; after record {position - 1} comes record {found}.")
    return BrokenLedger(position, f"it is missing, though the log goes on to record {until}.")


def not_found_by_kind(position: int) -> BrokenLedger:
    """The error for a rewind that no line was drawn from."""
    return BrokenLedger(position, "it is a rewind that the database does not find by its kind.")


def misfit(row: Row) -> BrokenLedger:
    """The error for a row that does not carry the seal of the one before it."""
    position, tag, stored = row
    if not (isinstance(stored, bytes) and isinstance(tag, str)):
        return BrokenLedger(position, "it is not stored as bytes under a tag.")
    if position == 1:
        return BrokenLedger(1, "it does not begin a ledger of this format.")
    if stored.rfind(_PREV) < 0:
        return BrokenLedger(position, "its bytes are not those of a whole record.")
    return BrokenLedger(
        position, f"it does not carry the seal of record {position - 1}, so one of the two was changed."
    )
