"""Laws of every projection, which are found by looking; and of what several audiences know."""

from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import projections
from domain.kernel.facts import Fact
from domain.kernel.people import EVERYONE, GM_ONLY, Audience, parts_of
from ledger.answers import ToldRecord
from projections.audiences import as_told_to
from projections.history.head_views import HEAD, HeadViews
from projections.projection import Projection
from tests.support.telling import audiences, tellings, told


def _found() -> dict[str, Projection[Any]]:
    values = (
        value
        for module in walk_packages(projections.__path__, "projections.")
        for value in vars(import_module(module.name)).values()
    )
    return {
        value.name: value
        for value in values
        if not isinstance(value, type) and all(hasattr(value, each) for each in ("fold", "initial", "version"))
    }


FOUND = _found()
every_projection = pytest.mark.parametrize("projection", FOUND.values(), ids=FOUND)


def test_there_are_projections_to_judge() -> None:
    assert {"timeline", "history", "roster", "relations", "resources", "advancement"} <= FOUND.keys()


@every_projection
@given(records=tellings(), cut=st.integers(0, 12))
def test_stopping_and_resuming_gives_the_view_of_one_pass(
    projection: Projection[Any], records: list[ToldRecord], cut: int
) -> None:
    whole = projection.fold(records)
    assert projection.fold(records[cut:], since=projection.fold(records[:cut])) == whole
    view = projection.initial
    for record in records:
        view = projection.apply(view, record)
    assert view == whole


@every_projection
@given(records=tellings())
def test_a_view_that_was_handed_out_does_not_change(
    projection: Projection[Any], records: list[ToldRecord]
) -> None:
    view = projection.fold(records)
    before = repr(view)
    projection.fold(records, since=view)
    assert repr(view) == before


class Unheard(Fact):
    """A fact nobody has been built to show."""


COUNTS_RECORDS = ("timeline", "recap")
"""Views that tell or count every record, whatever is in it."""


@pytest.mark.parametrize("projection", [FOUND[name] for name in FOUND if name not in COUNTS_RECORDS])
@given(records=tellings())
def test_a_read_model_is_blind_to_what_it_was_not_built_to_show(
    projection: Projection[Any], records: list[ToldRecord]
) -> None:
    view = projection.fold(records)
    assert projection.apply(view, told(Unheard(), position=99)) == view


@given(records=tellings(), audience=audiences)
def test_what_an_audience_knows_is_the_fold_of_what_it_was_told(
    records: list[ToldRecord], audience: Audience
) -> None:
    standing = HeadViews()
    for record in records:
        standing = standing.after(record)
    mine = [each for record in records if (each := as_told_to(audience, record)) is not None]
    assert standing.of(audience).views == tuple(each.fold(mine) for each in HEAD)


@given(records=tellings())
def test_a_standing_comes_back_from_its_bytes(records: list[ToldRecord]) -> None:
    standing = HeadViews()
    for record in records:
        standing = standing.after(record)
    again = HeadViews.from_bytes(standing.to_bytes())
    assert again.to_bytes() == standing.to_bytes()
    for audience in (EVERYONE, GM_ONLY, Audience("person:ann")):
        assert again.of(audience) == standing.of(audience)


@given(records=tellings(), cut=st.integers(0, 12))
def test_a_standing_taken_up_again_goes_on_alike(records: list[ToldRecord], cut: int) -> None:
    one = other = HeadViews()
    for index, record in enumerate(records):
        if index == cut:
            other = HeadViews.from_bytes(other.to_bytes())
        one, other = one.after(record), other.after(record)
    assert one.to_bytes() == other.to_bytes()


@given(records=tellings(), audience=audiences)
def test_nothing_told_to_an_audience_is_for_another(records: list[ToldRecord], audience: Audience) -> None:
    both = Audience("person:ann person:bob")
    allowed = {EVERYONE, audience, *([both] if audience in parts_of(both) else [])}
    for record in records:
        mine = as_told_to(audience, record)
        if mine is not None and audience != GM_ONLY:
            assert mine.retelling.audience in allowed
            assert all(fact.audience in allowed for fact in mine.retelling.facts)
