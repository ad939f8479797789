"""Recordings and transcripts on the pages: found by what was said, heard at its moment by those who agreed."""

from collections.abc import Callable
from hashlib import sha256
from io import BytesIO

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.pages.chronicle.story import HeardMoments
from dashboard.ui.attached.voices import line_asked
from domain.kernel.journal.attached.state import AttachedFile
from domain.kernel.journal.attached.terms import FileRole
from projections.tables.search.query import Wanted
from projections.views.voices import Heard as Place
from tests.dashboard.conftest import drawn
from tests.dashboard.nights import Night, whole_night
from tests.support.library import GM
from wiring.library import Library

Visit = Callable[..., AppTest]
SESSION = {"kind": "session", "number": 1}
TRANSCRIPT = b"""WEBVTT

00:00:58.000 --> 00:01:00.000
<v Ana>The water <b>rises</b>.

00:01:00.000 --> 00:01:03.000
<v Bo>Not while I hold the zeppelin!
"""
OGG = b"OggS" + bytes(99)
OF_ANOTHER_EVENING = {
    "digest": sha256(OGG).hexdigest(),
    "size": len(OGG),
    "media": "audio/ogg",
    "name": "other.ogg",
    "role": "recording",
    "belongs": {"kind": "session", "number": 2},
}


def put(night: Night, content: bytes, name: str, role: str, **more: object) -> None:
    ledger = night.library.ledger
    staged = ledger.files.stage(ledger.find(night.slug).id, BytesIO(content))
    media = "audio/ogg" if role == "recording" else "text/vtt"
    fields = {"digest": staged.digest, "size": staged.size, "media": media, "name": name, "belongs": SESSION}
    night.rule("journal.attach_file", role=role, **fields | more)


@pytest.fixture
def night(library: Library) -> Night:
    """A night with a recording that was attached by its GM, and what was said in it."""
    night = whole_night(library)
    put(night, OGG, "evening.ogg", "recording", caption="The whole evening")
    put(night, TRANSCRIPT, "evening.vtt", "transcript", caption="Written down")
    return night


def agreed(night: Night) -> int:
    """Tie the recording to the first moment of the session, and let Ana and Bo agree to it; that moment."""
    at = next(it.position for it in night.library.views.marks(night.slug) if it.form == "session")
    ties = [{"position": at, "milliseconds": 60_000}]
    night.rule("journal.align_recording", file=1, heard=["gm", "bo"], ties=ties)
    for person in ("gm", "bo"):
        night.rule("journal.agree_to_recording", file=1, by=person)
    return at


def test_words_said_aloud_are_found_and_lead_to_their_moment_with_the_sound_there(
    night: Night, visit: Visit
) -> None:
    at = agreed(night)
    app = visit("find", q="zeppelin")
    assert f"replay?campaign=causeway&amp;at={at}&amp;spoken=2.2" in drawn(app)
    assert "1:00 in <" in drawn(app)
    assert "to be heard" in drawn(app)
    replay = visit("replay", campaign=night.slug, at=str(at), spoken="2.2")
    found = drawn(replay)
    assert "#t=59.0" in found
    assert '<li class="here" aria-current="true"><button type="button" class="time" data-hear="60.0"' in found
    assert "The water rises." in found
    assert found.count("Hear this moment") == 1
    assert found.count("hold the zeppelin!") == 2  # asked for, and said at that moment
    replay.session_state[f"viewer-{night.slug}"] = ""
    replay.run()
    assert "There is no recording of it here that you may hear." in drawn(replay)
    assert "Hear this moment" not in drawn(replay)
    next(it for it in replay.button if it.label == "Close").click().run()
    assert "hold the zeppelin!" not in drawn(replay)


def test_an_address_that_asks_for_no_line_shows_none(night: Night) -> None:
    campaign = night.library.ledger.open(night.slug)
    for asked in ("2.99", "1.1", "2", "x.y", "-2.2", "9" * 30 + ".1", "٢.٢", "."):
        assert line_asked(campaign, night.library.views, GM, asked) is None, asked
    assert line_asked(campaign, night.library.views, GM, "2.1") is not None


def press(app: AppTest, label: str) -> None:
    next(it for it in app.button if it.label == label).click().run()
    assert not app.exception


def seated(visit: Visit, screen: str, person: str, **address: str) -> AppTest:
    app = visit(screen, **address)
    app.session_state[f"viewer-{address['campaign']}"] = person
    app.run()
    assert not app.exception
    return app


def session_one(app: AppTest) -> AppTest:
    session = next(it for it in app.selectbox if it.label == "Session")
    session.set_value(session.options.index(next(it for it in session.options if "Session 1" in it)) - 1).run()
    return app


