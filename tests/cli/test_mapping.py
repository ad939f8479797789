"""A track of advancement as a row: one that was never counted has not ended."""

from cli.read.advancement import track_row
from domain.kernel.facts import Advanced, Fact, ProgressSet
from projections.history.stored_facts import StoredFact
from projections.views.advancement import GROWTH


def row(*told: Fact) -> list[str]:
    growth = GROWTH.of([StoredFact(position, fact) for position, fact in enumerate(told, start=1)])
    ((_, story),) = growth.items()
    return [str(each) for each in track_row(story.track, growth, {})]


def test_gains_that_no_number_leads_up_to_do_not_say_that_nothing_follows() -> None:
    shown = row(Advanced(owner="ana", track="powers", what="Bats"))
    assert "nothing more" not in shown
    assert shown[2:4] == ["", "—"]


def test_a_track_at_its_end_says_so() -> None:
    shown = row(
        ProgressSet(owner="ana", track="lamp", have=2, need=3, brings="a lamp"),
        ProgressSet(owner="ana", track="lamp", have=3, need=None, brings="a lamp"),
    )
    assert shown[2:4] == ["3", "nothing more"]
