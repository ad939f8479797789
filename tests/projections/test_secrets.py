"""Nothing whose audience leaves a viewer out reaches that viewer: not as an entry, a fact, a count or a title."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.campaign.sessions import OpenSession
from domain.kernel.facts import Kind
from domain.kernel.journal.files import DescribeFile
from domain.kernel.journal.notes import Visibility, WriteNote
from domain.kernel.journal.state import NoteForm
from domain.kernel.people import GM_ONLY, Role, Viewer, narrower, only
from domain.kernel.terms import PersonId
from projections.history.folded_views import sheets_at, told_to
from projections.tables.search.query import Wanted
from projections.tables.selection import Filter
from projections.views.resources import RESOURCES
from tests.support import toy
from tests.support.filing import attach
from tests.support.folding import view_at
from tests.support.library import ANN, BOB, GM, READER, Library

FOR_GM = {"audience": "gm", "hidden_from": "facts"}
FOR_ANN = {"audience": "person:ann", "hidden_from": "facts"}


@pytest.fixture
def told(library: Library) -> Library:
    """A campaign in which each secret has `zzgm` or `zzann` written in it, whom it is for."""
    library.rule_all(
        [
            SeatPerson(person="ann", name="Ann"),
            SeatPerson(person="bob", name="Bob"),
            OpenSession(title="Open"),
            toy.Enter(who="zzgm-lurker", name="Lurker"),
            toy.Enter(who="hero", name="Hero", player="ann"),
            toy.Gain(who="hero", what="zzgm-fate", by=1, **FOR_GM),
            toy.Gain(who="hero", what="zzgm-doom", by=1, audience="gm", hidden_from="record"),
            toy.Gain(who="hero", what="zzann-dream", by=2, **FOR_ANN),
            toy.Gain(who="hero", what="zzann-debt", by=2, audience="person:ann", hidden_from="record"),
            toy.Say(who="hero", text="zzann-whisper", **FOR_ANN),
            toy.Light(scene="zzgm-lair", title="zzgm-lair", **FOR_GM),
            toy.Gain(who="hero", what="gold", by=1),
            toy.Douse(scene="zzgm-lair", **FOR_GM),
            toy.Light(scene="zzann-alley", title="zzann-alley", audience="person:ann", hidden_from="record"),
            toy.Gain(who="hero", what="gold", by=1),
            WriteNote(text="zzgm-note", visibility=Visibility.GM),
        ]
    )
    return library


def everything(library: Library, viewer: Viewer | None, since: int = 1) -> Iterator[Any]:
    """The answers of all queries to this viewer, those about a moment from the position `since` on.

    (The lurker entered before everybody's eyes.)
    """
    views, slug = library.views, "tale"
    yield from views.timeline(slug, viewer, limit=1000)
    yield from views.timeline(slug, viewer, limit=1000, newest_first=True)
    for position in range(since, library.ledger.head(slug) + 1):
        yield from views.around(slug, viewer, position, 3)
        yield from views.timeline(slug, viewer, at=position)
    yield from views.marks(slug, viewer=viewer)
    for owner in ("hero.", "map.hero.", "zzgm-lurker."):
        for name in ("zzgm-fate", "zzgm-doom", "zzann-dream", "zzann-debt", "said", "table"):
            yield from views.history(slug, owner + name, viewer=viewer)
    yield views.resources(slug, viewer)
    yield views.relations(slug, viewer)
    yield views.advancement(slug, viewer)


def secrets(found: Any) -> set[str]:
    text = repr(found).replace("zzgm-lurker", "")
    return {word for word in ("zzgm", "zzann") if word in text}


def test_each_viewer_is_given_only_what_is_theirs(told: Library) -> None:
    assert secrets(list(everything(told, GM))) == {"zzgm", "zzann"}
    assert secrets(list(everything(told, ANN))) == {"zzann"}
    for viewer in (BOB, READER, None):
        assert secrets(list(everything(told, viewer))) == set()


def test_looking_for_a_secret_does_not_find_it(told: Library) -> None:
    def found(viewer: Viewer | None, **wanted: Any) -> int:
        return told.views.count("tale", viewer, where=Filter(**wanted))

    assert found(GM, search="zzgm-note") == found(GM, search="ZZANN-whisper") == 1
    assert found(ANN, search="zzann-whisper") == 1
    assert found(ANN, search="zzgm-note") == found(ANN, search="zzgm-lair") == 0
    assert found(BOB, search="zzann") == 0
    assert found(GM, about="hero") > found(ANN, about="hero") > found(BOB, about="hero")


def test_a_note_from_one_to_another_is_for_the_two_and_the_gm(told: Library) -> None:
    told.rule(SeatPerson(person="bo", name="Bo"))
    note = WriteNote(text="zzpair of oars", form=NoteForm.TO_PERSON, to="bob")
    told.rule(note, by="ann")
    bo = Viewer(PersonId("bo"), Role.PLAYER)  # whose id another's begins with
    for viewer, knows in ((GM, True), (ANN, True), (BOB, True), (bo, False), (READER, False), (None, False)):
        assert ("zzpair" in repr(list(everything(told, viewer)))) is knows
        assert told.views.count("tale", viewer, where=Filter(search="zzpair")) == knows
    for person, found in (("ann", 1), ("bob", 1), ("bo", 0), ("", 0)):
        assert told.views.find(Wanted(words="zzpair"), PersonId(person) if person else None).total == found
    assert told.views.problems("tale") == []


@pytest.mark.parametrize(
    "env", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True
)  # the third has no place for files
def test_a_file_kept_from_somebody_later_is_kept_from_them_in_earlier_records_too(told: Library) -> None:
    attach(told.ledger, "tale", b"a map", name="zzmap.jpg", caption="zzcellar")
    at = told.ledger.head("tale")
    since = at - 4  # nothing that is asked about an earlier moment comes near a record of the file
    told.rule(DescribeFile(file=1, caption="The zzcellar"))

    def known() -> list[bool]:
        looks = [
            "zzcellar" in repr([*everything(told, viewer, since), *told_to(told.ledger, "tale", at, viewer)])
            for viewer in (GM, ANN, BOB, None)
        ]
        found = [told.views.find(Wanted(words="zzcellar"), it).total > 0 for it in (PersonId("ann"), None)]
        assert found == [looks[1], looks[3]]
        return looks

    assert known() == [True, True, True, True]
    told.rule(DescribeFile(file=1, caption="zzcellar", only_for="ann"))
    assert known() == [True, True, False, False]
    told.rule(DescribeFile(file=1, caption="zzcellar", visibility=Visibility.GM))
    assert known() == [True, False, False, False]
    assert told.views.problems("tale") == []
    live = told.rows()["view_timeline"]
    told.views.rebuild()
    assert told.rows()["view_timeline"] == live
    told.rule(DescribeFile(file=1, caption="zzcellar"))
    assert known() == [True, True, True, True]
    assert told.views.problems("tale") == []


def test_a_record_with_a_secret_fact_shows_the_rest_of_itself_to_all(told: Library) -> None:
    position = 9  # hero gains zzgm-fate: the record is for all, the number is not
    mine, theirs = (told.views.around("tale", viewer, position, 0)[0] for viewer in (GM, BOB))
    assert (mine.kind, mine.concerns) == (Kind.GAIN, ("hero",))
    assert (theirs.kind, theirs.concerns) == (Kind.STORY, ())
    assert mine.headline == theirs.headline


def test_marks_and_density_do_not_tell_that_there_is_a_secret(told: Library) -> None:
    assert [mark.title for mark in told.views.marks("tale", viewer=GM)] == ["Open", "zzgm-lair", "zzann-alley"]
    assert [mark.title for mark in told.views.marks("tale", viewer=ANN)] == ["Open", "zzann-alley"]
    assert [mark.title for mark in told.views.marks("tale")] == ["Open"]
    many = told.ledger.head("tale")
    for viewer in (GM, ANN, BOB, None):
        shown = told.views.timeline("tale", viewer, limit=1000)
        density = told.views.density("tale", viewer, many)
        kinds = {entry.position: entry.kind for entry in shown}
        assert density == [(int(p in kinds), kinds.get(p, Kind.STORY)) for p in range(1, many + 1)]


def test_the_scene_of_an_entry_is_the_one_its_viewer_knows(told: Library) -> None:
    def scene(viewer: Viewer, what: int) -> str:
        shown = told.views.timeline("tale", viewer, where=Filter(type="toy.gained"), limit=100, newest_first=True)
        return shown[what].scene

    assert (scene(GM, 0), scene(ANN, 0), scene(BOB, 0)) == ("zzann-alley", "zzann-alley", "")
    assert (scene(GM, 1), scene(ANN, 1), scene(BOB, 1)) == ("zzgm-lair", "", "")


def test_a_public_number_moved_in_secret_keeps_its_public_value_for_the_others(told: Library) -> None:
    told.rule(toy.Gain(who="hero", what="gold", by=40, **FOR_GM))
    gold = ("hero", "gold")
    assert told.views.resources("tale", GM)[gold].now == 42
    for viewer in (ANN, BOB, None):
        assert told.views.resources("tale", viewer)[gold].now == 2
        assert view_at(told.ledger, "tale", RESOURCES, viewer=viewer)[gold].now == 2
    assert told.views.problems("tale") == []


def test_sheets_show_what_is_for_the_viewer(told: Library) -> None:
    assert "zzann-whisper" in repr(sheets_at(told.ledger, "tale", viewer=ANN))
    assert "zzann-whisper" not in repr(sheets_at(told.ledger, "tale", viewer=BOB))


@pytest.mark.parametrize(
    ("record", "fact", "together"),
    [
        ("table", "table", "table"),
        ("table", "gm", "gm"),
        ("gm", "table", "gm"),
        ("person:ann", "table", "person:ann"),
        ("person:ann", "person:ann", "person:ann"),
        ("person:ann", "person:bob", "gm"),
        ("gm", "person:ann", "gm"),
        ("person:ann", "gm", "gm"),
        ("person:ann person:bob", "table", "person:ann person:bob"),
        ("person:ann person:bob", "person:bob", "person:bob"),
        ("person:ann", "person:ann person:bob", "person:ann"),
        ("person:ann person:bob", "gm", "gm"),
    ],
)
def test_a_fact_is_for_nobody_whom_its_record_leaves_out(record: Any, fact: Any, together: str) -> None:
    assert narrower(record, fact) == together
    assert {GM_ONLY, only(ANN.person)} == {"gm", "person:ann"}
