"""The screens' server: `python -m dashboard.server --server.port=8501` serves them behind the gate.

The words are options of `streamlit run`. With `--until-stdin-ends` it ends when whoever started it is gone.
"""

import asyncio
import ctypes
import gc
import logging
import os
import socket
import sys
import threading
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from os.path import splitext
from pathlib import Path
from time import monotonic
from typing import Any

import streamlit as st
import uvicorn
from click import Abort
from streamlit import runtime
from streamlit.runtime.pages_manager import PagesManager
from streamlit.web import cli  # with all that the server is made of, before a second thread loads anything

from dashboard.preload import begin, finish
from dashboard.settings_file import take_for_a_mistake

UNTIL_STDIN_ENDS = "--until-stdin-ends"
SCRIPT = Path(__file__).with_name("app.py")
PagesManager.uses_pages_directory = False
"""Or Streamlit takes `pages/` beside the script for pages of its own, until the script has run once."""
SWEEP = 5.0
"""Seconds between two looks for sessions that have ended."""
REMOVALS = 60.0
"""Seconds between two looks whether words were removed from what is kept here."""
M_ARENA_MAX = -8
PLACES = 2
_log = logging.getLogger(__name__)


def main(words: Sequence[str] | None = None) -> None:
    """Serve until the process is told to end."""
    said = list(sys.argv[1:] if words is None else words)
    if UNTIL_STDIN_ENDS in said:
        said.remove(UNTIL_STDIN_ENDS)
        threading.Thread(target=_end_with_stdin, name="parent", daemon=True).start()
    _have_threads_share_memory()
    _raise_limits()
    _send_small_answers_at_once()
    take_for_a_mistake()
    begin()
    with suppress(
        Abort
    ):  # Ctrl-C, which is how it ends: Click would say on the terminal that something was aborted
        cli.main(["run", str(SCRIPT.with_name("asgi.py")), *said], prog_name="streamlit", standalone_mode=False)


def _end_with_stdin() -> None:
    """End when the other end of the pipe on stdin is gone: it goes with the process that holds it."""
    with suppress(OSError, ValueError):
        while sys.stdin.buffer.read(1_024):
            pass
    os._exit(0)  # whoever would see to anything else is gone


def _raise_limits() -> None:
    """Take as many descriptors as this process may."""
    if sys.platform != "win32":
        import resource

        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _send_small_answers_at_once() -> None:
    """Set TCP_NODELAY where the server listens; what it accepts has it from there.

    Asyncio sets it by itself, but not on a socket that was made without naming its protocol, as Streamlit
    makes it. Without it, the body of an answer waits 40 ms for the browser to acknowledge its head.
    """
    start = uvicorn.Server.startup

    async def startup(server: uvicorn.Server, sockets: list[socket.socket] | None = None) -> None:
        for listening in sockets or ():
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await start(server, sockets)

    uvicorn.Server.startup = startup  # type: ignore[assignment, method-assign]


def _have_threads_share_memory() -> None:
    """Have all threads take memory from two places of the C library's, where each would have up to sixteen.

    Every run of a page is a thread of its own, one at a time holds Python's lock, and what one of them frees in a
    place of its own serves no other.
    """
    with suppress(OSError, AttributeError):  # only where the C library is GNU's
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, PLACES)


def uploads_held() -> int:
    """The number of bytes of files that were sent in and are kept just now."""
    if not runtime.exists():
        return 0
    kept: Any = runtime.get_instance().uploaded_file_mgr
    return sum(len(file.data) for files in list(kept.file_storage.values()) for file in list(files.values()))


def pages_with(file: str) -> list[Mapping[str, Any]]:
    """The visitors whose open pages show a picture or a download that Streamlit keeps: what is known of each."""
    if not runtime.exists():
        return []
    here, which = runtime.get_instance(), splitext(file)[0]
    shown: Any = here.media_file_mgr
    showing = {
        session for session, files in list(shown._files_by_session_and_coord.items()) if which in files.values()
    }
    sessions: Any = here._session_mgr
    return [dict(it.session._user_info) for it in sessions.list_active_sessions() if it.session.id in showing]


@asynccontextmanager
async def expiring_sessions(_app: st.App) -> AsyncGenerator[None, None]:
    """Drop sessions whose time is over: Streamlit does so only when another one ends."""
    from dashboard.access import hold_settings

    hold_settings()
    sweeping = asyncio.create_task(_sweep())
    try:
        yield
    finally:
        sweeping.cancel()


def _drop_removed_words() -> None:
    from dashboard.ui.open_ledger import drop_removed_words

    try:
        drop_removed_words()
    except Exception:  # whatever is wrong with the ledger, sessions are dropped
        _log.exception("it could not be looked whether words were removed")


def give_back_memory() -> None:
    """Free what sessions that are gone have left behind, and give its memory back to the system.

    Nothing else sees to it in time: Python looks for garbage when much is made anew, and after the last visitor
    nothing is.
    """
    gc.collect()
    with suppress(OSError, AttributeError):  # only where the C library is GNU's
        ctypes.CDLL(None).malloc_trim(0)


async def _sweep() -> None:
    await asyncio.to_thread(finish)  # what is loaded ahead is loaded by one thread
    gc.freeze()  # code and games stay for good: whoever looks for garbage need not look there
    from dashboard.pages.replay.frames_ahead import FRAMES_AHEAD
    from dashboard.polls import POLLS

    looked = monotonic()
    while True:
        await asyncio.sleep(SWEEP)
        if monotonic() - looked >= REMOVALS:
            await asyncio.to_thread(_drop_removed_words)
            looked = monotonic()
        sessions: Any = runtime.get_instance()._session_mgr
        gone = 0
        for _session in sessions._session_storage._cache.expire():
            await asyncio.sleep(0)  # it is shut down as it is dropped
            gone += 1
        open_now = {it.session.id for it in sessions.list_sessions()}
        for tickets in (FRAMES_AHEAD, POLLS):
            tickets.forget(open_now)
        if gone:
            await asyncio.to_thread(give_back_memory)


if __name__ == "__main__":
    main()