def test_a_recording_is_tied_and_agreed_to_on_the_pages(night: Night, visit: Visit) -> None:
    def recording() -> AttachedFile:
        return night.library.ledger.moment(night.slug).journal.files[0]

    app = session_one(visit("chronicle", campaign=night.slug))
    assert "nobody has said yet who is heard in it" in drawn(app)
    shows = [it.key for it in app.text_input if it.label.startswith("What it shows")]
    assert not shows, "a recording shows nothing, nor does a transcript"
    next(it for it in app.segmented_control if it.label == "It is").set_value(FileRole.PICTURE).run()
    assert len([it for it in app.text_input if it.label.startswith("What it shows")]) == 1
    press(app, "Save")
    assert "Choose who is heard in it" in drawn(app)
    next(it for it in app.multiselect if it.label == "Who is heard in it").set_value(["gm", "bo"])
    time = next(it for it in app.text_input if it.label == "is heard at")
    time.set_value("1:2:3:4")
    press(app, "Save")
    assert "Say the time in the recording as 1:02:03" in drawn(app)
    next(it for it in app.text_input if it.label == "is heard at").set_value("1:00")
    press(app, "Save")
    assert recording().heard == ["bo", "gm"]
    assert [tie.milliseconds for tie in recording().ties] == [60_000]
    assert "Only Ana hears it until Bo and Ana have agreed." in drawn(app)
    press(app, "I agree")
    assert "Only Ana hears it until Bo has agreed." in drawn(app)
    assert "You have agreed." in drawn(app)
    app.session_state[f"viewer-{night.slug}"] = "bo"
    app.run()
    assert "You have agreed." not in drawn(app), "that was said to somebody else at this computer"
    own = seated(visit, "between", "bo", campaign=night.slug)
    assert "You are heard in a recording" in drawn(own)
    press(own, "I agree")
    assert recording().agreed == ["gm", "bo"]
    assert "You are heard in a recording" not in drawn(own)
    story = session_one(seated(visit, "chronicle", "bo", campaign=night.slug))
    assert "Bo and Ana hear it, and nobody else. It is tied to 1 moment." in drawn(story)
    next(it for it in story.text_input if it.label == "Why").set_value("Not my best evening")
    assert night.library.views.find(Wanted(words="whole evening")).total
    press(story, "Remove it")
    assert recording().removed
    assert "It is removed." in drawn(story)
    assert not night.library.views.find(Wanted(words="whole evening")).total


def test_a_file_is_described_anew_on_the_page(night: Night, visit: Visit) -> None:
    app = session_one(visit("chronicle", campaign=night.slug))
    next(it for it in app.text_input if it.key.endswith("-caption") and it.value == "Written down").set_value(
        "Lines"
    )
    whom = next(it for it in app.selectbox if it.label == "Who may see it" and "-of-2-" in it.key)
    whom.set_value("Only Bo and the GM")
    next(it for it in app.button if it.label == "Save" and "-of-2-" in it.key).click().run()
    transcript = night.library.ledger.moment(night.slug).journal.files[1]
    assert (transcript.caption, transcript.only_for) == ("Lines", "bo")
    assert "It is described anew." in drawn(app)


def test_whoever_narrows_a_recording_is_told_of_its_transcript_and_may_narrow_both(
    night: Night, visit: Visit
) -> None:
    def audiences() -> list[tuple[str, str | None]]:
        return [(it.visibility.value, it.only_for) for it in night.library.ledger.moment(night.slug).journal.files]

    night.rule("journal.attach_file", **OF_ANOTHER_EVENING)
    app = session_one(visit("chronicle", campaign=night.slug))
    assert "Its transcript, Written down, is for the whole table." in drawn(app)
    whom = next(it for it in app.selectbox if it.label == "Who may see it" and "-of-1-" in it.key)
    assert not any(it.label.startswith("Narrow") for it in app.checkbox), "nothing is narrowed yet"
    whom.set_value("Only the GM").run()
    assert "Its transcript, Written down, does not follow by itself: it is for the whole table to read." in drawn(
        app
    )
    too = next(it for it in app.checkbox if it.label.startswith("Narrow its transcript"))
    assert (too.label, too.value) == ("Narrow its transcript as well: Written down", True)
    too.uncheck()
    next(it for it in app.button if it.label == "Save" and "-of-1-" in it.key).click().run()
    assert audiences() == [("gm", None), ("table", None), ("table", None)]
    whom = next(it for it in app.selectbox if it.label == "Who may see it" and "-of-1-" in it.key)
    whom.set_value("Only Bo and the GM").run()
    next(it for it in app.button if it.label == "Save" and "-of-1-" in it.key).click().run()
    assert audiences() == [("table", "bo"), ("table", "bo"), ("table", None)]
    assert "Its transcript is for the same people." in drawn(app)


