"""Logs of chat on IRC, as its clients write them."""

from datetime import datetime
from pathlib import Path

import pytest

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import NOBODY, NotTaken, Remarked
from exchange.imports.recognising import format_of
from exchange.imports.source import Clock, ImportFile, zone_called
from ledger.ledger import Ledger
from tests.support.intake import FILES, taken_in
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
        ("2019-03-02", "2019-03-02T23:59:00.000Z", NOBODY, "Bram has quit"),
        ("2019-03-02", "2019-03-03T00:01:00.000Z", "Gwen", "Later."),
        ("2019-03-02", "2019-03-03T00:02:00.000Z", "Gwen", "yawns"),
    ]


UTC_TIMES = ["2019-03-02T20:14:33.000Z", "2019-03-02T20:15:00.000Z", "2019-03-03T00:01:00.000Z"]


@pytest.mark.parametrize(
    ("lines", "times"),
    [
        (
            "[2019-03-02 20:14:33] <Gwen> Late.\n[2019-03-02 20:15:00] <Wren> So.\n"
            "[2019-03-03 00:01:00] * Wren waits\n",
            UTC_TIMES,
        ),
        (
            "[02.03.2019 20:14:33] <Gwen> Late.\n[02.03.2019 20:15:00] <Wren> So.\n"
            "[03.03.2019 00:01:00] * Wren waits\n",
            UTC_TIMES,
        ),
        (
            "[2019-03-02T21:14:33+0100] <Gwen> Late.\n[2019-03-02T21:15:00+0100] <Wren> So.\n"
            "[2019-03-03T01:01:00+0100] \u2022 Wren: waits\n",
            UTC_TIMES,
        ),
        ("[8:14 PM] <Gwen> Late.\n[08:15pm] -Wren- So.\n[08:16pm] <Wren> Well.\n[12:01am] * Wren waits\n", []),
        ("<Gwen> Late.\n<Wren> So.\n* Wren waits\n<Gwen> Well.\n<Wren> Then.\n", []),
    ],
)
def test_lines_are_spoken_however_a_client_writes_their_times(
    tmp_path: Path, lines: str, times: list[str]
) -> None:
    file = tmp_path / "log.txt"
    file.write_text(lines, "utf-8")
    said = said_in(file, Clock(day_first=True))
    assert [it.when for it in said if it.when] == times
    assert [(it.speaker, it.text) for it in said][:2] == [("Gwen", "Late."), ("Wren", "So.")]
    assert [(it.speaker, it.text) for it in said if it.form is EntryForm.EMOTE] == [("Wren", "waits")]


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


@pytest.mark.parametrize(
    "text",
    ["[22:14] <main> start\n" + "22:15 INFO ready\n" * 5, "[2019-03-02 22:14:33] INFO ready\n" * 5],
    ids=["times", "days"],
)
def test_the_log_of_a_program_is_no_chat(tmp_path: Path, text: str) -> None:
    file = tmp_path / "server.log"
    file.write_text(text, "utf-8")
    with pytest.raises(NotTaken):
        format_of(ImportFile(file, file.name))


OTHERS = {
    "iso": """\
2019-03-02T23:58:00  <Gwen> Late.
2019-03-03T00:01:00  * Gwen yawns
2019-03-03T00:02:00  <Wren> Home?
2019-03-03T00:03:00  <Gwen> Yes.
""",
    "tabs": """\
2019-03-02 23:58:00\t@Gwen\tLate.
2019-03-03 00:01:00\t *\tGwen yawns
2019-03-03 00:02:00\tWren\tHome?
2019-03-03 00:03:00\t@Gwen\tYes.
""",
    "session": """\
**** BEGIN LOGGING AT Sat Mar  2 23:50:00 2019

Mar 02 23:58:00 <Gwen>\tLate.
Mar 03 00:01:00 *\tGwen yawns
Mar 03 00:02:00 <Wren>\tHome?
Mar 03 00:03:00 <Gwen>\tYes.
""",
    "hosts": """\
--- Log opened Sat Mar 02 23:50:00 2019
[02 Mar 23:58] <Gwen!g@example.org> Late.
[03 Mar 00:01] * Gwen yawns
[03 Mar 00:02] <Wren!w@example.org> Home?
[03 Mar 00:03] <Gwen!g@example.org> Yes.
""",
    "2019-03-02": "[23:58] <Gwen> Late.\n[00:01] * Gwen yawns\n[00:02] <Wren> Home?\n[00:03] <Gwen> Yes.\n",
}


