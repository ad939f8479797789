"""`dashboard`: that it starts, says where, and ends when told to."""

import signal
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

from tests.cli.conftest import Campaign

Process = Callable[..., subprocess.Popen[str]]


def taken() -> socket.socket:
    busy = socket.socket()
    busy.bind(("127.0.0.1", 0))
    busy.listen()
    return busy


def test_a_taken_port_is_told_so(campaign: Campaign, cave: str) -> None:
    with taken() as busy:
        port = str(busy.getsockname()[1])
        ran = campaign("dashboard", "--port", port, "--no-open")
    assert ran.status == 1
    assert ran.err == f"Port {port} is taken by another program. Choose another with --port.\n"


def test_a_broken_ledger_is_told_before_anything_starts(campaign: Campaign, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a ledger")
    ran = campaign("dashboard", "--no-open", "--database", str(tmp_path / "notes.txt"))
    assert ran.status == 1
    assert "is not a ledger" in ran.err


def test_the_dashboard_says_where_it_is_and_ends_with_ctrl_c(process: Process, cave: str) -> None:
    with taken() as free:
        port = free.getsockname()[1]
    run = process("dashboard", "--no-open", "--port", str(port))
    assert run.stdout is not None
    assert run.stdout.readline() == f"The dashboard is at http://127.0.0.1:{port}. Ctrl-C ends it.\n"
    with build_opener(ProxyHandler({})).open(f"http://127.0.0.1:{port}/", timeout=10) as page:
        assert page.status == 200
    run.send_signal(signal.SIGINT)
    _out, err = run.communicate(timeout=20)
    assert run.returncode == 0, err
    assert "Traceback" not in err
