"""Finding words in all campaigns: the same on every database, and with no full-text search in it at all."""

import pytest
import sqlalchemy as sql

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.campaign.sessions import OpenSession
from domain.kernel.facts import Kind
from domain.kernel.journal.notes import Visibility, WriteNote
from domain.kernel.people import Role, only
from domain.kernel.terms import PersonId
from ledger.answers import Submission
from projections.tables.schema import INDEXED
from projections.tables.search import finder, index, terms
from projections.tables.search.finder import WORDS, index_for
from projections.tables.search.query import Wanted
from projections.tables.search.searching import Found
from projections.tables.table_rows import RowBatch
from tests.projections.conftest import Opener
from tests.support import toy
from tests.support.library import Library

NOTES = (
    "The red dragon sleeps under Karrow Head; its gold is cursed.",
    "Dragons are not red. The cave is.",
    "Le café d'Éloïse ouvre à la tombée de la nuit",
    "東京タワーの下で竜が眠る",
    "התנין הישן שׁוֹמֵר על הזהב",
    "التنّين الأحمر ينام",
    "Das Straßenfest: 100% sure_thing, 2d6 & <b>bold</b>",
    "🜂🜄 means fire and water",
)


def typed(library: Library, words: str, person: str | None = None, **wanted: object) -> Found:
    asked = Wanted(words=words, **wanted)  # type: ignore[arg-type]
    return library.views.find(asked, PersonId(person) if person else None, everything=person == "all")


def notes(found: Found) -> list[int]:
    """The notes found: their places in `NOTES`, in order of rank."""
    headlines = [hit.headline for hit in found.hits]
    return [NOTES.index(headline) for headline in headlines if headline in NOTES]


@pytest.fixture
def told(library: Library) -> Library:
    library.rule(SeatPerson(person="ann", name="Ann"))
    for text in NOTES:
        library.rule(WriteNote(text=text))
    return library


MEANT = (
    ("dragon", {0, 1}),
    ("DRAGONS", {1}),
    ("red drag", {0, 1}),
    ("dra", {0, 1}),
    ('"red dragon"', {0}),
    ("“red dragon”", {0}),
    ("dragon -gold", {1}),
    ("dragon AND gold", {0}),
    ("cafe eloise", {2}),
    ("CAFÉ", {2}),
    ("竜", {3}),
    ("東京", {3}),
    ("京東", set()),
    ("東京タワーの下", {3}),
    ("שומר הזהב", {4}),
    ("التنين", {5}),
    ("strassenfest", {6}),
    ("2d6", {6}),
    ("<b>bold</b>", {6}),
    ("sure_thing", {6}),
    ("thing sure", {6}),
    ("🜂", {7}),
    ("🜃", set()),
)


def test_words_are_found_as_people_mean_them(told: Library) -> None:
    found = [(words, set(notes(typed(told, words)))) for words, _expected in MEANT]
    assert found == list(MEANT)


ODD = (
    '"', '""', "'", "-", "--", "*", "a*", "(", "a AND", "OR", "NOT x", "NEAR(a, b)", "terms:x", "x:y", "^a", "{a}",
    "a + b", "\\", "%", "_", "' OR 1=1 --", "!a & b | c", "a <-> b", ":*", "\u200f\u202e", "\x00", "a\nb",
    "é" * 999,    "word " * 900, "\ud800", "-a -b", '"-a"', "𝔻𝕣𝕒𝕘𝕠𝕟",
)  # fmt: skip


def test_nothing_that_can_be_typed_is_an_error(told: Library) -> None:
    for words in ODD:
        found = typed(told, words)
        assert found.total == sum(found.campaigns.values()) >= len(found.hits)
        assert typed(told, "dragon", by=words, game=words, campaigns=(words,)).total == 0
    assert notes(typed(told, "𝔻𝕣𝕒𝕘𝕠𝕟 gold")) == [0]
    assert notes(typed(told, "-5")) == []


def test_the_words_stand_in_their_context_and_are_never_markup(told: Library) -> None:
    (hit,) = typed(told, "bold straße").hits
    assert "".join(piece.text for piece in hit.context).startswith(NOTES[6])
    assert [piece.text for piece in hit.context if piece.found] == ["Straßenfest", "bold"]
    long = "before " * 200 + "the Sphinx asks. " + "after " * 200
    told.rule(WriteNote(text=long))
    (hit,) = typed(told, "sphinx").hits
    shown = "".join(piece.text for piece in hit.context)
    assert len(shown) < 300
    assert shown.startswith("… before")
    assert shown.endswith(" …")
    assert [piece.text for piece in hit.context if piece.found] == ["Sphinx"]


