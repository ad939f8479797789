"""Checks the records of one campaign against each other, wherever they lie: in a ledger, or in an archive.

Along the log: the chain, the writing, shape and meaning of every record, and that it can follow on its line.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from domain.kernel.campaign.founding import CampaignFounded
from domain.kernel.campaign.rewinding import LineRewound
from domain.kernel.journal.record_care import RecordSetAside, WordsRemoved
from domain.kernel.journal.seals import SessionSealed
from domain.kernel.moment import AnyMoment, Moment, beginning
from domain.kernel.wording.faults import first_fault
from ledger.errors import BrokenLedger, UnknownRecord
from ledger.log import tally
from ledger.log.chain import (
    NOTHING_ASIDE,
    Link,
    Row,
    SetAsideStatement,
    Withheld,
    follow,
    removals_in,
    rewind_parents,
)
from ledger.log.checked_rows import prev_at, set_asides_in
from ledger.log.entry import CampaignEntry
from ledger.log.lines import Lines
from ledger.log.receipts import SHORTEST_SEAL, Receipt
from ledger.log.record import Record, read_canonical
from ledger.log.tags import JOURNAL_PREFIX, REMOVED, REWOUND, SEALED, SET_ASIDE
from ledger.records.codec import Codec
from ledger.records.fold import advance
from ledger.records.snapshots import MomentFormat

_OPENING = ("command", "key", "dice", "dice_from", "salt", "stands_for", "kept")


@dataclass(frozen=True, slots=True)
class LaterReferences:
    """The positions that later records speak of, to be known of a log before walking it."""

    returned_to: frozenset[int]
    """Rewinds grow from these."""
    sealed_at: frozenset[int]
    """Sessions were sealed at these."""
    withheld: Mapping[int, Withheld]
    """Words were removed from these."""
    aside: Mapping[int, SetAsideStatement] = field(default_factory=lambda: NOTHING_ASIDE)
    """These were set aside."""

    @classmethod
    def of(cls, tagged: Callable[[str], Iterable[tuple[int, bytes]]]) -> "LaterReferences":
        """Read from a log, as far as it can be read. `tagged` gives its records of one tag (position, bytes)."""
        return cls(
            frozenset(rewind_parents(tagged(REWOUND))),
            frozenset(_sealed_positions(tagged(SEALED))),
            removals_in(tagged(REMOVED)),
            set_asides_in(tagged(SET_ASIDE)),
        )


class Tallies:
    """The tally of a log, worked out from the records as they stand and held against what they carry."""

    def __init__(self, withheld: Mapping[int, Withheld]) -> None:
        self.after = tally.FIRST
        """The tally after the last record taken in."""
        self.carried = False
        """True once records carry it: from the first that does, all do."""
        self._withheld = withheld
        self._vouched = 0
        self._doubt: BrokenLedger | None = None
        self._unknown = False

    def take_in(self, link: Link, fields: dict[str, Any]) -> None:
        """Go on by one record. Raises `BrokenLedger` where the one before carried another tally than it should.

        Whether that one or itself was changed is seen only when the record after it fits the chain.
        """
        self.settle()
        if self._unknown and link.tally is not None:
            self.after = link.tally
        self._unknown = False
        if self.carried and link.tally is None:
            raise BrokenLedger(link.position, "it carries no tally, though the records before it do.")
        if link.tally is not None:
            if link.tally != self.after:
                self._doubt = self.broken(link.position - 1, f"record {link.position}", self._vouched)
            self.carried, self._vouched = True, link.position - 1
        self.after = tally.after_canonical(self.after, link.stored, fields)

    def pass_over(self, stored: bytes) -> None:
        """Go on by a record that was set aside: what it came to when it was whole, only the next one knows."""
        self.settle()
        self.after, self._unknown = tally.after_aside(self.after, stored), True

    def settle(self) -> None:
        """At the end of a log, too, what the last record carries must be right. Raises `BrokenLedger`."""
        if self._doubt is not None:
            raise self._doubt

    def broken(self, position: int, said_by: str, vouched: int = 0) -> BrokenLedger:
        """Up to this position the records come to another tally than they did: name where that can be.

        Up to `vouched` they came to what was said.
        """
        changed = [at for at in sorted(self._withheld) if vouched < at <= position]
        what = f"more than words was changed in it, as the tally of {said_by} shows"
        if changed:
            return BrokenLedger(
                changed[0], f"{what}: the removal at record {self._withheld[changed[0]].by} was none."
            )
        return BrokenLedger(max(position, 1), f"it, or one before it, does not come to the tally of {said_by}.")


class LogCheck:
    """One pass over a log that folds every line and trusts no snapshot.

    `entry` is the campaign as it is filed; `ahead` was read from the same records. `receipts` were given for it.
    """

    def __init__(
        self,
        entry: CampaignEntry,
        codec: Codec,
        form: MomentFormat,
        ahead: LaterReferences,
        receipts: Iterable[Receipt] = (),
    ) -> None:
        self.moment: AnyMoment = beginning(codec.game)
        self.records = 0
        self.rulings = 0
        self.seal = ""
        self.tallies = Tallies(ahead.withheld)
        self._entry = entry
        self._campaign = str(entry.id)
        self._codec = codec
        self._form = form
        self._ahead = ahead
        self._kept: dict[int, AnyMoment] = {}
        self._seals: dict[int, str] = {}
        self.doubts: list[BrokenLedger] = []
        """Records that were set aside and need not have been."""
        self.lines = Lines(aside=ahead.aside)
        self._receipts: dict[int, list[Receipt]] = {}
        for receipt in receipts:
            self._receipts.setdefault(receipt.position, []).append(receipt)

    def walk(self, rows: Iterable[Row]) -> Iterator[tuple[Link, dict[str, Any]]]:
        """Every record that is sound, with its fields; `moment` is then the one just after it.

        Raises `BrokenLedger`, `UnknownRecord` at the first that is not.
        """
        for link in follow(rows, self._ahead.withheld, self._ahead.aside):
            fields: dict[str, Any] = {}
            if link.aside:
                self._doubt(link)
                self.tallies.pass_over(link.stored)
            else:
                fields = _fields(link)
                self._check_envelope(link, fields)
                record = self._read(link)
                self.tallies.take_in(link, fields)
                self._check_meaning(link, record)
                self._fold(link, record)
            if link.position in self._ahead.sealed_at:
                self._seals[link.position] = link.seal
            self._check_receipt(link)
            self.records, self.rulings, self.seal = link.position, link.ruling, link.seal
            yield link, fields
        self.tallies.settle()

    def _doubt(self, link: Link) -> None:
        """Note a record that was set aside although it is as it was recorded, and can be read and followed."""
        aside = self._ahead.aside[link.position]
        if aside.was != aside.now or not link.stored.startswith(self.seal.encode(), prev_at(link.stored)):
            return
        try:
            record = self._read(link)
            lost = self.lines.lost(link.position - 1)
            if not lost or link.tag.startswith(JOURNAL_PREFIX):
                advance(self._codec, self._form.copy(self.moment), record)
        except UnknownRecord:
            what = "it was written by a newer program"
        except BrokenLedger:
            return
        else:
            what = "it can be read and followed"
        self.doubts.append(BrokenLedger(link.position, f"record {aside.by} sets it aside, but {what}."))

    def _check_envelope(self, link: Link, fields: dict[str, Any]) -> None:
        if fields.get("campaign") != self._campaign:
            raise BrokenLedger(link.position, "it belongs to another campaign.")
        opening = [name for name in _OPENING if name in fields]
        if link.opens and "command" not in opening:
            raise BrokenLedger(link.position, "it opens a ruling and names no command.")
        if opening and not link.opens:
            raise BrokenLedger(
                link.position, f"it carries `{opening[0]}`, which belongs on a ruling's first record."
            )

    def _read(self, link: Link) -> Record:
        try:
            return self._codec.read(link.tag, link.stored)
        except ValidationError as error:  # an old shape, brought to today's, that is none of today's
            raise BrokenLedger(link.position, f"{first_fault(error)}.") from error
        except (LookupError, TypeError, AttributeError, ValueError) as error:  # no such shape was ever written
            raise BrokenLedger(link.position, f"it has not the shape of {link.tag}.") from error

    def _check_meaning(self, link: Link, record: Record) -> None:
        event = record.event
        if (link.position == 1) != isinstance(event, CampaignFounded):
            raise BrokenLedger(link.position, "a campaign is founded by its first record, and only by it.")
        if isinstance(event, CampaignFounded) and (event.slug, event.game) != (self._entry.slug, self._entry.game):
            raise BrokenLedger(
                1, f"it founds {event.slug} ({event.game}), filed as {self._entry.slug} ({self._entry.game})."
            )
        if isinstance(event, LineRewound) and event.to != link.parent:
            raise BrokenLedger(link.position, f"it returns to {event.to} but grows from {link.parent}.")
        if isinstance(event, SessionSealed) and event.seal != self._seals.get(event.position):
            raise BrokenLedger(
                link.position,
                f"it seals session {event.session} at record {event.position}, which has another seal now.",
            )
        if isinstance(event, WordsRemoved):
            self._check_removal(link, event)
        if isinstance(event, RecordSetAside) and event.position not in self._ahead.aside:
            raise BrokenLedger(link.position, f"it sets aside record {event.position}, which is none before it.")

    def _check_removal(self, link: Link, event: WordsRemoved) -> None:
        for position in event.files:
            if not 0 < position < link.position:
                raise BrokenLedger(link.position, f"it takes a file from record {position}, none before it.")
        for each in event.records:
            if each.position >= link.position or each.position not in self._ahead.withheld:
                raise BrokenLedger(link.position, f"it removes words from record {each.position}, which is none.")
            if self._ahead.withheld[each.position].was != each.was:
                raise BrokenLedger(
                    link.position, f"it removes words from record {each.position}, which had another seal."
                )

    def _fold(self, link: Link, record: Record) -> None:
        if link.tag == REWOUND:
            self.lines.rewound(link.position, link.parent)
        if not link.tag.startswith(JOURNAL_PREFIX) and self.lines.lost(link.position):
            return  # it follows what was set aside, so there is nothing it could be folded into
        if link.tag == REWOUND:
            if link.parent not in self._kept:
                raise BrokenLedger(link.position, "it is a rewind that the database does not find by its kind.")
            back = self._form.copy(self._kept[link.parent])
            self.moment = Moment(
                self.moment.position, self.moment.seal, back.campaign, back.game, self.moment.journal
            )
        advance(self._codec, self.moment, record)
        self.moment.seal = record.seal
        if link.position in self._ahead.returned_to:
            self._kept[link.position] = self._form.copy(self.moment)

    def _check_receipt(self, link: Link) -> None:
        for it in self._receipts.get(link.position, ()):
            if not link.seal.startswith(it.seal):
                raise BrokenLedger(
                    link.position,
                    f"its seal begins {link.seal[:SHORTEST_SEAL]}, not as the receipt says: "
                    "it, or a record before it, was changed.",
                )
            if not self.tallies.after.startswith(it.tally):
                raise self.tallies.broken(link.position, "the receipt")


def _sealed_positions(seals: Iterable[tuple[int, bytes]]) -> Iterator[int]:
    for _position, stored in seals:
        try:
            position = json.loads(stored)["data"]["position"]
        except (ValueError, LookupError, TypeError, RecursionError):
            continue  # the pass over the log will say what is wrong with it
        if isinstance(position, int):
            yield position


def _fields(link: Link) -> dict[str, Any]:
    """A record's fields as they stand in its bytes. Raises `BrokenLedger` unless these are canonical JSON."""
    fields = read_canonical(link.stored)
    if fields is None:
        raise BrokenLedger(link.position, "its bytes are not written as records are.")
    return fields
