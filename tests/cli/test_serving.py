"""`dashboard`: that it starts, says where, and ends when told to."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import pytest

from cli.serve import NAMES_VARIABLE, other_names
from tests.cli.conftest import Campaign

ROOT = Path(__file__).parents[2]
Process = Callable[..., subprocess.Popen[str]]


def taken() -> socket.socket:
    busy = socket.socket()
    busy.bind(("127.0.0.1", 0))
    busy.listen()
    return busy


def test_a_taken_port_is_told_so(campaign: Campaign, cave: str) -> None:
    with taken() as busy:
        port = str(busy.getsockname()[1])
        ran = campaign("dashboard", "--port", port, "--no-browser")
    assert ran.status == 1
    assert ran.err == f"Port {port} is taken by another program. Choose another with --port.\n"


def test_a_broken_ledger_is_told_before_anything_starts(campaign: Campaign, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a ledger")
    ran = campaign("dashboard", "--no-browser", "--database", str(tmp_path / "notes.txt"))
    assert ran.status == 1
    assert "is not a ledger" in ran.err


def test_the_dashboard_says_where_it_is_and_ends_with_ctrl_c(process: Process, cave: str) -> None:
    with taken() as free:
        port = free.getsockname()[1]
    run = process("dashboard", "--no-browser", "--port", str(port))
    assert run.stdout is not None
    assert run.stdout.readline() == f"The dashboard is at http://127.0.0.1:{port}. Ctrl-C ends it.\n"
    with build_opener(ProxyHandler({})).open(f"http://127.0.0.1:{port}/", timeout=10) as page:
        assert page.status == 200
    run.send_signal(signal.SIGINT)
    _out, err = run.communicate(timeout=20)
    assert run.returncode == 0, err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("", ""),
        ("ledger.example.org", "ledger.example.org"),
        ("a.example.org b.example.org", "a.example.org, b.example.org"),
        ("ledger.example.org 127.0.0.1", ""),
        ("*", ""),
    ],
)
def test_it_is_said_under_which_names_alone_the_dashboard_answers(said: str, told: str) -> None:
    assert other_names({NAMES_VARIABLE: said}) == told


def test_the_dashboard_ends_with_ctrl_c_in_a_terminal_and_says_nothing_more(tmp_path: Path) -> None:
    with taken() as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "cli", "--database", str(tmp_path / "of-its-own.sqlite3")]
    run = subprocess.Popen(
        [*command, "dashboard", "--no-browser", "--port", str(port)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    assert run.stdout is not None
    assert run.stdout.readline().startswith("The dashboard is at ")
    os.killpg(run.pid, signal.SIGINT)  # a terminal tells all that run in it
    told, _ = run.communicate(timeout=20)
    assert (told.strip(), run.returncode) == ("", 0)


def test_make_demo_ends_quietly_with_ctrl_c(tmp_path: Path) -> None:
    """Stopped while it founds the samples, which is where there is most to stop."""
    bin_ = tmp_path / "venv" / "bin"
    bin_.mkdir(parents=True)
    (bin_ / "python").symlink_to(sys.executable)
    (bin_ / "campaign").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cli "$@"\n')
    (bin_ / "campaign").chmod(0o755)
    (tmp_path / "venv" / ".demo").touch()
    ledger = tmp_path / "ledger.sqlite3"
    make = subprocess.Popen(
        ["make", "--no-print-directory", "demo", f"VENV={tmp_path / 'venv'}"],
        cwd=ROOT,
        env={**os.environ, "CAMPAIGN_DATABASE": str(ledger), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    while not ledger.exists() and make.poll() is None:
        time.sleep(0.05)
    os.killpg(make.pid, signal.SIGINT)
    told, _ = make.communicate(timeout=60)
    assert "make: ***" not in told
    assert "Traceback" not in told
    assert "Stopped" in told


def test_both_ways_to_open_say_alike_what_stays_closed(campaign: Campaign) -> None:
    for command in ("dashboard", "demo"):
        told = " ".join(campaign(command, "--help").out.replace("│", " ").split())
        assert "--no-browser" in told
        assert "Start it without opening a browser" in told
    assert "Only found the campaigns" in told


def test_no_open_means_one_thing(campaign: Campaign) -> None:
    ran = campaign("dashboard", "--no-open")
    assert ran.status == 2
    assert "No such option: --no-open" in ran.err
