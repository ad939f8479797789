"""Rulings that are decided and not yet records: the last step before they are stored."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from secrets import token_hex
from typing import Any, Literal, NamedTuple
from uuid import UUID

from domain.kernel.messages import Command, Event, Message, data_of
from ledger.log.record import GENESIS, Record
from ledger.log.tags import REWOUND
from ledger.recording.ruling_writer import RulingWriter
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
    campaign = _written(end.campaign)
    for ruling, draft in enumerate(drafts, start=end.ruling + 1):
        envelope = {
            "at": at,
            "by": draft.by,
            "campaign": campaign,
            "rules": codec.game.rules_version,
            "ruling": ruling,
            "happened_at": draft.happened_at,
            "fiction_time": draft.fiction_time,
        }
        opening = _opening(draft)
        data = _repeated(draft, opening["command"])
        writer = RulingWriter(codec, envelope, opening)
        for event in draft.events:
            parent, position = position, position + 1
            if event.type == REWOUND:
                parent = event.model_dump()["to"]
            record, counted = writer.write(event, parent, position, seal, counted, data)
            yield record
            seal = record.seal


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


def _repeated(draft: Draft, asked: dict[str, Any]) -> dict[str, Any] | None:
    """The data of the one event of a ruling that repeats its command, as an entry of an intake does: what was
    written for the command is not written a second time. None for any other.
    """
    if len(draft.events) != 1 or not isinstance(draft.command, Command):
        return None
    (event,) = draft.events
    if not _alike(type(draft.command), type(event)) or not draft.command.sparse:
        return None
    if {**vars(event), "type": draft.command.type} != vars(draft.command):
        return None
    return {name: value for name, value in asked.items() if name != "type"}


@cache
def _alike(one: type[Message], other: type[Message]) -> bool:
    """True if messages of both classes have the same fields, written in the same way, but for their tags."""
    mine, theirs = ({**kind.model_fields, "type": None} for kind in (one, other))
    return (
        one.sparse == other.sparse
        and mine.keys() == theirs.keys()
        and all(
            (a is b is None)
            or (
                a is not None
                and b is not None
                and (a.annotation, a.metadata, a.default) == (b.annotation, b.metadata, b.default)
            )
            for a, b in ((mine[name], theirs[name]) for name in mine)
        )
    )


_written = lru_cache(maxsize=16)(str)
"""The id of a campaign as records write it: each of them names it."""
