"""Recordings that programs wrote down: as JSON with segments, and as text with times."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from exchange.imports.entries import NOBODY, NotTaken, Remarked, Said
from exchange.imports.folders import source_at
from exchange.imports.recognising import format_of
from exchange.imports.source import Clock
from tests.support.intake import FILES
from tests.support.worlds import items_of, said_in

BEGUN = Clock(begins=datetime(2024, 3, 5, 20, tzinfo=UTC))


def key_of(file: Path) -> str:
    with source_at(file, Clock()) as source:
        return format_of(source).key


def written(folder: Path, value: object, name: str = "evening.json") -> Path:
    file = folder / name
    file.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return file


def test_segments_of_one_speaker_are_a_turn_at_its_time() -> None:
    said = said_in(FILES / "whisper.json", BEGUN)
    assert [(it.speaker, it.text, it.when, it.place) for it in said] == [
        (
            "SPEAKER_00",
            "The tide is out. The causeway lies bare.",
            "2024-03-05T20:00:00.640Z",
            "segment 1, 00:00:00",
        ),
        ("SPEAKER_01", "Then we walk.", "2024-03-05T20:00:04.000Z", "segment 3, 00:00:04"),
        ("SPEAKER_01", "Who carries the lamp?", "2024-03-05T20:01:05.000Z", "segment 4, 00:01:05"),
        (NOBODY, "Somebody must.", "2024-03-05T20:01:07.000Z", "segment 6, 00:01:07"),
    ]


def segment(start: float, text: object, **more: Any) -> dict[str, Any]:
    return {"start": start, "end": start + 1, "text": text} | more


@pytest.mark.parametrize(
    "told",
    [
        [segment(0.5, " Who"), segment(1, " goes?")],
        {"text": "Who goes? " * 20_000, "segments": [segment(0.5, "Who"), segment(1, "goes?")]},
        {"utterances": [segment(500, "Who goes?", speaker="A", words=[])], "audio_duration": 3},
        {
            "systeminfo": "AVX = 1",
            "transcription": [
                {
                    "timestamps": {"from": "00:00:00,500", "to": "00:00:01,000"},
                    "offsets": {"from": 500, "to": 1000},
                    "text": " Who goes?",
                }
            ],
        },
    ],
    ids=["words", "whisper", "assemblyai", "whisper.cpp"],
)
def test_other_programs_write_them_otherwise(tmp_path: Path, told: object) -> None:
    file = written(tmp_path, told)
    assert key_of(file) == "segments"
    (said,) = said_in(file, BEGUN)
    assert (said.text, said.when) == ("Who goes?", "2024-03-05T20:00:00.500Z")
    assert said.speaker == ("A" if isinstance(told, dict) and "utterances" in told else NOBODY)


def test_what_is_no_segment_is_counted_and_times_that_are_none_go_on(tmp_path: Path) -> None:
    odd = [
        segment(1, "The tide is out."),
        "no segment",
        segment(2, None),
        {"text": "It comes in.", "start": None, "end": "later", "speaker": 2},
        segment(1e300, "It goes out."),
    ]
    items = items_of(written(tmp_path, {"segments": odd}), BEGUN)
    said = [it for it in items if isinstance(it, Said)]
    assert [(it.speaker, it.text, it.when) for it in said] == [
        (NOBODY, "The tide is out.", "2024-03-05T20:00:01.000Z"),
        ("2", "It comes in.", "2024-03-05T20:00:02.000Z"),
        (NOBODY, "It goes out.", "2024-03-05T20:00:02.000Z"),
    ]
    assert [it.unread for it in items if isinstance(it, Remarked)] == [2]


def test_a_file_that_is_cut_off_says_so(tmp_path: Path) -> None:
    whole = (FILES / "whisper.json").read_text("utf-8")
    items = items_of(written(tmp_path, whole[: whole.index("Who carries")]), BEGUN)
    assert [it.text for it in items if isinstance(it, Said)][-1] == "Then we walk."
    assert [it.broken for it in items if isinstance(it, Remarked)] == [True]


@pytest.mark.parametrize(
    "other",
    [
        {"segments": [{"name": "north", "text": "the pier"}]},
        [{"start": 1, "end": 2, "label": "pier"}],
        {"segments": []},
        [{"name": "Wren", "ts": {"h": 0}, "text": "I do."}],
    ],
)
def test_other_json_is_none(tmp_path: Path, other: object) -> None:
    with pytest.raises(NotTaken, match=r"none of the formats that can be taken in: .*what a program wrote down"):
        key_of(written(tmp_path, other))


def test_a_recording_as_text_has_its_times_and_speakers() -> None:
    said = said_in(FILES / "recording.txt", BEGUN)
    assert [(it.speaker, it.text, it.when, it.place) for it in said] == [
        (
            "SPEAKER_00",
            "The tide is out.\nThe causeway lies bare: nobody is on it.",
            "2024-03-05T20:00:00.640Z",
            "line 1, 00:00:00",
        ),
        ("SPEAKER_01", "Then we walk.", "2024-03-05T20:00:04.000Z", "line 3, 00:00:04"),
        ("SPEAKER_01", "Who carries the lamp?", "2024-03-05T20:01:05.000Z", "line 4, 00:01:05"),
    ]


TIMED = [
    "**[00:02] Wren:** Who goes?\n\n**[00:30] Gil:** I: the ferryman.\n\n**[01:10] Wren:** Pass.\nAnd be quick.\n",
    "[00:02] Wren: Who goes?\n[00:30] Gil: I: the ferryman.\n[01:10] Wren: Pass.\nAnd be quick.\n",
    "(00:00:02) Wren: Who goes?\n(00:00:30) Gil: I: the ferryman.\n(00:01:10) Wren: Pass.\nAnd be quick.\n",
    "00:00:02 Wren: Who goes?\n00:00:30 Gil: I: the ferryman.\n00:01:10 Wren: Pass.\nAnd be quick.\n",
]


@pytest.mark.parametrize("text", [f"{it}[02:00] Gil: I am.\n" for it in TIMED])
def test_other_ways_to_write_the_time(tmp_path: Path, text: str) -> None:
    said = said_in(written(tmp_path, text, "evening.txt"), BEGUN)
    assert [(it.speaker, it.text, (it.when or "")[11:19]) for it in said] == [
        ("Wren", "Who goes?", "20:00:02"),
        ("Gil", "I: the ferryman.", "20:00:30"),
        ("Wren", "Pass.\nAnd be quick.", "20:01:10"),
        ("Gil", "I am.", "20:02:00"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "[21:05] Wren: Who goes?\n[21:06] Gil: I.\n[21:07] Wren: Pass.\n[21:08] Gil: Ay.\n",
        "[00:05] Wren: Who goes?\n[00:09] Gil: I.\n[00:01] Wren: Pass.\n[00:02] Gil: Ay.\n",
    ],
    ids=["a time of day", "not in order"],
)
def test_times_of_day_are_those_of_a_chat(tmp_path: Path, text: str) -> None:
    assert key_of(written(tmp_path, text, "evening.txt")) == "copied"


def test_words_of_a_song_are_no_recording_of_play(tmp_path: Path) -> None:
    song = "[00:01.00] The tide is out\n[00:05.00] The lamp is lit\n[00:09.00] The bell is still\n"
    with pytest.raises(NotTaken):
        key_of(written(tmp_path, song, "song.lrc"))
