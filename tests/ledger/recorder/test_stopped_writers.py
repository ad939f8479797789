"""A writer that is stopped, not killed, in the middle of a ruling: how long the others wait for it.

Each writer is a process of its own, which stops itself as soon as its n-th message to PostgreSQL is on its way: in
the end that has been each message of a ruling.
"""

import os
import signal
from collections.abc import Generator
from contextlib import closing
from time import monotonic
from typing import Any

import psycopg
import pytest

from ledger.answers import Ruled, Submission
from ledger.care.verify import verify
from ledger.database.errors import LedgerUnavailable
from tests.support.killing import SLUG, begun_tower, opened
from tests.support.postgres import PostgresServer
from tests.support.tower import LayStones

pytestmark = pytest.mark.postgres
LIMIT = 1
"""Seconds that a stopped writer may keep its turn here."""
BUSY = 8
"""Seconds that a busy computer may add to that: fewer than the others wait before they say so."""
RULED, LOST = b"ruled", b"lost"


def laid(key: str) -> Submission:
    return Submission(command=LayStones(count=3), faces=(3, 2, 4), key=key)


@pytest.mark.parametrize("rulings", [1, 2])
def test_a_stopped_writer_keeps_its_turn_no_longer_than_the_limit(
    postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch, rulings: int
) -> None:
    """One ruling is one message, its rows of the read models and its key in it; more of them are several."""
    monkeypatch.setattr("ledger.database.postgres.connections.IDLE_IN_TURN", LIMIT)
    address = postgres_server.fresh_database()
    begun_tower(address).close()
    others_waited, told = [], {}
    with closing(opened(address)) as other:
        for message in range(1, 100):
            hear, tell = os.pipe()
            writer = os.fork()
            if writer == 0:
                record_and_stop(address, message, tell, rulings)
            os.close(tell)
            with os.fdopen(hear, "rb") as heard:
                _pid, status = os.waitpid(writer, os.WUNTRACED)
                if not os.WIFSTOPPED(status):
                    if heard.read() == LOST:
                        continue  # so busy a computer that it lost its turn before it was to be stopped
                    break  # the ruling has fewer messages
                before = monotonic()
                assert isinstance(other.rule(SLUG, laid(f"beside {message}")), Ruled)
                others_waited.append(monotonic() - before)
                os.kill(writer, signal.SIGCONT)
                told[f"stopped {message}"] = heard.read()
                os.waitpid(writer, 0)
        assert max(others_waited) < LIMIT + BUSY
        assert set(told.values()) <= {RULED, LOST}, told
        keys = [it.record.envelope.key for it in other.told(SLUG)]
        for key, end in told.items():
            assert (key in keys) == (end == RULED), (key, end)
        found = verify(other, SLUG)
        assert found.sound, found.problems
    if rulings > 1:
        assert max(others_waited) > LIMIT / 2, "nobody was stopped in their turn"


def record_and_stop(address: str, last: int, tell: int, rulings: int) -> None:
    """Record, stop when the `last`-th message of the second ruling is on its way, and say what became of it."""
    end = b"broke"
    try:
        ledger = opened(address)
        ledger.rule(SLUG, laid(f"first of {last}"))
        stop_at_message(last)
        asked = [laid(f"stopped {last}"), *(laid(f"{more} after {last}") for more in range(1, rulings))]
        ruled = ledger.rule_all(SLUG, asked)
        end = RULED if all(isinstance(each, Ruled) for each in ruled) else b"refused"
    except LedgerUnavailable:
        end = LOST
    finally:
        os.write(tell, end)
        os._exit(0)  # nothing of the parent's may run in here


def stop_at_message(last: int) -> None:
    """Stop this process when the `last`-th message from now on has gone to PostgreSQL."""
    left, waits = [last], psycopg.Connection.wait

    def wait(self: psycopg.Connection[Any], sending: Generator[Any, Any, Any], *more: Any) -> Any:
        left[0] -= 1
        return waits(self, stopping(sending) if left[0] == 0 else sending, *more)

    psycopg.Connection.wait = wait  # type: ignore[method-assign, assignment]


def stopping(sending: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
    """The same, stopped where it first waits."""
    stopped, answer = False, None
    try:
        while True:
            wanted = sending.send(answer)
            if not stopped:
                os.kill(os.getpid(), signal.SIGSTOP)
                stopped = True
            answer = yield wanted
    except StopIteration as end:
        if not stopped:
            os.kill(os.getpid(), signal.SIGSTOP)  # it had not to wait
        return end.value
