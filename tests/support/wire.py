"""A page of the dashboard as its server sees one: a socket, and the very bytes that go over it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from socket import create_connection
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import ClientConnection, connect

WAITS = 90.0
"""Seconds for a screen to be drawn on a busy machine."""


class Page:
    """A page whose socket is open. `got` holds every frame that came, as it came."""

    def __init__(self, socket: ClientConnection, here: str) -> None:
        self.socket, self.here = socket, here
        self.got: list[bytes] = []

    def draw(self, screen: str = "", query: str = "", **more: Any) -> list[ForwardMsg]:
        """Ask for a screen to be drawn, whole or a fragment of it, and wait until it is."""
        self.ask(screen, query, **more)
        return self.until_drawn()

    def ask(self, screen: str = "", query: str = "", **more: Any) -> None:
        """Ask for a screen to be drawn."""
        asked = BackMsg()
        state = asked.rerun_script
        state.query_string, state.page_name = query, screen
        state.context_info.url = f"{self.here}/{screen}{f'?{query}' if query else ''}"
        state.fragment_id = more.get("fragment", "")
        if "widgets" in more:
            state.widget_states.CopyFrom(more["widgets"])
        self.send(asked)

    def send(self, said: BackMsg) -> None:
        """Say anything."""
        self.socket.send(said.SerializeToString())

    def until_drawn(self) -> list[ForwardMsg]:
        """The messages until a run of the script has ended."""
        came = []
        while True:
            came.append(self._next(WAITS))
            if _ends(came[-1]):
                return came

    def until_answered(self) -> list[ForwardMsg]:
        """The messages until a run has ended, or none for a second: a fragment that is gone is not run."""
        came = []
        try:
            while not came or not _ends(came[-1]):
                came.append(self._next(1.0))
        except TimeoutError:
            pass
        return came

    def until_quiet(self, seconds: float = 1.0) -> list[ForwardMsg]:
        """The messages until nothing has come for so long."""
        came = []
        try:
            while True:
                came.append(self._next(seconds))
        except TimeoutError:
            return came

    def _next(self, seconds: float) -> ForwardMsg:
        self.got.append(bytes(self.socket.recv(timeout=seconds)))  # type: ignore[arg-type]
        message = ForwardMsg()
        message.ParseFromString(self.got[-1])
        return message


_ENDED = (
    ForwardMsg.FINISHED_SUCCESSFULLY,
    ForwardMsg.FINISHED_WITH_COMPILE_ERROR,
    ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY,
)


def _ends(message: ForwardMsg) -> bool:
    return message.WhichOneof("type") == "script_finished" and message.script_finished in _ENDED


@contextmanager
def page(port: int, headers: Mapping[str, str], host: str = "127.0.0.1", token: str = "") -> Iterator[Page]:
    """Open a page with these headers. `token` is that of the cookie against requests from elsewhere."""
    here = f"http://{host}:{port}"
    with connect(
        f"ws://{host}:{port}/_stcore/stream",
        sock=create_connection(("127.0.0.1", port), 30),
        additional_headers=dict(headers),
        origin=here if token else None,  # type: ignore[arg-type]
        subprotocols=["streamlit", token] if token else ["streamlit"],  # type: ignore[list-item]
        open_timeout=30,
        max_size=None,
    ) as socket:
        yield Page(socket, here)


def fragments(messages: list[ForwardMsg]) -> set[str]:
    """The fragments of a page that was drawn."""
    return {each.delta.fragment_id for each in messages if each.WhichOneof("type") == "delta"} - {""}


def told(messages: list[ForwardMsg]) -> bytes:
    """Everything in some messages, to be looked through."""
    return b"".join(each.SerializeToString() for each in messages)
