"""Files asked for at the port of a running server, with tickets, in all three ways to know who looks."""

import json
import socket
import struct
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any
from zlib import crc32

import httpx
import pytest
import streamlit as st
import uvicorn
from PIL import Image
from starlette.routing import Router
from streamlit import config
from streamlit.web.server.starlette.starlette_app_utils import create_signed_value
from streamlit.web.server.starlette.starlette_server_config import USER_COOKIE_NAME

from dashboard.access import MODE_VARIABLE, Access, Mode, acting_as
from dashboard.files.addresses import file_address, upload_address
from dashboard.files.routes import ROUTES
from dashboard.gate import Gate
from dashboard.ui.open_ledger import library
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.journal.files import DescribeFile, PutFileAway
from domain.kernel.people import Asker, Role
from domain.kernel.terms import PersonId
from exchange.media.accepting import accept
from exchange.media.attaching import attach
from ledger.answers import Ruled, Submission
from ledger.care.file_removal import remove_file
from ledger.files.tables import PART
from tests.support.disks import no_file_beyond, small_disk
from wiring.library import DATABASE_VARIABLE

pytestmark = pytest.mark.xdist_group("files handed out")  # one server for all of them

ANA, BO, CYD, EVE = "ana@example.org", "bo@example.org", "cyd@example.org", "eve@example.org"
GM, BEN, CY = (
    Asker(PersonId(it), role) for it, role in (("gm", Role.GM), ("ben", Role.PLAYER), ("cy", Role.PLAYER))
)
READER = Asker(PersonId(""), Role.READER)
SECRET = "a long line of letters that nobody guesses"
SECRETS = f"""
[access]
mode = "header"

[access.seats.salt]
gm = "{ANA}"
ben = "{BO}"
cy = "{CYD}"

[auth]
cookie_secret = "{SECRET}"
redirect_uri = "http://localhost/oauth2callback"
"""
SOUND = b"OggS" + Random(3).randbytes(2 * PART + 5_000)
HEADER = "X-Forwarded-Email"


