"""Checks a campaign's ledger against itself, from its first stored byte to the moment it amounts to.

Any change of a stored record is found by the chain. Records cut off the end leave a chain that is whole but
shorter: only somebody who kept a receipt of an earlier head can find that.
"""

import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from domain.kernel.campaign.events import CampaignFounded, LineRewound
from domain.kernel.journal.events import SessionSealed
from domain.kernel.moment import AnyMoment, Moment, beginning
from ledger.chain import Link, follow, rewind_parents
from ledger.codec import Codec
from ledger.errors import BrokenLedger, LedgerError
from ledger.fold import advance
from ledger.index import Entry
from ledger.ledger import Ledger
from ledger.open_campaign import REWOUND
from ledger.receipts import SHORTEST_SEAL, Receipt
from ledger.records import Record, canonical, seal_of
from ledger.snapshots import MomentFormat

_OPENING = ("command", "key", "dice", "dice_from", "stands_for", "kept")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not as it should be. `position` is the record it is about, 0 when it is about none."""

    position: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """What a check found. Records and rulings are counted as far as they are sound."""

    campaign: str
    records: int
    rulings: int
    head_seal: str
    snapshots: int
    """How many snapshots were compared with a full re-fold."""
    problems: tuple[Problem, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing was found."""
        return not self.problems

    @property
    def receipt(self) -> Receipt | None:
        """What to keep of this check, so that a later one can tell if the end was cut off. None when not sound."""
        return Receipt(self.records, self.head_seal[:16]) if self.sound and self.records else None


def verify(
    ledger: Ledger,
    campaign: str,
    *,
    expect: Receipt | None = None,
    progress: Callable[[int], None] = lambda _position: None,
) -> Verified:
    """Check one campaign: see `Verifier.verify`."""
    return Verifier(ledger).verify(campaign, expect=expect, progress=progress)


