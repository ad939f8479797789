"""Reading stored bytes: everything is checked, and what is unknown or broken is named."""

import json
from dataclasses import replace
from typing import Literal
from uuid import uuid4

import pytest

from ledger.errors import BrokenLedger, UnknownRecord
from ledger.log.record import GENESIS, canonical
from ledger.records.application import RecordMapper
from ledger.records.codec import Codec
from tests.support.tower import TOWER, StonesLaid

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
