"""Chats of QQ: its own export of messages, and the logs that dice bots keep."""

from datetime import datetime
from pathlib import Path

import pytest

from domain.kernel.logged.played import LoggedRoll
from exchange.imports.entries import About, Moved, Remarked
from exchange.imports.readers.qq import in_words
from exchange.imports.source import Clock, zone_called
from tests.support.intake import FILES
from tests.support.worlds import items_of, said_in

SHANGHAI = zone_called("Asia/Shanghai")


def shown(roll: LoggedRoll) -> tuple[str, list[tuple[int, int]], str, str]:
    return roll.formula, [(it.size, it.face) for it in roll.dice], roll.total, roll.label


def test_a_roll_counts_as_theirs_of_whom_the_bot_tells_it() -> None:
    rolled = [it for it in said_in(FILES / "qq-bot.txt") if it.rolls]
    assert {(it.speaker, it.user) for it in rolled} == {("Wren", "Bot")}
    assert [shown(roll) for it in rolled for roll in it.rolls] == [
        ("1d100<=70", [(100, 10)], "10", "Listen"),
        ("1d100<=75", [(100, 93)], "93", "理智"),
        ("2D6+3", [(6, 5), (6, 3)], "11", ""),
    ]
    assert [move for it in rolled for move in it.moves] == [Moved("Wren", "理智", 75, 74)]


def test_codes_become_marks_and_the_words_around_them_stay() -> None:
    said = said_in(FILES / "qq-bot.txt")
    assert said[0].text == "The lamp on the pier goes out. @Wren listens?"
    assert [(it.text, it.marks) for it in said if it.marks] == [
        ("[image]", ("image: file=https://example.org/pier.jpg",)),
        ("Two lines:\n\nand the second.", ("reply: id=77",)),
    ]
    assert "10002" not in "".join(it.text + it.speaker for it in said)


@pytest.mark.parametrize(
    ("text", "rolls"),
    [
        ("掷出了 D100=45", [("1d100", [(100, 45)], "45", "")]),
        ("Wren进行的聆听检定结果:1d100=45/60 成功", [("1d100<=60", [(100, 45)], "45", "聆听")]),
        ("3D6*5=15[3D6=5+6+4]*5=75", [("3D6*5", [(6, 5), (6, 6), (6, 4)], "75", "")]),
        ("3D6=15[3D6=5+6]=15", []),
        ("d100=101", []),
        ("2d6=7", []),
        ("the d100=4.5 thing", []),
    ],
)
def test_only_what_adds_up_is_a_roll(text: str, rolls: list[object]) -> None:
    assert [shown(it) for it in in_words(text)] == rolls


EXPORT = """消息记录（此消息记录为文本格式，不支持重新导入）

================================================================
消息分组:Games
================================================================
消息对象:The Causeway
================================================================

2024-03-02 20:14:05 Gwen(10001)
The tide is out.
[A]Wren(10002)  20:13:00

2024-03-02 20:15:00 Wren<wren@example.org>
Then we walk.
"""


def test_of_the_export_of_qq_itself_the_group_is_its_title(tmp_path: Path) -> None:
    file = tmp_path / "group.txt"
    file.write_text(EXPORT, "utf-8")
    about, *said = items_of(file, Clock(SHANGHAI))
    assert about == About(title="The Causeway")
    assert [(it.speaker, it.when, it.text) for it in said_in(file, Clock(SHANGHAI))] == [
        ("Gwen", "2024-03-02T12:14:05.000Z", "The tide is out.\n[A]Wren(10002)  20:13:00"),
        ("Wren", "2024-03-02T12:15:00.000Z", "Then we walk."),
    ]
    assert len(said) == 2


HOURS = "Gwen(10001) 23:58:00 \nLate.\nWren(10002) 23:59:30 \n\nGwen(10001) 0:01:10 \nLater.\n"


def test_times_of_day_are_dated_from_the_day_the_play_began_on(tmp_path: Path) -> None:
    file = tmp_path / "hours.txt"
    file.write_text(HOURS, "utf-8")
    begun = Clock(SHANGHAI, begins=datetime(2019, 3, 2, 20))
    assert [it.when for it in said_in(file, begun)] == [
        "2019-03-02T15:58:00.000Z",
        "2019-03-02T15:59:30.000Z",
        "2019-03-02T16:01:10.000Z",
    ]
    undated = items_of(file)
    assert isinstance(undated[-1], Remarked)
    said = said_in(file)
    assert [(it.when, it.marks) for it in said][:1] == [(None, ("at 23:58:00",))]
    assert (said[1].text, said[1].why) == ("[23:59:30] Wren", "a message without words")


def test_a_log_in_the_older_encoding_is_read_in_it(tmp_path: Path) -> None:
    file = tmp_path / "old.txt"
    file.write_bytes(
        "灯塔(10001) 2012/08/19 20:00:00\n潮水退了\n石桥(10002) 2012/08/19 20:01:00\n走吧\n".encode("gb18030")
    )
    *said, remark = items_of(file)
    assert [(it.speaker, it.text) for it in said_in(file)] == [("灯塔", "潮水退了"), ("石桥", "走吧")]
    assert len(said) == 2
    assert remark == Remarked("the whole file", "4 lines are not UTF-8 and were read as GB 18030")


def test_a_quotation_with_its_source_in_it_is_one_mark(tmp_path: Path) -> None:
    file = tmp_path / "log.txt"
    source = "[mirai:source:ids=[33], internalIds=[11], from 87422 to 10801 at 1768997025]"
    file.write_text(
        f"Wren(594324532) 20:02:42 \n[mirai:quote:{source}, content=<not yet>]The bell.\n"
        "Gull(874223794) 20:03:01 \nWhich bell?\n",
        "utf-8",
    )
    first, second = said_in(file)
    assert (first.text, second.text) == ("The bell.", "Which bell?")
    assert first.marks[0].startswith("quote: ")
    assert "ids=[33], internalIds=[11]" in first.marks[0]


RENAMED = """2024-03-02 8:14:05 PM Wren(10001)
.ra Listen

2024-03-02 8:14:06 PM Bot(10002)
<Wren>\u6295\u51fa\u4e86 D20=5

2024-03-02 8:15:00 PM Heron(10001)
Now I am another.
"""


def test_a_roll_stays_theirs_who_bear_another_name_later_and_hours_may_be_halved(tmp_path: Path) -> None:
    file = tmp_path / "group.txt"
    file.write_text(RENAMED, "utf-8")
    assert [(it.speaker, it.when, len(it.rolls)) for it in said_in(file)] == [
        ("Wren", "2024-03-02T20:14:05.000Z", 0),
        ("Wren", "2024-03-02T20:14:06.000Z", 1),
        ("Heron", "2024-03-02T20:15:00.000Z", 0),
    ]
