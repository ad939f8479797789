"""Between events and the bytes of records, for one game's closed set of messages."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, TypeAlias, cast

from msgspec import MsgspecError
from msgspec.json import Decoder
from msgspec.structs import force_setattr
from pydantic import TypeAdapter, ValidationError
from pydantic_core import SchemaValidator, core_schema

from domain.kernel.game import AnyGame
from domain.kernel.messages import Event, Message
from domain.kernel.schema.personal_words import ALL, EACH, NAMES, Path, has_text_at, paths_in
from domain.kernel.schema.upcasts import upcast
from domain.kernel.vocabulary import Vocabulary, event_data
from domain.kernel.wording.faults import first_fault
from ledger.bounded import BoundedDict
from ledger.errors import BrokenLedger, UnknownRecord
from ledger.log import tally
from ledger.log.record import Envelope, Record, canonical_json, described_envelope

_made = tuple.__new__
"""Makes a record without asking its class, which would cost as much as what is in it."""

_envelope_in = Decoder(Envelope).decode
"""Reads an envelope several times as quickly as Pydantic would, its event as bytes."""
_AMISS = (MsgspecError, ValidationError, KeyError, TypeError, UnicodeDecodeError, RecursionError)

_well_formed_ids: BoundedDict[str, None] = BoundedDict(10_000)
"""Ids of campaigns that were seen to be written as they should: each record names one."""


class Codec:
    """Reads and writes the records of one game. Reading checks every field; unknown fields and tags are errors.

    An envelope is read by msgspec and its event by Pydantic. Whatever these do not take is read once more by
    Pydantic alone, which decides, and says what is wrong.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.vocabulary = Vocabulary(game)
        self._events: dict[str, Callable[[bytes], Event]] = {
            tag: kind.__pydantic_validator__.validate_json for tag, kind in self.vocabulary.events.items()
        }
        self._examiners: dict[str, SchemaValidator] = {}
        self._whole: dict[str, bool] = {}

    def _examiner(self, tag: str) -> SchemaValidator | None:
        """The validator of whole records of this tag, made when first met: a game has many."""
        if tag not in self._examiners and tag in self.vocabulary.events:
            self._examiners[tag] = _examiner_of(self.vocabulary.events[tag])
        return self._examiners.get(tag)

    def write(self, fields: Mapping[str, Any], event: Event, data: dict[str, Any] | None = None) -> Record:
        """The record of an event. `fields` are the envelope's other fields, as they stand in JSON, and so are
        `data` those of the event, where they are known already.
        """
        whole = {name: value for name, value in fields.items() if value is not None}
        whole |= {"type": event.type, "data": event_data(event) if data is None else data}
        words = self.words_in(whole, type(event)) if "tally" in whole else []
        if words:
            whole["words"] = words
        stored = canonical_json(whole)
        if words:
            tally.remember(stored, tally.after_next(whole["tally"], whole))
        # Read back what will be stored, so that nothing is acknowledged that could not be read again.
        return self.read(event.type, stored)

    def writes_whole(self, data: Mapping[str, Any]) -> bool:
        """True if no fraction can stand in a message with this `type`."""
        tag = data["type"]
        if tag not in self._whole:
            kind = self.vocabulary.events.get(tag) or self.vocabulary.commands.get(tag)
            self._whole[tag] = kind is not None and is_whole(kind.__pydantic_core_schema__)
        return self._whole[tag]

    def words_in(self, fields: Mapping[str, Any], kind: type[Event]) -> list[str]:
        """The paths at which somebody's words stand in a record with these `data` and this `command`."""
        found = _said_in(fields["data"], _words_of(kind, "data"))
        command = fields.get("command")
        asked = self.vocabulary.commands.get(command["type"]) if command else None
        if asked is not None and command is not None:
            if _alike(kind, asked) and {**fields["data"], "type": command["type"]} == command:
                found += ["command" + path[len("data") :] for path in found]  # an event that repeats its command
            else:
                found += _said_in(command, _words_of(asked, "command"))
        return found

    def read(self, tag: str, stored: bytes) -> Record:
        """The record in these bytes. Raises `UnknownRecord` or `BrokenLedger`."""
        try:
            event_in = self._events[tag]
            if not stored.isascii():
                str(stored, "utf-8")  # in an event that is given a second time nobody else would look
            envelope = _envelope_in(stored)
            force_setattr(envelope, "data", event_in(bytes(envelope.data)))  # type: ignore[arg-type]
        except _AMISS:
            return self._examined(tag, stored)
        if envelope.type != tag or envelope.kept is False or envelope.campaign not in _well_formed_ids:
            return self._examined(tag, stored)
        return _made(Record, (envelope, stored))

    def _examined(self, tag: str, stored: bytes) -> Record:
        """The same, of bytes that are not simply those of a record of today: Pydantic says what they are."""
        examiner = self._examiner(tag)
        try:
            if examiner is None:
                return self._read_old(tag, stored)
            envelope = Envelope(**vars(examiner.validate_json(stored)))
        except ValidationError as error:
            raise BrokenLedger(_position_in(stored), f"{first_fault(error)}.") from error
        if envelope.type != tag:
            raise BrokenLedger(envelope.position, f"it is filed as {tag} but says {envelope.type}.")
        _well_formed_ids[envelope.campaign] = None
        return Record(envelope, stored)

    def _read_old(self, tag: str, stored: bytes) -> Record:
        raw = self._raw(tag, stored)
        try:
            new_tag, data = upcast(tag, raw["data"], self.vocabulary.upcasts)
        except (LookupError, TypeError, AttributeError, ValueError) as error:  # no such shape was ever written
            raise BrokenLedger(_position_in(stored), f"it has not the shape of {tag}.") from error
        examiner = self._examiner(new_tag)
        if examiner is None:
            raise UnknownRecord(
                f"Record {_position_in(stored)} is {tag!r}, and this program's {self.game.title} knows "
                f"{self._newest(new_tag)}: it was written by a newer program. Upgrade, and open it again.",
                _position_in(stored),
            )
        envelope = examiner.validate_python({**raw, "data": data, "type": new_tag})
        return Record(Envelope(**vars(envelope)), stored)

    def _newest(self, tag: str) -> str:
        """Up to which version a kind of event is known, by the tag of one that is not."""
        stem, _, _version = tag.rpartition(".v")
        found = [known for known in self.vocabulary.events if known.rpartition(".v")[0] == stem]
        newest = max(found, key=lambda known: int(known.rpartition(".v")[2])) if stem and found else ""
        return f"that event only up to {newest!r}" if newest else "no such event"

    @staticmethod
    def _raw(tag: str, stored: bytes) -> dict[str, Any]:
        try:
            raw = json.loads(stored)
        except ValueError as error:
            raise BrokenLedger(0, f"a record filed as {tag} is not JSON.") from error
        if not isinstance(raw, dict) or not isinstance(raw.get("data"), dict):
            raise BrokenLedger(_position_in(stored), f"a record filed as {tag} has no data.")
        return raw


