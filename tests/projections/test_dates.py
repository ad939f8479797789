"""Days and times as screens write them."""

from datetime import datetime

import pytest

from projections.views.dates import day_words, when_words


def test_a_day_and_a_time_are_written_one_way() -> None:
    stamp = datetime(2026, 10, 10, 19, 30).astimezone().isoformat()
    assert (day_words(stamp), when_words(stamp)) == ("10 October 2026", "10 October 2026, 19:30")


@pytest.mark.parametrize("stamp", ["", "at dusk", "9999-99-99"])
def test_what_is_no_time_is_left_as_it_was_written(stamp: str) -> None:
    assert (day_words(stamp), when_words(stamp)) == ("", stamp)
