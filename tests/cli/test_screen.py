"""Output on a terminal: text as it was written, quiet pipes, plain interruptions, colours only where wanted."""

import json
import os
import pty
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.interrupt import between_steps
from tests.cli.conftest import Campaign

Process = Callable[..., subprocess.Popen[str]]
BUFFERED = {"PYTHONUNBUFFERED": ""}


def note(campaign: Campaign, cave: str, text: str) -> None:
    assert campaign("rule", cave, json.dumps({"type": "journal.write_note", "text": text})).status == 0


@pytest.mark.parametrize(
    "text", ["[bold]loud[/bold] [/x] :smile:", "שלום עולם", "[link=http://x]here[/link]", "<b>&amp;"]
)
def test_what_a_person_wrote_is_shown_as_it_is(campaign: Campaign, cave: str, text: str) -> None:
    note(campaign, cave, text)
    assert text in campaign("log", cave).out


def test_nothing_written_can_command_a_terminal(campaign: Campaign, cave: str) -> None:
    note(campaign, cave, "red \x9b31m and \x85 more")
    assert not set(campaign("log", cave).out) & {"\x9b", "\x85", "\x1b"}
    assert "\x9b31m" in campaign("log", cave, "--json").json[-1]["headline"]


def test_long_texts_are_shortened_on_screen_and_whole_in_json(campaign: Campaign, cave: str) -> None:
    text = "lantern " * 2_000
    note(campaign, cave, text)
    assert len(campaign("log", cave).out) < 6_000
    assert campaign("log", cave, "--json").json[-1]["headline"].casefold().count("lantern") == 2_000


def test_a_reader_who_stops_reading_is_no_error(campaign: Campaign, process: Process) -> None:
    for words in (("games", "delve", "--schema"), ("games", "delve"), ("--help",)):
        run = process(*words, env=BUFFERED)
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.close()
        assert run.stderr.read() == ""
        assert run.wait() == (1 if words == ("--help",) else 141)


def big_script(folder: Path) -> str:
    step = {"when": {"type": "delve.go_deeper", "hero": "wren"}, "dice": [6, 6]}
    lines = [
        {"game": "delve", "title": "Long"},
        {"when": {"type": "delve.enter_hero", "hero": "wren", "name": "Wren"}},
    ]
    file = folder / "long.jsonl"
    file.write_text("\n".join(json.dumps(it) for it in [*lines, *[step] * 3_000]))
    return str(file)


def rulings(campaign: Campaign) -> int:
    return next((it["rulings"] for it in campaign("list", "--json").json), 0)


def test_interrupted_play_says_what_is_kept(
    campaign: Campaign, process: Process, tmp_path: Path, database: Path
) -> None:
    run = process("play", "long", big_script(tmp_path))
    while not database.exists() or rulings(campaign) < 3:
        assert run.poll() is None
        time.sleep(0.1)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=30)
    assert (run.returncode, out) == (130, "")
    assert err.startswith("Stopped at line ")
    assert f"{rulings(campaign)} rulings were recorded." in err
    assert campaign("verify", "long").status == 0


def test_a_ctrl_c_after_the_last_step_is_not_lost() -> None:
    with pytest.raises(KeyboardInterrupt), between_steps():
        signal.raise_signal(signal.SIGINT)


def on_a_terminal(process: Process, *words: str, **env: str) -> str:
    """The text that a terminal gets on stdout and stderr."""
    ours, theirs = pty.openpty()
    run = process(*words, stdout=theirs, env={"TERM": "xterm-256color", **env})
    os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 65_536)
        except OSError:
            break
        if not part:
            break
        shown += part
    run.wait()
    os.close(ours)
    return shown.decode("utf-8", "replace")


def test_kinds_have_colours_on_a_terminal_unless_nobody_wants_them(cave: str, process: Process) -> None:
    assert "\x1b[31mloss" in on_a_terminal(process, "log", cave, NO_COLOR="")
    assert "\x1b[31m" not in on_a_terminal(process, "log", cave, NO_COLOR="1")


def test_a_process_ends_with_the_same_statuses(cave: str, process: Process) -> None:
    for words, status in (
        (("list", "--json"), 0),
        (("list", "--database", os.devnull), 1),
        (("lst",), 2),
        (("rule", cave, '{"type": "delve.go_deeper", "hero": "ghost"}'), 3),
        (("new", "--game", "delve", "--title", "The Old Cave"), 4),
    ):
        run = process(*words)
        out, err = run.communicate()
        assert run.returncode == status, (words, out, err)
        assert "Traceback" not in err
        assert (err == "") == (status == 0)
