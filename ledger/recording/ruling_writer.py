"""Writes the records of one ruling: what all of them have in common is put into JSON once."""

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from domain.kernel.messages import Event
from domain.kernel.vocabulary import event_data
from ledger.log import tally
from ledger.log.record import Record, canonical_json, plain_json, whole_json
from ledger.records.codec import Codec


class _Opening(NamedTuple):
    """The JSON of the fields that stand only on the first record of a ruling, by the place where they stand."""

    command: bytes = b""
    dice: bytes = b""
    key: bytes = b""
    salt: bytes = b""


_NONE = _Opening()


class RulingWriter:
    """Writes the records of a ruling in order, in the bytes that `canonical` would make of all of their fields."""

    def __init__(self, codec: Codec, fields: Mapping[str, Any], opening: Mapping[str, Any]) -> None:
        """`fields` are those that every record of the ruling has, `opening` those of the first alone, as they are
        in JSON. Those that are None are left out.
        """
        self._codec, self._fields, self._asked = codec, fields, opening
        self._begin, self._by = _beginning(fields["at"], fields["by"], fields["campaign"])
        self._times = self._blank_times = _some(fields, "fiction_time", "happened_at")
        if fields["fiction_time"] is not None:
            self._blank_times = _some({**fields, "fiction_time": ""}, "fiction_time", "happened_at")
        self._end = b',"rules":%d,"ruling":%d' % (fields["rules"], fields["ruling"])
        command = opening["command"]
        self._opening = _Opening(
            b',"command":' + (whole_json if codec.writes_whole(command) else canonical_json)(command),
            _some(opening, "dice", "dice_from"),
            _some(opening, "kept", "key"),
            _some(opening, "salt", "stands_for"),
        )

    def write(
        self, event: Event, parent: int, position: int, prev: str, counted: str | None, data: dict[str, Any] | None
    ) -> tuple[Record, str | None]:
        """The record of an event, and the tally that the one after it carries.

        `counted` is the tally that it carries itself; without it a record of format 1 is made. `data` is the event
        as it stands in JSON, where that is known already.
        """
        tag, opening, asked = event.type, self._opening, self._asked
        self._opening, self._asked = _NONE, {}
        repeated = data is not None
        data = event_data(event) if data is None else data
        said = {"data": data, "command": asked.get("command")}
        words = self._codec.words_in(said, type(event)) if counted is not None else []
        in_json = whole_json if self._codec.writes_whole({"type": tag}) else canonical_json
        behind = b',"parent":%d,"position":%d,"prev":"%b"%b%b%b,"type":%b%b}' % (
            *(parent, position, prev.encode(), self._end, opening.salt),
            b"" if counted is None else b',"tally":"%b"' % counted.encode(),
            _tag_json(tag),
            b',"words":' + plain_json(words) if words else b"",
        )
        stored = b'%b%b,"data":%b%b%b%b%b' % (
            *(self._begin, opening.command, in_json(data), opening.dice, self._times, opening.key),
            behind,
        )
        # Read back what will be stored, so that nothing is acknowledged that could not be read again.
        record = self._codec.read(tag, stored)
        if counted is None or (self._times and not words):
            return record, tally.after(stored)
        if words and repeated and (frame := tally.without_words(data, words, "data")) is not None:
            # What it was asked is told by what it holds, so that it is the same without its words as well.
            command = frame | {"type": asked["command"]["type"]}
            begin, end = self._by
            told = b'%b%b,"command":%b,"data":%b%b%b%b%b' % (
                *(self._begin[:begin], self._begin[end:], in_json(command), in_json(frame)),
                *(opening.dice, self._blank_times, opening.key, behind),
            )
            following = sha256(counted.encode() + told).hexdigest()
        elif words:
            own = {"parent": parent, "position": position, "prev": prev, "tally": counted, "type": tag}
            whole = {**self._fields, **asked, **own, "data": data, "words": words}
            following = tally.after_next(counted, {name: each for name, each in whole.items() if each is not None})
        else:
            begin, end = self._by
            following = sha256(counted.encode() + stored[:begin] + stored[end:]).hexdigest()
        tally.remember(stored, following)
        return record, following


@lru_cache(maxsize=16)
def _beginning(at: str, by: str, campaign: str) -> tuple[bytes, tuple[int, int]]:
    """The beginning of a record, and where in it the name stands of whoever asked: those of one transaction have
    the same.
    """
    name, before = plain_json(by), b'{"at":%b,"by":"' % plain_json(at)
    begin = b'%b%b,"campaign":%b' % (before, name[1:], plain_json(campaign))
    return begin, (len(before), len(before) + len(name) - len(b'""'))


def _some(fields: Mapping[str, Any], one: str, other: str) -> bytes:
    """These fields as they stand among others, a comma before each."""
    first, second = fields[one], fields[other]
    if first is None and second is None:
        return b""
    known = {one: first, other: second} if first is not None and second is not None else None
    return b"," + plain_json(known or ({one: first} if second is None else {other: second}))[1:-1]


@lru_cache(maxsize=1_000)
def _tag_json(tag: str) -> bytes:
    return plain_json(tag)
