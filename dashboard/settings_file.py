"""The file of settings as a running server believes it: read anew once it was changed, and never less than shared.

Streamlit looks for changes itself, but no more after the first mistake in the file. And while somebody writes it,
a file can be empty, or gone: what opens everything at home must open nothing of a server that people come to.
"""

import logging
import os
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, TypeVar

import streamlit as st

_log = logging.getLogger(__name__)
Seen = tuple[tuple[int, int, int] | None, ...]
"""The times, sizes and numbers of files; none of one that is not there."""
M = TypeVar("M")
NO_LONGER_SAID = (
    "The settings no longer say who may look. Nobody may, until they do, or until the dashboard is started anew."
)


@dataclass(slots=True)
class SettingsFile(Generic[M]):
    """The settings of one server. `at_home` is the mode in which everybody may do everything."""

    at_home: M
    _shared: M | None = None
    """The mode in which the server was last shared."""
    _lost: bool = False
    _seen: Seen | None = None
    _lock: Lock = field(default_factory=Lock)

    def look(self) -> None:
        """Have Streamlit read its files anew, if one is another than it was."""
        now = tuple(_state(file) for file in st.get_option("secrets.files") or ())
        with self._lock:
            if now != self._seen:
                st.secrets._reset()
                self._seen = now

    def held(self, mode: M) -> M:
        """The mode that holds where the settings say this one: a server that was shared once stays so."""
        if mode != self.at_home:
            self._shared, self._lost = mode, False
            return mode
        if self._shared is None:
            return mode
        if not self._lost:
            self._lost = True
            _log.error(NO_LONGER_SAID)
        return self._shared


def _state(file: str) -> tuple[int, int, int] | None:
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
