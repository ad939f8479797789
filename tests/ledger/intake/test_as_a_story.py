"""Chats that were taken in, as a story tells them."""

import json
from pathlib import Path

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
