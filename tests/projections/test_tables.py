"""The tables follow the log: live rows are those of a rebuild, after rewinds, restarts and other writers too."""

from dataclasses import replace

import pytest
import sqlalchemy as sql

from domain.kernel.campaign.factions import NameFaction, RelateFactions
from domain.kernel.campaign.founding import RenameCampaign
from domain.kernel.campaign.overturning import OverturnRuling
from domain.kernel.campaign.rewinding import RedoRuling, UndoRuling
from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.campaign.sessions import CloseSession, OpenSession
from domain.kernel.history.alternatives import Strike
from domain.kernel.journal.notes import Visibility, WriteNote
from domain.kernel.people import Viewer
from ledger.care.file_removal import remove_file
from ledger.care.redaction import Removed, preview, remove
from ledger.errors import NoSuchCampaign, NoSuchPosition
from ledger.records.open_campaign import OpenCampaign
from projections.history.folded_views import sheets_at, told_to
from projections.history.value_history import HISTORY
from projections.tables import projector as keeping
from projections.tables import schema, standings
from projections.tables.selection import Filter
from projections.tables.table_versions import discard_outdated
from projections.tables.tracking import followed_in
from projections.views.advancement import ADVANCEMENT, GROWTH
from projections.views.recap import standing_texts
from projections.views.relations import RELATIONS
from projections.views.resources import RESOURCES
from projections.views.roster import ROSTER
from projections.views.timeline import TIMELINE, TimelineEntry
from tests.projections.conftest import Opener
from tests.support import toy
from tests.support.filing import attach
from tests.support.folding import all_kept, view_at
from tests.support.library import ANN, BOB, GM, READER, Library

PLAY = [
    SeatPerson(person="ann", name="Ann"),
    OpenSession(title="The cellar"),
    toy.Enter(who="sanna", name="Sanna", player="ann"),
    toy.Enter(who="old-hob", name="Old Hob"),
    toy.Light(scene="cellar", title="The cellar"),
    toy.Gain(who="sanna", what="gold", by=5),
    toy.Gain(who="sanna", what="gold", by=-2),
    toy.Gain(who="old-hob", what="doom", by=1, hidden_from="facts", audience="gm"),
    toy.Gain(who="old-hob", what="doom", by=2, hidden_from="record", audience="gm"),
    toy.Say(who="sanna", text="I lie", hidden_from="facts", audience="person:ann"),
    toy.Roll(who="sanna"),
    toy.Roll(who="sanna"),
    toy.Roll(who="sanna"),
    NameFaction(faction="guild", name="The guild", weight=3),
    NameFaction(faction="watch", name="The watch"),
    RelateFactions(source="guild", target="watch", relation="bribes", friendly=True),
    toy.Douse(scene="cellar"),
    CloseSession(),
    WriteNote(text="Hob is the traitor", visibility=Visibility.GM),
    toy.Leave(who="old-hob", how="fled"),
]
RECORDS = len(PLAY) + 3
"""With the two of the founding, and the seal that comes with the closing of the session."""


def test_rows_written_live_are_the_rows_of_a_rebuild(library: Library, at_once: None) -> None:
    library.rule_all(PLAY)
    assert library.views.count("tale", GM) == library.ledger.head("tale")
    live = library.rows()
    assert library.views.problems("tale") == []

    told: list[tuple[int, int]] = []
    assert library.views.rebuild(progress=lambda done, total: told.append((done, total))) == RECORDS
    assert told[-1] == (RECORDS, RECORDS)
    assert library.rows() == live


def test_the_head_in_the_tables_is_the_fold_of_its_line(library: Library) -> None:
    end = library.rule_all(PLAY)
    library.rewind(end - 8)
    library.rule(toy.Gain(who="sanna", what="gold", by=7))
    for viewer in (GM, ANN, BOB, READER, None):
        _heads_agree(library, viewer)


def _heads_agree(library: Library, viewer: Viewer | None) -> None:
    views, ledger = library.views, library.ledger
    assert views.roster("tale", viewer) == view_at(ledger, "tale", ROSTER, viewer=viewer)
    assert views.resources("tale", viewer) == view_at(ledger, "tale", RESOURCES, viewer=viewer)
    assert views.relations("tale", viewer) == view_at(ledger, "tale", RELATIONS, viewer=viewer)
    assert views.advancement("tale", viewer) == view_at(ledger, "tale", ADVANCEMENT, viewer=viewer)
    for at in (9, 15, ledger.head("tale")):
        assert views.map_history("tale", viewer).at(at) == view_at(ledger, "tale", RELATIONS, at, viewer)
        assert views.growth("tale", viewer, at=at) == view_at(ledger, "tale", GROWTH, at, viewer)
    kept = all_kept(told_to(ledger, "tale", None, viewer))
    assert views.standing_texts("tale", viewer) == standing_texts(kept)