def test_a_recording_is_removed_with_its_transcript_or_without(night: Night, visit: Visit) -> None:
    app = session_one(visit("chronicle", campaign=night.slug))
    next(it for it in app.text_input if it.label == "Why" and "-of-1-" in it.key).set_value("Not my best evening")
    too = next(it for it in app.checkbox if it.label.startswith("Remove its transcript"))
    assert (too.label, too.value) == ("Remove its transcript as well: Written down", True)
    next(it for it in app.button if it.label == "Remove it" and "-of-1-" in it.key).click().run()
    assert [it.here for it in night.library.ledger.moment(night.slug).journal.files] == [False, False]
    assert not night.library.views.find_spoken(Wanted(words="zeppelin")).total
    assert "They are removed." in drawn(app)


def test_a_moment_is_heard_in_the_story_and_over_a_disputed_ruling(night: Night, visit: Visit) -> None:
    at = agreed(night)
    assert "Hear this moment" in drawn(session_one(visit("chronicle", campaign=night.slug)))
    ruling = next(it.ruling for it in night.library.views.around(night.slug, GM, at, 0))
    shown = drawn(visit("disputes", campaign=night.slug, ruling=str(ruling)))
    assert "Hear this moment" in shown
    assert "hold the zeppelin!" in shown
    night.rule("journal.dispute_ruling", by="bo", ruling=ruling, text="It was low water.", evidence=[at + 1])
    assert drawn(visit("disputes", campaign=night.slug, ruling=str(ruling))).count("Hear this moment") == 2


def test_of_several_transcripts_the_one_of_the_recordings_name_is_shown_with_it(
    night: Night, visit: Visit
) -> None:
    put(night, TRANSCRIPT.replace(b"zeppelin", b"cucumber"), "notes.vtt", "transcript")
    at = agreed(night)
    assert "hold the zeppelin!" in drawn(visit("replay", campaign=night.slug, at=str(at)))


def test_a_paragraph_is_heard_that_begins_before_its_recording(night: Night, visit: Visit) -> None:
    """It runs over several moments: the recording may have been started after the first."""
    heard = HeardMoments(
        lambda at: Place(night.library.ledger.moment(night.slug).journal.files[0], 4.0) if at == 7 else None,
        lambda file, width=None: "there",
    )
    assert heard.heard((5, 6, 7, 8)).count("Hear this moment") == 1
    assert not heard.heard((5, 6))


def test_what_is_handed_out_at_the_table_lies_there(night: Night, visit: Visit) -> None:
    newest = night.library.views.timeline(night.slug, GM, limit=20, newest_first=True)
    at = next(it.position for it in newest if not it.type.startswith("journal."))
    to = {"kind": "record", "number": at}
    put(night, b"OggS letter", "letter.ogg", "handout", belongs=to, caption="A letter")
    app = visit("table", campaign=night.slug)
    assert not app.exception
    assert "Hand out a picture" in [it.label for it in app.expander]
    assert "Handed out" in drawn(app)
    assert "A letter" in drawn(app)


@pytest.mark.parametrize("whom", [{"visibility": "gm"}, {"only_for": "bo"}], ids=["the gm", "bo"])
def test_a_transcript_that_was_narrowed_is_told_to_nobody_else_anywhere(
    night: Night, visit: Visit, whom: dict[str, str]
) -> None:
    at = agreed(night)
    ruling = next(it.ruling for it in night.library.views.around(night.slug, GM, at, 0))

    def told(seat: str) -> dict[str, str]:
        search = visit("find", q="zeppelin")
        search.selectbox(key="find-viewer").set_value({"": "\n", "gm": ""}.get(seat, seat)).run()
        replay = seated(visit, "replay", seat, campaign=night.slug, at=str(at))
        shown = {"find": drawn(search), "replay": drawn(replay)}
        if seat:  # nobody disputes without one
            dispute = visit("disputes", campaign=night.slug, ruling=str(ruling))
            dispute.pills(key=f"seat|{night.slug}").set_value(seat).run()
            shown["disputes"] = drawn(dispute)
        return shown

    def told_on(screen: str) -> list[str]:
        return [seat for seat, shown in seen.items() if "Not while I" in shown.get(screen, "")]

    seen = {seat: told(seat) for seat in ("", "bo", "gm")}
    assert told_on("find") == ["", "bo", "gm"]
    assert told_on("replay") == told_on("disputes") == ["bo", "gm"]  # a reader is shown it when they ask for it
    night.rule("journal.describe_file", file=2, caption="Written down", **whom)
    seen = {seat: told(seat) for seat in ("", "bo", "gm")}
    may = ["bo", "gm"] if "only_for" in whom else ["gm"]
    assert told_on("find") == told_on("replay") == told_on("disputes") == may
