"""The panel that takes in earlier play: what is guessed, what a person changes, what is recorded."""

import tomllib
import zipfile
from collections.abc import Callable
from datetime import datetime
from io import BytesIO
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import dashboard
from dashboard.gate import LARGEST_UPLOAD, MEGABYTE
from dashboard.pages.library.import_state import HELD
from dashboard.pages.library.imports import (
    LEFT_OUT,
    NEW,
    NotTaken,
    UploadedFiles,
    grades_in_words,
    look_at,
    recorded_in_words,
)
from dashboard.pages.library.named_place import place_called
from domain.kernel.campaign.founding import FoundCampaign
from exchange.imports.founding import game_for
from exchange.imports.recognising import FORMATS, format_of
from exchange.imports.source import ImportFile
from ledger.logged import intakes_on
from tests.dashboard.conftest import drawn
from tests.support.earlier import earlier_play_in
from tests.support.intake import FILES, entries_of
from tests.support.worlds import TIDEWAY
from wiring.library import Library

Visit = Callable[..., AppTest]


@pytest.fixture
def salt(library: Library) -> Library:
    library.ledger.found(FoundCampaign(game="lantern", title="Salt", slug="salt", gm_name="Gwen"))
    return library


def held_of(library: Library, name: str) -> UploadedFiles:
    return look_at(library.ledger, "salt", [(name, BytesIO((FILES / name).read_bytes()))])


def test_choices_become_the_mapping(salt: Library) -> None:
    held = held_of(salt, "foundry-messages.db")
    rows = held.rows()
    assert {row["Who speaks"]: row["Taken in as"] for row in rows} == {
        "Gwen": "Gwen",
        "Sanna": NEW,
        "Orrin": NEW,
        "Ada": NEW,
        "(nobody)": NEW,
    }
    changed = [row | {"Taken in as": LEFT_OUT} if row["Who speaks"] == "Orrin" else row for row in rows]
    evenings = held.evening_rows()
    evenings[1]["Title"] = None
    mapping = held.mapping(changed, evenings, leave_out=True, adjust="x")
    assert mapping.speakers["Orrin"].id is None
    assert [it.title for it in mapping.evenings] == ["5 January 2021"]
    report = held.take_in(salt.ledger, mapping, dry=False)
    assert (report.recorded.total(), report.left_out) == (5, 5)
    told = "2 told, 1 roll, 1 said in character, 1 said at the table"
    assert recorded_in_words(report)[0] == f"5 entries were taken in: {told}."
    held.close()


def test_secrets_are_counted_of_those_who_are_taken_in(salt: Library) -> None:
    found = held_of(salt, "foundry-messages.db").survey
    secretive = next(it.name for it in found.speakers.values() if it.entries > it.open)
    assert found.secrets_of(found.speakers) == found.secret > 0
    assert found.secrets_of(set(found.speakers) - {secretive}) < found.secret


def test_a_foreign_file_is_refused_in_a_sentence(salt: Library) -> None:
    with pytest.raises(NotTaken, match="none of the formats"):
        look_at(salt.ledger, "salt", [("x.csv", BytesIO(b"a,b\n1,2\n"))])


def test_no_campaign_is_chosen_for_anybody_who_came_from_none(visit: Visit, salt: Library) -> None:
    def into(app: AppTest) -> object:
        app.button(key="taking-in-open").click().run()
        assert not app.exception
        return app.selectbox(key="intake-campaign").value

    assert into(visit("campaigns")) is None, "another world's play is no play of the one campaign there is"
    salt.ledger.found(FoundCampaign(game="lantern", title="Iron", slug="iron"))
    assert into(visit("campaigns")) is None
    assert into(visit("campaigns", campaign="salt")) == "salt"


def test_the_campaign_stands_there_after_the_upload(visit: Visit, salt: Library) -> None:
    salt.ledger.found(FoundCampaign(game="lantern", title="Iron", slug="iron"))
    app = visit("campaigns")
    app.button(key="taking-in-open").click().run()
    app.session_state[HELD] = held_of(salt, "foundry-messages.db")
    app.run()
    assert not app.exception
    assert 'Taken into <strong class="people" dir="auto">Salt</strong>' in drawn(app)


def with_the_panel(visit: Visit) -> AppTest:
    app = visit("campaigns", campaign="salt")
    app.button(key="taking-in-open").click().run()
    assert "Import" in drawn(app)
    return app