@dataclass
class Server:
    """A running server, and how to ask it."""

    port: int
    secrets: Path

    def ask(self, path: str, who: str = "", method: str = "GET", **more: Any) -> httpx.Response:
        headers = {HEADER: who} if who else {}
        headers |= more.pop("headers", {})
        url = f"http://127.0.0.1:{self.port}/{path.removeprefix('./')}"
        return httpx.request(method, url, headers=headers, timeout=30, **more)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    home = tmp_path_factory.mktemp("home")
    secrets = home / "secrets.toml"
    secrets.write_text(SECRETS, "utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv(DATABASE_VARIABLE, str(home / "campaigns.sqlite3"))
        patched.delenv(MODE_VARIABLE, raising=False)
        kept = {name: config.get_option(name) for name in ("secrets.files", "server.trustedUserHeaders")}
        config.set_option("secrets.files", [str(secrets)])
        config.set_option("server.trustedUserHeaders", {HEADER: "email"})
        told = uvicorn.Server(
            uvicorn.Config(Gate(Router(list(ROUTES))), port=0, log_level="error", lifespan="off")
        )
        with socket.create_server(("127.0.0.1", 0)) as listening:
            running = Thread(target=told.run, kwargs={"sockets": [listening]})
            running.start()
            while not told.started:
                time.sleep(0.01)
            yield Server(listening.getsockname()[1], secrets)
            told.should_exit = True
            running.join()
        library().close()
        for name, value in kept.items():
            config.set_option(name, value)
        st.secrets._reset()  # what was read once is kept for the whole process


@pytest.fixture(autouse=True)
def at_this_computer() -> Iterator[None]:
    """The rulings of the tests, which nobody else asks for; each request is asked who sends it."""
    with acting_as(Access(mode=Mode.LOCAL)):
        yield


@pytest.fixture(scope="module")
def digests(server: Server) -> dict[str, str]:
    with acting_as(Access(mode=Mode.LOCAL)):
        return laid_out()


def laid_out() -> dict[str, str]:
    """A campaign with files: a picture for the table, one for Ben, a recording, a page of markup."""
    ledger = library().ledger
    assert isinstance(ledger.found(FoundCampaign(game="open_table", title="Salt", slug="salt")), Ruled)
    for person in (BEN, CY):
        seat = SeatPerson(person=person.person, name=person.person.title(), role=Role.PLAYER)
        assert isinstance(ledger.rule("salt", Submission(command=seat)), Ruled)
    made = BytesIO()
    Image.new("RGB", (400, 200), "teal").save(made, "JPEG")
    other = BytesIO()
    Image.new("RGB", (300, 100), "red").save(other, "PNG")
    files = {
        "picture": (made.getvalue(), "pier.jpg", {}),
        "for ben": (other.getvalue(), "letter.png", {"only_for": "ben"}),
        "sound": (SOUND, "Rain – 1.ogg", {"role": "other"}),
        "markup": (b"<svg onload='alert(1)'>", "map.svg", {}),
        "text": (b"Dear Ada", "letter.txt", {"visibility": "gm"}),
    }
    found = {}
    for what, (content, name, about) in files.items():
        with accept(BytesIO(content), name) as file:
            answer = attach(ledger, "salt", file, about, by="gm")
        assert isinstance(answer, Ruled), answer
        found[what] = ledger.moment("salt").journal.files[-1].digest
    return found


def number_of(digest: str) -> int:
    return next(it.number for it in library().ledger.moment("salt").journal.files if it.digest == digest)


def cookie_of(who: str, port: int) -> dict[str, str]:
    """A cookie as the server signs it for somebody who came by its service."""
    claims = {"email": who, "email_verified": True, "is_logged_in": True, "origin": f"http://127.0.0.1:{port}"}
    signed = create_signed_value(SECRET, USER_COOKIE_NAME, json.dumps(claims))
    return {"Cookie": f"{USER_COOKIE_NAME}={signed.decode()}"}


@pytest.mark.parametrize("mode", ["header", "login", "local"])
def test_a_file_is_for_whoever_may_see_it_with_a_ticket_of_their_own(
    server: Server,
    digests: dict[str, str],
    mode: str,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.setenv(MODE_VARIABLE, mode)
    trusted = config.get_option("server.trustedUserHeaders")
    if mode == "login":  # there is no proxy in front that says who somebody is
        config.set_option("server.trustedUserHeaders", {})
    request.addfinalizer(lambda: config.set_option("server.trustedUserHeaders", trusted))
    digest = digests["for ben"]

    def status(viewer: Asker, ticket_of: str, asks: str, what: str = digest) -> int:
        path = file_address("salt", what, viewer, address="" if mode == "local" else ticket_of)
        headers = cookie_of(asks, server.port) if mode == "login" and asks else {}
        return server.ask(path, asks if mode == "header" else "", headers=headers).status_code

    assert status(BEN, BO, BO) == 200
    assert status(GM, ANA, ANA) == 200
    assert status(BEN, ANA, ANA) == 200, "the GM may see as each of them"
    assert status(CY, CYD, CYD) == 404, "another seat"
    assert status(CY, CYD, CYD, digests["picture"]) == 200
    assert status(READER, EVE, EVE) == 404
    assert status(BEN, BO, BO, "5f" * 32) == 404
    assert status(BEN, BO, BO, "0" * 64) == 404
    if mode == "local":
        assert status(GM, "", "", digests["text"]) == 200
        path = file_address("salt", digest, BEN, address="")
        led_here = server.ask(path, headers={"Host": f"evil.example:{server.port}"})
        assert led_here.status_code in (400, 404), "the gate knows no such name, where names are listed"
    else:
        assert status(BEN, BO, CYD) == 404, "somebody else's ticket"
        assert status(BEN, EVE, EVE) == 404, "a stranger who signs for a seat that is not theirs"
        assert status(READER, EVE, EVE, digests["picture"]) == 404
        assert status(BEN, "", "") == 404
        assert status(BEN, BO, BO, digests["text"]) == 404
    for path in (f"files/salt/{digest}", f"files/salt/{digest}?t=", f"files/salt/{digest}?t=1.2.3"):
        assert server.ask(path, ANA).status_code == 404
    assert (
        server.ask(file_address("salt", digest, GM, address=ANA).replace("salt", "pepper"), ANA).status_code == 404
    )


def test_a_seat_that_is_taken_away_and_a_narrowed_audience_are_seen_at_once(
    server: Server, digests: dict[str, str]
) -> None:
    path = file_address("salt", digests["picture"], CY, address=CYD)
    assert server.ask(path, CYD).status_code == 200
    server.secrets.write_text(SECRETS.replace(CYD, "zoe@example.org"), "utf-8")
    try:
        _until(lambda: server.ask(path, CYD).status_code == 404)
    finally:
        server.secrets.write_text(SECRETS, "utf-8")
    _until(lambda: server.ask(path, CYD).status_code == 200)
    ledger, file = library().ledger, number_of(digests["picture"])
    for asked, expected in (({"visibility": "gm"}, 404), ({}, 200)):
        command = DescribeFile.model_validate({"file": file, **asked})
        assert isinstance(ledger.rule("salt", Submission(command=command)), Ruled)
        assert server.ask(path, CYD).status_code == expected
        assert server.ask(f"{path.replace('?', '/64?')}", CYD).status_code == expected


def _until(holds: Any) -> None:
    """Settings are read anew when their file was changed, which takes a moment to be seen."""
    for _ in range(100):
        if holds():
            return
        time.sleep(0.05)
    raise AssertionError("it never did")


@pytest.mark.parametrize(
    ("asked", "part"),
    [
        ("bytes=0-0", slice(0, 1)),
        (f"bytes={PART - 2}-{PART + 1}", slice(PART - 2, PART + 2)),
        (f"bytes={len(SOUND) - 1}-", slice(len(SOUND) - 1, None)),
        ("bytes=-1", slice(len(SOUND) - 1, None)),
        (f"bytes=-{len(SOUND) * 2}", slice(0, None)),
        (f"bytes=5-{len(SOUND) * 2}", slice(5, None)),
    ],
)
def test_a_range_is_the_bytes_it_names(server: Server, digests: dict[str, str], asked: str, part: slice) -> None:
    answer = server.ask(file_address("salt", digests["sound"], BEN, address=BO), BO, headers={"Range": asked})
    whole = SOUND[part] == SOUND
    assert (answer.status_code, answer.content) == (200 if whole else 206, SOUND[part])
    first = part.start
    if not whole:
        assert answer.headers["content-range"] == f"bytes {first}-{first + len(SOUND[part]) - 1}/{len(SOUND)}"
    assert answer.headers["content-length"] == str(len(SOUND[part]))


def test_a_range_that_is_not_there_and_an_old_one_are_said(server: Server, digests: dict[str, str]) -> None:
    path = file_address("salt", digests["sound"], BEN, address=BO)
    beyond = server.ask(path, BO, headers={"Range": f"bytes={len(SOUND)}-"})
    assert (beyond.status_code, beyond.headers["content-range"]) == (416, f"bytes */{len(SOUND)}")
    old = server.ask(path, BO, headers={"Range": "bytes=0-0", "If-Range": '"another"'})
    assert (old.status_code, len(old.content)) == (200, len(SOUND))
    head = server.ask(path, BO, "HEAD")
    assert (head.status_code, head.content, head.headers["content-length"]) == (200, b"", str(len(SOUND)))
    again = server.ask(path, BO, headers={"If-None-Match": head.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_what_could_run_is_never_shown_in_a_page(server: Server, digests: dict[str, str]) -> None:
    for what, media, shown in (
        ("picture", "image/jpeg", "inline"),
        ("sound", "audio/ogg", "inline"),
        ("text", "text/plain; charset=utf-8", "inline"),
        ("markup", "application/octet-stream", "attachment"),
    ):
        answer = server.ask(file_address("salt", digests[what], GM, address=ANA), ANA)
        headers = answer.headers
        assert (answer.status_code, headers["content-type"]) == (200, media)
        assert headers["content-disposition"].startswith(f"{shown}; filename*=UTF-8''")
        assert headers["content-security-policy"] == "sandbox; default-src 'none'"
        assert (headers["x-content-type-options"], headers["cache-control"]) == ("nosniff", "private, no-cache")
        assert headers["x-frame-options"] == "DENY"


def test_a_picture_comes_as_wide_as_it_is_drawn(server: Server, digests: dict[str, str]) -> None:
    for width, expected in ((50, 64), (200, 256), (256, 256), (300, 400), (4_000, 400)):
        path = file_address("salt", digests["picture"], BEN, width, address=BO)
        for _again in range(2):
            answer = server.ask(path, BO)
            assert Image.open(BytesIO(answer.content)).width == expected
        again = server.ask(path, BO, headers={"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304
    for digest, width in (("picture", 65), ("sound", 64)):
        path = file_address("salt", digests[digest], BEN, address=BO).replace("?", f"/{width}?")
        assert server.ask(path, BO).status_code == 404


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
    assert answer.json()["message"].startswith("The disk that holds"), answer.text

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


def test_what_is_put_away_is_still_there_for_earlier_moments_and_what_is_removed_is_not(
    server: Server, digests: dict[str, str]
) -> None:
    ledger, path = library().ledger, file_address("salt", digests["picture"], BEN, address=BO)
    small = path.replace("?", "/64?")
    file = number_of(digests["picture"])
    assert isinstance(ledger.rule("salt", Submission(command=PutFileAway(file=file))), Ruled)
    assert server.ask(path, BO).status_code == 200
    assert server.ask(small, BO).status_code == 200
    remove_file(ledger, "salt", file, reason="Asked to", by="gm")
    assert server.ask(path, BO).status_code == 404
    assert server.ask(small, BO).status_code == 404
