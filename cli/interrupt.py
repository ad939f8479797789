"""Ctrl-C between two steps instead of inside one, so that what is said to be kept is what is kept."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


@contextmanager
def between_steps() -> Iterator[Callable[[], None]]:
    """Holds a Ctrl-C back until what it yields is called, or all is done: then it raises `KeyboardInterrupt`.

    A second Ctrl-C is not held back.
    """
    if current_thread() is not main_thread():
        yield lambda: None
        return
    asked: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(number)

    def check() -> None:
        if asked:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, note)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)
    check()  # it came after the last step: whatever follows is not begun
