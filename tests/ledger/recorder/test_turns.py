"""Turns: first come, first served, and whoever gives up leaves nothing behind."""

import signal
import time
from threading import Thread

import pytest

from ledger.database.fair_lock import FairLock


def test_turns_come_in_the_order_of_asking() -> None:
    turns = FairLock()
    served: list[int] = []

    def ask(number: int) -> None:
        assert turns.take(timeout=10)
        served.append(number)
        turns.give_back()

    assert turns.take(timeout=0)
    threads = [Thread(target=ask, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
        time.sleep(0.02)
    turns.give_back()
    for thread in threads:
        thread.join()
    assert served == [0, 1, 2, 3, 4, 5]


def test_whoever_gives_up_is_not_served_later() -> None:
    turns = FairLock()
    assert turns.take(timeout=0)
    assert not turns.take(timeout=0.01)
    turns.give_back()
    assert turns.take(timeout=0)


def test_whoever_is_interrupted_while_waiting_keeps_nobody_waiting() -> None:
    turns = FairLock()
    assert turns.take(timeout=0)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            turns.take(timeout=10)
    finally:
        signal.signal(signal.SIGALRM, before)
    turns.give_back()
    assert turns.take(timeout=0)