def upload(app: AppTest, *files: tuple[str, bytes], **fields: object) -> None:
    """Choose files and fill in fields by their keys, and have them read."""
    for key, value in fields.items():
        next(it for it in (*app.toggle, *app.get("datetime_input")) if it.key == f"intake-{key}").set_value(value)
    app.file_uploader(key="intake-file").set_value([(*it, "application/octet-stream") for it in files]).run()
    assert not app.exception
    press(app, "intake-look")


def choose(app: AppTest, key: str, row: int, **cells: object) -> None:
    """Change the cells of one row of a table, as a person would."""
    app.session_state[key] = {"edited_rows": {row: cells}, "added_rows": [], "deleted_rows": []}
    app.run()
    assert not app.exception


def press(app: AppTest, key: str) -> None:
    app.button(key=key).click().run()
    assert not app.exception


ONE_OF_EACH = {
    "foundry-messages.db": "Sanna",
    "foundry-messages.json": "Sanna",
    "fvtt-log-Tue-Jan-05-2021.txt": "Sanna",
    "roll20-chat_archive.json": "Wren",
    "roll20-drawn.html": "Wren",
    "discord.json": "Tess",
    "iron-vault-journal.md": "Kestra",
    "transcript.jsonl": "Ines",
}
"""Of each format one file, and somebody who speaks in it."""


def test_every_format_is_uploaded_mapped_previewed_and_recorded_once(visit: Visit, salt: Library) -> None:
    app = with_the_panel(visit)
    assert {format_of(ImportFile(FILES / name, name)).key for name in ONE_OF_EACH} <= set(FORMATS)
    known: set[str] = set()
    for name, speaker in ONE_OF_EACH.items():
        new = {it.id for it in entries_of(name)} - known
        known |= new
        upload(app, (name, (FILES / name).read_bytes()))
        assert f"{len(new)} entries would be taken in" in drawn(app), name
        speakers = list(app.data_editor(key="intake-speakers").value["Who speaks"])
        choose(app, "intake-speakers", speakers.index(speaker), **{"Taken in as": "Gwen"})
        press(app, "intake-record")
        assert f"{len(new)} entries were taken in" in drawn(app), name
        intake = intakes_on(salt.ledger.open("salt"))[-1]
        assert intake.file == name
        logged = salt.ledger.moment("salt").campaign.logged
        assert logged.entries == len(known)
        assert speaker not in {it.name for it in logged.voices.values()}, name
        press(app, "intake-more")


def test_earlier_play_comes_in_as_play_and_is_taken_back(visit: Visit, salt: Library) -> None:
    earlier_play_in(salt.ledger)
    app = with_the_panel(visit)
    press(app, "intake-earlier")
    assert "5 entries would be taken in" in drawn(app)
    press(app, "intake-record")
    assert "5 entries were taken in" in drawn(app)
    press(app, "intake-more")
    assert not any(it.key == "intake-earlier" for it in app.button), "it is play now"
    assert app.button(key="intake-undo").disabled
    app.text_input(key="intake-undo-why").set_value("The wrong table").run()
    press(app, "intake-undo")
    assert "is taken back" in drawn(app)
    assert salt.ledger.moment("salt").campaign.logged.entries == 0
    assert app.button(key="intake-earlier")


def test_uploaded_again_only_what_is_new_is_taken_in(visit: Visit, salt: Library) -> None:
    app, lines = with_the_panel(visit), (FILES / "transcript.jsonl").read_bytes().splitlines(keepends=True)
    upload(app, ("talk.jsonl", lines[0]))
    press(app, "intake-record")
    press(app, "intake-more")
    upload(app, ("talk.jsonl", lines[0]))
    assert "0 entries would be taken in" in drawn(app)
    assert "1 had been taken in before" in drawn(app)
    assert app.button(key="intake-record").disabled
    press(app, "intake-again")
    upload(app, ("talk.jsonl", b"".join(lines)))
    assert f"{len(lines) - 1} entries would be taken in" in drawn(app)
    choose(app, "intake-evenings-6.0", 0, Title="By the pier")
    press(app, "intake-record")
    logged = salt.ledger.moment("salt").campaign.logged
    assert (logged.intakes, logged.entries) == (2, len(lines))
    assert "By the pier" in " ".join(it.retelling.headline for it in salt.ledger.told("salt"))
    press(app, "intake-open")
    assert app.query_params["campaign"] == "salt"


def test_values_that_do_not_add_up_are_adjusted_for_a_reason(visit: Visit, salt: Library) -> None:
    app = with_the_panel(visit)
    upload(app, ("Kes.md", b'```mechanics\nmeter "Health" 5 4\nmeter "Health" 2 3\n```\n'))
    assert "Health stood at 4 and goes on from 2" in drawn(app)
    assert "adjusted." not in drawn(app)
    app.text_input(key="intake-adjust").set_value("Pages were lost.").run()
    assert "1 value is adjusted" in drawn(app)
    press(app, "intake-record")
    told = [it.retelling.headline for it in salt.ledger.told("salt")]
    assert any("Pages were lost." in headline for headline in told)


