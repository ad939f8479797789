"""Between events and the bytes of records, for one game's closed set of messages."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from domain.kernel.game import AnyGame
from domain.kernel.messages import Event
from domain.kernel.upcasts import upcast
from domain.kernel.vocabulary import Vocabulary, event_data
from ledger.errors import BrokenLedger, UnknownRecord
from ledger.records import Envelope, Record, canonical


class Codec:
    """Reads and writes the records of one game. Reading checks every field; unknown fields and tags are errors."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.vocabulary = Vocabulary(game)
        self._envelopes: dict[str, type[Envelope[Any]]] = {}

    def _envelope(self, tag: str) -> type[Envelope[Any]] | None:
        """The envelope around events of this tag, made when first met: that is costly, and a game has many."""
        if tag not in self._envelopes and tag in self.vocabulary.events:
            self._envelopes[tag] = Envelope[self.vocabulary.events[tag]]  # type: ignore[name-defined]
        return self._envelopes.get(tag)

    def write(self, fields: Mapping[str, Any], event: Event) -> Record:
        """The record of an event. `fields` are the envelope's other fields, as they stand in JSON."""
        stored = canonical({**fields, "type": event.type, "data": event_data(event)})
        # Read back what will be stored, so that nothing is acknowledged that could not be read again.
        return self.read(event.type, stored)

    def read(self, tag: str, stored: bytes) -> Record:
        """The record in these bytes. Raises `UnknownRecord` or `BrokenLedger`."""
        kind = self._envelopes.get(tag) or self._envelope(tag)
        try:
            if kind is None:
                return self._read_old(tag, stored)
            envelope = kind.model_validate_json(stored)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "the record"
            raise BrokenLedger(_position_in(stored), f"`{where}`: {first['msg']}.") from error
        if envelope.type != tag:
            raise BrokenLedger(envelope.position, f"it is filed as {tag} but says {envelope.type}.")
        return Record(envelope, stored)

    def _read_old(self, tag: str, stored: bytes) -> Record:
        raw = self._raw(tag, stored)
        new_tag, data = upcast(tag, raw["data"], self.game.upcasts)
        kind = self._envelope(new_tag)
        if kind is None:
            raise UnknownRecord(
                f"Record {_position_in(stored)} is {tag!r}, which this program's {self.game.title} does not know: "
                "it was written by a newer program. Upgrade, and open it again."
            )
        return Record(kind.model_validate({**raw, "data": data, "type": new_tag}), stored)

    @staticmethod
    def _raw(tag: str, stored: bytes) -> dict[str, Any]:
        try:
            raw = json.loads(stored)
        except ValueError as error:
            raise BrokenLedger(0, f"a record filed as {tag} is not JSON.") from error
        if not isinstance(raw, dict) or not isinstance(raw.get("data"), dict):
            raise BrokenLedger(_position_in(stored), f"a record filed as {tag} has no data.")
        return raw


def _position_in(stored: bytes) -> int:
    """The position a record gives itself, 0 when it cannot be read that far."""
    try:
        position = json.loads(stored).get("position")
    except (ValueError, AttributeError):
        return 0
    return position if isinstance(position, int) else 0