class Codecs(Mapping[str, Codec]):
    """The codecs of games by their keys, each made when its game is first asked for."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self._games = games
        self._made: dict[str, Codec] = {}

    def __getitem__(self, key: str) -> Codec:
        codec = self._made.get(key)
        return codec or self._made.setdefault(key, Codec(self._games[key]))

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    def __contains__(self, key: object) -> bool:
        return key in self._games


_Words: TypeAlias = tuple[tuple[str, str | None, tuple[tuple[str, Path], ...]], ...]
"""Fields in order: the path of a field that holds nothing but a text, and every path that begins with it."""


@cache
def _words_of(kind: type[Message], within: str) -> _Words:
    """The paths of words in messages of this class, as a record names them and from the message on, in order.

    They are put together by the field they begin with: most fields say nothing, and each is looked at once.
    """
    found: dict[str, list[tuple[str, Path]]] = {}
    for path in sorted(paths_in(kind)):
        found.setdefault(path[0], []).append((".".join((within, *path)), path))
    alone = {field: named for field, ((named, path), *more) in found.items() if not more and len(path) == 1}
    return tuple((field, alone.get(field), tuple(paths)) for field, paths in found.items())


@cache
def _alike(one: type[Message], other: type[Message]) -> bool:
    """True if people's words stand at the same paths in messages of both classes."""
    return set(paths_in(one)) == set(paths_in(other))


def _said_in(fields: Mapping[str, Any], words: _Words) -> list[str]:
    """The paths among these at which somebody's words stand."""
    found: list[str] = []
    for field, plain, paths in words:
        said = fields if field in _EVERY else fields.get(field)
        if not said:
            continue
        if plain is not None and type(said) is str:  # so it is nearly always
            found.append(plain)
        else:
            found += [path for path, at in paths if has_text_at(fields, at)]
    return found


_EVERY = frozenset((EACH, NAMES, ALL))

_WHOLE = frozenset(
    (
        *("str", "int", "bool", "none", "literal", "enum", "list", "tuple", "dict", "set", "frozenset"),
        *("model", "model-fields", "model-field", "nullable", "default", "union", "tagged-union"),
        *("definitions", "definition-ref", "function-after", "function-before", "function-wrap", "with-info"),
        *("no-info", "chain"),
    )
)
"""Kinds of schemas in which no fraction can stand, if none can in what they are made of."""
_NO_SCHEMA = frozenset(
    ("metadata", "serialization", "cls", "config", "function", "expected", "members", "default")
)


def is_whole(schema: Any) -> bool:
    """True if no value that passes a schema of pydantic-core has a fraction in it."""
    if isinstance(schema, list | tuple):
        return all(map(is_whole, schema))
    if not isinstance(schema, Mapping):
        return True
    kind = schema.get("type")
    if isinstance(kind, str) and kind not in _WHOLE:
        return False
    return all(is_whole(each) for name, each in schema.items() if name not in _NO_SCHEMA)


def _examiner_of(kind: type[Event]) -> SchemaValidator:
    """Checks the envelope together with the event in it, in one pass over the bytes.

    A generic envelope would say the same, but Pydantic builds each of its classes from nothing, which for the
    hundreds of events of a few games takes seconds. Here the schemas that are built already are put together.
    """
    frame, event = _frame(), kind.__pydantic_core_schema__
    arguments = cast("core_schema.DataclassArgsSchema", frame["schema"])
    fields = [{**each, "schema": event} if each["name"] == "data" else each for each in arguments["fields"]]
    return SchemaValidator({**frame, "schema": {**arguments, "fields": fields}})


@cache
def _frame() -> core_schema.DataclassSchema:
    return cast("core_schema.DataclassSchema", TypeAdapter(described_envelope()).core_schema)


def _position_in(stored: bytes) -> int:
    """The position a record gives itself, 0 when it cannot be read that far."""
    try:
        position = json.loads(stored).get("position")
    except (ValueError, AttributeError):
        return 0
    return position if isinstance(position, int) else 0
