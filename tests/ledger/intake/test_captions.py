"""Captions of recordings: cues joined to turns, names before words, notes."""

from datetime import datetime
from pathlib import Path

from exchange.imports.entries import Remarked, Said
from exchange.imports.source import Clock, zone_called
from tests.support.intake import FILES
from tests.support.worlds import items_of, said_in

BERLIN = zone_called("Europe/Berlin")


def test_cues_of_one_speaker_are_one_entry_and_count_from_where_the_recording_began() -> None:
    begun = Clock(BERLIN, begins=datetime(2024, 3, 5, 20))
    said = said_in(FILES / "captions.vtt", begun)
    assert [(it.speaker, it.text, it.when) for it in said] == [
        ("Gwen", "The tide is out.\nThe causeway lies bare.", "2024-03-05T19:00:01.000Z"),
        ("Wren", "Then we walk.", "2024-03-05T19:00:07.250Z"),
        ("Orrin", "Slowly!", "2024-03-05T19:00:07.250Z"),
        ("Sanna", "I carry the lamp.\nNobody else does.", "2024-03-05T20:00:10.000Z"),
    ]
    items = items_of(FILES / "captions.srt")
    assert [(it.speaker, it.text, it.when) for it in items if isinstance(it, Said)] == [
        ("Gwen", "The tide is out.\nThe causeway lies bare.", None),
        ("WREN", "Then we walk.", None),
    ]
    assert [it.what for it in items if isinstance(it, Remarked)] == [
        "it does not say when the recording began, so its entries have no times"
    ]


def test_notes_among_captions_are_nobodys_words_and_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "evening.vtt"
    cue = "cue {0}\n00:00:0{0}.000 --> 00:00:0{1}.000\nAda: NOTE this.\n"
    notes = ("NOTE Confidence: 0.9", "NOTE\nTwo lines,\nof a comment", "Nobody\nsays this.")
    file.write_text(
        "WEBVTT\n\n" + "\n".join(f"{note}\n\n{cue.format(at, at + 1)}" for at, note in enumerate(notes))
    )
    items = items_of(file)
    assert [it.text for it in items if isinstance(it, Said)] == ["\n".join(["NOTE this."] * 3)]
    remarks = [it for it in items if isinstance(it, Remarked)]
    assert any(it.what.startswith("2 blocks of NOTE are no words") for it in remarks)
    assert sum(it.unread for it in remarks) == 2


def test_a_line_of_captions_that_ends_in_a_colon_is_nobody(tmp_path: Path) -> None:
    file = tmp_path / "evening.vtt"
    lines = ("GWEN: She raises a hand", "and says: Not yet.", "WREN: Why not?", "GWEN (low): Look.", "WREN: I do.")
    cues = "\n\n".join(f"00:0{at}:00.000 --> 00:0{at}:01.000\n{line}" for at, line in enumerate(lines))
    file.write_text(f"WEBVTT\n\n{cues}\n", "utf-8")
    assert [(it.speaker, it.text) for it in said_in(file)] == [
        ("GWEN", "She raises a hand"),
        ("GWEN", "and says: Not yet."),
        ("WREN", "Why not?"),
        ("GWEN", "(low) Look."),
        ("WREN", "I do."),
    ]
