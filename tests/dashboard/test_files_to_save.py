"""Files that pages make to be saved: what they tell, to whom, and what becomes of them when words are removed."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.files.to_save import MadeFile
from tests.dashboard.conftest import drawn
from tests.dashboard.nights import Night, whole_night
from tests.dashboard.test_removal_everywhere import campaign, remove
from wiring.library import DATABASE_VARIABLE, Library, open_library

Visit = Callable[..., AppTest]


def choose(app: AppTest, label: str, value: str) -> None:
    next(it for it in app.selectbox if it.label == label).set_value(value).run()


def make(app: AppTest, what: str = "story-file") -> MadeFile | None:
    app.button(key=f"{what}-make-causeway").click().run()
    assert not app.exception
    kept = app.session_state.get(f"{what}-causeway", None)
    made: MadeFile | None = kept and kept.file
    return made


@pytest.fixture
def night(library: Library) -> Night:
    night = whole_night(library)
    night.rule("journal.write_note", text="The warden lies.", visibility="gm")
    return night


@pytest.mark.parametrize(("form", "begins"), [("html", b"<!doctype html>"), ("pdf", b"%PDF-"), ("epub", b"PK")])
def test_it_is_made_in_each_format(visit: Visit, night: Night, form: str, begins: bytes) -> None:
    app = visit("chronicle", campaign="causeway")
    choose(app, "As", form)
    made = make(app)
    assert made is not None
    assert made.content.startswith(begins)
    assert made.name == f"causeway-session-2.{form}"


@pytest.mark.parametrize(
    ("looks", "reader", "secret"),
    [
        ("gm", "everybody", False),
        ("gm", "me", True),
        ("bo", "everybody", False),
        ("bo", "me", False),
        ("", "", False),
    ],
)
def test_it_tells_what_its_reader_may_know_and_nothing_else(
    visit: Visit, night: Night, tmp_path: Path, looks: str, reader: str, secret: bool
) -> None:
    app = visit("chronicle", campaign="causeway")
    app.session_state["viewer-causeway"] = looks
    app.run()
    choose(app, "What", "")
    choose(app, "As", "md")
    if not reader:
        assert "For" not in [it.label for it in app.selectbox]
    else:
        choose(app, "For", reader)
    made = make(app)
    assert made is not None
    told = made.content.decode()
    assert "At the gate" in told
    assert ("The warden lies." in told) is secret
    to = tmp_path / "told.md"
    campaign("chronicle", "causeway", "-o", str(to), *(("--as", looks) if reader == "me" else ()))
    assert told == to.read_text("utf-8")


def test_the_gm_alone_makes_an_archive_which_import_puts_into_another_ledger(
    visit: Visit, night: Night, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = visit("chronicle", campaign="causeway")
    choose(app, "As", "zip")
    assert [it.label for it in app.selectbox if it.label in ("What", "For")] == []
    made = make(app)
    assert made is not None
    assert made.name == "causeway.zip"
    place = tmp_path / made.name
    place.write_bytes(made.content)
    before = night.library.ledger.open("causeway")
    for looks, offered in (("gm", True), ("bo", False), ("", False)):
        app.session_state["viewer-causeway"] = looks
        app.run()
        choices = next(it for it in app.selectbox if it.label == "As").options
        assert any("Archive" in it for it in choices) is offered

    monkeypatch.setenv(DATABASE_VARIABLE, str(tmp_path / "elsewhere.sqlite3"))
    other = visit("campaigns")
    other.session_state["taking-in"] = True
    other.run()
    for said in ("causeway is in the ledger now", "is in the ledger already, record for record"):
        other.text_input(key="intake-place").set_value(str(place)).run()
        other.button(key="intake-look").click().run()
        assert not other.exception
        assert said.casefold() in drawn(other).casefold()
        other.button(key="archive-more").click().run()
    there = open_library(str(tmp_path / "elsewhere.sqlite3"))
    assert there.ledger.open("causeway").head == before.head
    assert there.ledger.moment("causeway").seal == night.library.ledger.moment("causeway").seal
    there.close()

    with ZipFile(BytesIO(made.content)) as sound, ZipFile(place, "w") as changed:
        for member in sound.namelist():
            content = sound.read(member)
            changed.writestr(member, content[:-1] if member.endswith("records.jsonl") else content)
    other.text_input(key="intake-place").set_value(str(place)).run()
    other.button(key="intake-look").click().run()
    assert 'class="problem" role="alert"' in drawn(other)


@pytest.mark.parametrize(("view", "what"), [("dice", "rolls"), ("economy", "resources")])
def test_luck_gives_its_figures_as_a_table(
    visit: Visit, night: Night, tmp_path: Path, view: str, what: str
) -> None:
    app = visit("luck", campaign="causeway")
    app.session_state["luck-view-causeway"] = view
    app.run()
    made = make(app, f"luck-{what}")
    assert made is not None
    campaign("figures", "causeway", what, "--as", "gm", "-o", str(tmp_path / "figures.csv"))
    assert made.content == (tmp_path / "figures.csv").read_bytes()
    assert made.content.count(b"\n") > 1


def test_some_sessions_are_told_and_others_refused_in_a_sentence(visit: Visit, night: Night) -> None:
    app = visit("chronicle", campaign="causeway")
    choose(app, "What", "some")
    box = next(it for it in app.text_input if it.label == "Which sessions")
    assert box.value == "1-2"
    made = make(app)
    assert made is not None
    assert made.name == "causeway-sessions-1-2.html"
    for words, said in (("7", "There is no session 7. There are 1 to 2."), ("all", "is no session. Say 12, or")):
        next(it for it in app.text_input if it.label == "Which sessions").set_value(words).run()
        assert make(app) is None
        assert said in drawn(app)


def test_it_is_for_whom_it_was_made_and_gone_once_words_are_removed(visit: Visit, night: Night) -> None:
    app = visit("chronicle", campaign="causeway")
    choose(app, "For", "me")
    assert make(app) is not None
    assert "Save causeway" in str(app.main)
    app.session_state["viewer-causeway"] = "bo"
    app.run()
    assert "Save causeway" not in str(app.main)
    app.session_state["viewer-causeway"] = "gm"
    app.run()
    assert "Save causeway" in str(app.main)
    remove("remove", "causeway", "--text", "warden lies", "--reason", "Not ours to tell")
    app.run()
    assert "Save causeway" not in str(app.main)
