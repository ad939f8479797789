"""Checks between the stored bytes of neighbouring records: their order, their seals, their parents.

Nothing is parsed here but the end of each line, whose fields canonical JSON always puts in the same order; so a
whole log is checked at little more than the cost of reading and hashing it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import NamedTuple

from ledger.errors import BrokenLedger
from ledger.log.checked_rows import SetAsideStatement as SetAsideStatement
from ledger.log.checked_rows import Withheld as Withheld
from ledger.log.checked_rows import removals_in as removals_in
from ledger.log.record import GENESIS
from ledger.log.tags import REWOUND

Row = tuple[int, str, bytes]
"""Position, tag and bytes of a record, as they are stored."""

_LAST_FIELDS = re.compile(
    rb',"parent":(0|[1-9]\d{0,15}),"position":([1-9]\d{0,15}),"prev":"([0-9a-f]{64})",'
    rb'"rules":(0|[1-9]\d{0,15}),"ruling":([1-9]\d{0,15}),(?:"salt":"[0-9a-f]{32}",)?'
    rb'(?:"stands_for":[1-9]\d{0,15},)?(?:"tally":"([0-9a-f]{64})",)?"type":"([^"\\]+)"(?:,"words":\["(?:[^"\\]|\\.|",")+"\])?\}\Z'
)


NOTHING_WITHHELD: Mapping[int, Withheld] = MappingProxyType({})
NOTHING_ASIDE: Mapping[int, SetAsideStatement] = MappingProxyType({})


class Link(NamedTuple):
    """A record that fits the one before it."""

    position: int
    parent: int
    rules: int
    """Version of the rules that judged."""
    ruling: int
    opens: bool
    """True if it is the first record of its ruling."""
    tag: str
    stored: bytes
    seal: str
    """Its seal in the chain: of its bytes, or where words were removed, of those that it was recorded with."""
    tally: str | None = None
    """The tally that it carries; None in a record of format 1."""
    aside: bool = False
    """True if it was set aside: of the rest nothing is known then but position, bytes and seal."""


def follow(
    rows: Iterable[Row],
    withheld: Mapping[int, Withheld] = NOTHING_WITHHELD,
    aside: Mapping[int, SetAsideStatement] = NOTHING_ASIDE,
) -> Iterator[Link]:
    """Read a log from its first record on, yielding each that fits. `withheld` is what its removals say, and
    `aside` what it says of records that were set aside.

    Raises `BrokenLedger` at the first that does not. When two neighbours do not fit together, the record after
    them tells which of the two was changed; at the very end of a log nothing can, and the earlier is named.
    """
    position, prev, ruling, unknown = 0, GENESIS.encode(), 0, 0
    waiting, match = iter(rows), _LAST_FIELDS.match
    for at, tag, stored in waiting:
        if at != position + 1:
            raise BrokenLedger(position + 1, f"it is missing; after record {position} comes record {at}.")
        if not (isinstance(stored, bytes) and isinstance(tag, str)):
            raise BrokenLedger(at, "it is not stored as bytes under a tag.")  # SQLite keeps whatever it is given
        if at in aside:
            seal = sha256(stored).hexdigest()
            if seal != aside[at].now:
                raise BrokenLedger(at, f"it is not what the setting aside at record {aside[at].by} left there.")
            prev, position, unknown = aside[at].was.encode(), at, unknown + 1
            yield Link(at, at - 1, 0, ruling, False, tag, stored, aside[at].was, aside=True)
            continue
        found = match(stored, stored.rfind(b',"parent":'))
        if found is None:
            raise BrokenLedger(at, "its bytes are not those of a whole record.")
        parent, own, own_prev, rules, own_ruling, carried, own_tag = found.groups()
        if int(own) != at:
            raise BrokenLedger(at, f"it is filed at {at} but says it is record {int(own)}.")
        if own_tag != tag.encode():
            raise BrokenLedger(at, f"it is filed as {tag} but says it is {own_tag.decode('utf-8', 'replace')}.")
        seal = sha256(stored).hexdigest()
        hidden = withheld.get(at)
        if hidden:
            if seal != hidden.now:
                raise BrokenLedger(at, f"it is not what the removal at record {hidden.by} left in its place.")
            seal = hidden.was
        if own_prev != prev:
            raise _misfit(at, seal.encode(), next(waiting, None))
        number = int(own_ruling)
        opens = number == ruling + 1
        if (
            unknown and ruling < number <= ruling + unknown + 1
        ):  # any of what was set aside may have begun a ruling
            opens = b'"command":' in stored
        elif not opens and (number != ruling or not ruling):
            raise BrokenLedger(at, f"it belongs to ruling {number}, which cannot follow ruling {ruling}.")
        grown_from = int(parent)
        if grown_from != position and not (tag == REWOUND and 1 <= grown_from < position):
            raise BrokenLedger(at, f"it says it grows from {grown_from}, which is not where it stands.")
        position, ruling, prev, unknown = at, number, seal.encode(), 0
        counted = carried.decode() if carried else None
        yield Link(at, grown_from, int(rules), ruling, opens, tag, stored, seal, counted)


def _misfit(at: int, seal: bytes, after: Row | None) -> BrokenLedger:
    """Two neighbours do not fit together: say which of them was changed."""
    if at == 1:
        return BrokenLedger(1, "it does not begin a ledger of this format.")
    found = after and _LAST_FIELDS.match(after[2], after[2].rfind(b',"parent":'))
    if not found:
        return BrokenLedger(at - 1, f"it and record {at} do not fit together, so one of the two was changed.")
    if found.group(3) == seal:
        return BrokenLedger(at - 1, f"its bytes were changed: record {at} carries another seal for it.")
    return BrokenLedger(at, f"its bytes were changed: it does not carry the seal of record {at - 1}.")


class EndFields(NamedTuple):
    """The parent and the ruling that the end of a record's bytes names."""

    parent: int
    ruling: int


def follow_end(stored: bytes) -> EndFields:
    """The parent and the ruling a record gives itself, 0 and 0 where it cannot be read."""
    found = _LAST_FIELDS.match(stored, stored.rfind(b',"parent":')) if isinstance(stored, bytes) else None
    return EndFields(int(found.group(1)), int(found.group(5))) if found else EndFields(0, 0)


def rewind_parents(rewinds: Iterable[tuple[int, bytes]]) -> Iterator[int]:
    """The positions that rewinds (position, bytes) say they grow from, as far as they can be read."""
    for _position, stored in rewinds:
        found = _LAST_FIELDS.match(stored, stored.rfind(b',"parent":')) if isinstance(stored, bytes) else None
        if found:
            yield int(found.group(1))


def tag_in(stored: bytes) -> str:
    """The tag a record gives itself, "" where it cannot be read."""
    found = _LAST_FIELDS.match(stored, stored.rfind(b',"parent":'))
    return found.group(7).decode("utf-8", "replace") if found else ""
