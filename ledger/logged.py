"""Play that was taken in, as the log holds it: which entries lie on the current line, and where intakes lie."""

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from heapq import merge
from typing import TYPE_CHECKING, Any

from domain.kernel.logged.messages import BEGUN, ENDED, ENTRY
from ledger.errors import LedgerError
from ledger.log.lines import lies_on
from ledger.log.record import Record

if TYPE_CHECKING:
    from ledger.handle import CampaignHandle
    from ledger.ledger import Ledger

EVENING = "logged.evening_opened.v1"
EARLIER = "journal.entry_taken_in.v1"
EARLIER_PLAY = frozenset(
    (
        *("journal.intake_begun.v1", "journal.earlier_evening_opened.v1", EARLIER),
        *("journal.earlier_value_adjusted.v1", "journal.intake_ended.v1"),
    )
)
"""Tags of play that was taken into the journal, where it counts for nothing, before it came in as play."""


@dataclass(frozen=True, slots=True)
class KnownEntry:
    """An entry that was taken in. `session` is None for earlier play in the journal, which belongs to none."""

    source_id: str
    session: int | None
    digest: bytes
    """The digest of what it says, so that a message that was changed since is noticed."""


@dataclass(frozen=True, slots=True)
class StoredIntake:
    """An intake on the current line, by its number: its rulings and what it came from."""

    number: int
    source: str
    file: str
    sum: str
    blob: str | None
    """The SHA-256 of the file as it is kept, where it is."""
    first: int
    last: int
    rulings: tuple[int, int]
    """The first and the last."""
    more: bool = False
    """True if the rest of the file was to follow in a further intake."""
    parts: tuple[tuple[int, int], ...] = ()
    """Of a file that is told of as one: the first and the last ruling of each intake that holds a part of it."""


def digest_of(text: str) -> bytes:
    """The digest of a message's text, by which it is compared."""
    return sha256(text.encode("utf-8", "surrogatepass")).digest()[:8]


def turn_of(handle: "CampaignHandle") -> int:
    """Number of times the campaign has changed its line: an entry of a line that was left can come in again."""
    return len(handle.lines.as_mapping())


def key_of(turn: int, source_id: str) -> str:
    """The key an entry is submitted under."""
    return f"logged:{turn}:{source_id}"


def known_entries(handle: "CampaignHandle", *, instead_of_earlier: bool = False) -> Iterator[KnownEntry]:
    """Every entry of the journal, unless these are to come in as play, and of the current line. What is in both is
    told twice, that of the line last.
    """
    if not instead_of_earlier:
        for _position, data in _data(handle, EARLIER):
            yield KnownEntry(data["source_id"], None, digest_of(data.get("text", "")))
    path = handle.lines.path(handle.head)
    begins, sessions = [], []
    for position, data in _data(handle, EVENING):
        if lies_on(path, position):
            begins.append(position)
            sessions.append(int(data["session"]))
    for position, data in _data(handle, ENTRY):
        if lies_on(path, position):
            at = bisect_right(begins, position) - 1
            yield KnownEntry(data["source_id"], sessions[at] if at >= 0 else None, digest_of(data.get("text", "")))


def entries_within(handle: "CampaignHandle", intakes: Iterable[StoredIntake]) -> Iterator[str]:
    """The ids of the entries that these intakes recorded."""
    spans = [(it.first, it.last) for it in intakes]
    for position, data in _data(handle, ENTRY):
        if any(first <= position <= last for first, last in spans):
            yield data["source_id"]


def replaced_until(handle: "CampaignHandle", at: int) -> int:
    """The position up to which earlier play of the journal came in as play on the line of a position; 0: nowhere.

    Whoever reads that line passes over what it took the place of. Nothing is taken out of the log.
    """
    if not handle.now.journal.intakes:
        return 0
    path = handle.lines.path(at)
    told = (position for position, data in _data(handle, BEGUN) if data.get("instead_of"))
    return max((position for position in told if lies_on(path, position)), default=0)


def is_replaced(record: Record, until: int) -> bool:
    """True for a record of earlier play that `replaced_until` says another took the place of."""
    return record.position < until and record.envelope.type in EARLIER_PLAY


