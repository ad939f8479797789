"""Work of many seconds that a visitor asks for: two at a time, so that everybody else's pages go on."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

import streamlit as st

AT_ONCE = 2
_turns = BoundedSemaphore(AT_ONCE)


@contextmanager
def in_turn(words: str) -> Iterator[None]:
    """Show what is done, and wait until fewer than `AT_ONCE` others are at theirs."""
    with st.spinner(words), _turns:
        yield
