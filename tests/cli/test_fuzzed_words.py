"""Words that are off: one plain sentence and status 2, whatever they are."""

import json
import os
from pathlib import Path

import pytest

from tests.cli.conftest import GAMES, Campaign
from tests.support.fuzzing import fuzz

REASON = ("--reason", "why")


@pytest.mark.parametrize(
    "words",
    [
        ("undo", "C", "--to", "0"),
        ("undo", "C", "0"),
        ("undo", "C", "--reason", "a\x07b"),
        ("redo", "C", "--to", str(2**63 - 1)),
        ("dispute", "C", "0", *REASON),
        ("dispute", "C", "3", "--reason", "a\x1bb"),
        ("dispute", "C", "3", *REASON, "--evidence", "0"),
        ("whatif", "C", "4", "--dice", "0"),
        ("whatif", "C", "4", "--amend", "[" * 5000),
        ("overturn", "C", "4", "--strike", "--reason", "\x00"),
        ("chronicle", "C", "--session", str(2**63 - 1)),
        ("recap", "C", str(2**63 - 1)),
        ("state", "C", "--at", str(2**63)),
        ("diff", "C", "1", str(2**64)),
        ("find", "--campaign", "C", "--session", "9" * 400),
        ("take-in", "C", "--undo", str(2**64), *REASON),
        ("source", "C", str(2**64)),
        ("rule", "C", "{}", "--expect", "nonsense"),
        ("backup", "a\x00b"),
        ("export", "C", "a\x00b"),
        ("list", "--database", "sqlite://u@h/x"),
        ("explain", "C", "--", "--database", "u:pw5ecret@h/db"),
        ("state", "C", "--at", "u:pw5ecret@h/db"),
        ("list", "--database", "postgresql:/u:pw5ecret@h/db"),
    ],
)
def test_words_that_are_off(campaign: Campaign, cave: str, words: tuple[str, ...], database: Path) -> None:
    before = database.read_bytes()
    ran = campaign(*(cave if word == "C" else word for word in words))
    assert (ran.status, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert "in the program broke" not in ran.err
    assert "pw5ecret" not in ran.err
    assert database.read_bytes() == before


@pytest.mark.parametrize("command", ["rule", "whatif"])
def test_fifty_megabytes_are_not_repeated(campaign: Campaign, cave: str, command: str) -> None:
    vast = json.dumps({"type": "x" * 50_000_000})
    words = (command, cave, "-") if command == "rule" else (command, cave, "4", "--amend", "-")
    ran = campaign(*words, stdin=vast)
    assert ran.status == 2
    assert len(ran.err) < 2_000
    long = campaign(*words, stdin=json.dumps({"type": "x" * 3_000_000}))
    assert (long.status, long.out) == (2, "")
    assert len(long.err) < 2_000


def test_a_circle_of_links_and_a_pipe(campaign: Campaign, cave: str, tmp_path: Path) -> None:
    circle, pipe = tmp_path / "circle", tmp_path / "pipe"
    circle.symlink_to(circle)
    os.mkfifo(pipe)
    for place in map(str, (circle, pipe)):
        for words in (
            ("play", cave, place),
            ("whatif", cave, "4", "--resolve", place),
            ("whatif", cave, "4", "--strike", "--save", str(pipe)),
            ("restore", place),
            ("import", place),
            ("take-in", cave, place),
            ("attach", cave, place),
        ):
            assert campaign(*words).status == 2, words
        ran = campaign("doctor", "--database", place)
        assert ran.status == 1
        assert "Unsafe" in ran.out


def test_a_pipe_is_written_to_and_never_replaced(campaign: Campaign, cave: str, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    ran = campaign("chronicle", cave, "-o", str(pipe), "--format", "md")
    assert ran.status == 1
    assert "could not be written" in ran.err
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert campaign("chronicle", cave, "-o", str(pipe), "--format", "md").status == 0
    assert os.read(reader, 10)
    os.close(reader)
    assert pipe.is_fifo()


def test_one_key_for_two_commands_is_a_conflict(campaign: Campaign, cave: str) -> None:
    note = '{"type": "journal.write_note", "text": "%s"}'
    assert campaign("rule", cave, note % "one", "--key", "k").status == 0
    ran = campaign("rule", cave, note % "two", "--key", "k")
    assert ran.status == 4
    assert "was asked otherwise" in ran.err


def test_a_ruling_that_is_named_is_the_one_taken_back(campaign: Campaign, cave: str) -> None:
    deeper = '{"type": "delve.go_deeper", "hero": "wren"}'
    number = campaign("rule", cave, deeper, "--dice", "6,6", "--json").json["ruling"]
    off = campaign("undo", cave, str(number - 1), *REASON)
    assert off.status == 4
    assert f"that is ruling {number}" in off.err
    done = campaign("undo", cave, str(number), *REASON)
    assert done.status == 0
    assert done.err == ""
    assert campaign("redo", cave, str(number), *REASON).status == 0


def test_what_is_not_named_is_told_before_it_is_taken_back(campaign: Campaign, cave: str) -> None:
    ran = campaign("undo", cave, *REASON, "--json")
    assert ran.status == 0
    assert "Taking back ruling " in ran.err
    assert "as the log stands now, at record " in ran.err


def test_where_the_log_was_seen_to_end_can_be_named(campaign: Campaign, cave: str) -> None:
    seen = campaign("rule", cave, '{"type": "journal.write_note", "text": "now"}', "--json").json["receipt"]
    campaign("rule", cave, '{"type": "delve.go_deeper", "hero": "wren"}', "--dice", "6,6")
    for words in (("undo", cave, *REASON), ("rule", cave, '{"type": "campaign.open_session"}')):
        ran = campaign(*words, "--expect", seen)
        assert ran.status == 4
        assert "Since you looked, " in ran.err


def test_random_words(campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMPAIGN_DATABASE", "")
    told = fuzz(tmp_path, 60, 5, GAMES / "delve" / "samples" / "cave.jsonl")
    assert told.wrong == []


def test_a_line_break_in_a_name_makes_no_second_line(campaign: Campaign, cave: str) -> None:
    ran = campaign("restore", "two\nlines.sqlite3")
    assert ran.status != 0
    assert len(ran.err.splitlines()) == 1
