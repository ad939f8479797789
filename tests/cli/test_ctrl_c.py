"""Ctrl-C anywhere in a command: a sentence, its exit status, and nothing half done."""

import os
import signal
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from inspect import CO_GENERATOR
from pathlib import Path
from types import FrameType

import pytest

from ledger.database.sqlite.driver import sqlite3
from tests.cli.conftest import Campaign, Ran
from tests.support.intake import FILES

ROOT = str(Path(__file__).parents[2])
PLACES = int(os.environ.get("CTRL_C_PLACES", "2"))
"""So many moments of each command are tried, spread over all of it. A long run takes a hundred."""


class CtrlC:
    """Counts the calls of functions of the program, and presses Ctrl-C at one of them."""

    def __init__(self, at: int = 0) -> None:
        self.at, self.calls = at, 0

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        file = frame.f_code.co_filename
        ours = file.startswith(ROOT) and "/tests/" not in file and "/site-packages/" not in file
        # A generator that is let go of is called once more, and Python drops whatever is raised in it then.
        if event == "call" and ours and not frame.f_code.co_flags & CO_GENERATOR:
            self.calls += 1
            if self.calls >= self.at > 0 and not _is_freeing(frame):
                self.at = 0
                signal.raise_signal(signal.SIGINT)


def _is_freeing(frame: FrameType | None) -> bool:
    """True while an object is let go of: Python drops what is raised there, and `main` presses it again."""
    while frame is not None and frame.f_code.co_name != "__del__":
        frame = frame.f_back
    return frame is not None


@contextmanager
def pressed(key: CtrlC) -> Iterator[None]:
    heard = signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.setprofile(key)
    try:
        yield
    finally:
        sys.setprofile(None)
        signal.signal(signal.SIGINT, heard)