def test_what_cannot_be_taken_in_is_said_and_another_file_can_follow(visit: Visit, salt: Library) -> None:
    app = with_the_panel(visit)
    upload(app, ("users.db", (FILES / "foundry-users.db").read_bytes()))
    assert "holds the accounts of players" in drawn(app)
    upload(app, ("discord.json", (FILES / "discord.json").read_bytes()[:-200]))
    assert "It breaks off at" in drawn(app)
    assert app.button(key="intake-record").disabled
    app.toggle(key="intake-even-if-cut").set_value(True).run()
    press(app, "intake-record")
    assert salt.ledger.moment("salt").campaign.logged.intakes


def test_during_a_session_the_panel_says_why_not(visit: Visit, salt: Library) -> None:
    from domain.kernel.campaign.sessions import OpenSession
    from ledger.answers import Submission

    salt.ledger.rule("salt", Submission(command=OpenSession()))
    app = visit("campaigns")
    app.button(key="taking-in-open").click().run()
    app.session_state[HELD] = held_of(salt, "discord.json")
    app.run()
    app.button(key="intake-record").click().run()
    assert not app.exception
    assert "Close it first" in drawn(app)
    assert not salt.ledger.moment("salt").campaign.logged.intakes


def test_the_preview_names_the_evening_it_shows_and_what_is_not_proven_is_counted(library: Library) -> None:
    chat = (
        "Gwen — 2024-03-05 21:05\nNobody comes.\n"
        "Wren — 2024-03-12 21:00\n1d20 (12) + 3 = 15\n"
        "Wren — 2024-03-19 21:00\nThe end."
    )
    held = look_at(library.ledger, "", [("tide.txt", BytesIO(chat.encode()))])
    left_out = [it | {"Taken in as": LEFT_OUT} if it["Who speaks"] == "Gwen" else it for it in held.rows()]
    mapping = held.mapping(left_out, held.evening_rows(), leave_out=False, adjust="")
    assert held.first_evening(mapping) == ("12 March 2024", [("Wren", "1d20 (12) + 3 = 15")])
    assert grades_in_words(held.survey) == ["1 roll is read out of words: dice, notation and total agree."]


def test_a_campaign_may_be_founded_for_a_file_that_shows_its_first_evening(library: Library) -> None:
    held = look_at(library.ledger, "", [("tide.jsonl", BytesIO((FILES / "transcript.jsonl").read_bytes()))])
    title, shown = held.first_evening(held.guess)
    assert title == held.guess.evenings[0].title
    assert shown[0][0] in {it.name for it in held.guess.speakers.values()}
    report = held.take_in(library.ledger, held.guess, dry=True)
    assert report.recorded.total() == report.in_file == len(entries_of("transcript.jsonl"))
    assert held.founded(library.ledger, "Low water", "Gwen") == "low-water"
    assert held.founded(library.ledger, "Low water", "Gwen") == "low-water", "tried again, it is founded once"
    assert held.founded(library.ledger, "High water", "Gwen") == "high-water"
    game = library.ledger.game(library.ledger.find("low-water").game)
    assert game.takes_any
    with pytest.raises(NotTaken, match="Say which game"):
        game_for({"lantern": library.ledger.games["lantern"]})
    held.close()


def test_files_of_one_play_are_one_source_with_one_mapping(visit: Visit, salt: Library) -> None:
    app, names = with_the_panel(visit), ("captions.vtt", "transcript.jsonl")
    files = [(name, (FILES / name).read_bytes()) for name in names]
    upload(app, *files, ("map.txt", b"no chat at all"), begins=datetime(2024, 3, 5, 20, 0))
    entries = sum(len(entries_of(name)) for name in names)
    shown = drawn(app)
    assert f"{entries} entries would be taken in" in shown
    assert "captions.vtt and 2 more" in shown
    assert "<b>1</b>roll</span>" in shown
    assert "map.txt</b> " in shown
    assert "it is not read" in shown
    assert any(
        begins.startswith("2024-03-05 20:")
        for begins in app.data_editor(key="intake-evenings-6.0").value["Begins"]
    )
    press(app, "intake-record")
    (intake,) = intakes_on(salt.ledger.open("salt"))
    logged = salt.ledger.moment("salt").campaign.logged
    assert (intake.file, logged.entries) == ("captions.vtt and 2 more", entries)