def test_filters_narrow_what_is_found(told: Library) -> None:
    told.ledger.found(FoundCampaign(game="toy", title="Another", slug="other"))
    another = WriteNote(text="A dragon of another tale")
    told.ledger.rule("other", Submission(command=another, by="gm", happened_at="2021-03-01T19:00:00Z"))
    told.rule(OpenSession(title="One"), happened_at="2019-10-30T19:00:00Z")
    told.rule(WriteNote(text="A dragon in the evening"), by="ann")
    assert typed(told, "dragon").campaigns == {"tale": 3, "other": 1}
    assert typed(told, "dragon", campaigns=("other",)).campaigns == {"other": 1}
    assert typed(told, "dragon", campaigns=("tale", "other", "none")).total == 4
    assert typed(told, "dragon", campaigns=()).total == 0
    assert typed(told, "dragon", game="toy").total == 4
    assert typed(told, "dragon", game="chess").total == 0
    assert typed(told, "dragon", session=1).total == 1
    assert typed(told, "dragon", by="ann").total == 1
    assert typed(told, "dragon", kind=Kind.STORY).total == 4
    assert typed(told, "dragon", kind=Kind.LOSS).total == 0
    assert typed(told, "", until="2020").total == 1
    assert typed(told, "", since="2020", kind=Kind.STORY).hits[0].headline == "A dragon in the evening"
    assert typed(told, "one", since="2019-10-30", until="2019-10-31").hits[0].when == "2019-10-30T19:00:00Z"


def test_pages_of_what_was_found_follow_each_other(told: Library) -> None:
    for number in range(7):
        told.rule(WriteNote(text=f"A wyrm, number {number}"))
    wyrm = Wanted(words="wyrm")
    whole = told.views.find(wyrm, limit=50)
    paged = [hit for at in range(0, 9, 3) for hit in told.views.find(wyrm, limit=3, offset=at).hits]
    assert tuple(paged) == whole.hits
    assert told.views.find(wyrm, limit=3, offset=7) == Found(total=7, campaigns={"tale": 7}, hits=())


def test_what_says_it_oftener_and_shorter_comes_first(library: Library) -> None:
    library.rule(
        WriteNote(text="A lantern stood among a great many other things of no use to anybody at all here")
    )
    library.rule(WriteNote(text="Lantern, lantern"))
    assert [hit.headline[:7] for hit in typed(library, "lantern").hits] == ["Lantern", "A lante"]


SECRET = {"audience": "gm", "hidden_from": "facts"}


def test_nobody_finds_or_counts_what_they_may_not_know(library: Library) -> None:
    library.rule_all(
        [
            SeatPerson(person="ann", name="Ann"),
            SeatPerson(person="bob", name="Bob"),
            toy.Enter(who="hero", name="Hero", player="ann"),
            toy.Say(who="hero", text="zzgm plain words", **SECRET),
            toy.Say(who="hero", text="zzann plain words", audience="person:ann", hidden_from="record"),
            toy.Say(who="hero", text="zzdream", audience="person:ann", hidden_from="facts"),
            WriteNote(text="zzgm note", visibility=Visibility.GM),
            WriteNote(text="plain words for all"),
        ]
    )

    def many(words: str) -> list[int]:
        return [typed(library, words, who).total for who in ("all", "gm", "ann", "bob", None)]

    assert many("zzgm") == [2, 2, 0, 0, 0]
    assert many("zzann") == [1, 1, 1, 0, 0]
    assert many("zzdream") == [1, 1, 1, 0, 0]
    assert many('"plain words"') == [3, 3, 2, 1, 1]
    # A record is there once for each of them, and for whom it says less it is found by that alone.
    assert many("hero speaks") == [3, 3, 3, 2, 2]
    assert library.ledger.head("tale") == 10
    assert many("") == [10, 10, 9, 8, 8]
    (hit,) = (hit for hit in typed(library, "hero", "bob").hits if hit.position == 5)
    assert "plain words" not in repr(hit)
    assert hit.headline in "".join(piece.text for piece in hit.context)
    assert typed(library, "zzgm", "bob").campaigns == {}
    # What was for Ann is not any more, and its words are in the index still: nobody finds the record by them.
    with library.views.database.writing() as connection:
        RowBatch(str(library.ledger.find("tale").id), narrowed=[(8, only(PersonId("bob")))]).write(connection)
    assert many("zzdream") == [1, 1, 0, 0, 0]


def test_somebody_who_runs_one_campaign_reads_only_that_one_as_its_gm(library: Library) -> None:
    library.ledger.found(FoundCampaign(game="toy", title="Ann's", slug="anns"), by="ann")
    for slug, by in (("tale", "gm"), ("anns", "ann")):
        note = WriteNote(text=f"zzsecret of {slug}", visibility=Visibility.GM)
        library.ledger.rule(slug, Submission(command=note, by=by))
    library.rule(SeatPerson(person="ann", name="Ann", role=Role.PLAYER))
    assert typed(library, "zzsecret", "ann").campaigns == {"anns": 1}
    assert typed(library, "zzsecret", "gm").campaigns == {"tale": 1}
    assert typed(library, "zzsecret").total == 0
    assert typed(library, "zzsecret", "all").total == 2


