"""One record, one line of canonical JSON, chained by seals.

The bytes made here are what is stored, hashed and exported. A record carries the seal of the one before it as
`prev`; the first carries `GENESIS`. Bytes are never parsed and written again to check a seal.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import field, make_dataclass
from functools import cache, lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, get_type_hints
from uuid import UUID

from msgspec import Meta, MsgspecError, Raw, Struct
from msgspec.json import Decoder, Encoder
from msgspec.structs import fields as fields_of
from pydantic import ConfigDict, Field

from domain.kernel.messages import Event

FORMAT_NAME = "campaign-ledger record format 1"
"""Beginning of every chain of records, of either format: those of format 2 are chained as they always were."""

CampaignId = Annotated[str, Field(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")]
"""A UUID as it is written: to make an object of it in every record that is read would be in vain."""

_Natural = Annotated[int, Field(ge=0), Meta(ge=0)]
_Counted = Annotated[int, Field(ge=1), Meta(ge=1)]

GENESIS = sha256(FORMAT_NAME.encode()).hexdigest()
"""The stand-in for the seal of the record before the first."""


class Envelope(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record's fields.

    `command`, `key`, `dice`, `stands_for` and `kept` stand only on the first record of a ruling.
    """

    at: str
    """The time of recording: UTC, ISO 8601 with milliseconds."""
    by: str
    """The person who asked for the ruling."""
    campaign: CampaignId
    command: dict[str, Any] | None = None
    if TYPE_CHECKING:
        data: Event
    else:
        data: Raw  # as it is read: the codec puts the event in its place
    dice: list[tuple[int, int]] | None = None
    """The dice drawn, in order: (size, face)."""
    dice_from: Literal["typed", "rolled"] | None = None
    fiction_time: str | None = None
    """The time in the story, in the table's own words."""
    happened_at: str | None = None
    """The time at the table, if not at `at`."""
    kept: bool | None = None
    """The ruling was kept as it stood on another line, though the rules would judge it otherwise on this one."""
    key: str | None = None
    """Names the submission, so that one sent twice is stored once."""
    parent: _Natural
    position: _Counted
    prev: str
    rules: int
    """Version of the game's rules that judged."""
    ruling: _Counted
    salt: str | None = None
    """128 bits of chance in hexadecimal, so that no guess at what the ruling holds can be tried against a seal.
    Rulings have none that were recorded before there was such a field, and only their first records hold it.
    """
    stands_for: int | None = None
    """The ruling of another line that this one takes the place of."""
    tally: str | None = None
    """The tally of the records before it, without their words (`tally`). None in records of format 1."""
    type: str
    words: list[str] | None = None
    """The places in this record of people's words, which alone may be taken out of it."""


@cache
def described_envelope() -> type[Any]:
    """The same fields as Pydantic knows them: for their JSON Schema, and to say what is wrong with a record."""
    exact = {"data": Event, "kept": Literal[True] | None}
    hints = get_type_hints(Envelope, include_extras=True) | exact
    return make_dataclass(
        Envelope.__name__,
        [
            (it.name, hints[it.name]) if it.required else (it.name, hints[it.name], field(default=it.default))
            for it in fields_of(Envelope)
        ],
        namespace={
            "__doc__": Envelope.__doc__,
            "__module__": __name__,
            "__pydantic_config__": ConfigDict(extra="forbid"),
        },
        kw_only=True,
    )


class Record(NamedTuple):
    """One event as stored: its envelope, and the very bytes.

    `originator_id` and `originator_version` are what the event store orders by: campaign and position.
    """

    envelope: Envelope
    stored: bytes

    @property
    def originator_id(self) -> UUID:
        """The campaign."""
        return UUID(self.envelope.campaign)

    @property
    def originator_version(self) -> int:
        """The position."""
        return self.envelope.position

    @property
    def position(self) -> int:
        """The record's place in its campaign's log."""
        return self.envelope.position

    @property
    def event(self) -> Event:
        """The event that it records."""
        return self.envelope.data

    @property
    def seal(self) -> str:
        """The SHA-256 of the stored bytes, in hexadecimal."""
        return seal_of(self.stored)


def seal_of(stored: bytes) -> str:
    """The seal of a record with these bytes. That of the last few is known: each is asked for several times."""
    try:
        return _seal_of(stored)
    except TypeError:  # no bytes: on SQLite somebody may have put anything there, and it is no record's seal
        return ""


@lru_cache(maxsize=16)
def _seal_of(stored: bytes) -> str:
    return sha256(stored).hexdigest()


def canonical(fields: Mapping[str, Any]) -> bytes:
    """Sorted keys, no spaces, UTF-8: the one way to write a record. Fields that are None are left out."""
    return canonical_json({name: value for name, value in fields.items() if value is not None})


def plain_json(value: Any) -> bytes:
    """A value without fractions, nulls and large numbers, as `canonical_json` writes it.

    Raises `ValueError` for a text that is none.
    """
    return _SORTED.encode(value)


def canonical_json(value: Any) -> bytes:
    """Any JSON value, written so."""
    # msgspec writes it in the same bytes, several times as quickly, unless a fraction is in it: those it writes
    # otherwise, and what is no number at all as null. Names that are no texts and large numbers it refuses.
    try:
        written = _SORTED.encode(value)
        read = _PLAIN.decode(written)
        if b"null" not in written or read == value:
            return written
    except (MsgspecError, ValueError, TypeError, OverflowError, RecursionError):
        pass
    return _written(value).encode("utf-8")


def whole_json(value: Any) -> bytes:
    """A value without fractions, written as `canonical_json` writes it."""
    try:
        return _SORTED.encode(value)
    except (MsgspecError, ValueError, TypeError, OverflowError, RecursionError):
        return _written(value).encode("utf-8")


_CANONICAL = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, check_circular=False
)


def _writer() -> Callable[[Any], str]:
    """The function that writes canonical JSON. The encoder makes another one of itself for each value; here it
    is made once.
    """
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return _CANONICAL.encode
    quoted, shown = json.encoder.encode_basestring, _CANONICAL
    write = make(None, shown.default, quoted, None, ":", ",", True, False, False)
    return lambda value: "".join(write(value, 0))


_written = _writer()


def read_canonical(stored: bytes) -> dict[str, Any] | None:
    """The fields in a record's bytes; None unless these are a JSON object written canonically."""
    # Nearly always msgspec would write it in the same bytes, several times as quickly. It writes some fractions
    # otherwise, so these are left to whoever decides.
    try:
        fields = _PLAIN.decode(stored)
        if type(fields) is dict and None not in fields.values() and _SORTED.encode(fields) == stored:
            return fields
    except (MsgspecError, ValueError, TypeError, OverflowError, RecursionError):
        pass
    try:
        fields = json.loads(stored)
        return fields if isinstance(fields, dict) and canonical(fields) == stored else None
    except (ValueError, RecursionError):
        return None


def _no_fraction(text: str) -> float:
    raise ValueError(text)


_PLAIN = Decoder(float_hook=_no_fraction)
_SORTED = Encoder(order="sorted")