@pytest.mark.parametrize("client", OTHERS)
def test_each_client_tells_its_days_in_its_own_way(tmp_path: Path, client: str) -> None:
    file = tmp_path / f"causeway-{client}.log"
    file.write_text(OTHERS[client], "utf-8")
    assert [(it.speaker, it.text, it.when) for it in said_in(file)] == [
        ("Gwen", "Late.", "2019-03-02T23:58:00.000Z"),
        ("Gwen", "yawns", "2019-03-03T00:01:00.000Z"),
        ("Wren", "Home?", "2019-03-03T00:02:00.000Z"),
        ("Gwen", "Yes.", "2019-03-03T00:03:00.000Z"),
    ]


def test_a_day_without_a_year_is_the_next_one_and_none_where_no_year_is_known(tmp_path: Path) -> None:
    file = tmp_path / "causeway.log"
    lines = "[31 Dec 23:58] <Gwen> Late.\n[01 Jan 00:02] <Wren> Home?\n[31 Feb 00:03] <Wren> Now?\n"
    file.write_text(lines, "utf-8")
    told = [(it.when, it.marks) for it in said_in(file)]
    assert told == [(None, ("at 31 Dec 23:58",)), (None, ("at 01 Jan 00:02",)), (None, ("at 31 Feb 00:03",))]
    begun = Clock(BERLIN, begins=datetime(2019, 12, 31, 20))
    assert [it.when for it in said_in(file, begun)] == [
        "2019-12-31T22:58:00.000Z",
        "2019-12-31T23:02:00.000Z",
        None,
    ]


def test_what_the_client_says_of_somebody_who_speaks_is_nothing_that_they_do(tmp_path: Path) -> None:
    told = (
        "has joined #causeway",
        "is now known as Wren_",
        "sets mode: +o Gwen",
        "(w@example.org) has left #causeway",
    )
    file = tmp_path / "causeway.log"
    lines = ["[20:14] <Gwen> The tide is out.", "[20:14] <Wren> Yes."]
    file.write_text(
        "\n".join([*lines, *(f"[20:15] * Wren {it}" for it in told), "[20:16] * Wren has a lamp\n"]), "utf-8"
    )
    said = said_in(file)
    assert [it.text for it in said if it.speaker == NOBODY] == [
        *(f"Wren {it}" for it in told[:-1]),
        "Wren has left #causeway",  # an address is theirs alone
    ]
    assert (said[-1].speaker, said[-1].text, said[-1].form) == ("Wren", "has a lamp", EntryForm.EMOTE)


BOT = """[19:02] <Hanne> the mill is dark
[19:03] <Pell> !roll 1d20+5
[19:03] <Orsa> .r 2d6
[19:03] <dicebot> Pell: 1d20+5 = [14]+5 = 19
[19:03] <dicebot> Orsa, 2d6 = [6, 1] = 7
[19:04] <dicebot> Pell: 1d20+5 = [3]+5 = 8
[19:05] <Hanne> roll d20+3 to swim
[19:05] * dicebot --> Hanne rolls a d20+3 to swim and gets 12.
"""


def test_a_roll_is_of_whoever_asked_a_program_for_it(tmp_path: Path) -> None:
    """One nobody has asked for: it stays with the program that says it."""
    file = tmp_path / "mill.log"
    file.write_text(BOT, "utf-8")
    rolled = [(it.speaker, it.rolls[0].total) for it in said_in(file) if it.rolls]
    assert rolled == [("Pell", "19"), ("Orsa", "7"), ("dicebot", "8"), ("Hanne", "12")]


CHINESE = "Session Start: Sat Mar 02 20:10:00 2019\n[20:14] <\u57c3\u91cc\u514b> \u6211\u4eec\u5f00\u59cb\u5427\n"