class Verifier:
    """Checks the campaigns of one ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._formats: dict[str, tuple[Codec, MomentFormat]] = {}

    def verify(
        self,
        campaign: str,
        *,
        expect: Receipt | None = None,
        progress: Callable[[int], None] = lambda _position: None,
    ) -> Verified:
        """Check one campaign: chain, shape and meaning of every record on every line, snapshots, the index.

        Stops at the first broken record, which is the first problem. `progress` is told each position. Raises
        `NoSuchCampaign`, `NoSuchGame`, and the library's persistence errors when the database cannot be read.
        """
        entry = self._ledger.find(campaign)
        check = _Check(self._ledger, entry, *self._format(entry.game), expect)
        try:
            for position in check.walk():
                progress(position)
        except LedgerError as error:
            position = error.position if isinstance(error, BrokenLedger) else check.records + 1
            check.problems.insert(0, Problem(position, str(error)))
        else:
            check.finish()
        return Verified(
            campaign=entry.slug,
            records=check.records,
            rulings=check.rulings,
            head_seal=check.seal,
            snapshots=check.snapshots,
            problems=tuple(check.problems),
        )

    def _format(self, key: str) -> tuple[Codec, MomentFormat]:
        if key not in self._formats:
            game = self._ledger.game(key)
            self._formats[key] = Codec(game), MomentFormat(game)
        return self._formats[key]


class _Check:
    """One walk along a log, folding every line as it goes and trusting no snapshot."""

    def __init__(
        self, ledger: Ledger, entry: Entry, codec: Codec, form: MomentFormat, expect: Receipt | None
    ) -> None:
        self.ledger = ledger
        self.entry = entry
        self.campaign = str(entry.id)
        self.expect = expect
        self.codec = codec
        self.form = form
        self.moment: AnyMoment = beginning(codec.game)
        self.records = 0
        self.rulings = 0
        self.seal = ""
        self.snapshots = 0
        self.problems: list[Problem] = []
        self._returned_to = frozenset(rewind_parents(ledger.store.reading.select_by_topic(entry.id, REWOUND)))
        self._kept: dict[int, AnyMoment] = {}
        self._snapshots = self._kept_snapshots()
        self._submissions = ledger.index.submissions(entry.id)

    def walk(self) -> Iterator[int]:
        """Every position that is sound. Raises `BrokenLedger`, `UnknownRecord` at the first that is not."""
        for link in follow(self.ledger.stored(self.entry.slug)):
            fields = _fields(link)
            self._check_envelope(link, fields)
            record = self._read(link)
            self._check_meaning(link, record)
            self._fold(link, record)
            self._check_receipt(link)
            self.records, self.rulings, self.seal = link.position, link.ruling, link.seal
            self._check_key(link, fields)
            self._check_snapshots(link.position)
            yield link.position

    def finish(self) -> None:
        """What can only be said at the end."""
        head = self.records
        if self.expect and self.expect.position > head:
            self.problems.append(
                Problem(
                    head + 1,
                    f"The log ends at record {head}, but the receipt was given for record {self.expect.position}: "
                    "records were cut off its end.",
                )
            )
        if not head:
            self.problems.append(Problem(1, f"{self.entry.slug} has no records at all."))
        for key, position in sorted(self._submissions.items()):
            self.problems.append(
                Problem(position, f"The index says that record {position} answers {key!r}. Rebuild it.")
            )
        for position in sorted(self._snapshots):
            self.problems.append(
                Problem(position, f"There is a snapshot of position {position}, which the log does not have.")
            )

    def _check_envelope(self, link: Link, fields: dict[str, Any]) -> None:
        if fields.get("campaign") != self.campaign:
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
            return self.codec.read(link.tag, link.stored)
        except ValidationError as error:  # an old shape, brought to today's, that is none of today's
            raise BrokenLedger(link.position, f"{error.errors()[0]['msg']}.") from error

    def _check_meaning(self, link: Link, record: Record) -> None:
        event = record.event
        if (link.position == 1) != isinstance(event, CampaignFounded):
            raise BrokenLedger(link.position, "a campaign is founded by its first record, and only by it.")
        if isinstance(event, CampaignFounded) and (event.slug, event.game) != (self.entry.slug, self.entry.game):
            raise BrokenLedger(
                1, f"it founds {event.slug} ({event.game}), filed as {self.entry.slug} ({self.entry.game})."
            )
        if isinstance(event, LineRewound) and event.to != link.parent:
            raise BrokenLedger(link.position, f"it returns to {event.to} but grows from {link.parent}.")
        if isinstance(event, SessionSealed) and event.seal != self._seal_at(event.position, link.position):
            raise BrokenLedger(
                link.position,
                f"it seals session {event.session} at record {event.position}, which has another seal now.",
            )

    def _seal_at(self, position: int, before: int) -> str | None:
        if position >= before:
            return None
        rows = self.ledger.stored(self.entry.slug, gt=position - 1, lte=position)
        return next((seal_of(stored) for _position, _tag, stored in rows), None)

    def _fold(self, link: Link, record: Record) -> None:
        if link.tag == REWOUND:
            back = self.form.copy(self._kept[link.parent])
            self.moment = Moment(
                self.moment.position, self.moment.seal, back.campaign, back.game, self.moment.journal
            )
        try:
            advance(self.codec, self.moment, record)
        except BrokenLedger:
            raise
        except Exception as error:  # a changed record can surprise a game in any way
            what = f"it cannot follow what stands before it: {type(error).__name__}: {error}."
            raise BrokenLedger(link.position, what) from error
        self.moment.seal = link.seal
        if link.position in self._returned_to:
            self._kept[link.position] = self.form.copy(self.moment)

    def _check_receipt(self, link: Link) -> None:
        if self.expect and self.expect.position == link.position and not link.seal.startswith(self.expect.seal):
            raise BrokenLedger(
                link.position, f"its seal begins {link.seal[:SHORTEST_SEAL]}, not as the receipt says: "
                "it, or a record before it, was changed."
            )  # fmt: skip

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
        recorder = self.ledger.store.factory.aggregate_recorder(purpose="snapshots")
        rows = recorder.select_events(self.entry.id)
        return {row.originator_version: (row.topic, row.state) for row in rows}

    def _check_snapshots(self, position: int) -> None:
        topic, state = self._snapshots.pop(position, ("", b""))
        if topic != self.form.fingerprint:
            return  # none here, or one in the shape of another version, which nothing reads
        self.snapshots += 1
        try:
            kept = self.form.load(state)
        except (ValueError, zlib.error):
            self.problems.append(Problem(position, f"The snapshot of position {position} cannot be read."))
            return
        if kept != self.form.copy(self.moment):
            self.problems.append(
                Problem(position, f"The snapshot of position {position} is not what its records amount to.")
            )


def _fields(link: Link) -> dict[str, Any]:
    """A record's fields as they stand in its bytes. Raises `BrokenLedger` unless these are canonical JSON."""
    try:
        fields = json.loads(link.stored)
        same = isinstance(fields, dict) and canonical(fields) == link.stored
    except (ValueError, RecursionError):
        same = False
    if not same:
        raise BrokenLedger(link.position, "its bytes are not written as records are.")
    return dict(fields)
