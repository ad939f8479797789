"""The file of settings as a running server believes it: read anew once it was changed, and never less than shared.

Streamlit looks for changes itself, but no more after the first mistake in the file. And while somebody writes it,
a file can be empty, or gone: what opens everything at home must open nothing of a server that people come to.
"""

import logging
import os
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Generic, TypeVar

import streamlit as st
from streamlit.errors import StreamlitSecretNotFoundError
from streamlit.runtime.secrets import Secrets

_log = logging.getLogger(__name__)
Seen = tuple[tuple[int, int, int] | None, ...]
"""The times, sizes and numbers of files; none of one that is not there."""
M = TypeVar("M")
NO_LONGER_SAID = (
    "The settings no longer say who may look. Nobody may, until they do, or until the dashboard is started anew."
)

CANNOT_BE_READ = "The settings in .streamlit/secrets.toml cannot be read. Nobody may look until they can."


def settings_are_read() -> bool:
    """True if there are settings that can be read: by this account, as text, without a mistake in them."""
    return st.secrets.load_if_toml_exists()


def take_for_a_mistake() -> None:
    """Have Streamlit take a file that this account may not read, or that is no text, for one with a mistake in it.

    Otherwise every request that it asks its settings for would break.
    """
    parse = Secrets._parse_toml_file

    def parsed(secrets: Secrets, path: str) -> Any:
        try:
            return parse(secrets, path)
        except (OSError, UnicodeDecodeError) as error:
            raise StreamlitSecretNotFoundError(f"{path} cannot be read: {error}") from error

    Secrets._parse_toml_file = parsed  # type: ignore[assignment, method-assign]


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
            if now == self._seen:
                return
            st.secrets._reset()
            self._seen = now
        if any(now) and not settings_are_read():
            _log.error(CANNOT_BE_READ)

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
    return max(found.st_mtime_ns, found.st_ctime_ns), found.st_size, found.st_ino
