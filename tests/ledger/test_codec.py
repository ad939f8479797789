"""Reading stored bytes: everything is checked, and what is unknown or broken is named."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Literal
from uuid import uuid4

import pytest

from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.chapters.entries import EntryLogged, LogEntry
from domain.kernel.messages import data_of
from domain.kernel.terms import PersonId
from domain.kernel.vocabulary import event_data
from ledger.errors import BrokenLedger, UnknownRecord
from ledger.log import tally
from ledger.log.record import GENESIS, Record, canonical, canonical_json, read_canonical
from ledger.recording.drafts import Draft, LogEnd, records_of
from ledger.records.application import RecordMapper
from ledger.records.codec import Codec
from tests.support.tower import TOWER, LayStones, StonesLaid

CODEC = Codec(TOWER)
FIELDS = {
    "at": "2026-11-21T20:14:05.120Z",
    "by": "gm",
    "campaign": str(uuid4()),
    "parent": 6,
    "position": 7,
    "prev": GENESIS,
    "rules": 1,
    "ruling": 3,
}
TAG = "tower.stones_laid.v1"


def test_a_record_reads_back_as_it_was_written() -> None:
    record = CODEC.write(FIELDS, StonesLaid(face=3))
    assert CODEC.read(TAG, record.stored) == record
    assert record.stored == canonical(json.loads(record.stored))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"data": {"face": "three"}}, "`data.face`"),
        ({"data": {"face": 3, "extra": 1}}, "`data.extra`"),
        ({"surprise": 1}, "`surprise`"),
        ({"position": "seven"}, "`position`"),
        ({"type": "campaign.renamed.v1"}, "it is filed as"),
    ],
)
def test_a_broken_record_is_named(change: dict[str, object], told: str) -> None:
    stored = canonical({**FIELDS, "type": TAG, "data": {"face": 3}, **change})
    with pytest.raises(BrokenLedger) as error:
        CODEC.read(TAG, stored)
    assert told in str(error.value)


@pytest.mark.parametrize("stored", [b"", b"\xff\xfe", b"null", b"[1]", b'{"position":'])
def test_bytes_that_are_no_record(stored: bytes) -> None:
    for tag in (TAG, "tower.unheard_of.v1"):
        with pytest.raises((BrokenLedger, UnknownRecord)):
            CODEC.read(tag, stored)


ODD = (
    *rb"""null true false 0 -1 1.0 1e0 9007199254740993 123456789012345678901234567890 NaN Infinity "" "1" "rolled"
    "0-0" "\ud800" [] [1] ["a"] [[6,1]] [[6,1,1]] [["6","1"]] {} {"face":3} {"face":"3"} {"face":3,"type":"x"} ?
    """.split(),
    *(b"", b'"\xff"', b'"\xc3\xa9"', b"[" * 300),
)


def odd_records() -> Iterator[bytes]:
    """A whole record, with each field left out, given twice, and of each odd value."""
    first = {
        "command": {"type": "x"},
        "dice": [[6, 1]],
        "dice_from": "typed",
        "fiction_time": "dusk",
        "kept": True,
    }
    rest = {"happened_at": "then", "key": "k", "salt": "0", "stands_for": 1, "tally": "t", "words": ["by"]}
    whole = {**FIELDS, **first, **rest, "type": TAG, "data": {"face": 3}}
    parts = {name: b'"%s":%s' % (name.encode(), json.dumps(value).encode()) for name, value in whole.items()}
    for name, part in parts.items():
        others = [each for other, each in parts.items() if other != name]
        yield b"{%s}" % b",".join(others)
        yield b"{%s}" % b",".join([*others, part, part])
        for odd in ODD:
            yield b"{%s}" % b",".join([*others, b'"%s":%s' % (name.encode(), odd)])
            yield b"{%s}" % b",".join([b'"%s":%s' % (name.encode(), odd), *parts.values()])


def test_the_short_road_takes_nothing_that_pydantic_would_not_and_reads_all_as_it_does() -> None:
    def came_of(read: Callable[[str, bytes], Record], stored: bytes) -> object:
        try:
            return read(TAG, stored)
        except (BrokenLedger, RecursionError) as error:
            return type(error), str(error)

    taken = 0
    for stored in odd_records():
        read = came_of(CODEC.read, stored)
        assert read == came_of(CODEC._examined, stored), stored[:400]
        taken += isinstance(read, Record)
    assert taken > 50


SIGNS = "".join(map(chr, (*range(0x30), 0x5C, 0x7F, 0x80, 0xE9, 0x2028, 0xFFFF, 0x1F600)))
VALUES: tuple[object, ...] = (
    *SIGNS, SIGNS, "", 0, -1, 2**53 + 1, 2**64, 10**30, 0.1, 1.0, 1e16, 1e-7, 5e-324, True, False, [], {}, [None],
    {"b": 1, "a": [{"é": None, "z": {}}]}, {SIGNS: SIGNS},
)  # fmt: skip


def spellings(value: object) -> Iterator[bytes]:
    """The JSON of a value in many ways, of which one is canonical."""
    for ascii_only in (True, False):
        for spaced in (None, (",", ":")):
            for ordered in (True, False):
                yield json.dumps(value, ensure_ascii=ascii_only, separators=spaced, sort_keys=ordered).encode()


def test_bytes_are_read_as_canonical_where_they_would_be_written_so_and_only_there() -> None:
    found = 0
    for value in VALUES:
        for stored in spellings({"n": value, "m": 1}):
            for told in {stored, stored.replace(b"\\u00", b"\\U00"), stored.replace(b"1", b"01"), stored + b" "}:
                try:
                    fields = json.loads(told)
                    canonically = canonical(fields) == told
                except ValueError:
                    fields, canonically = None, False
                assert read_canonical(told) == (fields if canonically else None), told
                found += canonically
        assert read_canonical(canonical({"m": 1, "n": value})) == {"m": 1, "n": value}
    for told in (
        b'{"m":null}',
        b'{"m":1,"m":1}',
        b"[]",
        b"null",
        b'{"m":NaN}',
        b'{"m":"\xff"}',
        b'{"m":"\\u001F"}',
        b'{"m":-0}',
    ):
        assert read_canonical(told) is None, told
    assert found > len(VALUES)


def test_canonical_json_is_what_the_standard_library_writes_in_order_and_without_spaces() -> None:
    values = [*VALUES, 2.5, -0.0, "1.5", "[1.5", '":1.5', "null", None, (1, "null"), [1.5, None], {"a": 1e300}]
    for value in (each for it in values for each in (it, [it], [1, it], {"n": it, "m": None}, {"m": [{"n": it}]})):
        plainly = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        assert canonical_json(value) == plainly.encode(), value
    for value in (float("nan"), float("inf"), [1, {"n": float("-inf")}], {"m": None, "n": float("nan")}):
        with pytest.raises(ValueError, match="JSON"):
            canonical_json(value)


def test_an_event_that_repeats_its_command_is_written_as_it_would_be_by_itself() -> None:
    logged = LogEntry(source_id="a:1", form=EntryForm.SPEECH, voice=PersonId("wren"), speaker="Wren", text="Salt.")
    event = EntryLogged.model_validate({**vars(logged), "type": "logged.entry_logged.v1"})
    other = event.model_copy(update={"text": "Ash."})
    for follows in (event, other):
        draft = Draft(command=logged, by="gm", events=(follows,))
        (record,) = records_of(CODEC, LogEnd(uuid4(), 6, "0" * 64, 2, "1" * 64), [draft], str(FIELDS["at"]))
        fields = json.loads(record.stored)
        assert fields["data"] == event_data(follows)
        assert fields["command"] == data_of(logged)
        assert record.event == follows


@pytest.mark.parametrize("by", ["gm", 'Ann "the\\rest" Ö\u2028\x1f'])
@pytest.mark.parametrize(
    "more",
    [
        {},
        {"drawn": ((6, 3), (6, 1)), "dice_from": "rolled", "key": 'one, "two"'},
        {"happened_at": "2026-11-20T20:00:00Z", "fiction_time": 'At dusk, "later"', "key": "k"},
        {"stands_for": 12, "kept": True},
        {"happened_at": "2026-11-20T20:00:00Z", "drawn": ((6, 3),), "dice_from": "typed", "stands_for": 3},
    ],
)
def test_the_records_of_a_ruling_are_written_as_each_would_be_by_itself(by: str, more: dict[str, Any]) -> None:
    events = (StonesLaid(face=3), StonesLaid(face=1))
    draft = Draft(command=LayStones(count=2), by=by, events=events, **more)
    records = list(records_of(CODEC, LogEnd(uuid4(), 6, "0" * 64, 2, "1" * 64), [draft], str(FIELDS["at"])))
    for record, event, following in zip(records, events, (*records[1:], None), strict=True):
        fields = json.loads(record.stored)
        asked = {name: each for name, each in fields.items() if name not in ("data", "type", "words")}
        assert record.stored == CODEC.write(asked, event).stored
        if following is not None:
            assert following.envelope.tally == tally.after_next(fields["tally"], fields)
            assert following.envelope.prev == record.seal


def test_a_record_of_a_newer_program_is_told_apart_from_a_broken_one() -> None:
    stored = canonical({**FIELDS, "type": "tower.stones_laid.v9", "data": {"face": 3}})
    with pytest.raises(UnknownRecord, match=r"Record 7 is 'tower.stones_laid.v9'.*newer program"):
        CODEC.read("tower.stones_laid.v9", stored)


def test_stored_tags_are_looked_up_and_never_imported() -> None:
    from eventsourcing.persistence import StoredEvent

    mapper = RecordMapper({"tower": CODEC})
    with pytest.raises(UnknownRecord):
        mapper.to_domain_event(StoredEvent(uuid4(), 1, "os:system", b"{}"))
    record = CODEC.write(FIELDS, StonesLaid(face=3))
    assert mapper.to_domain_event(mapper.to_stored_event(record)) == record  # type: ignore[arg-type]


class StonesLaidTwice(StonesLaid):
    """The same in a second shape."""

    type: Literal["tower.stones_laid.v2"] = "tower.stones_laid.v2"  # type: ignore[assignment]


class StonesLaidTenTimes(StonesLaid):
    """The same in a tenth shape."""

    type: Literal["tower.stones_laid.v10"] = "tower.stones_laid.v10"  # type: ignore[assignment]


def test_the_newest_version_known_goes_by_number_and_not_by_text() -> None:
    kinds = (StonesLaid, StonesLaidTwice, StonesLaidTenTimes)
    codec = Codec(replace(TOWER, events=kinds))
    stored = canonical({**FIELDS, "type": "tower.stones_laid.v11", "data": {"face": 3}})
    with pytest.raises(
        UnknownRecord, match=r"knows that event only up to 'tower\.stones_laid\.v10': it was written"
    ):
        codec.read("tower.stones_laid.v11", stored)
