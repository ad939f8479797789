"""Reading a log whole: every position asked for, each record carrying the seal of the one before it.

Databases answer from indexes, and an index that lost entries answers readily with less. So whatever is folded,
shown or copied is read through here: a short answer is an error that names the first record missing.
"""

import json
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from types import MappingProxyType
from typing import Any, NamedTuple

from ledger.errors import BrokenLedger
from ledger.recorder.fast import Row, StreamReading
from ledger.tags import REMOVED, REWOUND, SET_ASIDE

_PREV = b',"prev":"'
_SKIP = len(_PREV)


class Withheld(NamedTuple):
    """What a removal says of an earlier record."""

    was: str
    """The seal it keeps in the chain."""
    now: str
    """The SHA-256 of what stands there now."""
    by: int
    """The position of the removal."""


class Aside(NamedTuple):
    """What is said of an earlier record that cannot be read or followed, and so counts for nothing."""

    now: str
    """The SHA-256 of what stands there."""
    was: str
    """The seal it keeps in the chain: that one, or where the record after it names another, the one it names."""
    by: int
    """The position of the record that says so."""


@dataclass(frozen=True, slots=True)
class Exempt:
    """Records that do not stand in a log as they were written, by their positions, each with the seal it keeps."""

    withheld: Mapping[int, Withheld] = field(default_factory=lambda: MappingProxyType({}))
    """Words were removed from these."""
    aside: Mapping[int, Aside] = field(default_factory=lambda: MappingProxyType({}))
    """These were set aside."""

    @classmethod
    def of(cls, reading: StreamReading, campaign: Any) -> "Exempt":
        """Those of a campaign's log."""
        return cls(
            removals_in(reading.select_by_topic(campaign, REMOVED)),
            set_asides_in(reading.select_by_topic(campaign, SET_ASIDE)),
        )

    def seal(self, position: int, seal: str) -> str:
        """The seal that the next record carries for this one, whose bytes have `seal`. Raises `BrokenLedger`."""
        exempt = self.withheld.get(position) or self.aside.get(position)
        if exempt is None:
            return seal
        if seal != exempt.now:
            what = "the removal" if position in self.withheld else "the setting aside"
            raise BrokenLedger(position, f"it is not what {what} at record {exempt.by} left in its place.")
        return exempt.was


NONE_EXEMPT = Exempt()


def removals_in(rows: Iterable[tuple[int, bytes]]) -> dict[int, Withheld]:
    """What removals (position, bytes) say, by the position they are about; of several, the last."""
    return {
        position: Withheld(str(each["was"]), str(each["now"]), at)
        for at, data in _data(rows)
        for each in _records_of(data)
        if isinstance(position := each["position"], int) and 1 <= position < at
    }


def set_asides_in(rows: Iterable[tuple[int, bytes]]) -> dict[int, Aside]:
    """What records (position, bytes) say that set others aside, by the position they are about."""
    found = {}
    for at, data in _data(rows):
        position, seal = data.get("position"), data.get("seal")
        if isinstance(position, int) and 1 <= position < at and isinstance(seal, str):
            found[position] = Aside(seal, str(data.get("named") or seal), at)
    return found


def _data(rows: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, dict[str, Any]]]:
    for at, stored in rows:
        try:
            data = json.loads(stored)["data"]
        except (ValueError, LookupError, TypeError, RecursionError):
            continue  # the walk will say what is wrong with it
        if isinstance(data, dict):
            yield at, data


def _records_of(data: dict[str, Any]) -> list[dict[str, Any]]:
    records = data.get("records")
    whole = isinstance(records, list) and all(
        isinstance(each, dict) and {"position", "was", "now"} <= each.keys() for each in records
    )
    return records if isinstance(records, list) and whole else []


def whole(
    rows: Iterable[Row],
    after: int,
    until: int,
    *,
    prev: str | None,
    exempt: Exempt = NONE_EXEMPT,
    rewinds: Container[int] | None = None,
) -> Iterator[Row]:
    """The rows of every position after `after` and up to `until`, without those that were set aside.

    Raises `BrokenLedger` at the first that is amiss. `prev` is the seal the first of them carries, None where it
    is not known; `rewinds` are all that the lines are drawn from.
    """
    expected = after
    carried = prev.encode() if prev is not None else None
    withheld, aside = exempt.withheld, exempt.aside
    special = withheld.keys() | aside.keys()
    try:
        # Said as shortly as can be: nothing else is done for each record that is folded.
        for row in rows:
            position, tag, stored = row
            expected += 1
            if position != expected:
                raise missing(expected, until, position)
            if carried is not None and not stored.startswith(carried, stored.rfind(_PREV) + _SKIP):
                if position not in aside:
                    raise _misfit(position, tag, stored)
            elif tag == REWOUND and rewinds is not None and position not in rewinds and position not in aside:
                raise BrokenLedger(position, "it is a rewind that the database does not find by its kind.")
            if special and position in special:
                carried = exempt.seal(position, sha256(stored).hexdigest()).encode()
                if position in aside:
                    continue
            else:
                carried = sha256(stored).hexdigest().encode()
            yield row
    except (TypeError, AttributeError):
        # SQLite keeps whatever it is given. What the caller does with a row is not done in here.
        raise BrokenLedger(expected, "it is not stored as bytes under a tag.") from None
    if expected < until:
        raise missing(expected + 1, until)


def prev_at(stored: bytes) -> int:
    """Where in a record's bytes the seal begins that it carries of the one before it."""
    return stored.rfind(_PREV) + _SKIP


def missing(position: int, until: int, found: int | None = None) -> BrokenLedger:
    """What to say where the database does not give a record."""
    if found is not None:
        return BrokenLedger(position, f"it is missing; after record {position - 1} comes record {found}.")
    return BrokenLedger(position, f"it is missing, though the log goes on to record {until}.")


def _misfit(position: int, tag: object, stored: object) -> BrokenLedger:
    if not (isinstance(stored, bytes) and isinstance(tag, str)):
        return BrokenLedger(position, "it is not stored as bytes under a tag.")
    if position == 1:
        return BrokenLedger(1, "it does not begin a ledger of this format.")
    if stored.rfind(_PREV) < 0:
        return BrokenLedger(position, "its bytes are not those of a whole record.")
    return BrokenLedger(
        position, f"it does not carry the seal of record {position - 1}, so one of the two was changed."
    )
