"""Pages, filters and searches of the timeline; and texts of every sort, which come back as they were written."""

import pytest

from campaign_laws.submissions import just_seen
from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.campaign.sessions import CloseSession, OpenSession
from domain.kernel.facts import Kind
from domain.kernel.journal.notes import WriteNote
from ledger.answers import Submission
from projections.history.folded_views import sheets_at
from projections.read_models import Filter
from projections.tables import selection as selecting
from projections.views.timeline import Mark
from tests.support import toy
from tests.support.library import GM, Library

STRANGE = [
    "100% sure_thing \\ of 'quotes' and \"more\"",
    "<script>alert(1)</script> [link](javascript:x) ::before",
    "שלום עולם — مرحبا",
    "Straße ΣΊΣΥΦΟΣ İstanbul",
    "two\nlines\tand a tab",
    "🜂🜄 😀",
    "long " * 2_000,
    "'; DROP TABLE view_timeline; --",
]


@pytest.fixture
def played(library: Library) -> Library:
    library.rule_all([SeatPerson(person="ann", name="Ann"), OpenSession(title="One")])
    library.rule_all([toy.Enter(who="hero", name="Hero"), toy.Light(scene="hall", title="The hall")])
    for _ in range(10):
        library.rule(toy.Gain(who="hero", what="gold", by=1), by="ann")
    closing = just_seen(library.ledger, "tale", Submission(command=CloseSession(), by="gm"))
    library.ledger.rule_all("tale", [closing], seal_sessions=False)  # without the seal that would follow
    library.rule(OpenSession(title="Two"))
    for _ in range(5):
        library.rule(toy.Gain(who="hero", what="gold", by=-1))
    return library


def positions(library: Library, **asked: object) -> list[int]:
    return [entry.position for entry in library.views.timeline("tale", GM, **asked)]  # type: ignore[arg-type]


def test_pages_follow_each_other_both_ways(played: Library) -> None:
    whole = list(range(1, 24))
    assert positions(played, limit=5) == whole[:5]
    assert positions(played, limit=5, after=5) == whole[5:10]
    assert positions(played, limit=5, newest_first=True) == whole[::-1][:5]
    assert positions(played, limit=5, after=19, newest_first=True) == [18, 17, 16, 15, 14]
    assert positions(played, after=23) == []


def test_filters_narrow_what_is_shown_and_counted(played: Library) -> None:
    def found(**wanted: object) -> int:
        where = Filter(**wanted)  # type: ignore[arg-type]
        assert len(positions(played, where=where)) == played.views.count("tale", GM, where=where)
        return played.views.count("tale", GM, where=where)

    assert found() == 23
    assert found(session=0) == 3
    assert found(session=2) == 6
    assert found(by="ann") == 10
    assert found(kind=Kind.LOSS) == 5
    assert found(type="toy.gained.v1") == found(type="toy.gained") == 15
    assert found(type="toy") == 17
    assert found(type="to") == found(type="t_y") == 0
    assert found(about="hero") == 16
    assert found(about="her") == 0
    assert found(search="HERO GAINS") == 15
    assert found(search="gains", by="ann", first=10, last=12) == 3


def test_neighbours_of_a_position(played: Library) -> None:
    assert [e.position for e in played.views.around("tale", GM, 10, 2)] == [8, 9, 10, 11, 12]
    assert [e.position for e in played.views.around("tale", GM, 1, 2)] == [1, 2, 3]
    played.rewind(5)
    assert [e.position for e in played.views.around("tale", GM, 5, 1)] == [4, 5, 24]
    assert [e.position for e in played.views.around("tale", GM, 20, 1)] == [19, 20]
    assert [e.position for e in played.views.around("tale", GM, 20, 1, at=23)] == [19, 20, 21]


def test_sessions_and_scenes_are_marked_along_the_line(played: Library) -> None:
    one = Mark(position=4, form="session", title="One", session=1)
    hall = Mark(position=6, form="scene", title="The hall", session=1)
    two = Mark(position=18, form="session", title="Two", session=2)
    assert played.views.marks("tale") == [one, hall, two]
    assert played.views.marks("tale", at=10) == [one, hall]
    played.rewind(10)
    assert played.views.marks("tale") == [one, hall]


def test_density_counts_the_line_in_equal_parts(played: Library) -> None:
    assert [many for many, _ in played.views.density("tale", GM, 4)] == [6, 6, 6, 5]
    assert played.views.density("tale", GM, 4)[1] == (6, Kind.GAIN)
    assert played.views.density("tale", GM, 1) == [(23, Kind.GAIN)]
    played.rewind(6)
    assert [many for many, _ in played.views.density("tale", GM, 4)] == [6, 0, 0, 1]
    assert sum(many for many, _ in played.views.density("tale", GM, 50)) == 7


def test_a_line_rewound_very_often_is_read_in_parts(played: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selecting, "_STRETCHES_AT_ONCE", 2)
    for _ in range(7):
        there = played.rule(toy.Gain(who="hero", what="gold", by=1))
        played.rule(WriteNote(text="A note"))
        played.rule(toy.Gain(who="hero", what="silver", by=1))
        played.rewind(there)
    shown = positions(played, limit=1000)
    assert shown == sorted(shown)
    assert len(shown) == 23 + 7 * 3
    assert positions(played, limit=1000, newest_first=True) == shown[::-1]
    paged: list[int] = []
    while page := positions(played, limit=4, after=paged[-1] if paged else 0):
        paged += page
    assert paged == shown
    assert played.views.count("tale", GM) == len(shown)
    assert [step.now for step in played.views.history("tale", "hero.gold")][-1] == "12"
    assert played.views.history("tale", "hero.silver") == []
    assert sum(many for many, _ in played.views.density("tale", GM, 9)) == len(shown)


@pytest.mark.parametrize("text", STRANGE)
def test_whatever_people_write_comes_back_as_it_was(library: Library, text: str) -> None:
    library.rule(toy.Enter(who="hero", name="Hero"))
    library.rule(toy.Say(who="hero", text=text))
    library.rule(WriteNote(text=text))
    assert library.views.history("tale", "hero.said")[0].now == text
    assert library.views.timeline("tale", GM, newest_first=True)[0].headline == text
    for search in (text, text.upper(), text[1:20]):
        assert library.views.count("tale", GM, where=Filter(search=search)) == 2
    assert library.views.count("tale", GM, where=Filter(search=text + "?")) == 0
    sheets = repr(sheets_at(library.ledger, "tale", viewer=GM))
    assert text in sheets or repr(text)[1:-1] in sheets


@pytest.mark.parametrize("search", ["%", "_", "%%%", "gains%something", "\\"])
def test_signs_that_mean_something_to_a_database_mean_nothing_here(played: Library, search: str) -> None:
    assert played.views.count("tale", GM, where=Filter(search=search)) == 0
