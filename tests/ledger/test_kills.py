"""`kill -9` at any moment of recording: a small seeded share of what `benchmarks/crash.py` does at length."""

import signal
from pathlib import Path

import pytest

from tests.support.killing import Report, kill_writers
from tests.support.postgres import PostgresServer


def test_whatever_was_acknowledged_outlives_its_writer(tmp_path: Path) -> None:
    report = kill_writers(lambda number: f"sqlite:///{tmp_path}/{number}.sqlite3", kills=8, seed=12)
    assert_worth_its_time(report, 8)


@pytest.mark.postgres
def test_on_postgresql_too_even_when_the_server_falls_with_the_writer(postgres_server: PostgresServer) -> None:
    def crash(_random: object) -> None:
        postgres_server.stop(signal.SIGQUIT)
        postgres_server.start()

    report = kill_writers(lambda _number: postgres_server.fresh_database(), kills=2, seed=12, disturb=crash)
    assert_worth_its_time(report, 2)


@pytest.mark.postgres
def test_on_postgresql_also_where_each_append_is_a_single_statement(postgres_server: PostgresServer) -> None:
    report = kill_writers(lambda _number: postgres_server.fresh_database(), kills=5, seed=1, bare=True)
    assert report.deaths["message"] > 0
    assert_worth_its_time(report, 5)


def assert_worth_its_time(report: Report, kills: int) -> None:
    assert report.kills == kills
    assert report.acknowledged > 0
    assert report.kept_unacknowledged + report.lost_unacknowledged == kills