def test_both_chats_of_a_world_and_what_was_deleted_there(visit: Visit, salt: Library) -> None:
    world = BytesIO()
    with zipfile.ZipFile(world, "w") as into:
        for file in sorted(it for it in TIDEWAY.rglob("*") if it.is_file()):
            into.write(file, file.relative_to(TIDEWAY.parent))
        into.writestr("tideway/data/messages.db", b'{"_id": "alone", "content": "Once", "timestamp": 1}\n')
    app = with_the_panel(visit)
    upload(app, ("tideway.zip", world.getvalue()))
    assert "Take in both with the switch “Both chats of a world" in drawn(app)
    upload(app, ("tideway.zip", world.getvalue()), both=True, deleted=True)
    assert "64 entries would be taken in" in drawn(app)
    press(app, "intake-record")
    assert "64 in the file: 64 were taken in, 0 known, 0 left out, 0 deleted, 0 unread." in drawn(app)


def test_how_large_a_file_may_be_is_said_and_is_what_the_server_takes(visit: Visit, salt: Library) -> None:
    app = with_the_panel(visit)
    assert any("Files of up to 20 MB are uploaded here" in it.value for it in app.caption)
    config = tomllib.loads((Path(dashboard.__file__).parent / ".streamlit" / "config.toml").read_text("utf-8"))
    assert config["server"]["maxUploadSize"] * MEGABYTE == LARGEST_UPLOAD == 20 * MEGABYTE


def test_at_home_a_world_is_read_where_it_lies(visit: Visit, salt: Library, tmp_path: Path) -> None:
    app = with_the_panel(visit)
    app.text_input(key="intake-place").set_value(str(tmp_path / "no-world")).run()
    press(app, "intake-look")
    assert "There is no file or folder" in drawn(app)
    before = {it: it.stat().st_mtime_ns for it in TIDEWAY.rglob("*")}
    app.text_input(key="intake-place").set_value(f'"{TIDEWAY}"').run()  # quoted as file managers copy it
    assert "There is no file or folder" not in drawn(app)
    press(app, "intake-look")
    assert "entries would be taken in" in drawn(app)
    press(app, "intake-record")
    (intake,) = intakes_on(salt.ledger.open("salt"))
    assert intake.file == TIDEWAY.name
    assert {it: it.stat().st_mtime_ns for it in TIDEWAY.rglob("*")} == before


@pytest.mark.parametrize(
    "named", ["/dev/zero", "a" * 5_000, "a\0b", "~nobody-of-this-name/world", "file:///no/world"]
)
def test_a_place_that_holds_no_file_is_said_to(named: str) -> None:
    with pytest.raises(NotTaken, match=r"^There is no file or folder .{1,200} on this computer") as problem:
        place_called(named)
    assert len(str(problem.value)) < 300


def test_a_place_is_read_as_file_managers_copy_it(tmp_path: Path) -> None:
    world = tmp_path / "low water"
    world.mkdir()
    assert place_called(f"'{world}'") == place_called(world.as_uri()) == place_called(f" {world} ") == world


def test_notes_without_dates_stay_an_evening_each(salt: Library) -> None:
    notes = [(f"Session {number}.md", BytesIO(f"We went to pier {number}.\n".encode())) for number in (1, 2)]
    held = look_at(salt.ledger, "salt", notes)
    mapping = held.mapping(held.rows(), held.evening_rows())
    assert [bool(it.first) for it in mapping.evenings] == [True, True]
    assert held.take_in(salt.ledger, mapping, dry=False).evenings == 2
    held.close()


def test_a_program_is_left_out_and_what_holds_nothing_is_said_in_a_sentence(salt: Library) -> None:
    """Before it was mended, the screen made a voice of a program, and an empty survey of an emptied world."""
    greeting = b'{"_id": "a", "content": "Hello!", "speaker": {"alias": "Foundry Virtual Tabletop"}}\n'
    spoken = b'{"_id": "b", "content": "Row!", "speaker": {"alias": "Wren"}, "timestamp": 2}\n'
    held = look_at(salt.ledger, "salt", [("messages.db", BytesIO(greeting + spoken))])
    assert {it["Who speaks"]: it["Taken in as"] for it in held.rows()} == {
        "Foundry Virtual Tabletop": LEFT_OUT,
        "Wren": NEW,
    }
    held.close()
    emptied = spoken + b'{"_id": "b", "$$deleted": true}\n'
    with pytest.raises(
        NotTaken,
        match=r"holds nothing to take in. What was deleted there \(1\) comes in with the switch “What was",
    ):
        look_at(salt.ledger, "salt", [("messages.db", BytesIO(emptied))])
