"""Chats that were taken in, as a story tells them."""

import json
from pathlib import Path

import pytest

from domain.kernel.logged.played import LoggedChange, LoggedDie, LoggedRoll
from ledger.ledger import Ledger
from projections.story.model import StoryRemark
from projections.story.story_builder import told_story
from tests.support.intake import taken_in


def test_the_tab_of_a_room_is_named_where_it_changes_and_not_under_every_message(
    salt: Ledger, tmp_path: Path
) -> None:
    def said(number: int, name: str, text: str, tab: str, **more: object) -> dict[str, object]:
        at = f"2024-05-04T12:0{number}:00.000Z"
        return {"id": f"m{number}", "time": at, "name": name, "text": text, "channel": tab, "extend": None, **more}

    logs = [
        said(1, "Gwen", "The causeway lies bare.", "main"),
        said(2, "Wren", "Then we walk.", "main", messageImage="https://example.org/lamp.png"),
        said(3, "Gwen", "A short break?", "other"),
        said(4, "Wren", "After the ford.", "other"),
        said(5, "Gwen", "The tide turns.", "main"),
    ]
    file = tmp_path / "room.json"
    file.write_text(json.dumps({"title": "Low Water", "logs": logs}), "utf-8")
    taken_in(salt, file)
    told = [(it.by, it.text) for it in told_story(salt.told("salt")) if isinstance(it, StoryRemark)]
    assert told == [
        ("Gwen", "The causeway lies bare.\ntab: main"),
        ("Wren", "Then we walk.\npicture: https://example.org/lamp.png"),
        ("Gwen", "A short break?\ntab: other"),
        ("Wren", "After the ford."),
        ("Gwen", "The tide turns.\ntab: main"),
    ]


def test_no_headline_names_nobody(salt: Ledger, tmp_path: Path) -> None:
    notes = tmp_path / "Kes.md"
    notes.write_text('# First\n\nThe tide is out.\n\n```mechanics\nmeter "Hope" 5 4\n```\n')
    taken_in(salt, notes)
    headlines = [told.retelling.headline for told in salt.told("salt")]
    assert "The tide is out." in headlines
    assert not [it for it in headlines if "(nobody)" in it or it.startswith((":", " "))]


@pytest.mark.parametrize(
    ("faces", "total", "said"),
    [((7,), "7", "1d20: 7"), ((7,), "9", "1d20: 7 = 9"), ((3, 4), "7", "1d20: 3, 4 = 7"), ((), "7", "1d20 = 7")],
)
def test_a_die_that_is_the_whole_roll_is_said_once(faces: tuple[int, ...], total: str, said: str) -> None:
    dice = tuple(LoggedDie(size=20, face=face) for face in faces)
    assert LoggedRoll(formula="1d20", dice=dice, total=total).said({}) == said


def test_a_number_that_the_words_say_moved_is_told_once_and_a_name_stays_as_it_is_written(
    salt: Ledger, tmp_path: Path
) -> None:
    moves = ["[ Wren ] HP : 12/14 → 9/14", "[ Wren ] Luck : 3 → 2\n[ Gil ] HP : 8 → 18", "The lamp is lit."]
    file = tmp_path / "room.json"
    logs = [
        {"id": f"m{n}", "name": "tide_keeper", "text": text, "channel": "", "extend": None}
        for n, text in enumerate(moves)
    ]
    file.write_text(json.dumps({"logs": logs}), "utf-8")
    taken_in(salt, file)
    told = [(it.by, it.text) for it in told_story(salt.told("salt")) if isinstance(it, StoryRemark)]
    assert told == [("tide_keeper", "\n".join(moves))]
    headlines = [it.retelling.headline for it in salt.told("salt")]
    assert headlines[-3] == "tide_keeper: The lamp is lit."


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("[ Wren ] HP : 12 → 9", True),
        ("[ Wren ]  HP : 12/14 → 9/14", True),
        ("[ Wren ] HP : 12 → 91", False),
        ("[ Wren ] HP : 112 → 9", False),
        ("[ Gil ] HP : 12 → 9", False),
        ("Wren has less HP.\n12 → 9", False),
    ],
)
def test_only_words_that_tell_it_whole_tell_a_number_that_moved(text: str, is_told: bool) -> None:
    change = LoggedChange(owner="wren", owner_name="Wren", name="HP", was=12, now=9)
    assert change.is_told_in(text) is is_told
