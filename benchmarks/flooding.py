"""A shared server besieged by nobody in particular, while somebody goes on reading; and 300 visitors in turn.

`python -m benchmarks.flooding`. What must hold: with 2,000 sockets and 100 uploads of 60 MB, all without a seat,
the reader is served within 2 seconds and the server takes at most 150 MB more; 300 sessions in turn are dropped
within 60 seconds, to at most 60 MB and 20 descriptors more.
"""

import os
import socket
import sys
import time
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from subprocess import Popen
from tempfile import TemporaryDirectory

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from benchmarks.shared_server import HEADER, shared_server
from wiring.library import games, open_library

ANA = "ana@example.org"
SECRETS = '[access]\nmode = "header"\nreaders = ["ana@example.org"]\n'
SOCKETS, UPLOADS, VISITORS = 2_000, 100, 300
MEGABYTE = 1_000_000
WITHIN, MORE, LEFT, DESCRIPTORS, LET_GO = 2.0, 150, 60, 20, 60.0


def memory(server: Popen[bytes]) -> float:
    """Megabytes that are resident."""
    pages = int(Path(f"/proc/{server.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


def descriptors(server: Popen[bytes]) -> int:
    return len(os.listdir(f"/proc/{server.pid}/fd"))


def page(port: int, who: str) -> ClientConnection:
    """A page of the dashboard, as its socket sees it."""
    return connect(
        f"ws://127.0.0.1:{port}/_stcore/stream",
        additional_headers={HEADER: who},
        subprotocols=["streamlit"],  # type: ignore[list-item]
        open_timeout=30,
        max_size=None,
    )


def drawn(port: int, who: str) -> float:
    """Seconds until a page that is asked for has been drawn whole."""
    from streamlit.proto.BackMsg_pb2 import BackMsg
    from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

    since = time.monotonic()
    with page(port, who) as asking:
        asked = BackMsg()
        asked.rerun_script.query_string = ""
        asking.send(asked.SerializeToString())
        while True:
            answer = ForwardMsg()
            answer.ParseFromString(bytes(asking.recv(timeout=60)))  # type: ignore[arg-type]
            if answer.WhichOneof("type") == "script_finished":
                return time.monotonic() - since


def besiege(port: int) -> None:
    """Everything that may be sent without a seat, at once."""
    kept: list[socket.socket] = []
    for _ in range(SOCKETS):
        with suppress(OSError):
            one = socket.create_connection(("127.0.0.1", port), 10)
            one.sendall(
                b"GET /_stcore/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Key: eHh4eHh4eHh4eHh4eHh4eA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
            )
            kept.append(one)

    def upload(_number: int) -> None:
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/_stcore/upload_file/some/thing", data=b"x" * 60 * MEGABYTE, method="PUT"
        )
        with suppress(OSError):
            urllib.request.urlopen(request, timeout=60).close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(upload, range(UPLOADS)))
    with suppress(OSError, WebSocketException):
        page(port, "eve@example.org").close()
    for one in kept:
        one.close()


def main() -> None:
    with TemporaryDirectory() as folder:
        ledger = Path(folder) / "campaigns.sqlite3"
        _sample(ledger)
        with shared_server(Path(folder) / "home", ledger, SECRETS) as server:
            wrong = _measured(server.process, server.port)
    sys.exit(1 if wrong else 0)


def _sample(ledger: Path) -> None:
    from wiring.samples import found, samples

    library = open_library(str(ledger))
    found(library.ledger, samples(games())[0])
    library.close()


def _measured(server: "Popen[bytes]", port: int) -> bool:
    _until(lambda: drawn(port, ANA) > 0, 60)
    for _ in range(3):
        drawn(port, ANA)
    before, waits = memory(server), [0.0]
    with ThreadPoolExecutor(1) as pool:
        siege = pool.submit(besiege, port)
        most = before
        while not siege.done():
            waits.append(drawn(port, ANA))
            most = max(most, memory(server))
            time.sleep(0.2)
        siege.result()
    print(
        f"{SOCKETS} sockets and {UPLOADS} uploads of 60 MB without a seat: a reader waited {max(waits):.2f} s "
        f"at most ({WITHIN} allowed), the server took {most - before:.0f} MB more ({MORE} allowed)"
    )
    time.sleep(LET_GO)
    before, open_before = memory(server), descriptors(server)
    for _ in range(VISITORS):
        drawn(port, ANA)
    held, open_then = memory(server) - before, descriptors(server) - open_before
    time.sleep(LET_GO)
    left, still = memory(server) - before, descriptors(server) - open_before
    print(
        f"{VISITORS} visitors in turn: {held:.0f} MB and {open_then} descriptors more, and {LET_GO:.0f} s later "
        f"{left:.0f} MB ({LEFT} allowed) and {still} descriptors ({DESCRIPTORS} allowed)"
    )
    return max(waits) > WITHIN or most - before > MORE or left > LEFT or still > DESCRIPTORS


def _until(holds: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(OSError, WebSocketException):
            if holds():
                return
        time.sleep(0.3)
    raise TimeoutError


if __name__ == "__main__":
    main()
