"""Rows of the timeline and what changed: escaped, short, and leading somewhere."""

from dashboard.ui.drawing.feed import changes_html, differing, feed_html
from domain.kernel.facts import Kind
from domain.kernel.people import EVERYONE
from projections.compare.differences import Change
from projections.views.timeline import TimelineEntry
from tests.dashboard.nights import HOSTILE


def entry(position: int, ruling: int, headline: str = "x") -> TimelineEntry:
    return TimelineEntry(
        position=position,
        parent=position - 1,
        ruling=ruling,
        type="t",
        by="gm",
        at="",
        happened_at=None,
        fiction_time=None,
        session=1,
        scene="",
        kind=Kind.LOSS,
        headline=headline,
        audience=EVERYONE,
        concerns=(),
        opens="",
    )


def test_the_row_of_the_cursor_is_marked_and_every_row_leads_to_its_record() -> None:
    html = feed_html([entry(3, 2), entry(4, 2), entry(5, 3)], at=4)
    assert html.count('aria-current="true"') == 1
    assert [f'data-go="{position}"' in html for position in (3, 4, 5)] == [True] * 3
    assert html.count("first") == 2


def test_a_headline_is_text() -> None:
    assert "<script" not in feed_html([entry(1, 1, HOSTILE)], at=1)


def test_an_empty_feed_says_so() -> None:
    assert "may see" in feed_html([], at=1)


def test_changes_stand_under_the_name_of_whoever_they_belong_to() -> None:
    found = [
        Change("wren.oil", "wren", "Oil", "3", "2", False),
        Change("wren.gold", "wren", HOSTILE, "", HOSTILE, True),
    ]
    html = changes_html(found, {"wren": HOSTILE})
    assert html.count("<h2") == 1
    assert "<script" not in html
    assert "k-loss" in html
    assert "k-gain" in html


def test_only_the_rows_and_parts_that_differ_are_shown() -> None:
    assert differing("a\nb\nc", "a\nx\nc") == ("b", "x")
    assert differing("Lamp · lit · brass", "Lamp · out · brass") == ("lit", "out")
    assert differing("3", "4") == ("3", "4")


def test_a_flood_of_changes_is_cut_and_counted() -> None:
    found = [Change(f"w.{n}", "w", str(n), "0", "1", None) for n in range(100)]
    assert "and 40 more" in changes_html(found, {})
