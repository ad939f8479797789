"""Files sent in at the port of a running server: what is taken, what is refused and in what words."""

import json
import socket
import struct
import tempfile
from collections.abc import MutableMapping
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import anyio
import httpx
import pytest
from PIL import Image
from starlette.routing import Router

from dashboard.files.addresses import file_address, upload_address
from dashboard.files.routes import ROUTES
from dashboard.gate import Gate
from dashboard.ui.open_ledger import library
from domain.kernel.people import Asker
from tests.dashboard.files.conftest import BEN, BO, CYD, HEADER, Server
from tests.support.disks import no_file_beyond, small_disk

pytestmark = pytest.mark.xdist_group("files handed out")  # one server for all of them


def sent(server: Server, content: bytes, viewer: Asker = BEN, who: str = BO, **about: Any) -> httpx.Response:
    headers = {"Origin": f"http://127.0.0.1:{server.port}", **about.pop("headers", {})}
    path = upload_address("salt", viewer, address=who)
    asked = {"name": about.pop("name", "pier.jpg"), "about": json.dumps(about)}
    url = path + "".join(f"&{name}={httpx.QueryParams({name: said})[name]}" for name, said in asked.items())
    return server.ask(url, who, "PUT", content=content, headers=headers)


def test_a_page_sends_a_file_in_and_what_is_wrong_with_it_is_a_sentence(
    server: Server, digests: dict[str, str]
) -> None:
    ledger = library().ledger
    head, session = ledger.head("salt"), {"kind": "record", "number": 1}
    picture = BytesIO()
    Image.new("RGB", (30, 30), "gold").save(picture, "PNG")
    for answer, status, words in (
        (sent(server, picture.getvalue()), 409, "Ask the GM"),
        (sent(server, picture.getvalue()[:40], belongs=session), 422, "damaged"),
        (sent(server, b"", belongs=session), 422, "is empty"),
        (sent(server, b"x", belongs={"kind": "session"}), 422, "belongs"),
        (sent(server, b"x", belongs=session, headers={"Origin": "http://evil.example"}), 403, "by a page of this"),
        (sent(server, b"x", viewer=BEN, who=CYD, belongs=session), 404, "Not found"),
        (sent(server, b"x", belongs=session, digest="5f" * 32, role="nothing"), 422, "role"),
    ):
        assert (answer.status_code, words in answer.json()["message"]) == (status, True), answer.text
    down = file_address("salt", "x", BEN, address=BO).replace("/x?", "?")
    assert (
        server.ask(
            down, BO, "PUT", content=b"x", headers={"Origin": f"http://127.0.0.1:{server.port}"}
        ).status_code
        == 404
    )
    assert ledger.head("salt") == head
    assert {it.digest for it in ledger.files.kept(ledger.find("salt").id)} == set(digests.values())

    answer = sent(server, picture.getvalue(), belongs=session, caption="Gold", name="../../gold.png")
    assert (answer.status_code, answer.json()["position"]) == (201, head + 1), answer.text
    it = ledger.moment("salt").journal.files[-1]
    assert (it.person, it.name, it.caption, it.media, it.width) == ("ben", "gold.png", "Gold", "image/png", 30)
    digests["gold"] = it.digest


def bomb(side: int) -> bytes:
    """The head of a picture that would take gigabytes once it is drawn."""
    head = b"IHDR" + struct.pack(">II", side, side) + b"\x08\x02\0\0\0"
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">II4s", crc32(head), 0, b"IDAT")


def test_what_there_is_no_room_for_is_a_sentence_and_leaves_nothing(
    server: Server, digests: dict[str, str], tmp_path: Path
) -> None:
    ledger, moment = library().ledger, {"kind": "record", "number": 1}
    database, letter = server.secrets.with_name("campaigns.sqlite3"), Random(5).randbytes(300_000)
    head, kept = ledger.head("salt"), {it.digest for it in ledger.files.kept(ledger.find("salt").id)}

    answer = sent(server, bomb(30_000), belongs=moment)
    assert (answer.status_code, "million pixels" in answer.json()["message"]) == (422, True), answer.text

    with no_file_beyond(database.stat().st_size + 50_000):
        answer = sent(server, letter, belongs=moment, name="letter.bin")
    assert answer.status_code == 503, answer.text
    assert answer.json()["message"].startswith("The disk that holds the ledger "), answer.text
    assert answer.json()["message"].endswith("Ask whoever keeps this server."), answer.text
    assert database.name not in answer.text, "where a server keeps its ledger is nobody's to know"

    with small_disk(tmp_path / "small", 100) as mounted, pytest.MonkeyPatch.context() as patched:
        patched.setattr(tempfile, "tempdir", str(tmp_path / "small"))
        if mounted:
            answer = sent(server, letter, belongs=moment, name="letter.bin")
            assert answer.status_code == 422, answer.text
            assert answer.json()["message"].startswith("The disk of this computer is full"), answer.text

    assert ledger.head("salt") == head
    assert {it.digest for it in ledger.files.kept(ledger.find("salt").id)} == kept
    assert sent(server, letter, belongs=moment, name="letter.bin").status_code == 201
    digests["letter"] = ledger.moment("salt").journal.files[-1].digest


def test_a_file_that_breaks_off_leaves_nothing(server: Server, digests: dict[str, str]) -> None:
    ledger, path = library().ledger, upload_address("salt", BEN, address=BO).removeprefix("./")
    head = ledger.head("salt")
    with socket.create_connection(("127.0.0.1", server.port)) as broken:
        origin = f"Origin: http://127.0.0.1:{server.port}\r\nHost: 127.0.0.1:{server.port}\r\n{HEADER}: {BO}"
        broken.sendall(f"PUT /{path}&name=x HTTP/1.1\r\n{origin}\r\nContent-Length: 9000\r\n\r\nhalf".encode())
    assert server.ask(file_address("salt", digests["picture"], BEN, address=BO), BO).status_code == 200
    assert ledger.head("salt") == head


@pytest.mark.parametrize(
    "then", [{"type": "http.disconnect"}, {"type": "http.request", "body": b"", "more_body": False}]
)
def test_a_file_that_breaks_off_is_to_be_sent_again(
    server: Server, digests: dict[str, str], then: dict[str, Any]
) -> None:
    ledger, head = library().ledger, library().ledger.head("salt")
    path, _, query = upload_address("salt", BEN, address=BO).removeprefix(".").partition("?")
    where = f"127.0.0.1:{server.port}"
    headers = {"host": where, "origin": f"http://{where}", HEADER.lower(): BO, "content-length": "9000"}
    scope = {
        "type": "http",
        "method": "PUT",
        "path": path,
        "query_string": f"{query}&name=x".encode(),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    coming = iter([{"type": "http.request", "body": b"half", "more_body": True}, then])
    told: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        return next(coming)

    async def send(part: MutableMapping[str, Any]) -> None:
        told.append(part)

    with ThreadPoolExecutor(1) as elsewhere:  # a browser of another test may have its loop in this thread
        elsewhere.submit(anyio.run, Gate(Router(list(ROUTES))), scope, receive, send).result()
    message = json.loads(b"".join(it.get("body", b"") for it in told))["message"]
    assert message == "The file did not come in whole, so nothing of it was kept. Send it again."
    assert ledger.head("salt") == head
