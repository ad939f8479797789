"""A shared server behind a proxy that says who asks, as the benchmarks that attack or watch one start it."""

import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from urllib.request import urlopen

from cli.serve import UNTIL_STDIN_ENDS, server_command
from wiring.library import DATABASE_VARIABLE

HEADER = "X-Forwarded-Email"
"""The header in which the proxy says it."""
STARTING = 120.0
"""Seconds until a server that is not well by then is given up."""


@dataclass(frozen=True, slots=True)
class SharedServer:
    """The port of a running server, and its process."""

    port: int
    process: Popen[bytes]


@contextmanager
def shared_server(home: Path, database: Path, secrets: str) -> Iterator[SharedServer]:
    """Start a server over this ledger in the folder `home`, with these secrets; it ends with the block.

    Raises `RuntimeError` if it ends before it answers, or does not answer in time.
    """
    (home / ".streamlit").mkdir(parents=True)
    (home / ".streamlit" / "secrets.toml").write_text(secrets, "utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    trusted = {"STREAMLIT_SERVER_TRUSTED_USER_HEADERS": json.dumps({HEADER: "email"})}
    environment = {**os.environ, DATABASE_VARIABLE: str(database), "PYTHONPATH": os.getcwd(), **trusted}
    options = {"server.port": str(port), "server.headless": "true", "server.fileWatcherType": "none"}
    words = [*server_command(options), UNTIL_STDIN_ENDS]
    process = Popen(words, cwd=home, env=environment, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL)
    try:
        _wait_for(process, port)
        yield SharedServer(port, process)
    finally:
        process.terminate()
        process.wait(20)


def _wait_for(process: "Popen[bytes]", port: int) -> None:
    end = time.monotonic() + STARTING
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended at once with status {process.returncode}")
        try:
            urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise RuntimeError("the server did not start")
