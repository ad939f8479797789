"""Advancement: what can be taken now, what is nearest, and the records that moved a track."""

from domain.kernel.facts import Advanced, ProgressSet
from projections.history.stored_facts import StoredFact
from projections.views.advancement import GROWTH, Track, outlook
from tests.support.telling import told


def track(owner: str, have: int, need: int | None) -> Track:
    return Track(owner=owner, track="t", label="", have=have, need=need, brings="more", advanced=())


def progress(have: int, need: int | None = 6, brings: str = "a die") -> ProgressSet:
    return ProgressSet(owner="ann", track="factor", have=have, need=need, brings=brings, label="Factor")


def test_what_can_be_taken_stands_apart_and_the_nearest_comes_first() -> None:
    view = outlook([track("far", 1, 12), track("full", 6, 6), track("near", 11, 12), track("done", 3, None)])
    assert [it.owner for it in view.ready] == ["full"]
    assert [it.owner for it in view.ahead] == ["near", "far"]
    assert [it.owner for it in view.ended] == ["done"]
    assert view.nearest is not None
    assert view.nearest.owner == "full"


def test_of_two_equally_far_the_one_that_takes_less_comes_first() -> None:
    assert [it.owner for it in outlook([track("long", 6, 12), track("short", 2, 4)]).ahead] == ["short", "long"]


def test_more_than_enough_is_enough() -> None:
    over = track("ann", 8, 6)
    assert (over.left, over.full, over.share) == (0, True, 1.0)
    assert (track("bob", 0, 6).share, track("cat", 2, None).left) == (0.0, None)
    assert outlook([]).nearest is None


def test_a_track_tells_what_moved_it_and_what_it_brought() -> None:
    story = GROWTH.fold(
        [
            told(progress(0), position=3),
            told(progress(5), position=5),
            told(Advanced(owner="ann", track="factor", what="rating 4"), progress(0, 12), position=9),
        ]
    )["ann", "factor"]
    assert [(it.position, it.have, it.need, it.gained) for it in story.moves] == [
        (3, 0, 6, ""),
        (5, 5, 6, ""),
        (9, 5, 6, "rating 4"),
        (9, 0, 12, ""),
    ]
    assert (story.track.have, story.track.need, story.track.advanced) == (0, 12, ("rating 4",))


def test_what_was_kept_tells_the_same_as_the_records() -> None:
    records = [told(progress(n), position=n + 1) for n in range(4)]
    assert GROWTH.of([StoredFact(it.record.position, it.retelling.facts[0]) for it in records]) == GROWTH.fold(
        records
    )
