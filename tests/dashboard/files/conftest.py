"""A running server that hands out files and takes them in, and a campaign with files, for the tests of both."""

import socket
import ssl
import time
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import httpx
import pytest
import streamlit as st
import uvicorn
from PIL import Image
from starlette.routing import Router
from streamlit import config

from dashboard.access import MODE_VARIABLE, Access, Mode, acting_as
from dashboard.files.routes import ROUTES
from dashboard.gate import Gate
from dashboard.ui.open_ledger import library
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.people import Asker, Role
from domain.kernel.terms import PersonId
from exchange.media.accepting import accept
from exchange.media.attaching import attach
from ledger.answers import Ruled, Submission
from ledger.files.tables import PART
from wiring.library import DATABASE_VARIABLE

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
PLAIN = ssl.create_default_context()
"""Read once: each request would read every certificate of the system, and uses none."""


@dataclass
class Server:
    """A running server, and how to ask it."""

    port: int
    secrets: Path

    def ask(self, path: str, who: str = "", method: str = "GET", **more: Any) -> httpx.Response:
        headers = {HEADER: who} if who else {}
        headers |= more.pop("headers", {})
        url = f"http://127.0.0.1:{self.port}/{path.removeprefix('./')}"
        return httpx.request(method, url, headers=headers, timeout=30, verify=PLAIN, **more)


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
