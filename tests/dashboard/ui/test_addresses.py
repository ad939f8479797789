"""An address lands where it can, and says so when that is not where it pointed."""

import pytest

from dashboard.ui.addresses import OtherLine, end_of_line, other_lines, place_in
from dashboard.ui.drawing.links import linked
from ledger.log.lines import Lines


@pytest.mark.parametrize(("raw", "at"), [(None, 40), ("", 40), ("1", 1), ("7", 7), ("40", 40), ("007", 7)])
def test_a_position_that_is_there_needs_no_word(raw: str | None, at: int) -> None:
    place = place_in(raw, 40)
    assert (place.at, place.notice) == (at, "")


@pytest.mark.parametrize(
    ("raw", "at"),
    [
        ("0", 1), ("-1", 40), ("1e9", 40), ("٣", 40), ("³", 40), ("<b>x</b>", 40), ("41", 40), ("9" * 5000, 40),
        (" 7", 40), ("+7", 40), ("7.5", 40), ("null", 40),
    ],
)  # fmt: skip
def test_anything_else_lands_nearby_with_a_short_word(raw: str, at: int) -> None:
    place = place_in(raw, 40)
    assert place.at == at
    assert place.notice
    assert len(place.notice) < 160


FORKED = Lines({26: 20, 31: 23})
"""Positions 1..25 and then a rewind to 20 (at 26), then another to 23 (at 31); the log ends at 40."""


@pytest.mark.parametrize(
    ("at", "end"), [(1, 40), (22, 40), (23, 40), (24, 25), (26, 30), (30, 30), (31, 40), (40, 40)]
)
def test_a_position_is_seen_on_the_line_it_lies_on(at: int, end: int) -> None:
    assert end_of_line(FORKED, at, 40) == end


def test_what_lies_beside_the_current_line_branches_off_it() -> None:
    assert other_lines(FORKED, 40, 40) == [OtherLine(23, 25, 2), OtherLine(20, 30, 5)]


def test_seen_from_an_abandoned_line_the_current_one_branches_off() -> None:
    assert OtherLine(23, 40, 10) in other_lines(FORKED, 25, 40)


def test_a_line_that_grew_from_another_leaves_the_shown_one_where_that_did() -> None:
    nested = Lines({11: 5, 16: 13})
    assert other_lines(nested, 10, 20) == [OtherLine(5, 15, 5), OtherLine(5, 20, 8)]


def test_an_address_in_a_text_leads_there_and_the_rest_is_text() -> None:
    """The page that a game's credit names was words that nobody could follow."""
    credit = "By <Bill>; https://example.org/rules?a=1&b=2. Licence: none; http://plain.example, javascript:x"
    link = "https://example.org/rules?a=1&amp;b=2"
    assert linked(credit) == (
        f'By &lt;Bill&gt;; <a href="{link}" target="_blank" rel="noopener noreferrer">{link}</a>. Licence: none; '
        "http://plain.example, javascript:x"
    )
    assert linked('https://a.example/"onclick="x').count("<a ") == 1
    assert '"onclick' not in linked('https://a.example/"onclick="x')