def test_the_timeline_at_any_position_is_the_fold_of_its_line(library: Library) -> None:
    end = library.rule_all(PLAY)
    library.rewind(12)
    library.rule_all([toy.Light(scene="attic", title="The attic"), toy.Roll(who="sanna")])
    library.rewind(end)  # redo: back to where the abandoned line ended
    head = library.ledger.head("tale")
    for viewer, positions in (
        (GM, range(1, head + 1)),
        (ANN, (9, 12, 22)),
        (BOB, (13, head)),
        (None, (head - 1,)),
    ):
        for at in positions:
            _lines_agree(library, viewer, at)


def _lines_agree(library: Library, viewer: Viewer | None, at: int) -> None:
    views, ledger = library.views, library.ledger
    kept = views.timeline("tale", viewer, at=at, limit=1000)
    folded = view_at(ledger, "tale", TIMELINE, at, viewer).entries
    assert [_on_its_line(entry) for entry in kept] == [_on_its_line(entry) for entry in folded]
    assert views.count("tale", viewer, at=at) == len(folded)
    steps = view_at(ledger, "tale", HISTORY, at, viewer)
    for path in ("sanna.gold", "old-hob.doom", "sanna.said", "sanna.xp", "map.guild"):
        found = views.history("tale", path, at, viewer=viewer)
        assert found == [step for step in steps if step.path == path]


def _on_its_line(entry: TimelineEntry) -> TimelineEntry:
    """A journal entry keeps the session of the line it was written on, which a fold of another cannot see."""
    return replace(entry, session=0, scene="") if entry.type.startswith("journal.") else entry


def test_after_a_rewind_the_head_is_that_of_the_new_line(library: Library) -> None:
    library.rule_all(PLAY[:6])
    there = library.ledger.head("tale")
    library.rule(toy.Gain(who="sanna", what="silver", by=1))
    library.rule(toy.Leave(who="old-hob"))
    library.rewind(there)
    assert set(library.views.resources("tale")) == {("sanna", "gold")}
    assert library.views.roster("tale").members["old-hob"].present
    assert [sheet.title for sheet in sheets_at(library.ledger, "tale", viewer=GM)] == ["Sanna", "Old Hob"]
    assert library.views.problems("tale") == []


def test_a_journal_entry_survives_the_rewind_of_the_line_it_was_written_on(library: Library) -> None:
    there = library.rule_all(PLAY[:6])
    library.rule(toy.Gain(who="sanna", what="gold", by=1))
    note = library.rule(WriteNote(text="She found more."))
    library.rewind(there)
    positions = [entry.position for entry in library.views.timeline("tale", GM)]
    assert positions == [*range(1, there + 1), note, note + 1]
    assert there + 1 not in positions


def test_two_processes_take_turns_on_one_campaign(opener: Opener, library: Library) -> None:
    other = opener()
    for index, command in enumerate(PLAY):
        (library, other)[index % 2].rule_all([command])
    assert library.rows() == other.rows()
    assert library.views.problems("tale") == other.views.problems("tale") == []
    other.rewind(9)
    library.rule(toy.Gain(who="sanna", what="gold", by=1))
    for one in (library, other):
        assert one.views.problems("tale") == []
        _heads_agree(one, GM)


