"""The place of a moment in a recording: in proportion between two ties, by the clock outside them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from domain.kernel.facts import Kind
from domain.kernel.journal.attached.state import AttachedFile
from domain.kernel.journal.attached.terms import Belongs, FileRole
from domain.kernel.journal.attached.ties import Tie
from projections.views.timeline import TimelineEntry
from projections.views.voices import LEAD, heard_at, second_at

EVENING = datetime(2026, 3, 1, 19, 0, tzinfo=UTC)


def entry(position: int, minutes: float, *, happened: bool = False) -> TimelineEntry:
    when = (EVENING + timedelta(minutes=minutes)).isoformat()
    return TimelineEntry(
        position=position,
        parent=position - 1,
        ruling=position,
        type="tower.placed.v1",
        by="ada",
        at=(EVENING + timedelta(days=30)).isoformat() if happened else when,
        happened_at=when if happened else None,
        fiction_time=None,
        session=1,
        scene="",
        kind=Kind.STORY,
        headline="",
        audience="table",
        concerns=(),
        opens="",
    )


def recording(*ties: tuple[int, int], number: int = 1) -> AttachedFile:
    return AttachedFile(
        number=number,
        person="ada",
        digest="5f" * 32,
        media="audio/ogg",
        size=9,
        name="a.ogg",
        role=FileRole.RECORDING,
        belongs=Belongs(),
        ties=[Tie(position=position, milliseconds=seconds * 1000) for position, seconds in ties],
    )


ENTRIES = {it.position: it for it in (entry(1, 0), entry(2, 10), entry(3, 20), entry(4, 30), entry(5, 60 * 20))}


def heard(*ties: tuple[int, int], at: int) -> float | None:
    found = heard_at([recording(*ties)], ENTRIES, at)
    return None if found is None else found.second + LEAD


def test_one_tie_is_enough_and_the_rest_goes_by_the_clock() -> None:
    assert heard((2, 700), at=2) == 700
    assert heard((2, 700), at=3) == 700 + 600
    assert heard((2, 700), at=1) == 100
    assert heard((2, 100), at=1) is None  # said before the recording began


def test_between_two_ties_it_goes_in_proportion_and_beyond_them_by_the_clock() -> None:
    assert heard((1, 0), (3, 600), at=2) == 300
    assert heard((1, 20), (3, 620), at=4) == 620 + 600


def test_another_evening_is_not_in_it_and_the_nearest_recording_is_taken() -> None:
    assert heard((2, 700), at=5) is None
    near, far = recording((3, 50), number=1), recording((1, 5_000), number=2)
    found = heard_at([far, near], ENTRIES, 4)
    assert found is not None
    assert found.file.number == 1


def test_the_time_at_the_table_counts_before_that_of_recording() -> None:
    later = {**ENTRIES, 2: entry(2, 10, happened=True)}
    found = heard_at([recording((1, 100))], later, 2)
    assert found is not None
    assert found.second + LEAD == pytest.approx(700)


def test_one_begins_to_listen_a_little_before_but_not_before_the_recording() -> None:
    found = heard_at([recording((1, 4))], ENTRIES, 1)
    assert found is not None
    assert found.second == 0


def test_what_cannot_be_known_ties_nothing() -> None:
    assert heard_at([recording((9, 5))], ENTRIES, 1) is None
    assert heard_at([recording()], ENTRIES, 1) is None
    assert heard_at([recording((1, 5))], ENTRIES, 9) is None
    assert heard_at([recording((1, 5))], {1: replace(ENTRIES[1], at="")}, 1) is None


def test_seconds_at_the_ends_of_what_is_tied() -> None:
    ties = [(0.0, 10.0), (100.0, 60.0)]
    assert [second_at(ties, when) for when in (-5, 0, 50, 100, 120)] == [5, 10, 35, 60, 80]