def stopped_at_many_places(run: Callable[[], Ran], anew: Callable[[], None]) -> Iterator[Ran]:
    """Run a command once to its end, to know how long it is, and then stop it at many places."""
    counting = CtrlC()
    with pressed(counting):
        assert run().status == 0
    for number in range(PLACES):
        anew()
        try:
            with pressed(CtrlC(1 + counting.calls * (2 * number + 1) // (2 * PLACES))):
                ran = run()
        except KeyboardInterrupt:  # outside of any command, where it is `main` that says so
            ran = Ran(130, "", "Stopped.\n")
        assert ran.status in (130, 0), ran.err
        if ran.status == 130:
            assert ran.err.startswith("Stopped"), ran.err
            assert "Traceback" not in ran.err
        yield ran


def left_in(folder: Path) -> set[str]:
    return {it.name for it in folder.iterdir()}


def test_an_export_is_whole_or_not_there(campaign: Campaign, cave: str, tmp_path: Path) -> None:
    before = left_in(tmp_path)
    target = tmp_path / "cave.zip"
    for ran in stopped_at_many_places(
        lambda: campaign("export", cave, str(target)), lambda: target.unlink(missing_ok=True)
    ):
        if target.exists():  # it was stopped while it said what it had written, if it was stopped at all
            assert "Nothing was written" not in ran.err
            assert zipfile.ZipFile(target).testzip() is None
        else:
            assert ran.status == 130
        assert left_in(tmp_path) - {target.name} == before


def test_an_import_is_whole_or_not_there(campaign: Campaign, cave: str, tmp_path: Path) -> None:
    campaign("export", cave, str(tmp_path / "cave.zip"))
    other = tmp_path / "other.sqlite3"
    before = left_in(tmp_path)

    def anew() -> None:
        for each in tmp_path.glob("other.sqlite3*"):
            each.unlink()

    def take() -> Ran:
        return campaign("--database", str(other), "import", str(tmp_path / "cave.zip"))

    for ran in stopped_at_many_places(take, anew):
        there = other.exists() and bool(campaign("--database", str(other), "list", "--json").json)
        assert there == (ran.status == 0 or "is stored whole" in ran.err), ran.err
        assert take().status == 0
        assert campaign("--database", str(other), "verify", cave).status == 0
        assert {name for name in left_in(tmp_path) if not name.startswith("other.sqlite3")} == before


def test_a_file_is_taken_in_as_far_as_it_says(campaign: Campaign, tmp_path: Path) -> None:
    file = tmp_path / "messages.db"
    file.write_bytes((FILES / "foundry-messages.db").read_bytes())
    names = iter(range(100))
    slug = ""

    def anew() -> None:
        nonlocal slug
        slug = f"salt-{next(names)}"
        assert campaign("new", "--game", "delve", "--title", slug, "--gm", "Gwen").status == 0

    def take() -> Ran:
        return campaign("take-in", slug, str(file), "--guess")

    anew()
    for ran in stopped_at_many_places(take, anew):
        taken = campaign("take-in", slug, str(file), "--guess", "--json")
        assert taken.status == 0, taken.err
        again = taken.json
        recorded = again["recorded_before"]
        assert recorded + sum(again["recorded"].values()) == 10
        if ran.status == 130 and ran.err != "Stopped.\n":
            goes_on = f"{recorded} entries recorded. Take it in again, and it goes on from there."
            assert ran.err == f"Stopped. {goes_on if recorded else 'Nothing was recorded.'}\n"
        assert campaign("verify", slug).status == 0


def test_finding_leaves_an_index_that_finds(campaign: Campaign, cave: str) -> None:
    whole = campaign("find", "vu", "--json").json

    def anew() -> None:
        assert campaign("rebuild").status == 0

    anew()
    for _ran in stopped_at_many_places(lambda: campaign("find", "vu"), anew):
        assert campaign("find", "vu", "--json").json == whole


def test_a_backup_is_whole_or_not_there(campaign: Campaign, cave: str, tmp_path: Path) -> None:
    before = left_in(tmp_path)
    target = tmp_path / "copy.sqlite3"
    for options in ([], ["--as-is"]):
        for ran in stopped_at_many_places(
            lambda options=options: campaign("backup", str(target), *options),  # type: ignore[misc]
            lambda: target.unlink(missing_ok=True),
        ):
            if target.exists():  # it was stopped while it said what it had written, if it was stopped at all
                assert campaign("--database", str(target), "verify", cave).status == 0
                for beside in tmp_path.glob("copy.sqlite3-*"):
                    beside.unlink()
            else:
                assert ran.status == 130
            assert left_in(tmp_path) - {target.name} == before
        target.unlink(missing_ok=True)


def test_a_restore_is_whole_or_not_there(campaign: Campaign, cave: str, tmp_path: Path) -> None:
    assert campaign("backup", str(tmp_path / "copy.sqlite3")).status == 0
    other = tmp_path / "other.sqlite3"

    def anew() -> None:
        for each in tmp_path.glob("other.sqlite3*"):
            each.unlink()

    def take() -> Ran:
        return campaign("--database", str(other), "restore", str(tmp_path / "copy.sqlite3"))

    for ran in stopped_at_many_places(take, anew):
        there = other.exists() and bool(campaign("--database", str(other), "list", "--json").json)
        assert there == (ran.status == 0 or "Everything is restored" in ran.err), ran.err
        assert there or take().status == 0
        assert campaign("--database", str(other), "verify", cave).status == 0


def test_a_repair_is_whole_or_leaves_the_ledger(
    campaign: Campaign, cave: str, database: Path, tmp_path: Path
) -> None:
    sound = database.read_bytes()

    def anew() -> None:
        for each in tmp_path.glob(f"{database.name}*"):
            each.unlink()
        database.write_bytes(sound)
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("DELETE FROM ledger_heads")

    anew()
    for _ran in stopped_at_many_places(lambda: campaign("repair"), anew):
        assert [it for it in left_in(tmp_path) if it.endswith(".part")] == []
        assert campaign("repair").status == 0
        assert campaign("verify").status == 0


def test_what_is_stopped_before_its_command_runs_says_so(campaign: Campaign) -> None:
    def press(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_name == "_version":
            signal.raise_signal(signal.SIGINT)

    heard = signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.setprofile(press)
    try:
        ran = campaign("games")
    finally:
        sys.setprofile(None)
        signal.signal(signal.SIGINT, heard)
    assert (ran.status, ran.err) == (130, "Stopped.\n")


FREED = """
import signal, weakref
from cli import press_again
import sys, time
sys.unraisablehook = press_again

class Thing:
    pass

def freed(_reference):
    signal.raise_signal(signal.SIGINT)

thing = Thing()
reference = weakref.ref(thing, freed)
try:
    del thing
    time.sleep(60)
except KeyboardInterrupt:
    print("stopped")
"""


def test_a_ctrl_c_that_python_drops_is_pressed_again() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", FREED],
        env={**os.environ, "PYTHONPATH": ROOT},
        capture_output=True,
        text=True,
        timeout=30,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "stopped\n", "")


@pytest.fixture(autouse=True)
def _everything_is_loaded(campaign: Campaign, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A module that is stopped while it is loaded for the first time would stay half loaded for other tests."""
    for name in ("care.archive", "care.backup", "care.repair", "campaigns.take_in", "read.search", "care.verify"):
        __import__(f"cli.{name}")
