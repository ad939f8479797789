"""Earlier play that lies in the journal comes in as play: replaced where it is read, never on the disk."""

import pytest

from campaign_laws.submissions import just_seen
from domain.kernel.campaign.rewinding import UndoRuling
from domain.kernel.people import GM_ONLY, Asker, Role
from domain.kernel.terms import PersonId
from exchange.imports import importing
from exchange.imports.entries import NotTaken
from exchange.imports.importing import Report, import_file, people_of
from exchange.imports.mapping import as_before, guessed
from exchange.imports.readers.earlier import EARLIER_PLAY, earlier_source, voices_in
from exchange.imports.spool import spooled
from exchange.imports.survey import survey
from ledger.answers import Ruled, Submission
from ledger.care.verify import verify
from ledger.ledger import Ledger
from ledger.logged import EARLIER_PLAY as TAGS
from projections.read_models import ReadModels
from projections.tables.search.query import Wanted
from projections.tables.selection import Filter
from projections.views import figures
from projections.views.resources import RESOURCES
from tests.support.earlier import earlier_play_in
from tests.support.folding import view_at

GM = Asker(PersonId("gm"), Role.GM)


@pytest.fixture
def old(salt: Ledger) -> tuple[Ledger, ReadModels]:
    """A campaign with two earlier intakes in its journal, a note between them, and its read models."""
    earlier_play_in(salt)
    views = ReadModels(salt)
    salt.followers.append(views)
    return salt, views


def as_play(ledger: Ledger) -> Report:
    with earlier_source(ledger, "salt") as (source, last), spooled(source, EARLIER_PLAY) as spool:
        found, known = survey(spool), people_of(ledger, "salt")
        mapping = as_before(guessed(spool, found, "salt", known), voices_in(source), known)
        return import_file(ledger, spool, found, mapping, instead_of=last)


def read(ledger: Ledger, views: ReadModels) -> dict[str, object]:
    timeline = views.timeline("salt", GM)
    found = views.find(Wanted(words="lamp"), everything=True)
    return {
        "types": [it.type for it in timeline],
        "count": views.count("salt", GM),
        "by": views.count("salt", GM, where=Filter(by="wren")),
        "marks": [(it.form, it.title) for it in views.marks("salt", viewer=GM)],
        "density": sum(many for many, _ in views.density("salt", GM, 4)),
        "luck": {session: tally.count for session, tally in views.luck("salt").by_session().items()},
        "resources": sorted((*key, it.now) for key, it in views.resources("salt", GM).items()),
        "folded": sorted(key for key in view_at(ledger, "salt", RESOURCES, viewer=GM)),
        "found": [hit.headline for hit in found.hits],
        "economy": sorted(views.economy("salt", GM)),
        "told": [it.record.envelope.type for it in ledger.told("salt")],
        "figures": [(it.session, it.face) for it in figures.rolls(ledger.told("salt"))],
    }


def test_it_counts_as_play_and_is_told_once(old: tuple[Ledger, ReadModels]) -> None:
    ledger, views = old
    stored, before = list(ledger.stored("salt")), read(ledger, views)
    report = as_play(ledger)
    assert (report.recorded.total(), report.evenings, report.for_the_gm, report.in_file) == (5, 2, 1, 5)
    after = read(ledger, views)
    assert not TAGS.intersection([*after["types"], *after["told"]])  # type: ignore[misc]
    assert after["luck"] == {1: 1}
    assert after["figures"] == [(1, 15)]
    assert after["resources"] == [("wren", "logged-rope", 4)]
    assert after["folded"] == [("wren", "logged-rope")]
    assert after["economy"] == ["wren.logged-rope"]
    assert [title for form, title in after["marks"] if form == "session"] == ["Low water", "High water"]  # type: ignore[attr-defined]
    assert len(after["found"]) == len(before["found"]) == 2  # type: ignore[arg-type]
    assert after["count"] == after["density"] == len(after["types"])  # type: ignore[arg-type]
    wren = next(it for it in views.people() if it.name == "Wren")
    assert [(it.sessions, it.entries, it.dice) for it in views.played(wren)] == [(2, 4, 1)]
    assert list(ledger.stored("salt"))[: len(stored)] == stored, "nothing on the disk has changed"
    assert views.count("salt", GM, at=len(stored)) == before["count"], "looking back, it stands as it stood"
    assert (verify(ledger, "salt").sound, views.problems("salt")) == (True, [])
    with pytest.raises(NotTaken, match="is there as play already"):
        as_play(ledger)


def test_taken_back_it_stands_in_the_journal_again(old: tuple[Ledger, ReadModels]) -> None:
    ledger, views = old
    before = read(ledger, views)
    as_play(ledger)
    once = read(ledger, views)
    assert isinstance(ledger.rule("salt", just_seen(ledger, "salt", Submission(command=UndoRuling()))), Ruled)
    again = read(ledger, views)
    rewound = "campaign.line_rewound.v1"
    assert again == {
        **before,
        "types": [*before["types"], rewound],  # type: ignore[misc]
        "told": [*before["told"], rewound],  # type: ignore[misc]
        "count": again["count"],
        "density": again["density"],
        "found": again["found"],
    }
    as_play(ledger)
    twice = read(ledger, views)
    assert [twice[it] for it in ("luck", "resources", "figures")] == [
        once[it] for it in ("luck", "resources", "figures")
    ]
    assert views.problems("salt") == []


def test_it_takes_their_place_only_when_all_of_it_is_there(
    old: tuple[Ledger, ReadModels], monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger, _views = old
    monkeypatch.setattr(importing, "BATCH_SIZE", 2)
    as_play(ledger)
    begun = [it.record.event for it in ledger.told("salt") if it.record.envelope.type == "logged.intake_begun.v1"]
    assert [it.instead_of for it in begun] == [None] * (len(begun) - 1) + [2]  # type: ignore[attr-defined]
    assert len(begun) > 1


def test_where_there_is_none_it_is_said(salt: Ledger) -> None:
    with pytest.raises(NotTaken, match="was never taken in before"), earlier_source(salt, "salt"):
        pass


def test_whoever_may_not_know_it_does_not(old: tuple[Ledger, ReadModels]) -> None:
    ledger, views = old
    as_play(ledger)
    assert not any("Nobody knows" in it.headline for it in views.timeline("salt", None))
    told = [it for it in ledger.told("salt") if "Nobody knows" in it.retelling.headline]
    assert [it.retelling.audience for it in told] == [GM_ONLY]
