"""Advancement as it is drawn: who comes first, what is called out, and the line of a track."""

import re

from dashboard.ui.drawing.advancement import (
    MOST_MARKS,
    MOST_POINTS,
    TrackAxis,
    owner_html,
    owners,
    ready_html,
    track_html,
)
from domain.kernel.facts import Advanced, CharacterKind, Fact, ProgressSet
from ledger.log.lines import Stretch
from projections.history.stored_facts import StoredFact
from projections.views.advancement import GROWTH, Growth
from projections.views.roster import RosterEntry
from tests.dashboard.nights import HOSTILE

OVER = TrackAxis([Stretch(1, 10), Stretch(21, 30)])


def growth(*told: tuple[int, Fact]) -> Growth:
    return GROWTH.of([StoredFact(position, fact) for position, fact in told])


def step(owner: str, have: int, need: int | None = 4, track: str = "t", brings: str = "a die") -> ProgressSet:
    return ProgressSet(owner=owner, track=track, have=have, need=need, brings=brings)


def member(character: str, *, present: bool) -> RosterEntry:
    return RosterEntry(
        character=character, name=character, kind=CharacterKind.PLAYERS, player=None, how="", present=present
    )


def test_whoever_can_take_something_comes_first_and_whoever_left_last() -> None:
    found = growth((1, step("far", 1)), (2, step("gone", 4)), (3, step("near", 3)), (4, step("full", 4)))
    order = [owner for owner, _ in owners(found, {"gone": member("gone", present=False)})]
    assert order == ["full", "near", "far", "gone"]


def test_what_can_be_taken_now_is_called_out() -> None:
    assert ready_html(growth((1, step("ann", 3))), {}) == ""
    drawn = ready_html(growth((1, step("ann", 5))), {"ann": "Ann Ash"})
    assert "Can be taken now" in drawn
    assert "Ann Ash" in drawn
    assert "5 of 4" in drawn


def test_a_track_says_what_it_still_takes() -> None:
    ((_, (story,)),) = owners(growth((2, step("ann", 1)), (5, step("ann", 3))), {})
    drawn = track_html(story, {}, OVER, 25)
    assert "<b>1 more</b>" in drawn
    assert drawn.count('class="held"') == 3
    assert re.findall(r'data-go="(\d+)"', drawn) == ["2", "5"]


def test_the_line_ends_at_the_moment_looked_at() -> None:
    assert (OVER.length, OVER.place(1), OVER.place(10), OVER.place(21), OVER.place(30)) == (
        20,
        2.5,
        47.5,
        52.5,
        97.5,
    )
    ((_, (story,)),) = owners(growth((2, step("ann", 1))), {})
    drawn = track_html(story, {}, OVER, 21)
    assert "52.5% 100%)" in drawn


def test_what_a_track_brought_leads_to_its_record() -> None:
    told = growth((2, step("ann", 4)), (5, Advanced(owner="ann", track="t", what="red-door")), (5, step("ann", 0)))
    ((_, (story,)),) = owners(told, {})
    drawn = track_html(story, {"red-door": "The Red Door"}, OVER, 25)
    assert "The Red Door" in drawn
    assert 'class="mark star" data-go="5"' in drawn


def test_a_track_that_cannot_go_on_asks_for_nothing() -> None:
    ((_, (story,)),) = owners(growth((2, step("ann", 4)), (5, step("ann", 0, None))), {})
    drawn = track_html(story, {}, OVER, 25)
    assert "at its end" in drawn
    assert "more" not in drawn
    never = growth((2, Advanced(owner="ann", track="arc", what="Over")))
    assert "at its end" not in track_html(never["ann", "arc"], {}, OVER, 25)


def test_a_long_story_stays_small() -> None:
    long = growth(*((n, step("ann", n % 60, 60)) for n in range(1, 2000)))
    ((_, (story,)),) = owners(long, {})
    drawn = track_html(story, {}, TrackAxis([Stretch(1, 2000)]), 2000)
    assert drawn.count("data-go") == MOST_MARKS
    assert drawn.count("% ") < 2 * MOST_POINTS + 10
    assert 'class="gauge"' in drawn


def test_words_are_text() -> None:
    told = growth((2, step("ann", 4, brings=HOSTILE)), (3, Advanced(owner="ann", track="t", what=HOSTILE)))
    ((owner, stories),) = owners(told, {})
    for drawn in (ready_html(told, {"ann": HOSTILE}), owner_html(owner, stories, {"ann": HOSTILE}, None, OVER, 9)):
        assert "<script" not in drawn
        assert "&lt;script" in drawn
