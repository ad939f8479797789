"""Fixtures that all tests share: databases to run on, and the rule that in CI nothing may be left out."""

import gc
import os
import tempfile
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings
from typer import testing as command_line

from tests.support.disks import memory_folder, wait_for_the_disk
from tests.support.postgres import PostgresServer, running_postgres
from tests.support.samples import played_in
from tests.support.server_logs import begin_test, said_in_test

if (_memory := memory_folder()) is not None:  # with fewer waits for the disk than any other place
    tempfile.tempdir = os.environ["TMPDIR"] = str(_memory)
_state = TemporaryDirectory(prefix="campaign-state-")
os.environ["XDG_STATE_HOME"] = _state.name  # what was backed up and verified in tests is nobody's to remember
os.environ["CAMPAIGN_SNAPSHOT_KEY"] = "a key for tests alone, and for nothing else"
os.environ["STREAMLIT_RUNNER_POST_SCRIPT_GC"] = "false"  # as the dashboard's own configuration has it
TESTS = Path(__file__).parent
DURABLE = {TESTS / "ledger", TESTS / "cli" / "test_checking.py"}
settings.register_profile("patient", deadline=None)  # a machine that is busy is not a law that is broken
settings.load_profile("patient")
command_line._get_command = cache(command_line._get_command)  # type: ignore[attr-defined]
"""Each command line in this process makes all commands anew, in a quarter of its time: once will do."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for garbage among what tests make, not again and again among ten thousand tests that are collected."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(10_000, 20, 20)
        gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object | None:
    if config.getvalue("dist") != "loadgroup":
        return None
    from tests.support.distribution import ByFile

    return ByFile(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if "PYTEST_XDIST_WORKER" in os.environ:
        from tests.support.distribution import in_order

        items[:] = in_order(items)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Wait for the disk only where it is the disk that is tested: every other ledger is gone with its test."""
    begin_test()
    wait_for_the_disk(not DURABLE.isdisjoint((item.path, *item.path.parents)))


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL server for this process of the test run."""
    with running_postgres() as server:
        yield server


@pytest.fixture
def postgres_address(postgres_server: PostgresServer) -> Iterator[str]:
    """The address of an empty PostgreSQL database, for this test alone."""
    fresh = postgres_server.fresh_database()
    yield fresh
    postgres_server.drop(fresh)


@pytest.fixture
def sqlite_address(tmp_path: Path) -> str:
    """The address of a SQLite file that does not exist yet, for this test alone."""
    return f"sqlite:///{tmp_path / 'ledger.sqlite3'}"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def address(request: pytest.FixtureRequest) -> str:
    """The address of an empty database: the test runs once on each kind."""
    found: str = request.getfixturevalue(f"{request.param}_address")
    return found


@pytest.fixture(scope="session")
def played_samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite ledger with every sample campaign in it, to be copied and never to be written."""
    own = tmp_path_factory.getbasetemp()
    return played_in(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)


def _forbid_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """In CI everything a test needs is there, so a skipped test is one that silently tests nothing."""
    if os.environ.get("CI") == "true" and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI does not allow: {report.longrepr}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let nothing be left out in CI, and put what servers of a test have said beside its failure."""
    report = yield
    _forbid_skip(report)
    if report.failed and (said := said_in_test()):
        report.sections.append(("Server log", said))
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _forbid_skip(report)
    return report
