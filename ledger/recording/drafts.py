"""Rulings that are decided and not yet records: the last step before they are stored."""

from collections.abc import Iterable, Iterator, Mapping
from secrets import token_hex
from typing import Any, Literal, NamedTuple
from uuid import UUID

from domain.kernel.messages import Command, Event, data_of
from ledger.log import tally
from ledger.log.record import GENESIS, Record
from ledger.log.tags import REWOUND
from ledger.records.codec import Codec

SALT_BYTES = 16
"""The number of bytes of chance in every ruling. A number that somebody keeps secret is one of a few, and whoever
knows all else could try each against the next seal: no front end can leave this out, as it can leave out a key or
send one that is easily guessed.
"""


class Draft(NamedTuple):
    """One ruling about to be recorded: what was asked, by whom, the dice it drew, and what follows."""

    command: Command | Mapping[str, object]
    by: str
    events: tuple[Event, ...]
    drawn: tuple[tuple[int, int], ...] = ()
    dice_from: Literal["typed", "rolled"] | None = None
    key: str | None = None
    happened_at: str | None = None
    fiction_time: str | None = None
    stands_for: int | None = None
    """The ruling of another line that it takes the place of."""
    kept: bool = False
    """True if it was kept as it stood there, against today's rules."""


class LogEnd(NamedTuple):
    """The end of a log: its last position, that record's seal, and the number of the last ruling.

    `tally` is the one that its next record carries; without it records of format 1 are made.
    """

    campaign: UUID
    position: int
    seal: str
    ruling: int
    tally: str | None = None


def records_of(codec: Codec, end: LogEnd, drafts: Iterable[Draft], at: str) -> Iterator[Record]:
    """Each record of these rulings, chained to the one before it. `at` is when they are recorded."""
    seal, position, counted = end.seal or GENESIS, end.position, end.tally
    for ruling, draft in enumerate(drafts, start=end.ruling + 1):
        envelope = {
            "at": at,
            "by": draft.by,
            "campaign": str(end.campaign),
            "rules": codec.game.rules_version,
            "ruling": ruling,
            "happened_at": draft.happened_at,
            "fiction_time": draft.fiction_time,
        }
        opening = _opening(draft)
        for event in draft.events:
            parent, position = position, position + 1
            if event.type == REWOUND:
                parent = event.model_dump()["to"]
            fields = {**envelope, **opening, "parent": parent, "position": position, "prev": seal}
            if counted is not None:
                fields["tally"] = counted
            record = codec.write(fields, event)
            yield record
            opening, seal, counted = {}, record.seal, tally.after(record.stored)


def _opening(draft: Draft) -> dict[str, Any]:
    """The fields that stand only on the first record of a ruling."""
    command = draft.command
    return {
        "command": data_of(command) if isinstance(command, Command) else dict(command),
        "key": draft.key,
        "salt": token_hex(SALT_BYTES),
        "dice": [list(drawn) for drawn in draft.drawn] or None,
        "dice_from": draft.dice_from if draft.drawn else None,
        "stands_for": draft.stands_for,
        "kept": draft.kept or None,
    }