def test_whoever_was_overtaken_asks_the_tables_nothing(
    env: dict[str, str], opener: Opener, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = opener()
    other.rule_all(PLAY[:6])
    library.rule_all(PLAY[6:7])
    other.rule_all(PLAY[7:8])  # from here on both know that the other records
    asked: list[str] = []
    real = followed_in
    monkeypatch.setattr(keeping, "followed_in", lambda *of: (asked.append("asked"), real(*of))[1])
    for index, command in enumerate(PLAY[8:]):
        (library, other)[index % 2].rule_all([command])
    assert asked == []
    without_tables = Library(env, follow=False)
    without_tables.rule(toy.Gain(who="sanna", what="gold", by=2))
    without_tables.close()
    library.rule(toy.Gain(who="sanna", what="gold", by=3))
    assert library.views.problems("tale") == []
    _heads_agree(library, GM)


def test_tables_catch_up_with_what_a_program_without_them_recorded(
    env: dict[str, str], opener: Opener, library: Library
) -> None:
    library.rule_all(PLAY[:8])
    old = Library(env, follow=False)
    old.rule_all(PLAY[8:12])
    old.rewind(9)
    old.close()
    library.rule_all([toy.Roll(who="sanna")])  # recording catches up
    assert library.views.problems("tale") == []

    old = Library(env, follow=False)
    old.rule(toy.Gain(who="sanna", what="gold", by=1))
    old.close()
    assert library.views.resources("tale")["sanna", "gold"].gained == 6  # and so does reading


def test_a_restarted_program_goes_on_where_the_last_one_ended(opener: Opener, library: Library) -> None:
    library.rule_all(PLAY[:10])
    again = opener()
    again.rule_all(PLAY[10:])
    assert again.views.problems("tale") == []


@pytest.mark.parametrize(
    ("what", "other"), [("VERSION", "another"), ("sources_behind", lambda _game: "another line of the game")]
)
def test_rows_that_another_program_made_are_made_anew(
    library: Library, opener: Opener, monkeypatch: pytest.MonkeyPatch, what: str, other: object
) -> None:
    library.rule_all(PLAY)
    before = library.rows()
    if library.views.database is library.ledger.store.database:
        with library.views.database.writing() as connection:
            connection.execute(sql.update(schema.ENTRIES).values(headline="In other words"))
    monkeypatch.setattr(keeping, what, other)
    newer = opener()
    assert newer.views.count("tale", GM) == RECORDS
    after = newer.rows()
    assert {name: rows for name, rows in after.items() if name != schema.FOLLOWED.name} == {
        name: rows for name, rows in before.items() if name != schema.FOLLOWED.name
    }
    assert newer.views.problems("tale") == []


def test_many_records_at_once_give_the_same_rows(
    opener: Opener, monkeypatch: pytest.MonkeyPatch, at_once: None
) -> None:
    monkeypatch.setattr(standings, "CHECKPOINT_EVERY", 7)
    monkeypatch.setattr(standings, "_REMEMBERED", 2)  # as large as each is when its campaign is first opened
    library = opener()
    library.begin()
    library.rule_all(PLAY)
    for to in (20, 9, 15, 22, 4):
        library.rewind(to)
        library.rule(WriteNote(text="again"))
    assert library.views.problems("tale") == []
    live = library.rows()
    library.views.rebuild()
    assert library.rows() == live
    assert len(live[schema.CHECKPOINTS.name]) == library.ledger.head("tale") // 7


def test_one_view_or_one_campaign_can_be_rebuilt_alone(library: Library) -> None:
    library.rule_all(PLAY)
    library.begin("other")
    live = library.rows()
    assert library.views.rebuild(["timeline", "roster"]) == RECORDS + 2
    assert library.views.rebuild(["tale"]) == RECORDS
    assert library.rows() == live
    with pytest.raises(NoSuchCampaign):
        library.views.rebuild(["sagas"])


def test_positions_outside_the_log_are_refused(library: Library) -> None:
    for at in (0, 99, -1):
        with pytest.raises(NoSuchPosition):
            library.views.timeline("tale", GM, at=at)
    with pytest.raises(NoSuchCampaign):
        library.views.timeline("nothing", GM)


def test_summaries_of_all_campaigns(library: Library) -> None:
    library.rule_all(PLAY)
    library.rule(RenameCampaign(title="An old tale"))
    library.begin("other", "Another")
    told = {summary.slug: summary for summary in library.views.summaries()}
    assert {slug: library.views.summary(slug) for slug in told} == told
    assert list(told) == ["other", "tale"]
    tale = told["tale"]
    assert (tale.title, tale.gm, tale.players, tale.sessions) == ("An old tale", "Game master", 1, 1)
    assert (tale.game, tale.game_title) == ("toy", "Hearthlight")
    assert (tale.records, tale.rulings, tale.struck) == (RECORDS + 1, len(PLAY) + 1, 0)
    assert library.views.count("tale", GM, where=Filter(type="campaign.renamed")) == 1


def test_an_evening_entered_afterwards_was_played_when_it_was_played(library: Library) -> None:
    def last_played() -> str:
        (summary,) = library.views.summaries()
        return summary.last_played

    founded = last_played()
    library.rule(PLAY[0], happened_at="2019-10-30T19:00:00Z")
    library.rule(PLAY[1], happened_at="2019-10-30T18:00:00Z")
    assert last_played() == "2019-10-30T19:00:00Z"
    library.rule(PLAY[2])
    assert last_played() >= founded


def test_going_to_another_line_is_no_play(library: Library) -> None:
    library.rule(PLAY[0], happened_at="2019-10-30T19:00:00Z")
    library.rule(PLAY[1], happened_at="2019-10-30T20:00:00Z")
    library.rule(UndoRuling(reason="It was misread."))
    (summary,) = library.views.summaries()
    assert summary.last_played == "2019-10-30T20:00:00Z"


def test_a_campaign_counts_the_rulings_of_its_current_line_and_struck_ones_apart(library: Library) -> None:
    library.rule_all(PLAY)

    def counted() -> tuple[int, int]:
        (summary,) = library.views.summaries()
        return summary.rulings, summary.struck

    assert counted() == (len(PLAY), 0)  # the founding is one, and the note is none
    library.rule(UndoRuling(reason="she stays"))
    assert counted() == (len(PLAY) - 1, 1)
    library.rule(RedoRuling(reason="she goes"))
    assert counted() == (len(PLAY), 0)
    gain = 7
    struck = OverturnRuling(ruling=gain, alternative=Strike(), reason="no gold", settlements=())
    library.rule(struck)
    on, off = counted()
    assert (on, off) == (len(PLAY) - 1, len(PLAY) - gain + 1)
    assert library.views.problems("tale") == []


def test_tables_of_an_earlier_shape_are_made_anew(library: Library, opener: Opener) -> None:
    library.rule_all(PLAY)
    live = library.rows()
    with library.views.database.writing() as connection:
        connection.execute(sql.text(f"ALTER TABLE {schema.CAMPAIGNS.name} DROP COLUMN struck"))
    again = opener()
    assert again.views.count("tale", GM) == RECORDS
    if again.views.database is again.ledger.store.database:
        assert again.rows() == live


def test_a_table_that_is_no_longer_kept_goes_when_the_ledger_is_opened(library: Library) -> None:
    database = library.views.database
    with database.writing() as connection:
        connection.exec_driver_sql(f"CREATE TABLE {schema.FORMER[0]} (campaign TEXT)")
    discard_outdated(database)
    with database.reading() as connection:
        assert schema.FORMER[0] not in sql.inspect(connection).get_table_names()
    assert library.views.problems("tale") == []


def test_whoever_records_first_thing_reads_the_log_once(
    library: Library, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    end = library.rule_all(PLAY)
    again = opener()
    read: list[str] = []
    real = OpenCampaign._load
    monkeypatch.setattr(OpenCampaign, "_load", lambda held, end: (read.append("read"), real(held, end))[1])
    again.rule(toy.Gain(who="sanna", what="gold", by=7))
    again.rewind(end - 8)
    again.rule(toy.Gain(who="sanna", what="gold", by=9))
    assert read == ["read"]
    assert again.views.problems("tale") == []


@pytest.mark.parametrize("env", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True)
def test_what_is_removed_leaves_no_row_whoever_removes_it(library: Library) -> None:
    attach(library.ledger, "tale", b"A street", name="Zerubbabel at home.jpg", caption="Methuselah Street")
    library.rule(WriteNote(text="Zerubbabel lives in Methuselah Street"))
    assert _tables_that_say(library, "Zerubbabel", "Methuselah") >= {"view_timeline"}

    assert isinstance(remove_file(library.ledger, "tale", 1, reason="They asked", by="gm"), Removed)
    words = {"Zerubbabel lives in Methuselah Street": "[removed]"}
    shown = preview(library.ledger, "tale", words, ids={}, by="gm")
    assert shown is not None
    assert isinstance(remove(library.ledger, shown, confirm=shown.code, reason="They asked", by="gm"), Removed)
    assert _tables_that_say(library, "Zerubbabel", "Methuselah") == set()
    library.views.catch_up("tale")
    assert library.views.problems("tale") == []
    assert _tables_that_say(library, "Zerubbabel", "Methuselah") == set()


def _tables_that_say(library: Library, *words: str) -> set[str]:
    """The tables in any row of which one of these words stands."""
    database = library.views.database
    with database.reading() as connection:
        tables = [name for name in sql.inspect(connection).get_table_names() if not name.startswith("sqlite_")]
        rows = {name: connection.execute(sql.text(f'SELECT * FROM "{name}"')).all() for name in tables}
    return {name for name, found in rows.items() if any(word in repr([*map(tuple, found)]) for word in words)}
