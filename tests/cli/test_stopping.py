"""Long work in several processes, stopped: nobody goes on behind anybody's back, and the ledger is whole."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from domain.kernel.campaign.founding import FoundCampaign
from tests.cli.slow_work import AT_WORK
from wiring.library import open_library

SLUGS = ["first", "second", "third"]
PATIENCE = 60.0
PROGRAM = """
import sys
from cli import parallel, main
from cli.care import verify
from tests.cli.slow_work import endless
parallel.WORTH_IT = 0
parallel.cores = lambda: 2
verify._verify_each = verify._rebuild_each = endless
main()
"""


def _hear_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _started(address: str, command: str, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "--database", address, command],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), AT_WORK: str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a terminal sends its Ctrl-C to all processes of a group
        preexec_fn=_hear_ctrl_c,
    )


def _until(so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < end
        time.sleep(0.05)


def _gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    status = Path(f"/proc/{pid}/stat")  # one that ended and is not yet buried is gone as well
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z"


def test_ctrl_c_stops_every_process_with_one_sentence(address: str, tmp_path: Path) -> None:
    command = "verify" if address.startswith("sqlite") else "rebuild"
    ended = _stopped(address, command, tmp_path, lambda run: os.killpg(run.pid, signal.SIGINT))
    assert ended == (130, "", "Stopped.\n")


def test_processes_end_with_the_one_that_began_them(sqlite_address: str, tmp_path: Path) -> None:
    assert _stopped(sqlite_address, "verify", tmp_path, lambda run: run.kill())[0] == -signal.SIGKILL


def _stopped(
    address: str, command: str, folder: Path, stop: Callable[[subprocess.Popen[str]], None]
) -> tuple[int, str, str]:
    """The exit code and the output of a command that was stopped in mid-work; no process is left of it."""
    library = open_library(address)
    game = max(library.ledger.games)
    for slug in SLUGS:
        library.ledger.found(FoundCampaign(game=game, title=slug, slug=slug))
    library.close()
    at_work = folder / "at-work"
    at_work.mkdir()
    run = _started(address, command, at_work)
    _until(lambda: len(list(at_work.iterdir())) == 2)
    others = [int(file.name) for file in at_work.iterdir()]
    stop(run)
    out, err = run.communicate(timeout=PATIENCE)
    _until(lambda: all(map(_gone, others)))
    library = open_library(address)
    assert [library.views.problems(slug) for slug in SLUGS] == [[]] * 3
    library.close()
    return run.returncode, out, err
