"""Files asked for at the port of a running server, with tickets, in all three ways to know who looks."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import httpx
import pytest
from PIL import Image
from streamlit import config
from streamlit.web.server.starlette.starlette_app_utils import create_signed_value
from streamlit.web.server.starlette.starlette_server_config import USER_COOKIE_NAME

from dashboard.access import MODE_VARIABLE
from dashboard.files.addresses import file_address
from dashboard.files.serving import kept_small
from dashboard.files.tickets import LASTS, Ticket, signed
from dashboard.ui.open_ledger import library
from domain.kernel.journal.files import DescribeFile, PutFileAway
from domain.kernel.people import Asker
from ledger.answers import Ruled, Submission
from ledger.care.file_removal import remove_file
from ledger.files.tables import PART
from tests.dashboard.files.conftest import ANA, BEN, BO, CY, CYD, EVE, GM, READER, SECRET, SECRETS, SOUND, Server

pytestmark = pytest.mark.xdist_group("files handed out")  # one server for all of them


def number_of(digest: str) -> int:
    return next(it.number for it in library().ledger.moment("salt").journal.files if it.digest == digest)


def cookie_of(who: str, port: int) -> dict[str, str]:
    """A cookie as the server signs it for somebody who came by its service."""
    claims = {"email": who, "email_verified": True, "is_logged_in": True, "origin": f"http://127.0.0.1:{port}"}
    signed = create_signed_value(SECRET, USER_COOKIE_NAME, json.dumps(claims))
    return {"Cookie": f"{USER_COOKIE_NAME}={signed.decode()}"}


@dataclass
class Asking:
    """Requests in one of the ways to know who looks. At home nobody asks who somebody is."""

    server: Server
    mode: str

    def __call__(
        self,
        viewer: Asker,
        ticket_of: str,
        asks: str,
        what: str,
        *,
        width: str = "",
        past: float = 0.0,
        **more: str,
    ) -> httpx.Response:
        """The answer to one who `asks` with the ticket of somebody as a viewer, signed so many seconds ago."""
        address = "" if self.mode == "local" else ticket_of
        path = file_address("salt", what, viewer, address=address).partition("?")[0] + width
        ticket = signed(Ticket("salt", str(viewer.person), address), time.time() - past)
        headers = cookie_of(asks, self.server.port) if self.mode == "login" and asks else {}
        who = asks if self.mode == "header" else ""
        return self.server.ask(f"{path}?t={ticket}", who, headers={**headers, **more})


@pytest.fixture(params=["header", "login", "local"])
def asking(server: Server, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Asking]:
    monkeypatch.setenv(MODE_VARIABLE, request.param)
    trusted = config.get_option("server.trustedUserHeaders")
    if request.param == "login":  # there is no proxy in front that says who somebody is
        config.set_option("server.trustedUserHeaders", {})
    yield Asking(server, request.param)
    config.set_option("server.trustedUserHeaders", trusted)


def test_a_file_is_for_whoever_may_see_it_with_a_ticket_of_their_own(
    server: Server, digests: dict[str, str], asking: Asking
) -> None:
    mode, digest = asking.mode, digests["for ben"]

    def status(viewer: Asker, ticket_of: str, asks: str, what: str = digest) -> int:
        return asking(viewer, ticket_of, asks, what).status_code

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


def test_an_old_ticket_a_seat_taken_away_and_a_narrowed_audience_are_seen_at_once(
    server: Server, digests: dict[str, str], asking: Asking
) -> None:
    def status(width: str = "", past: float = 0.0) -> int:
        return asking(CY, CYD, CYD, digests["picture"], width=width, past=past).status_code

    assert status() == status(past=LASTS / 4) == 200
    assert status(past=LASTS + 1) == status("/64", past=LASTS + 1) == 404
    if asking.mode != "local":  # at home there are no seats to lose
        server.secrets.write_text(SECRETS.replace(CYD, "zoe@example.org"), "utf-8")
        try:
            _until(lambda: status() == 404)
        finally:
            server.secrets.write_text(SECRETS, "utf-8")
        _until(lambda: status() == 200)
    ledger, file = library().ledger, number_of(digests["picture"])
    for asked, expected in (({"visibility": "gm"}, 404), ({}, 200)):
        command = DescribeFile.model_validate({"file": file, **asked})
        assert isinstance(ledger.rule("salt", Submission(command=command)), Ruled)
        assert status() == status("/64") == expected


def test_every_way_of_knowing_who_looks_hands_out_parts(asking: Asking, digests: dict[str, str]) -> None:
    def parts(viewer: Asker, who: str, asked: str) -> tuple[int, bytes]:
        answer = asking(viewer, who, who, digests["sound"], Range=asked)
        return answer.status_code, answer.content

    for asked, part in (("0-0", SOUND[:1]), (f"{PART}-{PART}", SOUND[PART : PART + 1]), ("-1", SOUND[-1:])):
        assert parts(BEN, BO, f"bytes={asked}") == (206, part)
    assert parts(BEN, BO, f"bytes={len(SOUND)}-") == (416, b"")
    if asking.mode != "local":
        assert (
            parts(READER, EVE, "bytes=0-0") == parts(READER, EVE, f"bytes={len(SOUND)}-") == (404, b"Not found.")
        )


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


def test_what_is_put_away_is_still_there_for_earlier_moments_and_what_is_removed_is_not(
    server: Server, digests: dict[str, str]
) -> None:
    ledger, path = library().ledger, file_address("salt", digests["picture"], BEN, address=BO)
    small = path.replace("?", "/64?")
    file = number_of(digests["picture"])
    assert isinstance(ledger.rule("salt", Submission(command=PutFileAway(file=file))), Ruled)
    assert server.ask(path, BO).status_code == 200
    assert server.ask(small, BO).status_code == 200
    assert digests["picture"] in kept_small()
    remove_file(ledger, "salt", file, reason="Asked to", by="gm")
    assert server.ask(file_address("salt", digests["sound"], BEN, address=BO), BO).status_code == 200
    assert digests["picture"] not in kept_small(), "whichever file is asked for next"
    assert server.ask(path, BO).status_code == 404
    assert server.ask(small, BO).status_code == 404