def test_a_log_of_a_chinese_client_is_read_in_its_encoding_and_no_address_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "chat.log"
    joined = "[20:15] * Bram (~b@10.0.0.1) \u52a0\u5165\u4e86 #causeway\n[20:16] <Bram> \u4f60\u597d\n"
    file.write_bytes((CHINESE + joined + "[20:17] -!- Ada [a@10.0.0.2] has joined #causeway\n").encode("gb18030"))
    assert [(it.speaker, it.text) for it in said_in(file)] == [
        ("\u57c3\u91cc\u514b", "\u6211\u4eec\u5f00\u59cb\u5427"),
        (NOBODY, "Bram \u52a0\u5165\u4e86 #causeway"),
        ("Bram", "\u4f60\u597d"),
        (NOBODY, "Ada has joined #causeway"),
    ]
    remarks = [it.what for it in items_of(file) if isinstance(it, Remarked)]
    assert remarks == ["3 lines are not UTF-8 and were read as GB 18030"]


def test_of_pidgin_the_heading_tells_the_day_and_midnight_the_next() -> None:
    said = [(it.speaker, it.form, it.when, it.text) for it in said_in(FILES / "pidgin.html")]
    assert said == [
        (NOBODY, EntryForm.STORY, "2019-03-02T20:10:00.000Z", "The topic for #causeway is: low water"),
        ("Gwen", EntryForm.TALK, "2019-03-02T20:14:02.000Z", "The tide is out."),
        ("Wren", EntryForm.EMOTE, "2019-03-02T20:15:00.000Z", "lifts the lamp"),
        ("Wren", EntryForm.ROLL, "2019-03-02T23:59:00.000Z", "Wren rolls: 1d20+7=(9)+7=16"),
        ("Wren", EntryForm.TALK, "2019-03-03T00:01:00.000Z", "Then we walk."),
    ]


def test_of_pidgin_a_log_may_be_text(tmp_path: Path) -> None:
    file = tmp_path / "channel.txt"
    file.write_text(
        "Conversation with #causeway at Sat 02 Mar 2019 08:10:00 PM CET on gwen@irc.example.org (irc)\n"
        "(08:14:02 PM) Gwen: The tide is out.\n(08:15:00 PM) ***Wren lifts the lamp\n"
        "(08:16:00 PM) Bram entered the room.\n(12:01:00 AM) Wren: So: it is late.\n",
        "utf-8",
    )
    assert [(it.speaker, it.form, it.when, it.text) for it in said_in(file)] == [
        ("Gwen", EntryForm.TALK, "2019-03-02T20:14:02.000Z", "The tide is out."),
        ("Wren", EntryForm.EMOTE, "2019-03-02T20:15:00.000Z", "lifts the lamp"),
        (NOBODY, EntryForm.STORY, "2019-03-02T20:16:00.000Z", "Bram entered the room."),
        ("Wren", EntryForm.TALK, "2019-03-03T00:01:00.000Z", "So: it is late."),
    ]


def test_a_log_that_is_read_otherwise_does_not_come_in_twice(salt: Ledger, tmp_path: Path) -> None:
    file = tmp_path / "causeway.log"
    file.write_text(IRSSI, "utf-8")
    assert taken_in(salt, file, clock=Clock(BERLIN)).recorded.total() == 4
    assert taken_in(salt, file, clock=Clock(BERLIN)).known == 4
    with pytest.raises(NotTaken, match="by intake 1, and 4 of its entries are read otherwise now"):
        taken_in(salt, file)
    file.write_text(f"{IRSSI}00:03 <@Gwen> Good night.\n", "utf-8")
    grown = taken_in(salt, file, clock=Clock(BERLIN))
    assert (grown.recorded.total(), grown.remarks) == (1, [])
    file.write_text(IRSSI.replace("Mar 02", "Mar 09").replace("Mar 03", "Mar 10"), "utf-8")
    remarks = [it.what for it in taken_in(salt, file, clock=Clock(BERLIN)).remarks]
    assert ["by intake 1: 5 of its entries are not in this one" in it for it in remarks] == [True]