def earlier_play(handle: "CampaignHandle") -> Iterator[Record]:
    """The records of earlier play in the journal that is not replaced on the current line, in order."""
    since = replaced_until(handle, handle.head)
    kinds = (handle.held.with_tag(tag) for tag in sorted(EARLIER_PLAY))
    for record in merge(*kinds, key=lambda it: it.position):
        if record.position > since:
            yield record


def intake_at(handle: "CampaignHandle", position: int) -> StoredIntake | None:
    """The intake that a position belongs to, on whatever line it lies."""
    return next((it for it in intakes_on(handle, position) if it.first <= position <= it.last), None)


def intakes_on(handle: "CampaignHandle", at: int | None = None) -> list[StoredIntake]:
    """The intakes of the line of a position (of the current line, if none is given), in order.

    One that goes on after that position is among them: it lies in one stretch.
    """
    path = handle.lines.path(handle.head if at is None else at)
    ends = [
        (position, fields["ruling"], bool(fields["data"].get("more")))
        for position, fields in _records(handle, ENDED)
        if at is not None or lies_on(path, position)
    ]
    found = []
    for position, fields in _records(handle, BEGUN):
        if not lies_on(path, position):
            continue
        end = next((it for it in ends if it[0] > position), None)
        if end is not None:
            data = fields["data"]
            found.append(
                StoredIntake(
                    number=data["intake"],
                    source=data["source"],
                    file=data["file"],
                    sum=data["sum"],
                    blob=data.get("blob"),
                    first=position,
                    last=end[0],
                    rulings=(fields["ruling"], end[1]),
                    more=end[2],
                )
            )
    return found


def files_on(handle: "CampaignHandle") -> list[StoredIntake]:
    """The intakes of the current line, where those that hold the parts of one long file are told of as one, by the
    number of the first.
    """
    found: dict[int, StoredIntake] = {}
    goes_on: dict[str, int] = {}
    for intake in intakes_on(handle):
        number = goes_on.pop(intake.file, intake.number)
        begun = found.get(number, intake)
        found[number] = replace(
            begun,
            last=intake.last,
            rulings=(begun.rulings[0], intake.rulings[1]),
            more=intake.more,
            parts=(*begun.parts, intake.rulings),
        )
        if intake.more:
            goes_on[intake.file] = number
    return list(found.values())


def file_of_intake(handle: "CampaignHandle", number: int) -> StoredIntake | None:
    """The file of which the intake of this number holds all, or a part; None where none has that number."""
    ruling = next((it.rulings[0] for it in intakes_on(handle) if it.number == number), None)
    return next((it for it in files_on(handle) if any(first == ruling for first, _last in it.parts)), None)


def unfinished_on(handle: "CampaignHandle") -> str:
    """The file of which the current line holds a part, and the rest was to follow; empty where all there are is
    whole. It is being taken in just now, or was stopped.
    """
    waits = ""
    for intake in intakes_on(handle):
        waits = intake.file if intake.more else "" if intake.file == waits else waits
    return waits


def unfinished_in(ledger: "Ledger", campaigns: Iterable[str]) -> dict[str, str]:
    """Of these campaigns, by their slugs, those that hold a part of a file, and which. One that cannot be read, or
    whose game is not there, is passed over: what is wrong with it is said elsewhere.
    """
    found = {}
    for slug in campaigns:
        with suppress(LedgerError, ValueError):
            if file := unfinished_on(ledger.open(slug)):
                found[slug] = file
    return found


def not_all_taken_in(file: str) -> str:
    """The words for that, and what is to be done."""
    return (
        f"{file} is not taken in to its end: that is under way, or was stopped. Where nothing is at it any more, "
        "take the same file in again: what is there is passed over, and the rest comes"
    )


def _data(handle: "CampaignHandle", tag: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for position, fields in _records(handle, tag):
        yield position, fields["data"]


def _records(handle: "CampaignHandle", tag: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for position, stored in handle.held.stored_with_tag(tag):
        yield position, json.loads(stored)
