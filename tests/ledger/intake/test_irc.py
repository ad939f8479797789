"""Logs of chat on IRC, as its clients write them."""

from datetime import datetime
from pathlib import Path

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import NOBODY, NotTaken, Remarked
from exchange.imports.recognising import format_of
from exchange.imports.source import Clock, ImportFile, zone_called
from tests.support.intake import FILES
from tests.support.worlds import items_of, said_in

BERLIN = zone_called("Europe/Berlin")


def test_sessions_date_the_times_and_begin_evenings() -> None:
    said = said_in(FILES / "irc.log", Clock(BERLIN))
    assert [(it.evening, it.when) for it in said if it.speaker == "Gwen"] == [
        ("2019-03-02", "2019-03-02T21:14:00.000Z"),
        ("2019-03-02", "2019-03-02T23:02:00.000Z"),
    ]
    assert (said[-1].evening, said[-1].when) == ("2019-03-09", "2019-03-09T18:31:00.000Z")


def test_only_who_also_speaks_is_taken_to_act() -> None:
    said = said_in(FILES / "irc.log")
    assert [(it.speaker, it.text) for it in said if it.form in (EntryForm.EMOTE, EntryForm.STORY)] == [
        (NOBODY, "Now talking in #causeway"),
        ("Wren", "lifts the lamp"),
        (NOBODY, "Bram has joined #causeway"),
    ]


def test_colours_are_no_words_and_faces_are_read() -> None:
    rolled = next(it for it in said_in(FILES / "irc.log") if it.rolls)
    assert rolled.text == "Then we walk. [2d6+3] Roll: [4, 2] Result: 9"
    assert [(it.size, it.face) for it in rolled.rolls[0].dice] == [(6, 4), (6, 2)]


IRSSI = """--- Log opened Sat Mar 02 23:50:00 2019
23:58 < Gwen> Late.
23:59 -!- Bram [b@example.org] has quit
--- Day changed Sun Mar 03 2019
00:01 <@Gwen> Later.
00:02  * Gwen yawns
"""


def test_of_irssi_midnight_goes_on_with_the_evening(tmp_path: Path) -> None:
    file = tmp_path / "causeway.log"
    file.write_text(IRSSI, "utf-8")
    assert [(it.evening, it.when, it.speaker, it.text) for it in said_in(file)] == [
        ("2019-03-02", "2019-03-02T23:58:00.000Z", "Gwen", "Late."),
        ("2019-03-02", "2019-03-02T23:59:00.000Z", NOBODY, "Bram [b@example.org] has quit"),
        ("2019-03-02", "2019-03-03T00:01:00.000Z", "Gwen", "Later."),
        ("2019-03-02", "2019-03-03T00:02:00.000Z", "Gwen", "yawns"),
    ]


BARE = "[23:58] <Gwen> Late.\n[00:01] <Wren> Later.\n[00:02] <Gwen> \n"


def test_without_a_session_the_day_the_play_began_on_dates_it(tmp_path: Path) -> None:
    file = tmp_path / "bare.log"
    file.write_text(BARE, "utf-8")
    begun = Clock(begins=datetime(2019, 3, 2, 20))
    assert [it.when for it in said_in(file, begun)][:2] == ["2019-03-02T23:58:00.000Z", "2019-03-03T00:01:00.000Z"]
    *said, remark = items_of(file)
    assert isinstance(remark, Remarked)
    assert next((it.when, it.marks) for it in said_in(file)) == (None, ("at 23:58",))
    assert [it.why for it in said_in(file)] == ["", "", "a message without words"]
    assert len(said) == 3


def test_the_log_of_a_program_is_no_chat(tmp_path: Path) -> None:
    file = tmp_path / "server.log"
    file.write_text("[22:14] <main> start\n" + "22:15 INFO ready\n" * 5, "utf-8")
    try:
        known = format_of(ImportFile(file, file.name)).key
    except NotTaken:
        known = ""
    assert known != "irc"