def test_a_struck_record_is_found_and_says_that_it_was_left(library: Library) -> None:
    there = library.rule(WriteNote(text="before"))
    library.rule(toy.Enter(who="hero", name="Struckhero"))
    library.rule(WriteNote(text="Struckhero came"))
    library.rewind(there)
    library.rule(toy.Enter(who="other", name="Anotherhero"))
    (came, entered) = sorted(typed(library, "struckhero").hits, key=lambda hit: hit.current, reverse=True)
    assert (came.headline, came.current) == ("Struckhero came", True)
    assert (entered.position, entered.current) == (there + 1, False)
    assert typed(library, "anotherhero").hits[0].current


def test_the_index_follows_whoever_recorded(opener: Opener, library: Library, env: dict[str, str]) -> None:
    library.rule(WriteNote(text="first wyvern"))
    assert typed(library, "wyvern").total == 1
    other = opener()
    other.rule(WriteNote(text="second wyvern"))
    assert typed(other, "wyvern").total == 2
    blind = Library(env, follow=False)
    blind.rule(WriteNote(text="third wyvern"))
    blind.close()
    assert typed(library, "wyvern").total == typed(other, "wyvern").total == 3


def test_a_rebuild_and_another_way_of_cutting_make_the_index_anew(
    library: Library, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "TEXTS_AT_ONCE", 3)
    for number in range(8):
        library.rule(WriteNote(text=f"basilisk {number}"))
    before = typed(library, "basilisk")
    assert before.total == 8
    library.views.rebuild()
    assert typed(library, "basilisk") == before
    monkeypatch.setattr(terms, "VERSION", 99)
    assert typed(opener(), "basilisk") == before
    assert library.views.problems("tale") == []


def test_what_an_index_has_lost_is_named_and_comes_back(told: Library) -> None:
    told.rule(WriteNote(text=" ".join(f"{number:x}stone" for number in range(1_000))))  # more than a leaf holds
    assert typed(told, "dragon").total == 2
    assert told.views.problems("tale") == []
    lost = index_for(told.views.database, WORDS)
    assert lost is not None
    with told.views.database.writing() as connection:
        (number,) = connection.scalars(sql.select(INDEXED.c.number))
        lost.remove(connection, number, 4)
    assert "does not hold the texts of record 5" in told.views.problems("tale")[0]
    told.views.rebuild()
    assert typed(told, "dragon").total == 2
    assert told.views.problems("tale") == []
    if told.views.database.engine.dialect.name == "sqlite":
        with told.views.database.writing() as connection:
            connection.exec_driver_sql(f"DELETE FROM {WORDS}_idx")
        assert "has lost where" in told.views.problems("tale")[0]
        told.views.rebuild()
        assert typed(told, "dragon").total == 2
        assert told.views.problems("tale") == []


def test_an_index_that_lags_or_is_gone_is_made_whole_before_it_is_asked(told: Library, opener: Opener) -> None:
    assert typed(told, "dragon").total == 2
    with told.views.database.writing() as connection:
        connection.execute(sql.update(INDEXED).values(position=3))
    assert typed(told, "dragon").total == 2
    with told.views.database.writing() as connection:
        connection.exec_driver_sql(f"DROP TABLE {WORDS}")
    assert typed(opener(), "dragon").total == 2


def test_without_full_text_search_the_texts_are_read_through(
    told: Library, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert typed(told, "dragon").total == 2  # an index is there, and is not missed
    monkeypatch.setattr(finder, "index_for", lambda database, name: None)
    plain = opener()
    assert "no full-text search" in plain.views.finder.remark
    assert told.views.finder.remark == ""
    assert set(notes(typed(plain, "dragon red"))) == {0, 1}
    assert set(notes(typed(plain, '"red dragon"'))) == {0}
    assert set(notes(typed(plain, "dragon -gold"))) == {1}
    assert set(notes(typed(plain, "東京"))) == {3}
    plain.rule(WriteNote(text="zzgm dragon", visibility=Visibility.GM))
    assert typed(plain, "dragon").total == 2
    assert typed(plain, "dragon", "all").total == 3
    for words in ODD:
        typed(plain, words)
    assert typed(told, "dragon", "all").total == 3


def test_a_word_that_is_mistyped_is_asked_about(told: Library) -> None:
    assert typed(told, "dragn gold").meant == "dragon gold"
    assert typed(told, "cafè Eloyse").meant == "cafè Éloïse"
    assert typed(told, "dragon").meant == ""
    assert typed(told, "zeppelin").meant == ""


def test_nobody_is_asked_about_words_kept_from_them(told: Library) -> None:
    told.rule(WriteNote(text="The poisoner is Hazelnut", visibility=Visibility.GM))
    assert typed(told, "hazlenut", "gm").meant == "Hazelnut"
    assert typed(told, "hazlenut", "ann").meant == ""
